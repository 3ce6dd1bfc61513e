"""Pauses and rematches, which everybody agrees to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.clockwork import Clockwork
from tests.server.highest import STOP
from tests.server.kit import Running, bots, first, quick
from tests.server.tables import consented, on_turn, passes, people, sees, trio


@pytest.fixture(scope="module")
def time() -> Clockwork:
    """The time of the server."""
    return Clockwork()


@pytest.fixture(scope="module")
def still(known: None, tmp_path_factory: pytest.TempPathFactory, time: Clockwork) -> Iterator[Running]:
    """A server whose time stands still until the test lets it pass."""
    database: Path = tmp_path_factory.mktemp("consent") / "kibic.sqlite3"
    with Running(quick(database, game="highest", bot="random", next_pause=600.0), bots, time) as running:
        yield running


def test_a_pause_stops_the_clock_and_every_word_until_somebody_goes_on(still: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(still.url, "Ana", "Boro", "Ceca", "Deda") as (ana, boro, ceca, deda):
            pages = await trio((ana, boro, ceca), manners={"move": 20, "bank": 10, "wait": 10})
            mover = await on_turn(pages)
            others = [page for page in pages if page is not mover]
            await others[0].say("propose", id="pause", about="pause")
            await others[0].answer("pause")
            await consented(others[0], mover, others[1])
            for page in pages:
                table = await sees(page, lambda table: table["paused"])
                assert table["clock"]["until"] is None
            await time.pass_by(500)
            assert (await mover.act(first(mover.view)))["code"] == "paused"
            await others[0].say("propose", id="undo", about="undo")
            assert (await others[0].answer("undo"))["code"] == "paused"
            await others[0].say("propose", id="again", about="pause")
            assert (await others[0].answer("again"))["type"] == "ack"
            watcher = await deda.page(mover.table_id)
            await watcher.heard("welcome")
            await watcher.say("resume")
            assert (await watcher.heard("refused"))["code"] == "not_seated"
            await others[1].say("resume")
            table = await sees(mover, lambda table: not table["paused"] and table["clock"]["until"])
            assert table["clock"]["until"] - table["clock"]["now"] == 30_000
            assert (await mover.act(first(mover.view)))["type"] == "ack"

    asyncio.run(story())


def test_a_proposal_that_nobody_answers_lapses(still: Running, time: Clockwork) -> None:
    async def story() -> None:
        async with people(still.url, "Ana", "Boro") as (ana, boro):
            one, two = await trio((ana, boro))
            await one.say("propose", id="pause", about="pause")
            await sees(two, lambda table: table["proposal"] is not None)
            await two.say("propose", id="rematch", about="rematch")
            assert (await two.answer("rematch"))["code"] == "nothing_open"
            await time.pass_by(60)
            await sees(two, lambda table: table["proposal"] is None)
            await two.say("consent", yes=True)
            assert (await two.heard("refused"))["code"] == "nothing_open"

    asyncio.run(story())


def test_a_rematch_seats_the_same_people_with_the_deal_one_further(still: Running) -> None:
    async def story() -> None:
        async with people(still.url, "Ana", "Boro") as (ana, boro):
            pages = await trio((ana, boro), manners={"move": 0, "wait": 0}, hints=False)
            one, two = pages
            while (mover := await on_turn(pages)).my_turn:
                version = mover.version
                assert (await mover.act(first(mover.view)))["type"] == "ack"
                for page in pages:
                    await passes(page, version)
            await one.say("propose", id="stop", word=STOP.word)
            await consented(one, two)
            await one.holds(lambda view: view["phase"] == "over")
            await one.say("propose", id="rematch", about="rematch")
            await one.answer("rematch")
            await sees(two, lambda table: table["proposal"] is not None)
            await two.say("consent", yes=True)
            follows = (await sees(two, lambda table: table["rematch"]))["rematch"]
            await sees(one, lambda table: table["rematch"] == follows)
            await one.say("propose", id="rematch 2", about="rematch")
            assert (await one.answer("rematch 2"))["type"] == "ack"
            again = await ana.page(follows)
            table = (await again.heard("welcome"))["table"]
            assert table["origin"] == one.table_id
            assert [seat["name"] for seat in table["seats"]] == [seat["name"] for seat in one.table["seats"]]
            assert table["opening"] == {"dealer": (one.table["opening"]["dealer"] + 1) % 3, "draws": []}
            assert (table["state"], table["hints"], table["manners"]["wait"]) == ("playing", False, 0)
            await again.holds(lambda view: view["phase"] == "play")

    asyncio.run(story())
