"""Wrong, late, doubled and foreign messages are refused with a code and change nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.kit import Page, Person, Running, first, play, quick

Story = Callable[[Page], Coroutine[Any, Any, Any]]


@asynccontextmanager
async def on_turn(tiny: Running) -> AsyncIterator[Page]:
    """A page whose seat is to act, in the middle of the second of three hands."""
    async with Person(tiny.url, "Ana") as ana:
        made = await ana.post("/api/play", options={"match.hands": 3})
        page = await ana.page(made["table"])
        await play(page, first, lambda view: view["hand"] == 2 and page.my_turn)
        yield page


def log_of(tiny: Running, page: Page) -> list[str]:
    return [word.word for word in tiny.server.writer.store.words(page.table_id)]


def refused(tiny: Running, story: Story) -> dict[str, Any]:
    """The refusal the story ends with; the log and the page's view must be as before."""

    async def run() -> dict[str, Any]:
        async with on_turn(tiny) as page:
            before, view = log_of(tiny, page), page.view
            answer: dict[str, Any] = await story(page)
            assert answer["type"] == "refused"
            assert answer["en"]
            assert answer["sr"]
            assert log_of(tiny, page) == before
            again = await page.act(first(page.view))
            assert again["type"] == "ack"
            assert page.view == view or page.version > again["version"] - 1
            return answer

    return asyncio.run(run())


async def raw(page: Page, text: str | bytes) -> Any:
    await page.line.send(text)
    return await page.heard("refused")


def test_a_stale_version(tiny: Running) -> None:
    answer = refused(tiny, lambda page: page.act(first(page.view), version=page.version - 1))
    assert answer["code"] == "stale_version"


def test_a_version_from_the_future(tiny: Running) -> None:
    assert refused(tiny, lambda page: page.act(first(page.view), version=page.version + 1))["code"] == "stale_version"


def test_an_illegal_word_names_the_rule(tiny: Running) -> None:
    not_mine = next(card for card in range(1, 13) if card not in (10, 11, 12))

    async def story(page: Page) -> Any:
        return await page.act(str(next(card for card in range(not_mine, 13) if str(card) not in page.view["legal"])))

    answer = refused(tiny, story)
    assert (answer["code"], answer["rule"]) == ("illegal", "TINY-01")


def test_the_word_of_the_house(tiny: Running) -> None:
    deck = "deck " + " ".join(map(str, range(1, 13)))
    assert refused(tiny, lambda page: page.act(deck))["code"] == "illegal"


def test_an_unknown_word(tiny: Running) -> None:
    answer = refused(tiny, lambda page: page.act("dvanaest"))
    assert answer["code"] == "unknown_word"
    assert "dvanaest" in answer["en"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"act"',
        "{}",
        '{"type": "deal"}',
        '{"type": "act", "id": "x", "version": 3}',
        '{"type": "act", "id": "x", "version": "3", "word": "1"}',
        '{"type": "act", "id": "", "version": 3, "word": "1"}',
        '{"type": "act", "id": 5, "version": 3, "word": "1"}',
        '{"type": "act", "id": "x", "version": -1, "word": "1"}',
        '{"type": "act", "id": "x", "version": 99999999999999999999999, "word": "1"}',
        '{"type": "pace", "bot_pause": 3001}',
        '{"type": "sit", "seat": 99}',
        '{"type": "consent", "yes": "da"}',
        "[" * 2000,
        '{"type":' * 400,
    ],
)
def test_what_is_no_message(tiny: Running, text: str) -> None:
    assert refused(tiny, lambda page: raw(page, text))["code"] == "bad_message"


def test_a_wrong_message_with_an_id_is_refused_with_it(tiny: Running) -> None:
    answer = refused(tiny, lambda page: raw(page, '{"type": "act", "id": "seven", "word": 5}'))
    assert (answer["code"], answer["id"]) == ("bad_message", "seven")


def test_a_binary_frame(tiny: Running) -> None:
    assert refused(tiny, lambda page: raw(page, b'{"type": "ping"}'))["code"] == "bad_message"


def test_a_frame_above_four_kilobytes(tiny: Running) -> None:
    padded = json.dumps({"type": "ping", "n": 1, "pad": "š" * 3000}, ensure_ascii=False)
    assert len(padded) < 4096
    assert refused(tiny, lambda page: raw(page, padded))["code"] == "too_large"
    assert refused(tiny, lambda page: raw(page, padded * 2))["code"] == "too_large"


def test_nothing_to_answer(tiny: Running) -> None:
    async def story(page: Page) -> Any:
        await page.say("consent", yes=True)
        return await page.heard("refused")

    assert refused(tiny, story)["code"] == "nothing_open"


def test_an_agreement_that_is_not_open(tiny: Running) -> None:
    async def story(page: Page) -> Any:
        await page.say("propose", id="p", word="kraj")
        return await page.answer("p")

    assert refused(tiny, story)["code"] == "illegal"


def test_proposing_an_ordinary_word(tiny: Running) -> None:
    async def story(page: Page) -> Any:
        await page.say("propose", id="p", word=first(page.view))
        return await page.answer("p")

    assert refused(tiny, story)["code"] == "nothing_open"


def test_next_once_the_hand_is_dealt_changes_nothing(tiny: Running) -> None:
    async def story() -> None:
        async with on_turn(tiny) as page:
            before, version = log_of(tiny, page), page.version
            await page.say("next")
            assert not any(seat["ready"] for seat in (await page.heard("table"))["table"]["seats"])
            assert (log_of(tiny, page), page.version) == (before, version)

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["sit", "stand", "fill", "clear"])
def test_seats_stay_once_the_match_has_started(tiny: Running, kind: str) -> None:
    async def story(page: Page) -> Any:
        await page.say(kind, seat=page.seat)
        return await page.heard("refused")

    assert refused(tiny, story)["code"] == "already_started"


def test_another_protocol(tiny: Running) -> None:
    async def story(page: Page) -> Any:
        await page.say("hello", protocol=2, table=page.table_id)
        return await page.heard("refused")

    assert refused(tiny, story)["code"] == "protocol"


def test_an_action_sent_twice_is_applied_once_and_acknowledged_twice(tiny: Running) -> None:
    async def story() -> None:
        async with on_turn(tiny) as page:
            word, version = first(page.view), page.version
            for _ in range(2):
                await page.say("act", id="twice", version=version, word=word)
            answers = [await page.answer("twice"), await page.answer("twice")]
            assert answers == [{"type": "ack", "id": "twice", "version": version + 1}] * 2
            assert log_of(tiny, page)[version - 1] == word
            own = [each for each in tiny.server.writer.store.words(page.table_id) if each.client_id == "twice"]
            assert len(own) == 1

    asyncio.run(story())


def test_not_on_turn_and_not_at_the_table(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana, Person(tiny.url, "Boro") as boro, Person(tiny.url) as stranger:
            made = await ana.post("/api/tables", seats=["me", "free", "bot"])
            pages = [await person.page(made["table"]) for person in (ana, boro, stranger)]
            await pages[1].heard("welcome")
            await pages[1].say("sit", seat=1)
            for page in pages:
                await page.holds(lambda _: True)
            people = {pages[0].seat, pages[1].seat}
            for page in pages:
                await page.holds(lambda view: view["phase"] == "play" and view["to_act"] in people)
            before = log_of(tiny, pages[0])
            waiting = next(page for page in pages[:2] if not page.my_turn)
            acting = next(page for page in pages[:2] if page.my_turn)
            word = first(acting.view)
            assert (await waiting.act(word))["code"] == "not_your_turn"
            assert (await pages[2].act(word))["code"] == "not_seated"
            for kind, fields in (("next", {}), ("pace", {"bot_pause": 1}), ("consent", {"yes": True})):
                await pages[2].say(kind, **fields)
                assert (await pages[2].heard("refused"))["code"] == "not_seated"
            for kind in ("hint", "propose"):
                await pages[2].say(kind, id=kind, word="kraj")
                assert (await pages[2].answer(kind))["code"] == "not_seated"
            await waiting.say("hint", id="h")
            assert (await waiting.answer("h"))["code"] == "not_your_turn"
            assert log_of(tiny, pages[0]) == before
            assert pages[2].view.get("legal") == []
            assert pages[2].view["cards"] == []

    asyncio.run(story())


def test_no_table_of_that_name(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            for name in ("abcdefgh2345", "nothing", "../../etc"):
                page = await ana.page(name)
                assert (await page.heard("refused"))["code"] == "unknown_table"
                await page.say("next")
                assert (await page.heard("refused"))["code"] == "unknown_table"
                await page.say("ping", n=7)
                assert await page.heard("pong") == {"type": "pong", "n": 7}

    asyncio.run(story())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
def test_a_page_of_another_site_gets_no_socket(tiny: Running, origin: str) -> None:
    async def story() -> None:
        with pytest.raises(InvalidStatus) as caught:
            await connect(tiny.url.replace("http", "ws") + "/ws", origin=origin)  # type: ignore[arg-type]
        assert caught.value.response.status_code == 403

    asyncio.run(story())


def test_the_own_page_gets_a_socket(tiny: Running) -> None:
    async def story() -> None:
        line = await connect(tiny.url.replace("http", "ws") + "/ws", origin=tiny.url)  # type: ignore[arg-type]
        await line.send('{"type": "ping", "n": 1}')
        assert json.loads(await line.recv()) == {"type": "pong", "n": 1}
        await line.close()

    asyncio.run(story())


def test_a_huge_frame_and_broken_utf8_end_the_socket_and_nothing_else(tiny: Running) -> None:
    async def story() -> None:
        async with on_turn(tiny) as page:
            other = await connect(tiny.url.replace("http", "ws") + "/ws", max_size=None)
            await other.send("x" * 1_000_000)
            await other.wait_closed()
            assert other.close_code == 1009
            broken = await connect(tiny.url.replace("http", "ws") + "/ws")
            await broken.send(b'{"type": "ping", "n": "\xff"}', text=True)
            await broken.wait_closed()
            assert broken.close_code == 1007
            assert (await page.act(first(page.view)))["type"] == "ack"

    asyncio.run(story())


def test_who_speaks_too_fast_is_refused_and_then_cut_off(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            made = await ana.post("/api/play")
            page, calm = await ana.page(made["table"]), await ana.page(made["table"])
            await page.heard("welcome")
            for number in range(500):
                await page.say("ping", n=number)
            assert (await page.heard("refused"))["code"] == "too_fast"
            assert await page.closed() == 1008
            await calm.say("ping", n=1)
            assert (await calm.heard("pong"))["n"] == 1

    with Running(quick(database, game="highest", rate=1.0, burst=5)) as running:
        asyncio.run(story(running))
