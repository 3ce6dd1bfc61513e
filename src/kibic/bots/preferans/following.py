"""Following, calling and the trick offer: minimums first, expectation second (strategy.md section 4)."""

from __future__ import annotations

from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.estimate import chance_of, defender_tricks
from kibic.bots.preferans.minimums import FIRST, PIK, SECOND, STANDARD, Held, describe, first_met
from kibic.bots.preferans.words import decide, number, number_sr, percent
from kibic.cards import bits
from kibic.games.preferans.actions import (
    Action,
    Answer,
    Bid,
    Call,
    Follow,
    Hold,
    Igra,
    OfferAnswer,
    OfferTricks,
)
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import ACE, KING, LENGTH, QUEEN, SUIT_MASKS, holdings
from kibic.games.preferans.view import PreferansView
from kibic.games.preferans.vocabulary import reasons, trump_tricks

#: Tricks of his own a defender wants to expect when he follows without a sufficient set.
FOLLOW_TRICKS: Final = 2.0
#: A sufficient set is not enough when the hand itself promises less than this.
FOLLOW_FLOOR: Final = 1.7
#: Lone followers call with this many tricks of their own.
CALL_TRICKS: Final = 3.0
DEFENCE_SPREAD: Final = 0.85


def situation(view: PreferansView) -> str:
    """The class of the minimum tables, FMIN-1 to FMIN-8, decided from the public history."""
    contract, declarer = view.contract, view.declarer
    trump = contract.trump if contract is not None else None
    if view.igra:
        callers = {word.seat for word in view.spoken if isinstance(word.action, Igra)}
        return "FMIN-2" if len(callers) >= 2 else "FMIN-1"
    bought = list(bits(view.talon or 0))
    trumps = sum(1 for card in bought if card // 8 == trump)
    aces = sum(1 for card in bought if card % 8 == 7)
    if trumps == 2 or aces == 2 or (trumps == 1 and any(card % 8 == 7 and card // 8 != trump for card in bought)):
        return "FMIN-5"
    if len(bought) == 2 and bought[0] // 8 == bought[1] // 8 and declarer != view.order[-1]:
        return "FMIN-8"
    if declarer == view.order[0]:
        return "FMIN-4"
    return "FMIN-3"


def is_second(view: PreferansView) -> bool:
    """Whether the other defender has already answered (FOL-02)."""
    return any(isinstance(word.action, Follow) for word in view.spoken)


def partner_of(view: PreferansView) -> int | None:
    """The other defender, whether he takes part or not."""
    others = [seat for seat in view.order if seat not in (view.viewer, view.declarer)]
    return others[0] if others else None


def partner_follows(view: PreferansView) -> bool:
    """Whether the other defender has said that he follows."""
    partner = partner_of(view)
    return any(word.seat == partner and word.action == Follow(True) for word in view.spoken)


def has_bid(view: PreferansView, seat: int | None) -> bool:
    """Whether ``seat`` bid a number or called igra in this hand."""
    return any(word.seat == seat and isinstance(word.action, Bid | Hold | Igra) for word in view.spoken)


def expected_tricks(view: PreferansView) -> float:
    """Own tricks expected against the declared game, corrected for what the declarer bought (VOC-16)."""
    contract = view.contract or Contract.TREF
    tricks = defender_tricks(view.own, contract)
    talon = 0 if view.igra else view.talon or 0
    for suit, holding in enumerate(holdings(view.own)):
        # An ace bought over a king takes its trick away; a bought king over a queen does the same.
        bought = (talon & SUIT_MASKS[suit]) >> 8 * suit
        if bought & ACE and holding & KING:
            tricks -= 0.15
        if bought & (ACE | KING) and holding & QUEEN and not holding & (ACE | KING):
            tricks -= 0.15
        # Length with the declarer means that nobody ruffs and the honours behind him stand (FOL-S3).
        if bought.bit_count() == 2 and contract.trump != suit and holding & ACE:
            tricks += 0.2
    if view.igra:
        tricks -= 0.1
    return tricks


def choose_follow(view: PreferansView) -> Decision:
    """ "Dođem" or "ne"."""
    contract = view.contract or Contract.TREF
    tricks = expected_tricks(view)
    safe = chance_of(2, tricks, DEFENCE_SPREAD)
    chance = percent(safe)
    if contract is Contract.PIK and not view.igra and view.rules.pik.needs_kontra:
        return _follow_pik(view, tricks)
    if contract.trump is None:
        return _follow_sans(view, tricks, chance)
    rule, wanted = _sufficient(view, contract.trump)
    if wanted is not None and tricks >= FOLLOW_FLOOR:
        return _answer(True, rule, f"sufficient: {describe(wanted)[0]}; own tricks expected: {number(tricks)}",
                       f"dovoljno: {describe(wanted)[1]}; očekivani svoji štihovi: {number_sr(tricks)}")  # fmt: skip
    # With partner in play the declarer falls far more often, which pays for a little less.
    limit = FOLLOW_TRICKS - (0.1 if partner_follows(view) else 0.0)
    if tricks >= limit:
        return _answer(True, "EVAL-07", f"own tricks expected: {number(tricks)}, {chance} for two",
                       f"očekivani svoji štihovi: {number_sr(tricks)}, {chance} za dva")  # fmt: skip
    return _answer(False, "FOL-S1", f"no three reasons, own tricks expected: {number(tricks)}, {chance} for two",
                   f"nema tri rezona, očekivani svoji štihovi: {number_sr(tricks)}, {chance} za dva")  # fmt: skip


def _sufficient(view: PreferansView, trump: int) -> tuple[str, str | None]:
    """The rule and the sufficient set the hand meets, by ``conv.follow_min``."""
    bought = [card // 8 for card in bits(0 if view.igra else view.talon or 0)]
    held = Held.of(view.own, trump, bought)
    if view.rules.conv.follow_min != "turnir":
        rule = situation(view)
        # The table for the second to decide is for him who joins a partner; alone he needs what the first would need.
        wanted = first_met(held, (SECOND if partner_follows(view) else FIRST)[rule])
        if wanted is not None:
            return rule, wanted
        if rule not in {"FMIN-5", "FMIN-4"} and is_second(view) and not partner_follows(view):
            return "FOL-S1", first_met(held, STANDARD)
        return rule, None
    return "FOL-S1", first_met(held, STANDARD)


def _follow_pik(view: PreferansView, tricks: float) -> Decision:
    """Standard pik: it needs a kontra, so one comes with what can beat it (FMIN-P, PIK-01)."""
    table = view.rules.conv.pik_follow
    held = Held.of(view.own, 0)
    wanted = first_met(held, PIK["gulin" if table == "none" else table])
    if wanted is not None:
        return _answer(True, "FMIN-P", f"sufficient on pik: {describe(wanted)[0]}; {number(tricks)} own tricks",
                       f"dovoljno za pik: {describe(wanted)[1]}; svoji štihovi: {number_sr(tricks)}")  # fmt: skip
    return _answer(False, "FMIN-P", f"without hard reasons pik is left alone; own tricks expected: {number(tricks)}",
                   f"bez tvrdih rezona na pik se ne dolazi; očekivani svoji štihovi: {number_sr(tricks)}")  # fmt: skip


def _follow_sans(view: PreferansView, tricks: float, chance: str) -> Decision:
    """Sans: two sure tricks, or a long suit to run after the lead."""
    runs = max((LENGTH[h] - 2 for h in holdings(view.own) if h & (ACE | KING | QUEEN) and LENGTH[h] >= 5), default=0)
    count = tricks + 0.5 * runs
    if count >= FOLLOW_TRICKS - 0.1:
        return _answer(True, "FOL-S1", f"own tricks expected: {number(count)} against sans",
                       f"očekivani svoji štihovi: {number_sr(count)} protiv sansa")  # fmt: skip
    return _answer(False, "FOL-S1", f"own tricks expected against sans: only {number(count)}, {chance} for two",
                   f"svoji štihovi: samo {number_sr(count)} protiv sansa, {chance} za dva")  # fmt: skip


def _answer(yes: bool, rule: str, en: str, sr: str) -> Decision:
    return decide(
        Follow(yes), rule, f"{'Following' if yes else 'Not following'}: {en}.", f"{'Dođem' if yes else 'Ne'}: {sr}."
    )


def choose_call_partner(view: PreferansView) -> Decision:
    """The lone follower calls the other defender, plays alone, or offers a number of tricks (CALL-01, AGR-06)."""
    tricks = expected_tricks(view)
    trump = view.trump
    side = [h for suit, h in enumerate(holdings(view.own)) if suit != trump]
    strong = trump is not None and trump_tricks(holdings(view.own)[trump]) > 0
    good = strong and sum(1 for h in side if reasons(h)) >= 2 and 0 in side
    partner_bid = has_bid(view, partner_of(view))
    if (good and tricks >= CALL_TRICKS - 0.4) or tricks >= CALL_TRICKS or (partner_bid and tricks >= CALL_TRICKS - 0.3):
        rule = "CALLS-1" if good or not partner_bid else "CALLS-2"
        return decide(
            Call(True), rule,
            f"Own tricks expected: {number(tricks)}; with the other defender four should come in, all written here.",
            f"Očekivani svoji štihovi: {number_sr(tricks)}; zajedno bi trebalo da budu četiri, svi se ovde pišu.",
        )  # fmt: skip
    return decide(
        Call(False), "CALL-02",
        f"Own tricks expected: {number(tricks)}; alone two suffice, together four would be needed.",
        f"Očekivani svoji štihovi: {number_sr(tricks)}; sam treba dva, zajedno bi trebalo četiri.",
    )  # fmt: skip


def choose_answer(view: PreferansView) -> Decision:
    """The called defender helps: he can neither fall nor lose, and the declarer may (CALL-03, CALL-04)."""
    return decide(
        Answer(True), "CALL-04",
        "The called defender cannot fall, and together the declarer is easier to beat.",
        "Pozvani ne može da padne, a zajedno je lakše oboriti nosioca.",
    )  # fmt: skip


def choose_offer_answer(view: PreferansView) -> Decision:
    """The declarer's answer to "daješ N?": yes when N is less than what he would lose (AGR-06, CALLS-6)."""
    offered = next((word.action.tricks for word in reversed(view.spoken) if isinstance(word.action, OfferTricks)), 0)
    # A lone follower takes two to three tricks; four of them still leave the game made.
    yes = offered <= 3
    return decide(
        OfferAnswer(yes), "CALLS-6",
        f"{offered} tricks for the follower {'are no more than' if yes else 'are more than'} the play should cost.",
        f"{offered} štiha pratiocu {'nije više' if yes else 'je više'} nego što bi igra trebalo da košta.",
    )  # fmt: skip


def legal_or_first(view: PreferansView, decision: Decision) -> Decision:
    """``decision`` when the rules allow its action, else the first legal action for the same reason."""
    allowed: tuple[Action, ...] = view.legal
    if decision.action in allowed:
        return decision
    return Decision(allowed[0], decision.rule, decision.text)
