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
HEAD = "A match as its pages say (>) and hear (<) it. Renew: python -m tests.server.transcript > tests/server/transcript.txt"
#: Fields that differ from run to run, and what stands in their place.
VARYING = dict.fromkeys(("now", "next_at", "at", "until", "move_until"), "TIME") | {"hash": "HASH", "who": "WHO"}
#: What is said where it is legal, the first of these; else the first legal word.
LIKED = ("2", "kontra", "dalje", "pik", "dodjem", "moze")


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

    async def enters(self, name: str, person: Person, since: int | None = None, view: Any = None) -> Page:
        """A page opens the table."""
        if name in self.pages:
            await self.pages[name].close()
            await self.settle(*(each for each in self.pages if each != name))
        self.pages[name] = page = await person.page(self.table, since=since, view=view)
        self._read[name] = 0
        self._note(name, {"type": "hello", "protocol": 1, "table": self.table, "since": since})
        await self.settle()
        return page

    async def says(self, name: str, kind: str, **fields: Any) -> None:
        """A page says something, and all hear what comes of it."""
        self._note(name, {"type": kind, **fields})
        await self.pages[name].say(kind, **fields)
        await self.settle(name, *(each for each in self.pages if each != name))

    async def until(self, wanted: Callable[[Page], bool]) -> None:
        """Go on once ``wanted`` is true of all pages."""
        for page in self.pages.values():
            while not wanted(page):
                await page.hear()
        await self.settle()

    async def settle(self, *names: str) -> None:
        """Write down what has come. A pong shows that there was nothing more, for frames come in order."""
        for name in names or self.pages:
            page = self.pages[name]
            self._settled += 1
            number = self._settled
            await page.say("ping", n=number)
            await page.until(lambda message, n=number: message["type"] == "pong" and message["n"] == n)
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
        return VARYING[key] if key in VARYING and value is not None else value


def liked(view: Any) -> str:
    """The word to be said."""
    legal: list[str] = view["legal"]
    return next((word for word in LIKED if word in legal), legal[0])


async def acts(stage: Stage, wanted: Callable[[Any], bool]) -> None:
    """The players say words until ``wanted`` is true of the view."""
    number = 0
    while not wanted(next(iter(stage.pages.values())).view):
        name, page = next((name, page) for name, page in stage.pages.items() if page.my_turn)
        number += 1
        await stage.says(name, "act", id=f"{page.version}", version=page.version, word=liked(page.view))
        await stage.until(lambda each, version=page.version: each.version >= version)


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
        await stage.says("Ceca", "sit", seat=2)
        await stage.until(lambda page: page.version == 2 and page.table["fair"]["next"]["hand"] == 2)
        name, page = next((name, page) for name, page in stage.pages.items() if page.my_turn)
        for word, version in (("mortkontra", 2), ("nista", 2), ("dalje", 1)):
            await stage.says(name, "act", id=f"no {word}", version=version, word=word)
        for _ in range(2):
            await stage.says(name, "act", id="twice", version=2, word="dalje")
        await stage.says(name, "propose", id="undo", about="undo")
        for other in ("Ana", "Boro", "Ceca"):
            if other != name:
                await stage.says(other, "consent", yes=True)
        await acts(stage, lambda view: view["phase"] == "play" and len(view["trick"]["cards"]) == 2)
        held = stage.pages["Boro"]
        await held.close()
        others = ("Ana", "Ceca", "Dora")
        del stage.pages["Boro"]
        await stage.until(lambda page: not all(seat["connected"] for seat in page.table["seats"]))
        assert others == tuple(stage.pages)
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
