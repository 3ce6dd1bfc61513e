"""Words taken back: what may be, what the log then says, and that every fold of it leaves them out."""

from __future__ import annotations

import asyncio
import random
from typing import Any, cast

import pytest

from kibic.cards import SeededRandom
from kibic.game import HOUSE, KIBITZER
from kibic.games.preferans import GAME
from kibic.server.course import Course
from kibic.server.records import record_of_table
from kibic.server.refusals import Refused
from kibic.server.store import Seat, Store, TableRow, Word
from kibic.server.undo import standing, undo_word, undoable, undone_from
from tests.server.kit import Page, Person, Running, first
from tests.server.tables import consented, on_turn, people, sees, trio
from tests.server.test_course import NAMES, fresh


def said(course: Course, words: list[Word], word: str, *, own: bool = True) -> None:
    """Say a word and keep it in the log."""
    actor = course.state.to_act
    assert actor is not None
    action = course.parse(word)
    note = None if own else {"by": "random", "why": "absent"}
    words.append(Word("t", course.version, actor, action.word, f"id{len(words)}", 0, note=note))
    course.advance(words[-1], *course.after(action), own=own)


def dealt() -> tuple[Course, list[Word]]:
    course, words = fresh(), list[Word]()
    said(course, words, course.state.legal().sample(SeededRandom("undo")).word)
    return course, words


def taken_back(course: Course, words: list[Word], seat: int) -> None:
    since = undoable(course, seat)
    state = course.state_at(since)
    assert state is not None
    words.append(Word("t", course.version, seat, undo_word(since), f"id{len(words)}", 0))
    course.go_back(words[-1], state)


def refused(course: Course, seat: int) -> str:
    with pytest.raises(Refused) as error:
        undoable(course, seat)
    return error.value.text.en


def test_a_bid_is_taken_back_until_another_person_has_spoken() -> None:
    course, words = dealt()
    assert "others have acted" in refused(course, 1)
    said(course, words, "2")
    assert undoable(course, 1) == 2
    assert "others have acted" in refused(course, 2)
    said(course, words, "3", own=False)  # a bot: its word goes as well
    assert undoable(course, 1) == 2
    said(course, words, "dalje")
    assert "others have acted" in refused(course, 1)


def test_what_was_taken_back_stays_in_the_log_and_counts_for_nothing() -> None:
    course, words = dealt()
    said(course, words, "2")
    said(course, words, "3", own=False)
    before = course.state_at(2)
    version = course.version
    taken_back(course, words, 1)
    assert course.state is before
    assert course.version == version + 1
    assert "others have acted" in refused(course, 1)
    said(course, words, "dalje")
    assert [undone_from(word.word) for word in words] == [None, None, None, 2, None]
    assert [word.seq for word in standing(words)] == [1, 5]
    for kept in (50, 1):  # also where the earlier state is no longer at hand
        again = Course.replayed(GAME, GAME.rules("srpski"), NAMES, 0, kept, words=words)
        assert again.version == course.version
        for viewer in (0, 1, 2, KIBITZER):
            assert again.view(viewer) == course.view(viewer)
        assert again.version_of(1, "id3") == 5
    assert Course.replayed(GAME, GAME.rules("srpski"), NAMES, 0, 9, words=words).missed(1, 4) == course.missed(1, 4)


def test_what_showed_a_card_to_anybody_is_not_taken_back() -> None:
    course, words = dealt()
    said(course, words, "2")
    said(course, words, "dalje")
    said(course, words, "dalje")  # and the talon is turned up
    assert "cards have been seen" in refused(course, 0)
    assert "others have acted" in refused(course, 1)
    said(course, words, course.state.legal().listed()[0].word)  # the discard, which only its owner has seen
    assert undoable(course, 1) == 5


def test_a_card_of_ones_own_is_taken_back_but_not_with_a_card_of_another() -> None:
    rng = random.Random(7)
    for _ in range(40):
        course, words = dealt()
        while course.state.to_act not in (None, HOUSE) and not (course.state.phase == "play" and rng.random() < 0.3):
            said(course, words, course.state.legal().sample(rng).word)
        if course.state.to_act in (None, HOUSE):
            continue
        seat = course.state.to_act
        assert seat is not None
        said(course, words, course.state.legal().sample(rng).word)
        if course.state.to_act in (None, HOUSE):
            assert "hand is over" in refused(course, seat)
            continue
        assert undoable(course, seat) == course.version - 1
        said(course, words, course.state.legal().sample(rng).word, own=False)
        if course.state.to_act not in (None, HOUSE):
            assert "cards have been seen" in refused(course, seat)


async def on_turn_of(page: Page) -> Any:
    """The view when it is the turn of the page."""
    return await page.holds(lambda view: view["to_act"] == page.seat)


def test_a_card_is_taken_back_by_consent_and_the_record_has_only_what_stands(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            pages = await trio((ana, boro, ceca))
            asker = await on_turn(pages)
            others = [page for page in pages if page is not asker]
            view, version = asker.view, asker.version
            assert (await asker.act(first(view)))["type"] == "ack"
            await asker.holds(lambda view: view["to_act"] != asker.seat)
            await others[0].say("propose", id="no", about="undo")
            assert (await others[0].answer("no"))["code"] == "no_undo"
            await asker.say("propose", id="undo", about="undo")
            assert (await asker.answer("undo"))["version"] == version + 1
            await sees(others[0], lambda table: table["proposal"] is not None)
            assert others[0].table["proposal"]["about"] == "undo"
            await others[0].say("consent", yes=False)
            assert (await asker.until(lambda message: message["type"] == "refused"))["code"] == "declined"
            await asker.say("propose", id="again", about="undo")
            await asker.answer("again")
            await consented(asker, *others)
            await asker.holds(lambda now: now == view)
            assert asker.version == version + 2
            assert [word.word for word in tiny.server.writer.store.words(asker.table_id)][-1] == undo_word(version)
            late = await ceca.page(asker.table_id)
            await late.holds(lambda now: now["to_act"] == asker.seat)

    asyncio.run(story())


def test_a_card_upon_which_a_bot_has_laid_its_own_is_not_taken_back(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            trick = [0, 0]
            while len(trick) == 2:  # where one plays last, no bot lays a card upon one's own
                (page,) = await trio((ana,), bot_pause=0)
                trick = (await on_turn_of(page))["trick"]
            assert (await page.act(first(page.view)))["type"] == "ack"
            await page.until(lambda message: any(each["seat"] != page.seat for each in message.get("events", ())))
            await page.say("propose", id="undo", about="undo")
            assert (await page.answer("undo"))["code"] == "no_undo"

    asyncio.run(story())


def test_the_record_of_a_hand_leaves_out_what_was_taken_back() -> None:
    course, words = dealt()
    said(course, words, "2")
    taken_back(course, words, 1)
    while course.in_hand:
        said(course, words, "dalje")
    seats = tuple(Seat("bot", name, bot="random") for name in NAMES)
    row = TableRow("t", "preferans", "T", "srpski", {}, "h", "playing", seats, {"dealer": 0}, 0, 0, 0)
    record = record_of_table(cast("Store", _Log(words)), row)
    assert len(record.hands) == 1
    assert [word.text for word in record.hands[0].words] == ["dalje"] * 3


class _Log:
    """A store that holds these words."""

    def __init__(self, words: list[Word]) -> None:
        self._words = words

    def words(self, _table: str) -> list[Word]:
        return self._words
