"""Preferans through the sockets: whole matches, nothing hidden ever sent, records that replay to the same result."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kibic.cards import DECK_32
from kibic.games.preferans import GAME, Match
from kibic.record import read, replay
from kibic.server.patch import without_nulls
from stress.scan import check_frames, states
from tests.server.kit import Page, Person, Running, play, quick

#: Chance never ends a match by points, so these end by hands.
SHORT = {"match.end": "hands:6"}


@pytest.fixture
def preferans(database: Path) -> Iterator[Running]:
    """A server whose bots play anything legal, which reaches more corners than good play."""
    with Running(quick(database, bot="random", kept=400)) as running:
        yield running


def chance(seed: int) -> Callable[[Any], str]:
    """Says any legal word."""
    rng = random.Random(seed)
    return lambda view: rng.choice(view["legal"])


def over(view: Any) -> bool:
    return bool(view["phase"] == "over")


def log_of(running: Running, table: str) -> list[str]:
    return [word.word for word in running.server.writer.store.words(table)]


def check(page: Page, words: list[str]) -> int:
    """Look for cards in every frame that the page should not know of; returns how many cards were seen at all."""
    after = states(page.table["rules"], page.table["opening"]["dealer"], words)
    return check_frames(page.frames, page.seat, words, after)


async def watched_match(running: Running, seed: int) -> int:
    """A match of a person, two bots and an onlooker, every frame checked; how many hands it had."""
    async with Person(running.url, "Ana") as ana, Person(running.url) as stranger:
        made = await ana.post("/api/play", options=SHORT)
        page, kibitzer = await ana.page(made["table"]), await stranger.page(made["table"])
        await asyncio.gather(play(page, chance(seed), over), kibitzer.holds(over))
        words = log_of(running, made["table"])
        assert page.seat is not None
        assert kibitzer.seat is None
        assert check(page, words) > check(kibitzer, words) > 0
        return sum(word.startswith("deck") for word in words)


def test_no_frame_of_fifty_hands_has_a_card_that_its_reader_may_not_know(preferans: Running) -> None:
    async def story() -> None:
        hands = await asyncio.gather(*(watched_match(preferans, seed) for seed in range(9)))
        assert sum(hands) >= 50

    asyncio.run(story())


def test_the_scan_finds_a_card_that_does_not_belong(preferans: Running) -> None:
    async def story() -> None:
        async with Person(preferans.url, "Ana") as ana:
            made = await ana.post("/api/play")
            page = await ana.page(made["table"])
            await play(page, chance(1), lambda view: view["phase"] == "auction")
            words = log_of(preferans, made["table"])
            check(page, words)
            theirs = next(card for card in DECK_32.texts if card not in page.view["cards"][page.seat])
            page.frames.append(f'{{"type":"event","version":{page.version},"patch":{{"talon":["{theirs}"]}}}}')
            with pytest.raises(AssertionError, match=theirs):
                check(page, words)

    asyncio.run(story())


def test_two_people_and_a_bot_play_a_hand(preferans: Running) -> None:
    async def story() -> None:
        async with Person(preferans.url, "Ana") as ana, Person(preferans.url, "Boro") as boro:
            made = await ana.post("/api/tables", seats=["me", "bot", "free"])
            one, two = await ana.page(made["table"]), await boro.page(made["table"])
            await two.heard("welcome")
            await two.say("sit", seat=2)
            done = [
                play(page, chance(number), lambda view: view["hand"] == 2) for number, page in enumerate((one, two))
            ]
            await asyncio.gather(*done)
            words = log_of(preferans, made["table"])
            assert check(one, words)
            assert check(two, words)
            assert one.seat != two.seat

    asyncio.run(story())


def test_the_record_of_a_finished_match_replays_to_its_result(preferans: Running) -> None:
    async def story() -> None:
        async with Person(preferans.url, 'Ana "Šešir"') as ana:
            made = await ana.post("/api/play", options=SHORT)
            page = await ana.page(made["table"])
            await play(page, chance(5), over)
            answer = await ana.client.get(f"/api/tables/{made['table']}/record")
            played = replay(read(answer.text))
            names = [seat["name"] for seat in page.table["seats"]]
            assert list(played.record.players) == names
            final: Match = played.final
            assert final.result is not None
            assert list(final.result.points) == page.view["result"]["points"]
            assert GAME.view_json(final.view(page.seat or 0), names)["sheet"] == page.view["sheet"]

    asyncio.run(story())


def test_the_record_during_a_hand_has_only_finished_hands(preferans: Running) -> None:
    async def story() -> None:
        async with Person(preferans.url, "Ana") as ana:
            made = await ana.post("/api/play")
            page = await ana.page(made["table"])
            await play(page, chance(6), lambda view: view["hand"] == 3 and view["phase"] != "deal")
            record = read((await ana.client.get(f"/api/tables/{made['table']}/record")).text)
            assert len(record.hands) == 2

    asyncio.run(story())


def test_a_match_to_the_final_result_by_the_advice_of_the_bot(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            made = await ana.post("/api/play", options={"match.start_bule": 10, "refa.max": 0})
            page = await ana.page(made["table"])
            await page.heard("welcome")
            number = 0
            while not (over(page.view) and page.table["state"] == "over"):
                if not page.my_turn:
                    await page.hear()
                    continue
                number += 1
                await page.say("hint", id=f"h{number}")
                hint = await page.answer(f"h{number}")
                assert hint["word"] in page.view["legal"]
                assert hint["rule"]
                assert hint["sr"]
                before = page.version
                assert (await page.act(hint["word"]))["type"] == "ack"
                while page.version == before:
                    await page.hear()
            assert page.view["sheet"]["total"] == 0
            assert sum(page.view["result"]["points"]) == 0
            answer = await ana.client.get(f"/api/tables/{made['table']}/record")
            final: Match = replay(read(answer.text)).final
            assert final.result is not None
            assert list(final.result.points) == page.view["result"]["points"]

    with Running(quick(database)) as running:
        asyncio.run(story(running))


def test_a_page_that_loses_the_line_again_and_again_shows_what_a_steady_one_shows(preferans: Running) -> None:
    async def losing(ana: Person, table: str) -> Page:
        rng = random.Random(4)
        page = await ana.page(table)
        await page.heard("welcome")
        lost = 0
        while not over(page.view) or lost < 20:
            for _ in range(rng.randrange(1, 12)):
                if page.my_turn or over(page.view):  # at the end nothing more may come
                    break
                await page.hear()
            if page.my_turn:
                # The answer may be lost with the line: the same action goes out again on the next one.
                act = {"id": f"a{page.version}", "version": page.version, "word": rng.choice(page.view["legal"])}
                await page.say("act", **act)
                if rng.random() < 0.3:
                    page = await again(ana, page)
                    await page.say("act", **act)
                    lost += 1
                assert (await page.answer(str(act["id"])))["type"] == "ack"
                while page.version == act["version"]:
                    await page.hear()
            elif rng.random() < 0.3 or over(page.view):
                page = await again(ana, page)
                lost += 1
        return page

    async def again(ana: Person, page: Page) -> Page:
        await page.close()
        back = await ana.page(page.table_id, since=page.version, view=page.view)
        back.seat = page.seat
        return back

    async def story() -> None:
        async with Person(preferans.url, "Ana") as ana:
            made = await ana.post("/api/play", options=SHORT)
            page = await losing(ana, made["table"])
            fresh = await ana.page(made["table"])
            await fresh.heard("welcome")
            assert without_nulls(fresh.view) == page.view
            ids = [word.client_id for word in preferans.server.writer.store.words(made["table"]) if word.client_id]
            assert len(ids) == len(set(ids))

    asyncio.run(story())


def test_a_claim_in_a_hand_needs_more_than_a_bot_that_cannot_judge_it(preferans: Running) -> None:
    async def story() -> None:
        async with Person(preferans.url, "Ana") as ana:
            made = await ana.post("/api/play")
            page = await ana.page(made["table"])
            await play(
                page, chance(2), lambda view: bool(view["agreements"]) and view["phase"] == "play" and page.my_turn
            )
            version, claim = page.version, page.view["agreements"][0]
            await page.say("propose", id="claim", word=claim)
            assert (await page.answer("claim"))["code"] == "declined"
            assert (await page.act(claim))["code"] == "illegal"
            assert page.version == version
            assert (await page.act(page.view["legal"][0]))["type"] == "ack"

    asyncio.run(story())
