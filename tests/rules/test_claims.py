"""A claim is proven when every line of play gives it (END-03)."""

from __future__ import annotations

import pytest

from kibic.cards import DECK_32, SeededRandom, Shuffler, mask_of
from kibic.game import HOUSE, Settling
from kibic.games.preferans import Match, claims
from kibic.games.preferans.actions import WRITE_OFF, Claim
from kibic.games.preferans.cardplay import Laid
from kibic.games.preferans.claims import settled_tricks
from kibic.games.preferans.history import NO_TRICK
from kibic.games.preferans.play import Playing
from tests.rules.deals import dealt, say, table


def near_the_end(seed: int, cards: int, rng: Shuffler) -> Match:
    """A sans against two followers, played at random until each holds ``cards`` cards."""
    words = "2 3 dalje mogu dalje" if seed % 2 else "2 dalje dalje"
    match = say(dealt(table()), f"{words} skart C8 C7 {'karo' if seed % 3 else 'sans'} dodjem dodjem moze moze")
    while max(match.view(seat).counts[seat] for seat in range(3)) > cards or match.view(0).trick.cards:
        match, _ = match.apply(rng.choice(match.legal().listed()))
    return match


def endings(match: Match, declarer: int, have: int) -> set[int]:
    """The tricks the declarer can still get, over all lines of play."""
    found: set[int] = set()
    for action in match.legal().listed():
        after, _ = match.apply(action)
        if after.hand is None:
            tricks = after.outcomes[-1].tricks
            assert tricks is not None
            found.add(tricks[declarer] - have)
        else:
            found |= endings(after, declarer, have)
    return found


def test_end_03_what_is_settled_is_what_all_lines_of_play_give() -> None:
    settled = 0
    for seed in range(24):
        match = near_the_end(seed, 2, SeededRandom(f"claims/{seed}"))
        assert match.hand is not None
        assert isinstance(match.hand.phase, Playing)
        have = match.hand.phase.taken[0]
        possible = endings(match, 0, have)
        for claim in match.agreements():
            assert isinstance(claim, Claim)
            assert match.settles(claim) == (possible == {claim.tricks})
            settled += match.settles(claim)
        assert not match.settles(Claim(9))
    assert settled


def test_end_03_a_proof_that_grows_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = near_the_end(1, 1, SeededRandom("short"))
    proven = [claim for claim in range(2) if match.hand and match.settles(Claim(claim))]
    monkeypatch.setattr(claims, "BUDGET", 0)
    assert len(proven) <= 1
    assert not any(match.settles(Claim(claim)) for claim in range(2))


def test_end_03_nothing_else_is_settled_without_consent() -> None:
    match = say(dealt(table()), "dalje dalje dalje")
    assert match.to_act == HOUSE
    assert isinstance(match, Settling)
    assert not match.settles(WRITE_OFF)
    assert not dealt(table()).settles(Claim(0))
    playing = say(dealt(table()), "2 dalje dalje skart C8 C7 karo dodjem ne sam moze")
    assert not playing.settles(WRITE_OFF)
    assert not playing.settles(Claim(7))


def test_end_03_top_trumps_are_settled_in_whatever_order_they_fall() -> None:
    hands = tuple(mask_of(DECK_32.parse_cards(cards)) for cards in ("SA SK SQ", "S7 S8 S9", "H7 H8 H9"))
    laid = Laid(hands, 0, (0, 0, 0), NO_TRICK, ())
    assert settled_tricks(table().rules.play, laid, (0, 1, 2), 0, 0) == 3
    assert settled_tricks(table().rules.play, laid._replace(turn=1), (0, 1, 2), 0, 0) == 3
    assert settled_tricks(table().rules.play, laid._replace(turn=2), (0, 1, 2), None, 0) == 0
