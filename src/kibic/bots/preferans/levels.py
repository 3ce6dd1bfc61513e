"""The rule bot in the game of levels: what to bid, put away and declare, when to whist and to summon, and the cards.

Tricks are estimated as in the game of numbers; what they are worth follows from POL-08 to POL-11.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.estimate import SANS_SPREAD, SPREAD, chance_of, defender_tricks
from kibic.bots.preferans.levels_cards import choose_card, number_contract
from kibic.bots.preferans.tricks_table import NO_TRUMP, SIDE, TRUMPS
from kibic.bots.preferans.words import decide, number, number_sr
from kibic.cards import Shuffler, bits, card_name
from kibic.game import KibicError
from kibic.games.preferans.actions import Discard
from kibic.games.preferans.holdings import holdings
from kibic.games.preferans.levels.actions import PAS, LevelBid, LevelDeclare, Mode, Summon, Whist
from kibic.games.preferans.levels.contracts import CONTRACTS, LevelContract
from kibic.games.preferans.levels.view import LevelView

#: What the two cards of the talon are expected to add when the best two go away (EVAL-05, in tricks of the tables).
TALON: Final = 1.5
#: The declarer leads (POL-07), his place is the best of all (EVAL-03); but both opponents always play, and a declarer
#: is whose hand looked best: measured over hands of three such bots, so much less than the tables say.
PLACE: Final = -0.65
#: How much the points that the whisters write for their tricks weigh for the declarer.
THEIR_SHARE: Final = 0.1
#: Tricks a partner is worth who said pas, by what his quota would have been.
PASSED_PARTNER: Final = (0.5, 0.4, 0.9)


@dataclass(frozen=True, slots=True)
class LevelProspect:
    """A contract as the declarer sees it: expected tricks, chance to make it, points expected (POL-08)."""

    contract: LevelContract
    tricks: float
    chance: float
    points: float


def prospect_of(contract: LevelContract, tricks: float) -> LevelProspect:
    """What a contract promises when ``tricks`` are expected: its value, or the value for each undertrick (POL-08)."""
    return _prospect(contract, round(tricks * 10))


@lru_cache(maxsize=4096)
def _prospect(contract: LevelContract, tenths: int) -> LevelProspect:
    tricks = tenths / 10
    spread = SANS_SPREAD if contract.trump is None else SPREAD
    least = [chance_of(count, tricks, spread) for count in range(1, 11)]
    chance = least[contract.level - 1]
    short = contract.level - sum(least[: contract.level])
    played = chance - short - THEIR_SHARE * (10 - tricks)
    return LevelProspect(contract, tricks, chance, contract.value * played)


def best_of(tricks: Sequence[float], contracts: Iterable[LevelContract]) -> LevelProspect:
    """The contract that promises most; ``tricks`` by trump suit, those of no trump last."""
    return max(
        (prospect_of(contract, tricks[4 if contract.trump is None else contract.trump]) for contract in contracts),
        key=lambda found: (found.points, found.chance, -found.contract.level),
    )


def expected(hand: int) -> list[float]:
    """Tricks expected with ten cards and the lead, by trump suit, those of no trump last."""
    suits = holdings(hand)
    sides = sum(SIDE[holding] for holding in suits)
    tricks = [min(10.0, sides - SIDE[holding] + TRUMPS[holding] + PLACE) for holding in suits]
    return [*tricks, max(0.0, sum(NO_TRUMP[holding] for holding in suits) + PLACE)]


def choose(view: LevelView, rng: Shuffler) -> Decision:
    """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
    match view.phase:
        case "auction":
            return choose_call(view)
        case "discard":
            return choose_discard(view)
        case "declaration":
            return choose_contract(view)
        case "following":
            return choose_whist(view)
        case "calling":
            return choose_summons(view)
        case "play":
            return choose_card(view, rng)
    raise KibicError(f"seat {view.viewer} has nothing to choose in the phase {view.phase}")


def choose_call(view: LevelView) -> Decision:
    """Bid the best of the cheapest contracts as long as it promises points; more can still be declared (POL-02)."""
    tricks = [count + TALON for count in expected(view.own)]
    open_bids = [action.contract for action in view.legal if isinstance(action, LevelBid)]
    cheapest = {contract.denomination: contract for contract in reversed(open_bids)}
    if cheapest:
        best = best_of(tricks, cheapest.values())
        if best.points > 0 and best.chance > 0.5:
            return decide(
                LevelBid(best.contract), "POL-02",
                f"{best.contract.word}: {_tricks(best)[0]}.", f"{best.contract.word}: {_tricks(best)[1]}.",
            )  # fmt: skip
    most = max(tricks)
    return decide(
        PAS, "POL-02",
        f"Pas: {number(most)} tricks expected with the talon, no higher bid pays.",
        f"Pas: očekivano {number_sr(most)} štihova s talonom, viša ponuda se ne isplati.",
    )  # fmt: skip


def choose_discard(view: LevelView) -> Decision:
    """The two cards without which the best contract promises most (POL-03)."""
    contracts = open_contracts(view)
    best: tuple[float, float, int, LevelProspect] | None = None
    for one, two in combinations(bits(view.own), 2):
        away = 1 << one | 1 << two
        found = best_of(expected(view.own ^ away), contracts)
        rank = (found.points, found.tricks - (one % 8 + two % 8) / 1000, away, found)
        if best is None or rank[:2] > best[:2]:
            best = rank
    if best is None:
        raise KibicError("three cards at least are needed to put two away")
    first, second = bits(best[2])
    en, sr = _tricks(best[3])
    word = best[3].contract.word
    return decide(
        Discard.of(first, second), "POL-03",
        f"Without the {card_name(first, 'en')} and the {card_name(second, 'en')} for {word}: {en}.",
        f"Bez karata {card_name(first)} i {card_name(second)} za {word}: {sr}.",
    )  # fmt: skip


def choose_contract(view: LevelView) -> Decision:
    """The contract that promises most with the ten cards kept (POL-03, POL-08)."""
    best = best_of(expected(view.own), open_contracts(view))
    en, sr = _tricks(best)
    return decide(
        LevelDeclare(best.contract), "POL-08",
        f"{best.contract.word} promises most: {en}.", f"{best.contract.word} obećava najviše: {sr}.",
    )  # fmt: skip


def open_contracts(view: LevelView) -> tuple[LevelContract, ...]:
    """The contracts not lower than the bid (POL-03)."""
    return tuple(contract for contract in CONTRACTS if view.bid is None or contract >= view.bid)


def short_of(owed: int, tricks: float) -> float:
    """Tricks one is expected to be short of what he owes (POL-10)."""
    return owed - sum(chance_of(count, tricks) for count in range(1, owed + 1))


def choose_whist(view: LevelView) -> Decision:
    """Whist when the tricks expected are worth more than what is likely to be short (POL-04, POL-09, POL-10)."""
    contract, tricks = _defence(view)
    owed = view.rules.level.owed(contract.level, summoned=False)
    worth = tricks - short_of(owed, tricks)
    en, sr = f"{number(tricks)} tricks expected, {owed} owed", f"očekivano {number_sr(tricks)} štihova, treba {owed}"
    if worth > 0:
        return decide(Whist(True), "POL-09", f"Whist: {en}.", f"Wist: {sr}.")
    return decide(Whist(False), "POL-10", f"Pas: {en}.", f"Pas: {sr}.")


def choose_summons(view: LevelView) -> Decision:
    """Summon the partner when his tricks are worth more than the higher quota, open when he is needed (POL-05)."""
    contract, tricks = _defence(view)
    alone = view.rules.level.owed(contract.level, summoned=False)
    joint = view.rules.level.owed(contract.level, summoned=True)
    together = tricks + PASSED_PARTNER[min(alone, len(PASSED_PARTNER) - 1)]
    gain = (together - short_of(joint, together)) - (tricks - short_of(alone, tricks))
    if gain <= 0:
        return decide(
            Summon("alone"), "POL-05",
            f"Alone: {number(tricks)} tricks expected for {alone} owed; with the partner {joint} are owed.",
            f"Sam: očekivano {number_sr(tricks)} štihova za {alone}; s partnerom se duguje {joint}.",
        )  # fmt: skip
    mode: Mode = "open" if tricks < joint else "dark"
    return decide(
        Summon(mode), "POL-11",
        f"The partner is summoned: {number(together)} tricks expected together, {joint} owed.",
        f"Partner se poziva: zajedno očekivano {number_sr(together)} štihova, duguje se {joint}.",
    )  # fmt: skip


def _defence(view: LevelView) -> tuple[LevelContract, float]:
    """The contract and the tricks the viewer expects against it: no more than the declarer leaves."""
    contract = view.contract
    if contract is None:
        raise KibicError("there is nothing to whist before a contract is declared")
    return contract, min(defender_tricks(view.own, number_contract(contract)), 10.5 - contract.level)


def _tricks(found: LevelProspect) -> tuple[str, str]:
    percent = round(100 * found.chance)
    return (
        f"{number(found.tricks)} tricks expected, {percent} % to make",
        f"očekivano {number_sr(found.tricks)} štihova, {percent} % za prolaz",
    )
