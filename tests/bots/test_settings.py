"""The settings in which card play is measured: the hands are what they are said to be."""

from __future__ import annotations

import random

import pytest

from benchmarks.cardplay import play_deal, report
from benchmarks.deals import best_suit_game, strong
from kibic.bots import bot_named
from kibic.cards import parse_holding
from kibic.games.preferans.contracts import Contract


@pytest.mark.parametrize("number", range(6))
def test_the_best_hand_plays_a_suit_game_against_two_who_follow(number: int) -> None:
    match = strong(number, "settings", "srpski", random.Random(1))
    view = match.view(match.to_act)
    deal = match.hand.dealt.deal
    best = max(range(3), key=lambda seat: best_suit_game(deal.hands[seat])[0])
    assert match.phase == "play"
    assert view.declarer == best
    assert view.contract.is_suit
    assert len(view.active) == 3
    assert view.kontra == 1


def test_the_best_discard_makes_a_void() -> None:
    _, contract, away = best_suit_game(parse_holding("AKQJT9.A.7.A8"), parse_holding("..8.7"))
    assert contract is Contract.PIK
    assert away == parse_holding("..87.")


def test_every_deal_gives_the_same_line_again_and_lines_give_a_table() -> None:
    line, again = (play_deal(3, "settings", "srpski", bot_named("rule"), "strong") for _ in range(2))
    assert line["roles"] == again["roles"]
    assert line["players"] == 3
    assert line["trumps"] > 0
    rows = list(report([line, again]))
    assert rows[2].startswith(f"| suit | declarer | 2 | {2 * line['roles']['declarer'][0]} |")
