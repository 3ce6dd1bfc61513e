"""A match with nothing hidden, for looking back: every hand, the talon and the discard."""

from __future__ import annotations

import pytest

from kibic.cards import DECK_32, Hand
from kibic.game import KIBITZER, Openable
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Deal
from tests.rules.deals import HANDS, cards, say, table
from tests.rules.level_tables import dealt as levels
from tests.rules.level_tables import say as say_levels

DEALT = tuple(Hand.parse(text).mask for text in HANDS)
TALON = Hand.parse("...87").mask
KEPT = "2 dalje dalje skart C8 C7"
PLAYED = f"{KEPT} karo dodjem dodjem moze moze"


def after(words: str) -> Match:
    """The match after a deal and some words."""
    match, _ = table().apply(cards(*HANDS))
    return say(match, words)


def test_in_the_auction_all_hands_and_the_talon_lie_open() -> None:
    match = after("")
    assert isinstance(match, Openable)
    view = match.opened()
    assert (view.hands, view.talon, view.discard) == (DEALT, TALON, None)
    assert (view.viewer, view.legal, view.phase, view.to_act) == (KIBITZER, (), "auction", 0)


def test_tal_02_the_discard_is_seen_and_said_with_its_cards() -> None:
    match = after(KEPT)
    view = match.opened()
    assert (view.hands, view.talon, view.discard) == (DEALT, TALON, TALON)
    assert view.spoken[-1].action.word == "skart C7 C8"
    assert match.view(1).spoken[-1].action.word == "skart ? ?"


def test_in_the_play_the_cards_that_are_still_held_lie_open() -> None:
    view = after(f"{PLAYED} SA S9 SJ").opened()
    left = [mask & ~(1 << DECK_32.parse(card)) for mask, card in zip(DEALT, ("SA", "S9", "SJ"), strict=True)]
    assert view.hands == tuple(left)
    assert view.taken == (1, 0, 0)


@pytest.mark.parametrize(
    "words",
    ["dalje dalje dalje", "igra dalje dalje karo ne ne", "dalje igra dalje herc dodjem ne sam moze ostalo 7"],
)
def test_tal_03_deal_05_a_hand_that_stayed_closed_is_opened_as_it_was_dealt(words: str) -> None:
    match = after(words)
    closed, opened = match.view(KIBITZER).outcome, match.opened().outcome
    assert closed is not None
    assert opened is not None
    assert (closed.talon, opened.hands, opened.talon) == (None, DEALT, TALON)
    assert opened.bule == closed.bule


def test_a_hand_that_was_shown_is_opened_as_it_was_shown() -> None:
    match = after(f"{PLAYED} ostalo 10")
    assert match.opened().outcome == match.outcomes[-1]


def test_before_the_first_hand_and_without_cards_there_is_nothing_to_open() -> None:
    assert table().opened().outcome is None
    match, _ = table().apply(Deal((0, 0, 0), 0))
    view = match.opened()
    assert (view.hands, view.talon) == ((None, None, None), None)
    told = say(match, "dalje dalje dalje").opened().outcome
    assert told is not None
    assert (told.hands, told.talon) == ((None, None, None), None)


def test_pol_03_in_the_game_of_levels_the_hands_lie_open_too() -> None:
    match = levels()
    assert isinstance(match, Openable)
    view = match.opened()
    assert (view.hands, view.talon, view.discard) == (DEALT, TALON, None)
    match = say_levels(match, "6S pas pas skart C8 C7 6S wist pas ciemno")
    view = match.opened()
    assert (view.hands, view.talon, view.discard) == (DEALT, TALON, TALON)
    assert [word.action.word for word in view.spoken][3] == "skart C7 C8"
    assert say_levels(match, "ostalo 10").opened().outcome is not None
