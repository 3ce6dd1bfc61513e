"""Server processes of a story, and what became of the logs they wrote."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kibic.game import HOUSE, game_named
from kibic.server.audit import Audit
from kibic.server.course import FIRST, Course
from kibic.server.database import open_database
from kibic.server.patch import merged
from kibic.server.store import Store, TableRow
from stress.player import Player, seen

#: How often a server is started that ends at once.
STARTS: Final = 10


class Node:
    """A server process that is started again when it was killed; what it is set to as :mod:`stress.node` says."""

    def __init__(self, database: str, **settings: Any) -> None:
        self._settings = {"database": database, **settings}
        self._process: asyncio.subprocess.Process | None = None
        self.address: str | None = None

    async def start(self) -> None:
        """Start it, more than once if its database is down."""
        for _ in range(STARTS):
            command = [sys.executable, "-m", "stress.node", json.dumps(self._settings)]
            self._process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            assert self._process.stdout is not None
            said = (await self._process.stdout.readline()).decode().strip()
            if said:
                self.address = said
                return
            await self._process.wait()
        raise AssertionError("a server does not start")

    async def end(self, *, hard: bool) -> None:
        """End it, hard or after it has finished what it began."""
        self.address = None
        if self._process is None:
            return
        (self._process.kill if hard else self._process.terminate)()
        await self._process.communicate()
        self._process = None


def check(database: str, tables: Mapping[str, Sequence[Player]]) -> dict[str, object]:
    """Compare every log with what everybody saw; what was counted. Raises :class:`AssertionError`.

    Each log replays as ``kibic admin verify`` has it; each acknowledged word is in it once, where it was acknowledged;
    no word is there twice; each word of a person is one that he said; and whatever anybody was ever shown, events and
    views, is what the log replays to, and all end at its end.
    """
    audit = Audit(database)
    try:
        found = audit.verify()
    finally:
        audit.close()
    assert found.faults == (), f"logs that do not replay: {found.faults}"
    engine = open_database(database)
    try:
        store, counted = Store(engine), Counter[str]()
        for table, players in tables.items():
            row = store.table(table)
            assert row is not None
            counted.update(_compare(store, row, players))
    finally:
        engine.dispose()
    for what in ("acknowledged and lost", "applied twice"):
        assert counted[what] == 0, f"{what}: {counted[what]}"
    return {**counted, "logs that replay": found.tables}


def _compare(store: Store, row: TableRow, players: Sequence[Player]) -> Counter[str]:
    words = store.words(row.id)
    assert [word.seq for word in words] == list(range(1, len(words) + 1))
    said = [word.client_id for word in words if word.client_id is not None]
    mine = {message_id: word for player in players for message_id, word in player.said.items()}
    assert all(mine[word.client_id] == word.word for word in words if word.client_id is not None)
    counted = Counter(
        {
            "tables": 1,
            "words": len(words),
            "hands dealt": sum(word.actor == HOUSE for word in words),
            "said": len(mine),
            "joins": sum(player.joins for player in players),
            "applied twice": len(said) - len(set(said)),
        }
    )
    assert row.opening is not None
    game: Any = game_named(row.game)
    rules, names, dealer = game.rules(row.preset, row.options), [seat.name for seat in row.seats], row.opening["dealer"]
    whole = Course.replayed(game, rules, names, dealer, len(words) + 1, words=words)
    for player in players:
        lost = {
            message_id
            for message_id, version in player.acked.items()
            if version - FIRST > len(words) or words[version - FIRST - 1].client_id != message_id
        }
        assert player.version == whole.version, f"{player.name} has not seen the end"
        assert player.seat is not None
        view: Any = Course(game, rules, names, dealer, 1).view(player.seat)
        frames = [json.loads(frame) for frame in whole.missed(player.seat, FIRST) or []]
        shown = {FIRST: seen(json.loads(json.dumps(view)))}
        for frame in frames:
            view = merged(view, frame["patch"])
            shown[frame["version"]] = seen(view)
        events = {frame["version"]: seen(frame["events"]) for frame in frames}
        assert all(shown[version] == digest for version, digest in player.saw.items()), "somebody saw something else"
        assert all(events[version] == digest for version, digest in player.events.items())
        counted.update(
            {"acknowledged": len(player.acked), "acknowledged and lost": len(lost), "views": len(player.saw)}
        )
    return counted
