"""The life of a table: seats, the start, pauses, agreements, hints, pace, coming back, going to sleep."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.highest import STOP, Tiny
from tests.server.kit import Page, Person, Running, bots, first, play, quick
from tests.server.tables import people, trio


@pytest.fixture
def slow(database: Path) -> Iterator[Running]:
    """A server on which the pause between hands never ends by itself in a test."""
    with Running(quick(database, game="highest", next_pause=600.0)) as running:
        yield running


def between_hands(view: Any) -> bool:
    return bool(view["phase"] == "deal" and view["hand"] == 1)


def over(view: Any) -> bool:
    return bool(view["phase"] == "over")


def test_free_seats_are_taken_and_left_until_the_last_one_starts_the_match(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro", None) as (ana, boro, ceca):
            made = await ana.post("/api/tables", seats=["me", "free", "free"], title="  Kod\tAne ")
            one, two, three = [await person.page(made["table"]) for person in (ana, boro, ceca)]
            welcome = await one.heard("welcome")
            assert (welcome["version"], welcome["view"], welcome["seat"]) == (0, None, 0)
            assert welcome["table"]["name"] == "Kod Ane"
            assert welcome["table"]["host"] is True
            assert (await two.heard("welcome"))["table"]["host"] is False
            await three.heard("welcome")

            await two.say("sit", seat=0)
            assert (await two.heard("refused"))["code"] == "seat_taken"
            await two.say("sit", seat=3)
            assert (await two.heard("refused"))["code"] == "bad_message"
            await two.say("sit", seat=2)
            await two.until(lambda _: two.table["seats"][2]["name"] == "Boro")
            await two.say("sit", seat=1)
            await two.until(lambda _: two.table["seats"][1]["name"] == "Boro")
            await two.say("sit", seat=1)  # again, which changes nothing
            await two.heard("table")
            assert two.table["seats"][2]["kind"] == "free"
            assert [seat["you"] for seat in two.table["seats"]] == [False, True, False]
            await two.say("stand", seat=1)
            await two.until(lambda _: two.table["seats"][1]["kind"] == "free")
            await two.say("stand", seat=1)
            assert (await two.heard("refused"))["code"] == "not_seated"
            await two.say("sit", seat=1)

            await three.say("sit", seat=2, name="ana")  # a stranger without a session cannot sit
            assert (await three.heard("refused"))["code"] == "not_seated"
            await ceca.post("/api/me", name="Ceca")
            three = await ceca.page(made["table"])
            await three.heard("welcome")
            await ceca.post("/api/me", name="ana")
            await three.say("sit", seat=2)
            for page in (one, two, three):
                await page.holds(lambda view: view["phase"] == "play")
                assert page.table["state"] == "playing"
            assert sorted(seat["name"] for seat in one.table["seats"]) == ["Ana", "Boro", "ana 2"]
            assert {one.seat, two.seat, three.seat} == {0, 1, 2}
            drawn = one.table["opening"]["draws"]
            assert sorted(drawn[0]) == sorted([[one.seat, "1"], [two.seat, "2"], [three.seat, "3"]])

    asyncio.run(story())


def test_the_host_fills_seats_with_bots(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            made = await ana.post("/api/tables", seats=["me", "free", "free"])
            one, two = await ana.page(made["table"]), await boro.page(made["table"])
            await two.heard("welcome")
            for kind in ("fill", "clear"):
                await two.say(kind, seat=1)
                assert (await two.heard("refused"))["code"] == "not_host"
            await one.say("fill", seat=0)
            assert (await one.heard("refused"))["code"] == "seat_taken"
            await one.say("clear", seat=1)
            assert (await one.heard("refused"))["code"] == "seat_taken"
            await one.say("fill", seat=1)
            await two.until(lambda _: two.table["seats"][1]["kind"] == "bot")
            await one.say("clear", seat=1)
            await two.until(lambda _: two.table["seats"][1]["kind"] == "free")
            await one.say("fill", seat=1)
            await one.say("fill", seat=2)
            await one.holds(lambda view: view["phase"] == "play")
            names = [seat["name"] for seat in one.table["seats"]]
            assert len(set(names)) == 3

    asyncio.run(story())


def test_the_next_hand_waits_for_all_people(slow: Running) -> None:
    async def story() -> None:
        async with people(slow.url, "Ana", "Boro") as (ana, boro):
            pages = await trio((ana, boro))
            await asyncio.gather(*(play_without_next(page) for page in pages))
            one, two = pages
            await one.until(lambda _: one.table["next_at"] is not None)
            assert one.table["next_at"] - one.table["now"] > 500_000
            await one.say("next")
            await two.until(lambda _: two.table["seats"][one.seat or 0]["ready"])
            assert between_hands(two.view)
            assert not two.table["seats"][two.seat or 0]["ready"]
            await two.say("next")
            await one.holds(lambda view: view["hand"] == 2)
            await one.until(lambda _: one.table["next_at"] is None)
            assert not any(seat["ready"] for seat in one.table["seats"])

    asyncio.run(story())


async def play_without_next(page: Page) -> None:
    while not between_hands(page.view):
        if page.my_turn:
            before = page.version
            assert (await page.act(first(page.view)))["type"] == "ack"
            while page.version == before:
                await page.hear()
        else:
            await page.hear()


def test_an_agreement_needs_everybody(slow: Running) -> None:
    async def story() -> None:
        async with people(slow.url, "Ana", "Boro") as (ana, boro):
            one, two = pages = await trio((ana, boro))
            await asyncio.gather(*(play_without_next(page) for page in pages))

            await one.say("act", id="alone", version=one.version, word="kraj")
            assert (await one.answer("alone"))["code"] == "not_your_turn"
            await one.say("propose", id="first", word="kraj")
            assert (await one.answer("first")) == {"type": "ack", "id": "first", "version": one.version}
            await two.until(lambda _: two.table["proposal"] is not None)
            proposal = two.table["proposal"]
            assert (proposal["word"], proposal["seat"]) == ("kraj", one.seat)
            assert proposal["agreed"] == sorted({0, 1, 2} - {two.seat})
            await two.say("consent", yes=False)
            declined = await one.answer("first")
            assert (declined["code"], "Boro" in declined["en"]) == ("declined", True)
            await one.until(lambda _: one.table["proposal"] is None)

            await two.say("propose", id="second", word="kraj")
            await one.until(lambda _: one.table["proposal"] is not None)
            await one.say("consent", yes=True)
            for page in pages:
                await page.holds(over)
                await page.until(lambda _, page=page: page.table["state"] == "over")  # type: ignore[misc]
            await two.say("propose", id="second", word="kraj")
            assert await two.answer("second") == {"type": "ack", "id": "second", "version": two.version}
            words = slow.server.writer.store.words(one.table_id)
            assert [(word.word, word.actor, word.client_id) for word in words[-1:]] == [("kraj", two.seat, "second")]
            await one.say("next")
            assert (await one.heard("refused"))["code"] == "nothing_open"

    asyncio.run(story())


def test_what_the_rules_prove_stands_without_asking_anybody(slow: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tiny, "settles", lambda _, action: action == STOP, raising=False)

    async def story() -> None:
        async with people(slow.url, "Ana", "Boro") as (ana, boro):
            one, two = pages = await trio((ana, boro))
            await asyncio.gather(*(play_without_next(page) for page in pages))
            await one.say("propose", id="clear", word="kraj")
            assert (await one.answer("clear"))["type"] == "ack"
            await two.holds(over)
            assert two.table["proposal"] is None

    asyncio.run(story())


def test_with_bots_alone_an_agreement_is_made_at_once(slow: Running) -> None:
    async def story() -> None:
        async with Person(slow.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await play_without_next(page)
            await page.say("propose", id="stop", word="kraj")
            assert (await page.answer("stop")) == {"type": "ack", "id": "stop", "version": page.version + 1}
            await page.holds(over)

    asyncio.run(story())


def test_a_proposal_falls_when_the_match_moves_on(slow: Running) -> None:
    async def story() -> None:
        async with people(slow.url, "Ana", "Boro") as (ana, boro):
            one, two = pages = await trio((ana, boro))
            await asyncio.gather(*(play_without_next(page) for page in pages))
            await one.say("propose", id="stop", word="kraj")
            await one.until(lambda _: one.table["proposal"] is not None)
            for page in pages:
                await page.say("next")
            await two.holds(lambda view: view["hand"] == 2)
            await two.until(lambda _: two.table["proposal"] is None)
            await two.say("consent", yes=True)
            assert (await two.heard("refused"))["code"] == "nothing_open"

    asyncio.run(story())


def test_a_hint_says_what_the_bot_would_do_and_changes_nothing(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await page.until(lambda _: page.my_turn)
            version = page.version
            await page.say("hint", id="h")
            expected = {"word": first(page.view), "rule": "TINY-03", "sr": "Prva.", "en": "The first one."}
            assert await page.answer("h") == {"type": "hint", "id": "h", **expected}
            assert page.version == version

    asyncio.run(story())


def test_hints_are_refused_where_the_table_has_none_out_of_turn_and_too_often(database: Path) -> None:
    async def story(running: Running) -> None:
        async with people(running.url, "Ana", "Boro", "Ceda") as (ana, boro, ceda):
            made = await ana.post("/api/tables", seats=["me", "bot", "bot"], hints=False)
            silent = await ana.page(made["table"])
            await silent.until(lambda _: silent.my_turn)
            assert silent.table["hints"] is False
            await silent.say("hint", id="a")
            assert (await silent.answer("a"))["code"] == "hints_off"
            row = running.server.writer.store.table(made["table"])
            assert row is not None
            assert row.hints is False
            pages = await trio((ana, boro, ceda))
            for page in pages:
                await page.holds(lambda view: view["to_act"] != "house")
            waiting = next(page for page in pages if not page.my_turn)
            assert waiting.table["hints"] is True
            await waiting.say("hint", id="b")
            assert (await waiting.answer("b"))["code"] == "not_your_turn"
            for number in range(3):
                await silent.say("hint", id=f"c{number}")
            assert (await silent.answer("c2"))["code"] == "too_fast"

    settings = quick(database, game="highest", hint_rate=0.001, hint_burst=3)
    with Running(settings) as running:
        asyncio.run(story(running))


def test_the_host_fills_a_seat_with_the_bot_he_names(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/tables", seats=["me", "bot:random", "free"])
            page = await ana.page(made["table"])
            await page.heard("welcome")
            assert [seat["bot"] for seat in page.table["seats"]] == [None, "random", None]
            await page.say("fill", seat=2, bot="genius")
            assert (await page.heard("refused"))["code"] == "bad_message"
            await page.say("fill", seat=2, bot="random")
            await page.holds(lambda view: view is not None)
            assert sorted(str(seat["bot"]) for seat in page.table["seats"]) == ["None", "random", "random"]

    asyncio.run(story())


def test_the_pace_is_set_for_the_table_and_kept(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await page.say("pace", bot_pause=5)
            await page.until(lambda _: page.table["bot_pause"] == 5)
            row = tiny.server.writer.store.table(page.table_id)
            assert row is not None
            assert row.bot_pause == 5

    asyncio.run(story())


def test_a_page_that_missed_events_gets_exactly_those(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            (page,) = await trio((ana,), options={"match.hands": 3})
            await play(page, first, lambda view: view["hand"] == 2)
            held, view = page.version, page.view
            await page.close()
            other = await ana.page(page.table_id)
            await play(other, first, lambda view: view["hand"] == 3 and other.my_turn)
            back = await ana.page(page.table_id, since=held, view=view)
            versions = [(await back.heard("event"))["version"] for _ in range(other.version - held)]
            assert versions == list(range(held + 1, other.version + 1))
            assert back.view == other.view
            assert (await back.hear())["type"] == "table"
            current = await ana.page(page.table_id, since=other.version, view=other.view)
            assert (await current.hear())["type"] == "table"
            for impossible in (other.version + 1, 0):
                lost = await ana.page(page.table_id, since=impossible)
                assert (await lost.hear())["type"] == "welcome"
                assert lost.view == other.view

    asyncio.run(story())


def test_a_page_that_missed_too_much_gets_a_welcome(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await play(page, first, over)
            back = await ana.page(page.table_id, since=page.version - 4)
            assert (await back.hear())["type"] == "welcome"
            near = await ana.page(page.table_id, since=page.version - 3)
            assert (await near.hear())["type"] == "event"

    with Running(quick(database, game="highest", kept=3)) as running:
        asyncio.run(story(running))


def test_one_socket_can_change_tables(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            here = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            there = (await ana.post("/api/tables", seats=["me", "free", "free"]))["table"]
            watcher = await boro.page(here)
            await watcher.until(lambda _: watcher.table is not None and not watcher.table["seats"][0]["connected"])
            page = await ana.page(here)
            await watcher.until(lambda _: watcher.table["seats"][0]["connected"])
            await page.say("hello", table=there)
            await page.until(lambda _: page.table["id"] == there)
            await watcher.until(lambda _: not watcher.table["seats"][0]["connected"])

    asyncio.run(story())


def test_unwatched_tables_go_to_sleep_and_wake_as_they_were(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            (page,) = await trio((ana,), options={"match.hands": 3})
            await play(page, first, lambda view: view["hand"] == 2 and page.my_turn)
            assert len(running.server.tables) == 1
            await page.close()
            async with asyncio.timeout(20):
                while len(running.server.tables):
                    await ana.get("/healthz")
            back = await ana.page(page.table_id)
            await back.heard("welcome")
            assert (back.version, back.view) == (page.version, page.view)
            assert (await back.act(first(back.view)))["type"] == "ack"

    with Running(quick(database, game="highest", unload=0.05)) as running:
        asyncio.run(story(running))


def test_two_servers_on_one_database_never_both_append(database: Path) -> None:
    async def story(first_one: Running, second: Running) -> None:
        async with Person(first_one.url, "Ana") as ana:
            (page,) = await trio((ana,))
            await page.until(lambda _: page.my_turn)
            elsewhere = Person(second.url)
            elsewhere.client.cookies = ana.client.cookies
            async with elsewhere:
                other = await elsewhere.page(page.table_id)
                await other.heard("welcome")
                assert other.view == page.view
                assert (await page.act(first(page.view)))["type"] == "ack"
                answer = await other.act(first(other.view))
                assert answer["code"] == "stale_version"
                words = first_one.server.writer.store.words(page.table_id)
                assert [word.seq for word in words] == list(range(1, len(words) + 1))
                assert other.version > 2

    settings = quick(database, game="highest", bot_pause_ms=3000)
    with Running(settings, bots) as first_one, Running(settings, bots) as second:
        asyncio.run(story(first_one, second))
