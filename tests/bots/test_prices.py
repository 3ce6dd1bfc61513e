"""Prices that serve many sheets are those of each sheet: the engine is asked for every result and compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibic.arena.draw import drawn_options
from kibic.bots.value.prices import Prices
from kibic.cards import SeededRandom
from kibic.games.preferans import GAME
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.scoring import HandFacts, score_played
from kibic.games.preferans.sheet import Sheet, in_hat

PRESETS = [preset for preset in GAME.presets() if GAME.rules(preset).play.must_trump and preset != "polski"]


def a_sheet(chance: SeededRandom, preset: str, number: int) -> tuple[HandFacts, tuple[int, ...]]:
    """Rules, a sheet early or late in a match, and who plays the hand, in speaking order."""
    options = drawn_options(GAME, preset, {}, 3, chance) if number % 2 else {}
    rules = GAME.rules(preset, options)
    players = chance.choice(GAME.player_counts(rules))
    most = chance.choice((2, 6, 20, 80))
    bule = tuple(chance.randrange(most + 2) - 2 for _ in range(players))
    while sum(bule) <= 0:
        bule = tuple(one + 1 for one in bule)
    refas = tuple(chance.randrange(2) for _ in range(players))
    hats = tuple(in_hat(rules, one) for one in bule)
    sheet = replace(Sheet.new(rules, players), bule=bule, refa_available=refas, refa_written=1, hats=hats)
    dealer = chance.randrange(players)
    ring = tuple((dealer + 1 + step) % players for step in range(3))
    return HandFacts(rules, sheet, 7, dealer, players), ring


def a_bargain(chance: SeededRandom, ring: tuple[int, ...]) -> Bargain:
    """An agreement with any answers, a call or a kontra."""
    plain = Bargain(chance.choice(ring), bool(chance.randrange(2)), ring, 2, chance.choice(tuple(Contract)))
    right, left = plain.defenders
    if plain.game.is_forced:
        kontras = chance.choice((None, right, left))
        return replace(plain, kontra=1 if kontras is None else chance.choice((2, 4)), kontras=kontras)
    answers = chance.choice(((True, True), (True, False), (False, True)))
    came = [seat for seat, yes in zip((right, left), answers, strict=True) if yes]
    bargain = replace(plain, follows=answers)
    if len(came) == 1 and chance.randrange(2):
        bargain = replace(bargain, caller=came[0], called=left if came[0] == right else right)
    kontras = chance.choice((None, came[0]))
    return replace(bargain, kontra=1 if kontras is None else chance.choice((2, 4)), kontras=kontras)


@pytest.mark.parametrize("preset", PRESETS)
def test_eval_07_prices_are_what_the_rules_give_on_each_sheet(preset: str) -> None:
    chance = SeededRandom(f"prices/{preset}")
    late = 0
    for number in range(30):
        facts, ring = a_sheet(chance, preset, number)
        prices = Prices(facts, ring)
        bargain = a_bargain(chance, ring)
        late += facts.sheet.total <= bargain.game.unit(bargain.igra, bargain.kontra)
        defenders = [seat for seat in bargain.defenders if seat in bargain.active]
        least = 5 if facts.rules.end.stop_at_5 else 3
        own = least + chance.randrange(11 - least)
        if bargain.game is Contract.BETL:
            own = chance.randrange(2)
        elif bargain.game is Contract.PREFERANS:
            own = 9 + chance.randrange(2)
        for right_takes in (0.0, 1.0):
            tricks = [0] * facts.players
            tricks[bargain.declarer] = own
            tricks[defenders[0] if right_takes or len(defenders) == 1 else defenders[1]] = 10 - own
            outcome = score_played(facts, bargain, tuple(tricks))
            expected = [prices.of(outcome, seat) for seat in range(facts.players)]
            found = [prices.by_tricks(bargain, seat, right_takes)[own] for seat in range(facts.players)]
            assert np.allclose(found, expected), (facts, bargain, own, right_takes)
    assert late, "no sheet near the end of a match was tried"


def test_a_sheet_that_changes_nothing_is_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAME.rules("srpski")
    early = Sheet.new(rules, 3)
    bargain = Bargain(1, False, (1, 2, 0), 3, Contract.KARO, follows=(True, True))
    first = Prices(HandFacts(rules, early, 1, 0, 3), (1, 2, 0)).by_tricks(bargain, 1)

    def never(*_: object) -> None:
        raise AssertionError("the rules were asked again")

    monkeypatch.setattr("kibic.bots.value.prices.score_played", never)
    other = replace(early, bule=(50, 61, 70))
    turned = replace(bargain, declarer=2, ring=(2, 0, 1), number=2, first_bidder=2)
    again = Prices(HandFacts(rules, other, 9, 1, 3), (2, 0, 1)).by_tricks(turned, 2)
    assert np.array_equal(first, again)
