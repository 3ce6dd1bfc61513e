"""What a game is expected to bring: tricks of the declarer, chance to make it, points by EVAL-07."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import erf, exp, sqrt
from typing import Final

from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.games.preferans.betl import is_sure, suit_is_safe
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import LENGTH, holdings

#: How far the tricks of a played hand stray from the estimate (standard deviation), with a trump and without.
SPREAD: Final = 0.95
SANS_SPREAD: Final = 1.1
#: EVAL-03 in tricks of the fitted tables: the declarer leads, is second, is last to the first trick.
PLACE: Final = (0.15, -0.08, -0.06)
#: Nobody can be sure before play: even the best betl that is not sure by KON-10 stays below this.
BETL_CEILING: Final = 0.97

OWN_SHARE: Final = 10 * 2 / 3
"""EVAL-07: what one bule of his own is worth to a player of three, in points."""
OTHER_SHARE: Final = 10 / 3
"""EVAL-07: what one bule of another is worth to a player of three, in points."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A game as the declarer sees it: expected tricks (None in betl), chance to make it, points expected."""

    contract: Contract
    igra: bool
    tricks: float | None
    chance: float
    points: float


#: What a long side suit loses behind short trumps, in tricks: by trumps (up to 3, 4, 5 or more) and by the length of
#: the longest side suit (up to 3, 4, 5, 6 or more). Suits are valued one by one, as if trumps could always be drawn.
#: Fitted to exact play: 400 times twelve cards with the best discard for each suit, in 12 deals each.
OUT_OF_CONTROL: Final = ((-0.5, -1.1, -3.0, -3.6), (-0.1, -0.4, -1.3, -1.3), (0.0, 0.0, 0.0, 0.0))


def control(suits: Sequence[int], trump: int) -> float:
    """Tricks that the holdings ``suits`` lose because ``trump`` is too short for the side suits (0 or less)."""
    longest = max(LENGTH[holding] for suit, holding in enumerate(suits) if suit != trump)
    return OUT_OF_CONTROL[min(max(LENGTH[suits[trump]] - 3, 0), 2)][min(max(longest - 3, 0), 3)]


def lead_bonus(place: int | None) -> float:
    """EVAL-03: what the declarer's place in the first trick adds, in tricks."""
    return PLACE[place] if place is not None else 0.0


def declarer_tricks(hand: int, contract: Contract, place: int | None = None) -> float:
    """Expected tricks of the declarer with ten cards in a suit game or sans.

    ``place`` is his place in the first trick (0, 1, 2), None when unknown.
    """
    suits = holdings(hand)
    trump = contract.trump
    if trump is None:
        return max(0.0, sum(NO_TRUMP[holding] for holding in suits))
    tricks = sum(TRUMPS[holding] if suit == trump else SIDE[holding] for suit, holding in enumerate(suits))
    return min(10.0, tricks + control(suits, trump) + lead_bonus(place))


def _flaws(holding: int) -> float:
    """How badly a betl holding fails the position test of KON-10: 0 for a safe one."""
    if suit_is_safe(holding):
        return 0.0
    ranks = [rank for rank in range(8) if holding >> rank & 1]
    missing = 8 - len(ranks)
    danger = 0.0
    for place, rank in enumerate(ranks):
        over = rank - 2 * place
        if over > 0 and missing:
            # A gap at the bottom is caught in the first rounds; one higher up only when others hold length.
            below = rank - place
            danger += (0.09, 0.17, 0.16, 0.10, 0.05, 0.0, 0.0, 0.0)[place] * min(below, 5) * (1.0 if place else 1.3)
    return danger


BETL_DANGER: Final = tuple(_flaws(holding) for holding in range(256))
"""EVAL-08: danger of a betl holding, 0 when it passes the test; the dangers of four suits add up."""


def betl_chance(hand: int, leads: bool, away: int = 0) -> float:
    """Chance to make betl with ten cards; 1 only for a sure one (KON-10). ``away`` is the own discard."""
    if is_sure(hand, leads, away):
        return 1.0
    danger = 0.0
    voids = 0
    for holding in holdings(hand):
        danger += BETL_DANGER[holding]
        voids += not LENGTH[holding]
    # EVAL-08: flaws matter less with one or two voids, where bad cards can be thrown.
    danger *= (1.0, 0.8, 0.65, 0.6)[voids]
    return BETL_CEILING * exp(-danger)


@lru_cache(maxsize=4096)
def _spread(tenths: int, spread: float) -> tuple[float, ...]:
    """Probabilities of 0 to 10 tricks around a mean given in tenths."""
    mean = tenths / 10

    def below(limit: float) -> float:
        return 0.5 * (1 + erf((limit - mean) / (spread * sqrt(2))))

    edges = [0.0, *(below(tricks + 0.5) for tricks in range(10)), 1.0]
    return tuple(high - low for low, high in pairwise(edges))


def chance_of(least: int, mean: float, spread: float = SPREAD) -> float:
    """Chance to take at least ``least`` tricks when ``mean`` are expected."""
    return sum(_spread(round(mean * 10), spread)[least:])


@lru_cache(maxsize=4096)
def _per_bule(tenths: int, spread: float, need: int) -> tuple[float, float]:
    """Chance to make a game that is played, and points expected for one bule of its unit."""
    chance = worth = 0.0
    for tricks, probability in enumerate(_spread(tenths, spread)):
        made = tricks >= need
        chance += probability * made
        # SCO-01, SCO-02 by EVAL-07; with three tricks or fewer at least one of two followers falls (MAKE-03).
        fallen = 0.8 * (tricks >= 7) + 0.7 * (tricks >= 9)
        worth += probability * ((OWN_SHARE if made else -OWN_SHARE) - (10 - tricks) + OTHER_SHARE * fallen)
    return chance, worth


def played_points(tricks: float, unit: int, *, sans: bool = False, need: int = 6) -> tuple[float, float]:
    """Chance to make and points expected of a suit game or sans against two followers; ``unit`` is 2 * g * m."""
    chance, worth = _per_bule(round(tricks * 10), SANS_SPREAD if sans else SPREAD, need)
    return chance, worth * unit


def nobody_follows(tricks: float) -> float:
    """How often both defenders stay away, by the declarer's strength."""
    return min(0.5, max(0.04, 0.12 + 0.10 * (tricks - 6)))


def prospect(
    hand: int,
    contract: Contract,
    *,
    igra: bool = False,
    place: int | None = None,
    pik_needs_kontra: bool = True,
    multiplier: int = 1,
    away: int = 0,
) -> Prospect:
    """The prospect of ``contract`` with ten cards: what the table expects of it by EVAL-07."""
    if contract is Contract.BETL:
        chance = betl_chance(hand, place == 0, away)
        return Prospect(contract, igra, None, chance, betl_points(chance, contract.unit(igra, multiplier)))
    tricks = declarer_tricks(hand, contract, place)
    chance, worth = game_points(contract, tricks, igra=igra, pik_needs_kontra=pik_needs_kontra, multiplier=multiplier)
    return Prospect(contract, igra, tricks, chance, worth)


def betl_points(chance: float, unit: int) -> float:
    """Points expected of a betl: a lost one pays 10 * g, five units, to each defender (SCO-04)."""
    return (chance * OWN_SHARE - (1 - chance) * (OWN_SHARE + 10)) * unit


def game_points(
    contract: Contract, tricks: float, *, igra: bool = False, pik_needs_kontra: bool = True, multiplier: int = 1
) -> tuple[float, float]:
    """Chance to make and points expected of a game other than betl in which ``tricks`` are expected."""
    return _game_points(contract, round(tricks * 10), igra, pik_needs_kontra, multiplier)


@lru_cache(maxsize=8192)
def _game_points(
    contract: Contract, tenths: int, igra: bool, pik_needs_kontra: bool, multiplier: int
) -> tuple[float, float]:
    tricks = min(10.0, tenths / 10)
    unit = contract.unit(igra, multiplier)
    if contract is Contract.PREFERANS:
        chance = chance_of(10, tricks, SANS_SPREAD) ** 2
        return chance, betl_points(chance, unit)
    chance, worth = played_points(tricks, unit, sans=contract is Contract.SANS)
    if contract is Contract.PIK and not igra and pik_needs_kontra:
        # PIK-01: it is only played when a defender doubles it, which he does the sooner the weaker the declarer is.
        doubled = min(0.6, max(0.03, 0.30 - 0.14 * (tricks - 6)))
        _, worse = played_points(tricks - 0.6, 2 * unit)
        return chance, doubled * worse
    alone = nobody_follows(tricks)
    return chance, alone * OWN_SHARE * unit + (1 - alone) * worth


def _defence(holding: int) -> float:
    """Tricks a defender expects of a side suit."""
    length = LENGTH[holding]
    ace, king, queen = holding >> 7 & 1, holding >> 6 & 1, holding >> 5 & 1
    tricks = 0.85 * ace if length < 5 else 0.7 * ace
    if king:
        tricks += (0.62 if ace else 0.5 if length > 1 else 0.15) - 0.07 * max(0, length - 3)
    if queen:
        tricks += 0.35 if king and length > 1 else 0.33 if ace else 0.28 if length > 2 else 0.05
    return max(tricks, 0.0)


def _defence_trump(holding: int) -> float:
    """Tricks a defender expects of his trumps."""
    length = LENGTH[holding]
    tricks = 1.0 * (holding >> 7 & 1)
    tricks += (0.15, 0.15, 0.75, 0.9, 1.0)[min(length, 4)] * (holding >> 6 & 1)
    tricks += (0.0, 0.05, 0.2, 0.6, 0.8)[min(length, 4)] * (holding >> 5 & 1)
    tricks += (0.0, 0.0, 0.05, 0.15, 0.5)[min(length, 4)] * (holding >> 4 & 1)
    return tricks + 0.45 * max(0, length - 3)


DEFENCE_SIDE: Final = tuple(_defence(holding) for holding in range(256))
DEFENCE_TRUMP: Final = tuple(_defence_trump(holding) for holding in range(256))


def defender_tricks(hand: int, contract: Contract) -> float:
    """Tricks a defender expects to take himself against a suit game or sans."""
    suits = holdings(hand)
    trump = contract.trump
    if trump is None:
        return sum(DEFENCE_SIDE[holding] for holding in suits) * 1.05
    tricks = sum(DEFENCE_TRUMP[h] if suit == trump else DEFENCE_SIDE[h] for suit, h in enumerate(suits))
    # A short suit ruffs, when there is a small trump to do it with.
    shortest = min(LENGTH[h] for suit, h in enumerate(suits) if suit != trump)
    if LENGTH[suits[trump]] and shortest < 2:
        tricks += 0.35 if shortest == 0 else 0.15
    return tricks
