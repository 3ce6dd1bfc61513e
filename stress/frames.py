"""Whole matches of people who say anything legal, watched by others: no hidden card ever leaves the server.

Each table has three people, one of them a program that wants views whole, and two who look on, one of them with lines
that break. Meanwhile they all, and a stranger, ask for whatever there is to ask for over HTTP. What they were told is
scanned by what the log alone says (:mod:`stress.scan`).
"""

from __future__ import annotations

import asyncio
import io
import random
import tempfile
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from kibic.games.preferans import Match
from stress.scan import check_frames, check_text, closed_deals, states
from tests.server.kit import Page, Person, Running, quick

#: What is asked for, by the name of the answer.
_ANSWERS: Final = {
    "record": "/api/tables/{table}/record",
    "fair": "/api/tables/{table}/fair",
    "replay": "/api/tables/{table}/replay",
    "replay of a hand": "/api/tables/{table}/replay?hand={hand}",
    "replay from a seat": "/api/tables/{table}/replay?hand={hand}&view=1",
    "review": "/api/tables/{table}/replay?hand={hand}&part=review",
    "conventions": "/api/tables/{table}/conventions?hand={hand}",
    "matches": "/api/matches",
    "records": "/api/matches/records.zip",
    "everything": "/api/me/export.zip",
    "open tables": "/api/lobby",
    "page": "/t/{table}",
}


@dataclass(frozen=True)
class Scanned:
    """How much is played: ``matches`` of ``hands`` each, ``at_once`` of them at a time."""

    matches: int = 2
    hands: int = 2
    at_once: int = 2
    seed: int = 1


class _Watch:
    """One table, its people, and what was asked."""

    def __init__(self, server: Running, story: Scanned, number: int) -> None:
        self._server = server
        self._story = story
        self._rng = random.Random(story.seed * 1000 + number)
        self._asked: Counter[str] = Counter()
        self._table = ""
        self._played = asyncio.Event()

    async def play(self) -> Counter[str]:
        """Play the match and scan; what was counted."""
        url, options = self._server.url, {"match.end": f"hands:{self._story.hands}"}
        async with (
            Person(url, "Ana") as ana,
            Person(url, "Boro") as boro,
            Person(url, "Ceca") as ceca,
            Person(url, "Kibic") as onlooker,
            Person(url) as stranger,
        ):
            made = await ana.post("/api/tables", seats=["me", "free", "free"], options=options, public=True)
            self._table = made["table"]
            people = (ana, boro, ceca)
            pages = [await self._page(one, whole=one is ceca) for one in people]
            looking = [await self._page(onlooker, whole=False), await self._page(stranger, whole=True)]
            await pages[1].say("sit")
            await pages[2].say("sit")
            asking = asyncio.create_task(self._ask(people, (onlooker, stranger)))
            broken = asyncio.create_task(self._break(onlooker))
            everybody = [self._sit(page) for page in pages] + [self._look(page) for page in looking]
            await asyncio.gather(*everybody)
            self._played.set()
            return await self._scan([*pages, *looking], await broken) + await asking

    async def _page(self, person: Person, *, whole: bool) -> Page:
        page = await person.page(self._table, whole=whole)
        await page.heard("welcome")
        return page

    async def _sit(self, page: Page) -> None:
        """Say anything legal to the end, and ask for the next hand."""
        while page.table is None or page.table["state"] != "over":
            if page.my_turn:
                before = page.version
                await page.act(self._rng.choice(page.view["legal"]))
                while page.version == before:
                    await page.hear()
            elif (await page.hear())["type"] == "table" and page.pausing:
                await page.say("next")

    async def _look(self, page: Page) -> None:
        while page.table is None or page.table["state"] != "over":
            await page.hear()

    async def _break(self, person: Person) -> list[Page]:
        """Open the table again and again, with and without what is held; all pages that were open."""
        pages: list[Page] = []
        while not self._played.is_set():
            held = pages[-1] if pages and self._rng.random() < 0.5 else None
            since, view = (held.version, held.view) if held is not None else (None, None)
            page = await person.page(self._table, since, view)
            pages.append(page)
            for _ in range(self._rng.randrange(1, 8)):
                if self._played.is_set() or (page.table is not None and page.table["state"] == "over"):
                    break
                await page.hear()
            await page.close()
            if page.table is not None and page.table["state"] == "over":
                break
        return pages

    async def _ask(self, people: tuple[Person, ...], others: tuple[Person, ...]) -> Counter[str]:
        """Ask for everything there is, again and again, and scan the answers."""
        while not self._played.is_set():
            name, path = self._rng.choice(list(_ANSWERS.items()))
            hand = self._rng.randrange(1, self._story.hands + 2)
            person = self._rng.choice((*people, *others))
            response = await person.client.get(path.format(table=self._table, hand=hand))
            assert response.status_code < 500, (path, response.text)
            words, after = self._log()
            if after:
                for text in _texts(response):
                    check_text(text, closed_deals(words, after))
                self._asked[f"answers: {name}"] += response.status_code == 200
            await asyncio.sleep(0)
        return self._asked

    def _log(self) -> tuple[list[str], list[Match]]:
        """The words of the table and its states, none before its start."""
        store = self._server.server.writer.store
        row = store.table(self._table)
        if row is None or row.opening is None:
            return [], []
        words = [word.word for word in store.words(self._table)]
        return words, states({"preset": row.preset, "options": row.options}, row.opening["dealer"], words)

    async def _scan(self, pages: list[Page], broken: list[Page]) -> Counter[str]:
        words, after = self._log()
        counted = Counter({"matches": 1, "hands": sum(word.startswith("deck ") for word in words)})
        seats = [page.seat for page in pages] + [None] * len(broken)
        assert sorted(str(seat) for seat in seats[:5]) == ["0", "1", "2", "None", "None"]
        for page, seat in zip([*pages, *broken], seats, strict=True):
            cards = check_frames(page.frames, seat, words, after)
            counted.update({"lines": 1, "frames": len(page.frames), "cards in them": cards})
        return counted


def _texts(response: httpx.Response) -> list[str]:
    """What there is to read in an answer."""
    if response.headers.get("content-type") != "application/zip":
        return [response.text]
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        return [archive.read(name).decode() for name in archive.namelist()]


async def _story(server: Running, story: Scanned) -> dict[str, object]:
    room, counted = asyncio.Semaphore(story.at_once), Counter[str]()

    async def match(number: int) -> None:
        async with room:
            counted.update(await _Watch(server, story, number).play())

    await asyncio.gather(*map(match, range(story.matches)))
    return {"seed": story.seed, **dict(sorted(counted.items())), "cards that should not have left": 0}


def played(story: Scanned, database: Path) -> dict[str, object]:
    """Play and scan; what was counted. Raises :class:`AssertionError` where a card left that should not have."""
    settings = quick(database, kept=64, checks=1e6, checks_burst=10**6)
    with Running(settings) as server:
        return asyncio.run(_story(server, story))


def main() -> dict[str, object]:
    """The long story."""
    with tempfile.TemporaryDirectory() as place:
        counted: Any = played(Scanned(matches=50, hands=21), Path(place) / "kibic.sqlite3")
    assert counted["hands"] >= 1_000, counted
    return dict(counted)
