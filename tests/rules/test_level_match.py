"""Match, views, words and JSON of levels (POL-13, record.md section 2, docs/protocol.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibic.cards import SeededRandom
from kibic.game import KIBITZER, IllegalAction, KibicError, WordError
from kibic.games.preferans import GAME, LevelMatch
from kibic.games.preferans.actions import NoDiscard, Tricks
from kibic.games.preferans.levels.events import LevelEvent
from tests.rules.deals import HANDS, NAMES, words
from tests.rules.deals import dealt as dealt_numbers
from tests.rules.level_tables import SPADES_6, dealt, happen, legal, level_table, refused, say, told

STATES = {
    "deal": level_table(),
    "auction": dealt(),
    "discard": dealt("6S pas pas"),
    "declaration": dealt("6S pas pas skart C8 C7"),
    "following": dealt(SPADES_6),
    "calling": dealt(SPADES_6 + "wist pas"),
    "play": dealt(SPADES_6 + "wist wist"),
    "over": say(dealt("pas pas pas"), "otpis"),
}
WORDS = [
    *words("pas 6S 7♥ 10NT 10ba wist wistuje sam ciemno widno otpis bezskarta SA H10 ♥T"),
    *("skart SA S7", "skart ? ?", "ostalo 9", "tricks 6 2 2", "cards ?", "cards " + " ".join(HANDS) + " C8 C7"),
]
NO_WORDS = [
    *("", "hello", "5S", "11S", "6X", "NT", "dalje", "mogu", "igra", "betl", "2", "dodjem", "ne", "zajedno", "kontra"),
    *("moze", "dajes 3", "skart SA", "ostalo", "6S 7S", "wist pas"),
]


@pytest.mark.parametrize("phase", STATES)
@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_read_in_every_phase_and_allowed_or_refused_with_a_rule(phase: str, word: str) -> None:
    match = STATES[phase]
    assert match.phase == phase
    action = GAME.parse(match, word)
    assert GAME.parse(match, action.word) == action
    unlisted = {NoDiscard: "discard", Tricks: "play"}
    if action in match.legal() or action in match.agreements() or unlisted.get(type(action)) == phase:
        after, events = match.apply(action)
        assert after != match
        assert events
        return
    with pytest.raises(IllegalAction) as caught:
        match.apply(action)
    assert caught.value.rule.partition("-")[0].isupper()
    assert caught.value.text.en != caught.value.text.sr


@pytest.mark.parametrize("text", NO_WORDS)
def test_what_is_no_word_is_told_so(text: str) -> None:
    for match in STATES.values():
        with pytest.raises(WordError):
            GAME.parse(match, text)


@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(text: str) -> None:
    for phase in ("deal", "auction", "declaration"):
        try:
            action = GAME.parse(STATES[phase], text)
        except KibicError:
            continue
        assert GAME.parse(STATES[phase], action.word) == action


def test_the_words_of_levels_are_none_of_the_game_of_numbers() -> None:
    for word in ("6S", "10NT", "wist", "pas", "ciemno", "widno"):
        with pytest.raises(WordError):
            GAME.parse(dealt_numbers(), word)


def finished(match: LevelMatch, hands: int) -> LevelMatch:
    """The match after some hands in which seat P1 plays 6 spades and nobody whists."""
    for _ in range(hands):
        match, _ = match.apply(GAME.parse(match, "cards ?"))
        match = say(match, "6S pas pas skart ? ? 6S pas pas")
    return match


def test_pol_13_the_match_ends_after_a_number_of_deals_and_the_highest_total_wins() -> None:
    match = finished(level_table({"match.deals": 3}), 2)
    assert match.to_act is not None
    match, _ = match.apply(GAME.parse(match, "cards ?"))
    passed = say(match, "pas pas pas")
    assert passed.result is None, "a hand all passed does not count"
    assert (passed.hand_number, passed.sheet.deals, passed.sheet.points) == (3, 2, (10, 10, 0))
    after, events = happen(match, "7S pas pas skart ? ? 7S pas pas")
    assert after.result is not None
    assert (after.result.points, after.result.sign) == ((10, 10, 20), "high_good")
    assert (after.to_act, after.phase, legal(after)) == (None, "over", [])
    assert after.agreements() == ()
    assert [type(event).__name__ for event in events][-2:] == ["LevelHandOver", "MatchOver"]
    assert refused(after, "pas") == "POL-13"
    low = finished(level_table({"match.deals": 3, "result.sign": "low_good"}), 3)
    assert low.result is not None
    assert low.result.points == (-10, -10, -10)


def test_deal_04_the_next_dealer_sits_on_the_left() -> None:
    match = level_table(dealer=0)
    assert [finished(match, hands).dealer for hands in range(4)] == [0, 1, 2, 0]


def test_wo_01_the_match_may_be_closed_between_hands_by_consent() -> None:
    match = finished(level_table(), 1)
    assert [action.word for action in match.agreements()] == ["otpis"]
    closed = say(match, "otpis")
    assert closed.result is not None
    assert closed.result.points == (10, 0, 0)
    assert refused(level_table(), "otpis") == "POL-13"
    assert level_table().agreements() == ()
    assert dealt().agreements() == ()


def test_the_running_totals_stand_in_the_column_with_their_hand() -> None:
    match = finished(level_table(), 4)
    view = GAME.view_json(match.view(0), NAMES)
    assert view["sheet"] == {
        "deals": 4,
        "deals_of": 30,
        "players": [
            {"points": 20, "column": [{"value": 10, "hand": 1}, {"value": 20, "hand": 4}]},
            {"points": 10, "column": [{"value": 10, "hand": 2}]},
            {"points": 10, "column": [{"value": 10, "hand": 3}]},
        ],
    }
    assert view["outcome"]["points_before"] == [10, 10, 10]
    assert view["rules"]["ladder"] == "levels"
    assert view["rules"]["direction"] == "cw"


@pytest.mark.parametrize(
    ("spoken", "on"),
    [
        (SPADES_6 + "wist wist", {"contract": "6S", "trump": "S", "unit": 10, "need": 6, "need_defence": 5, "owed": 2}),
        ("8NT pas pas skart C8 C7 9D", {"contract": "9D", "unit": 40, "level": 9, "owed": 1, "owed_summoned": 1}),
        ("6NT pas pas skart C8 C7 6NT wist pas widno", {"contract": "6NT", "owed_summoned": 4, "summon": "open"}),
    ],
)
def test_the_game_that_is_on(spoken: str, on: dict[str, Any]) -> None:
    shown = GAME.view_json(dealt(spoken).view(1), NAMES)["game_on"]
    assert {key: shown[key] for key in on} == on
    assert ("trump" in shown) == (shown["contract"] != "6NT")
    assert "game_on" not in GAME.view_json(dealt().view(1), NAMES)


def test_the_view_of_an_open_hand_as_json() -> None:
    match, events = happen(dealt(SPADES_6 + "wist pas widno"), "SA SK")
    view = GAME.view_json(match.view(KIBITZER), NAMES)
    assert (view["turn"], view["to_act"], view["open_hand"]) == (2, 1, 2)
    assert view["cards"][:2] == [None, None]
    assert len(view["cards"][2]) == 10
    laid = next(event for event in events if type(event).__name__ == "LaidOpen")
    assert GAME.event_json(laid, NAMES)["kind"] == "laid_open"
    assert laid.seen_by(0) == laid
    assert match.view(KIBITZER).own == 0
    assert match.view(0).trump == 0


def test_views_and_events_are_json_without_empty_values() -> None:
    for seed in range(3):
        rng = SeededRandom(f"levels {seed}")
        match = level_table({"match.deals": 6})
        events: tuple[LevelEvent, ...] = ()
        while match.to_act is not None:
            for viewer in (KIBITZER, 0, 1, 2):
                view = GAME.view_json(match.view(viewer), NAMES)
                assert json.loads(json.dumps(view)) == view
                assert None not in view.values()
                assert view.get("viewer", KIBITZER) == viewer
                for event in events:
                    seen = event.seen_by(viewer)
                    assert seen is not None
                    text = GAME.event_json(seen, NAMES)
                    assert json.loads(json.dumps(text)) == text
            match, events = match.apply(match.legal().sample(rng))
        assert "result" in GAME.view_json(match.view(0), NAMES)


def test_a_hand_without_cards_is_sampled_among_its_possible_results() -> None:
    match = told("6S pas pas skart ? ? 6S wist pas sam")
    action = match.legal().sample(SeededRandom("told"))
    assert action in match.legal()
    assert match.apply(action)[0].phase == "deal"
