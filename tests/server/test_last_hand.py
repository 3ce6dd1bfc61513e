"""A dispute about the hand that ended the match: the table is open for it, and goes on where a fine asks for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibic.games.preferans import afterwards
from kibic.record import read, replay
from tests.server.kit import Page, Running, quick
from tests.server.tables import consented, on_turn, passes, people, sees, trio

#: Up to the cards: karo against the first, with which two bule each are played off.
WORDS = ["2", "dalje", "dalje", "skart", "dodjem", "ne", "sam", "moze"]


async def spoken(pages: list[Page], word: str) -> None:
    """The one whose turn it is says the word, or puts two of his cards away and plays karo."""
    mover = await on_turn(pages)
    said = [f"skart {' '.join(mover.view['cards'][mover.seat or 0][:2])}", "karo"] if word == "skart" else [word]
    for one in said:
        version = mover.version
        assert (await mover.act(one))["type"] == "ack"
        for page in pages:
            await passes(page, version)


async def agreed(pages: list[Page], word: str) -> None:
    """The first proposes it, the others agree."""
    await pages[0].say("propose", id=word, word=word)
    await consented(pages[0], *pages[1:])


def test_pen_03_a_fine_for_the_last_hand_opens_the_table_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(afterwards, "must_kontra", lambda _hand, _trump: True)  # chance deals such a hand too seldom
    options = {"match.start_bule": 2, "pen.must_kontra": True, "seat.first_dealer": "host"}

    async def story(running: Running) -> None:
        async with people(running.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca), options=options)
            for word in WORDS:
                await spoken(pages, word)
            await agreed(pages, "ostalo 8")
            for page in pages:
                await page.holds(lambda view: view["phase"] == "over")
                # The table is told after the event: only then is the first proposal gone.
                await sees(page, lambda table: table["state"] == "over" and table["proposal"] is None)
            assert pages[0].view["agreements"] == ["kazna 3"]
            await agreed(pages, "kazna 3")
            for page in pages:
                await page.holds(lambda view: view["phase"] != "over")
                assert "result" not in page.view
            table = pages[0].table_id
            row = running.server.writer.store.table(table)
            assert row is not None
            assert row.state == "playing"
            text = (await ana.client.get(f"/api/tables/{table}/record")).text
            assert replay(read(text)).final.sheet.bule == (2, -4, 22)
            for page in pages:
                await page.say("next")
            await pages[0].holds(lambda view: view["phase"] == "auction")

    with Running(quick(database)) as running:
        asyncio.run(story(running))
