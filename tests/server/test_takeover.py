"""A server ends without a word: the next one waits for who is away, has a bot play for him, and gives his seat back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.server.clockwork import Clockwork
from tests.server.kit import Page, Person, Running, quick
from tests.server.tables import on_turn, sees, trio
from tests.server.test_restart import Process, back

#: How long the table waits, how long somebody may think, and how long his line may be broken (Settings), in seconds.
WAIT = 30
QUIET = 60.0
GRACE = 8.0


def missed(table: Any, seat: int) -> str | None:
    """How somebody is missed: ``gone``, ``silent``, ``away``, or not at all."""
    why: str | None = (table["seats"][seat]["away"] or {}).get("why")
    return why


async def played(seated: tuple[Person, Person]) -> tuple[Person, Person, Page]:
    """Two people play with a bot; the one on turn, who falls silent, the other one, and the page of the first."""
    pages = await trio(seated, manners={"wait": WAIT, "stand_in": "random"}, bot_pause=0)
    silent = await on_turn(pages)
    one, other = seated if silent in seated[0].pages else reversed(seated)
    return one, other, silent


async def counted_down(other: Page, seat: int, time: Clockwork, why: str, after: float) -> None:
    """Nothing is said of the seat until it has been missed for a while; then all wait, and a bot plays for it."""
    await time.pass_by(after - 1)
    assert missed(other.table, seat) is None
    await time.pass_by(1)
    await sees(other, lambda table: missed(table, seat) == why)
    await time.pass_by(WAIT)
    await sees(other, lambda table: missed(table, seat) == "away")


def test_whom_a_server_waited_for_the_next_one_waits_for_and_gives_his_seat_back(database: Path) -> None:
    time = Clockwork()

    async def first_server() -> tuple[Person, Person, Page]:
        with Process(database) as one:
            seated = (await Person(one.url, "Ana").__aenter__(), await Person(one.url, "Boro").__aenter__())
            silent, other, page = await played(seated)
            one.kill()
            for each in (silent, other):
                for line in each.pages:
                    assert await line.closed() == 1006
            return silent, other, page

    async def next_server(silent: Person, other: Person, table: str, seat: int) -> None:
        # He comes back by himself, as the page does, and still says nothing.
        page, beside = await silent.page(table), await other.page(table)
        for each in (page, beside):
            await each.heard("welcome")
        version = beside.version
        assert page.my_turn
        await counted_down(beside, seat, time, "silent", QUIET)
        stood_in = await beside.until(lambda message: message["type"] == "event" and message["version"] == version + 1)
        assert stood_in["events"][0] == {"kind": "stand_in", "seat": seat, "bot": "random", "why": "absent"}
        await page.say("back")
        await sees(beside, lambda table: missed(table, seat) is None)
        # Then he goes, and comes again.
        await page.close()
        await sees(beside, lambda table: not table["seats"][seat]["connected"])
        await counted_down(beside, seat, time, "gone", GRACE)
        again = await silent.page(table)
        await sees(beside, lambda table: missed(table, seat) is None)
        assert missed((await again.heard("welcome"))["table"], seat) is None

    async def story() -> None:
        silent, other, page = await first_server()
        assert page.seat is not None
        with Running(quick(database, bot="random", next_pause=600.0), time=time) as running:
            silent, other = await back(running.url, silent), await back(running.url, other)
            try:
                await next_server(silent, other, page.table_id, page.seat)
            finally:
                await silent.__aexit__()
                await other.__aexit__()

    asyncio.run(story())
