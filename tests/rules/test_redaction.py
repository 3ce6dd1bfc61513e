"""The record of a match that goes on has no card that stays closed (TAL-03, DEAL-05)."""

from __future__ import annotations

import pytest

from kibic.games.preferans import GAME, Action, Match
from kibic.games.preferans.actions import Deal, Discard, Play
from tests.rules.deals import HANDS, cards, say, table, words

ALL_PASS = "dalje dalje dalje"
IGRA = "igra dalje dalje karo ne ne"
IGRA_CLAIMED = "dalje igra dalje herc dodjem ne sam moze ostalo 7"
NOBODY = "2 dalje dalje skart C8 C7 karo ne ne"
SHOWN = "dalje dalje 2 skart C8 C7 tref dodjem dodjem moze moze ostalo 10"


def played(*hands: str) -> tuple[Match, list[Action]]:
    """A match of some hands, and all its actions."""
    match = table()
    actions: list[Action] = []
    for spoken in hands:
        deal = cards(*HANDS)
        match, _ = match.apply(deal)
        actions.append(deal)
        for word in words(spoken):
            action = GAME.parse(match, word)
            match, _ = match.apply(action)
            actions.append(action)
    return match, actions


def replayed(actions: tuple[Action, ...]) -> Match:
    match = table()
    for action in actions:
        match, _ = match.apply(action)
    return match


@pytest.mark.parametrize("spoken", [ALL_PASS, IGRA, IGRA_CLAIMED, NOBODY])
def test_tal_03_deal_05_a_hand_that_stays_closed_is_told_without_cards(spoken: str) -> None:
    match, actions = played(spoken)
    public = GAME.public(match, actions)
    assert not [action for action in public if isinstance(action, Play)]
    assert all(action.blind for action in public if isinstance(action, Deal))
    assert all(action.mask == 0 for action in public if isinstance(action, Discard))
    assert replayed(public).sheet == match.sheet


def test_a_hand_that_was_shown_keeps_its_cards() -> None:
    match, actions = played(ALL_PASS, SHOWN)
    public = GAME.public(match, actions)
    assert list(public[len(ALL_PASS.split()) + 1 :]) == actions[len(ALL_PASS.split()) + 1 :]
    assert replayed(public).sheet == match.sheet


def test_when_the_match_is_over_the_whole_record_is_open() -> None:
    match, actions = played(ALL_PASS)
    closed = say(match, "otpis")
    assert list(GAME.public(closed, [*actions, GAME.parse(match, "otpis")])) == [*actions, GAME.parse(match, "otpis")]
