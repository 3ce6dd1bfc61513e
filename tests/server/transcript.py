"""A fixed match, written down as three players and somebody who looks on say and hear it.

`python -m tests.server.transcript > tests/server/transcript.txt` renews the file that the test compares. Times, ids and
seals are replaced by words; a `table` object is shown as the merge patch against the last one of the same page.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibic.cards import SeededRandom
from kibic.server.patch import difference
from tests.server.kit import Page, Person, Running, quick

FILE = Path(__file__).with_name("transcript.txt")
HEAD = "A match as its pages say (>) and hear (<) it; tests/server/transcript.py renews this file."
#: Numbers of what was said begin with the time.
SOME_TIME = 10**12
PLAYERS = frozenset({"Ana", "Boro", "Ceca"})
#: Fields that differ from run to run, and what stands in their place.
VARYING = dict.fromkeys(("now", "next_at", "at", "until", "move_until"), "TIME") | {"hash": "HASH", "who": "WHO"}
#: What is said where it is legal, the first of these; else the first legal word.
LIKED = ("2", "dalje", "karo", "dodjem", "moze")


class Stage:
    """The pages of the match and what they have said and heard so far."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.lines = [HEAD]
        #: Every message as it was, by who said it.
        self.said: list[Any] = []
        self.heard: list[Any] = []
        self.pages: dict[str, Page] = {}
        self._read: dict[str, int] = {}
        self._tables: dict[str, Any] = {}
        self._settled = 0

    @property
    def on_turn(self) -> str | None:
        """Who of those that are there is to act."""
        return next((name for name, page in self.pages.items() if page.my_turn), None)

    async def enters(self, name: str, person: Person, since: int | None = None, view: Any = None) -> Page:
        """A page opens the table."""
        self.pages[name] = page = await person.page(self.table, since=since, view=view)
        self._read[name] = 0
        self._note(name, {"type": "hello", "protocol": 1, "table": self.table, "since": since})
        await self.settle(name)
        return page

    async def loses(self, name: str) -> Page:
        """The line of a page breaks, and the others see it."""
        page = self.pages.pop(name)
        self.lines.append(f"{name} is gone")
        await page.close()
        await self.settle("Ana", lambda each: not all(seat["connected"] for seat in each.table["seats"]))
        return page

    async def says(self, name: str, kind: str, /, *, then: Callable[[Page], bool] | None = None, **fields: Any) -> None:
        """A page says something, and all hear what comes of it, which takes until ``then`` is true of all pages."""
        self._note(name, {"type": kind, **fields})
        await self.pages[name].say(kind, **fields)
        await self.settle(name, then)

    async def settle(self, first: str, then: Callable[[Page], bool] | None = None) -> None:
        """Write down what comes of what ``first`` said. Frames come in order, so a pong shows that there is no more."""
        names = [first, *(name for name in self.pages if name != first)]
        for name in names:
            while then is not None and not then(self.pages[name]):
                await self.pages[name].hear()
        for name in names:
            await self._drain(name)

    async def _drain(self, name: str) -> None:
        page = self.pages[name]
        self._settled += 1
        number = self._settled
        await page.say("ping", n=number)
        await page.until(lambda message: message["type"] == "pong" and message["n"] == number)
        for frame in page.frames[self._read[name] :]:
            message = json.loads(frame)
            self.heard.append(message)
            if message["type"] != "pong":
                self.lines.append(f"{name} < {self._shown(name, message)}")
        self._read[name] = len(page.frames)

    def _note(self, name: str, message: Any) -> None:
        self.said.append(message)
        self.lines.append(f"{name} > {self._shown(name, message)}")

    def _shown(self, name: str, message: Any) -> str:
        shown = self._plain(message)
        if isinstance(shown.get("table"), dict):
            now = shown["table"]
            shown = shown | {"table": difference(self._tables.get(name, {}), now)}
            self._tables[name] = now
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

    def _plain(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {each: self._plain(item, each) for each, item in value.items()}
        if isinstance(value, list):
            return [self._plain(item) for item in value]
        if value == self.table:
            return "TABLE"
        if key == "table" and isinstance(value, str):
            return "SEALED TABLE"
        if key == "number" and value > SOME_TIME:
            return "NUMBER"
        return VARYING[key] if key in VARYING and value is not None else value


def sealed(page: Page) -> int | None:
    """The hand whose deck is sealed for the future."""
    coming = (page.table["fair"] or {}).get("next")
    return coming and coming["hand"]


def liked(view: Any) -> str:
    """The word to be said."""
    legal: list[str] = view["legal"]
    return next(
        (word for word in LIKED if word in legal and view["hand"] > 1), "dalje" if "dalje" in legal else legal[0]
    )


async def acts(stage: Stage, wanted: Callable[[Page], bool]) -> None:
    """The players say words until ``wanted`` is true of the page of Ana."""
    while not wanted(stage.pages["Ana"]):
        name = stage.on_turn
        assert name is not None
        page = stage.pages[name]
        before = page.version
        await stage.says(name, "act", id=f"word {before}", version=before, word=liked(page.view))
        assert {each.version for each in stage.pages.values()} == {before + 1}


async def match(running: Running) -> Stage:
    """Two hands: seats, an auction, refusals, an answer that comes twice, an undo, a line that breaks."""
    async with (
        Person(running.url, "Ana") as ana,
        Person(running.url, "Boro") as boro,
        Person(running.url, "Ceca") as ceca,
        Person(running.url) as dora,
    ):
        made = await ana.post("/api/tables", seats=["me", "free", "free"], preset="srpski", title="Kod Ane")
        stage = Stage(made["table"])
        await stage.enters("Ana", ana)
        await stage.enters("Boro", boro)
        await stage.says("Boro", "sit", seat=0, name="Boro")
        await stage.says("Boro", "sit", seat=1, name="Boro")
        await stage.enters("Ceca", ceca)
        await stage.enters("Dora", dora)
        await stage.says("Ceca", "sit", seat=2, then=lambda page: page.version == 2 and sealed(page) == 2)
        name = stage.on_turn
        assert name is not None
        for word, version in (("mortkontra", 2), ("nista", 2), ("dalje", 1)):
            await stage.says(name, "act", id=f"no {word}", version=version, word=word)
        for _ in range(2):
            await stage.says(name, "act", id="twice", version=2, word="dalje")
        await stage.says(name, "propose", id="undo", about="undo")
        for other in sorted(PLAYERS - {name}):
            await stage.says(other, "consent", yes=True)
        await acts(stage, lambda page: bool(page.table["next_at"]))
        await stage.says("Ana", "talk", id="talk", text="Sve karte po strani.")
        for each in ("Ana", "Boro"):
            await stage.says(each, "next")
        await stage.says("Ceca", "next", then=lambda page: page.view["hand"] == 2 and sealed(page) == 3)
        await acts(stage, lambda page: bool(page.view["phase"] == "play" and page.view["trick"]["cards"]))
        missing = next(each for each in sorted(PLAYERS) if each not in {"Ana", stage.on_turn})
        page = await stage.loses(missing)
        await acts(stage, lambda _: stage.on_turn is None)
        await stage.enters(missing, {"Boro": boro, "Ceca": ceca}[missing], page.version, page.view)
        return stage


def perform() -> Stage:
    """The match on a server of its own, with fixed cards."""
    chance = SeededRandom("transcript")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as place:
        for module in ("table", "sealing"):
            patch.setattr(f"kibic.server.{module}.system_random", lambda: chance)
        settings = quick(Path(place) / "kibic.sqlite3", game="preferans", next_pause=3600.0, grace=3600.0, quiet=3600.0)
        with Running(settings) as running:
            return asyncio.run(match(running))


if __name__ == "__main__":
    sys.stdout.write("\n".join(perform().lines) + "\n")
