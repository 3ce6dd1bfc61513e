"""The course of a match on its own: what may be acted alone, and the words of every preset replayed."""

from __future__ import annotations

import random

import pytest

from kibic.cards import SeededRandom
from kibic.game import HOUSE, KIBITZER
from kibic.games.preferans import GAME
from kibic.server.course import FIRST, Course
from kibic.server.patch import merged, without_nulls
from kibic.server.refusals import Refused
from kibic.server.store import Word

NAMES = ("Ana", "Boro", "Ceca")


def fresh(preset: str = "srpski") -> Course:
    return Course(GAME, GAME.rules(preset), NAMES, 0, 50)


def test_what_needs_everybody_is_refused_to_one() -> None:
    course, rng = fresh(), random.Random(8)
    while not (course.state.agreements() and course.state.to_act not in (None, HOUSE)):
        action = course.state.legal().sample(rng)
        course.advance(Word("t", course.version, 0, action.word, None, 0), *course.after(action), own=True)
    agreement = course.state.agreements()[0]
    course.after(agreement)  # together they may
    with pytest.raises(Refused) as refused:
        course.check(course.parse(agreement.word))
    assert refused.value.code == "illegal"
    assert "everybody" in refused.value.text.en


def test_only_the_clock_says_that_there_was_no_discard() -> None:
    course, rng = fresh(), random.Random(1)
    while course.state.phase != "discard":
        action = course.state.legal().sample(rng)
        course.advance(Word("t", course.version, 0, action.word, None, 0), *course.after(action), own=True)
    with pytest.raises(Refused) as refused:
        course.check(course.parse("bezskarta"))
    assert refused.value.code == "illegal"


@pytest.mark.parametrize("preset", GAME.presets())
def test_the_fold_of_the_words_is_the_match(preset: str) -> None:
    course, rng = fresh(preset), SeededRandom(preset)
    words: list[Word] = []
    viewers = (0, 1, 2, KIBITZER)
    held = {viewer: without_nulls(course.view(viewer)) for viewer in viewers}
    for number in range(300):
        actor = course.state.to_act
        if actor is None:
            break
        action = course.state.legal().sample(rng)
        words.append(Word("t", course.version, actor, action.word, f"id{number}", 0))
        course.check(course.parse(action.word))
        course.advance(words[-1], *course.after(action), own=True)
    again = Course.replayed(GAME, GAME.rules(preset), NAMES, 0, 50, words=words)
    assert again.version == course.version == len(words) + FIRST
    for viewer in viewers:
        assert again.view(viewer) == course.view(viewer)
        assert again.event(viewer) == course.event(viewer)
        assert again.missed(viewer, course.version - 50) == course.missed(viewer, course.version - 50)
        assert again.missed(viewer, course.version - 51) is None
    assert again.version_of(words[5].actor, "id5") == 6 + FIRST
    assert again.version_of(words[5].actor, "id6") is (7 + FIRST if words[5].actor == words[6].actor else None)
    assert held[0] != without_nulls(course.view(0))
    assert merged(held[0], {}) == held[0]
