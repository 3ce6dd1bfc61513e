"""Kontra, rekontra, subkontra, mortkontra (KON-01 to KON-04, CALLS-3 to CALLS-5, PIK-01)."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.estimate import betl_chance, chance_of, declarer_tricks
from kibic.bots.preferans.exchange import place_of
from kibic.bots.preferans.following import expected_tricks, has_bid, partner_follows, partner_of
from kibic.bots.preferans.minimums import Held
from kibic.bots.preferans.words import decide, number, number_sr, percent
from kibic.games.preferans.actions import NO_KONTRA, Kontra
from kibic.games.preferans.betl import is_sure
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import LENGTH, SUIT_MASKS, holdings
from kibic.games.preferans.view import PreferansView

#: Tricks the other defender brings: when he follows, when he does not, and what a bid of his adds.
PARTNER_FOLLOWS: Final = 1.9
PARTNER_STAYS: Final = 1.0
PARTNER_BID: Final = 0.3
#: How much of the own tricks counts jointly: strong own cards are partly tricks the partner would have had.
OWN_WEIGHT: Final = 0.95
JOINT_SPREAD: Final = 1.1
#: Chance of five joint tricks that makes a kontra worth its risk, in other games and in pik (PIK-01).
KONTRA_CHANCE: Final = 0.58
PIK_CHANCE: Final = 0.45
REKONTRA_CHANCE: Final = 0.80
SUBKONTRA_CHANCE: Final = 0.85


def joint_tricks(view: PreferansView) -> float:
    """Tricks both defenders together may expect."""
    partner = PARTNER_FOLLOWS if partner_follows(view) else PARTNER_STAYS
    if has_bid(view, partner_of(view)):
        partner += PARTNER_BID
    return OWN_WEIGHT * expected_tricks(view) + partner


def choose_kontra(view: PreferansView) -> Decision:
    """A step of the ladder: to double or "može"."""
    step = next((action for action in view.legal if isinstance(action, Kontra)), None)
    if step is None:
        return _decline("KON-04", "there is nothing left to double", "nema više šta da se duplira")
    if view.viewer == view.declarer:
        return _declarer_doubles(view, step)
    if view.contract in (Contract.BETL, Contract.PREFERANS):
        return _against_betl(view, step)
    return _against_tricks(view, step)


def _against_tricks(view: PreferansView, step: Kontra) -> Decision:
    """Kontra on suit games and sans: five tricks together (CALLS-3)."""
    joint = joint_tricks(view)
    chance = chance_of(5, joint, JOINT_SPREAD)
    figures = (
        f"joint tricks expected: {number(joint)}, {percent(chance)} for five",
        f"očekivani zajednički štihovi: {number_sr(joint)}, {percent(chance)} za pet",
    )
    pik = view.contract is Contract.PIK and not view.igra and view.rules.pik.needs_kontra
    if step.factor == 2 and view.trump is not None and Held.of(view.own, view.trump).meets("t4 AKQJT"):
        return _double(step, "FMIN-6", f"four trumps and five top cards of a suit must double; {figures[0]}",
                       f"četiri aduta i pet majorskih karata moraju da kontriraju; {figures[1]}")  # fmt: skip
    need = SUBKONTRA_CHANCE if step.factor > 2 else PIK_CHANCE if pik else KONTRA_CHANCE
    rule = "KON-04" if step.factor > 2 else "PIK-01" if pik else "CALLS-3"
    if chance >= need:
        return _double(step, rule, *figures)
    return _decline(rule, *figures)


def _against_betl(view: PreferansView, step: Kontra) -> Decision:
    """Kontra on betl: a long suit with the seven and without the eight, and nothing that must be ducked (CALLS-5)."""
    if view.contract is Contract.PREFERANS:
        return _decline("KON-07", "a trick against preferans is not certain", "štih protiv preferansa nije siguran")
    for suit, holding in enumerate(holdings(view.own)):
        known = (view.talon or 0) & SUIT_MASKS[suit] if not view.igra else 0
        if LENGTH[holding] >= 7 and holding & 1 and not holding & 2 and not known and step.factor == 2:
            return _double(step, "CALLS-5", f"{LENGTH[holding]} cards of a suit with the 7 and without the 8",
                           f"{LENGTH[holding]} karata u boji sa sedmicom, a bez osmice")  # fmt: skip
    return _decline("CALLS-5", "no suit in which the declarer is surely caught",
                    "nema boje u kojoj je nosilac sigurno uhvaćen")  # fmt: skip


def _declarer_doubles(view: PreferansView, step: Kontra) -> Decision:
    """Rekontra and mortkontra: the own game is as good as certain."""
    contract = view.contract or Contract.TREF
    place = place_of(view, contract)
    if contract is Contract.BETL:
        leads = place == 0
        chance = betl_chance(view.own, leads, view.discard or 0)
        sure = is_sure(view.own, leads, view.discard or 0)
        if sure:
            return _double(step, "KON-10", "the betl is sure by the position test", "betl je uver po testu pozicija")
        return _decline("KON-10", f"the betl is not sure ({percent(chance)})",
                        f"betl nije uver ({percent(chance)})")  # fmt: skip
    # A kontra tells that the cards lie badly: about half a trick.
    tricks = declarer_tricks(view.own, contract, place) - 0.6 - 0.4 * (step.factor > 4)
    chance = chance_of(6, tricks, JOINT_SPREAD)
    figures = (
        f"{number(tricks)} tricks expected against the kontra, {percent(chance)} for six",
        f"očekivani štihovi uprkos kontri: {number_sr(tricks)}, {percent(chance)} za šest",
    )
    if chance >= REKONTRA_CHANCE:
        return _double(step, "KON-04", *figures)
    return _decline("KON-04", *figures)


def _double(step: Kontra, rule: str, en: str, sr: str) -> Decision:
    word = step.word.capitalize()
    return decide(step, rule, f"{word}: {en}.", f"{word}: {sr}.")


def _decline(rule: str, en: str, sr: str) -> Decision:
    return decide(NO_KONTRA, rule, f"No kontra: {en}.", f"Može: {sr}.")
