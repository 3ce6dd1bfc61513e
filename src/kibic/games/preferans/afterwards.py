"""What may be agreed after a hand: who takes over a fall, a fine, the talon shown, a longer match (sections 15, 19).

None of it is decided by the engine alone: these are agreements of the table (or its referee), which the engine checks
for sense and writes on the sheet with a reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibic.cards import DECK_32
from kibic.game import Seat
from kibic.games.preferans.actions import SHOW_TALON, Action, Extend, Fine, ShowTalon, TakeOver
from kibic.games.preferans.outcome import Outcome, Reason, Supe
from kibic.games.preferans.phase import Dealt
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import HAT_KEYS, hat_reasons
from kibic.games.preferans.sheet import Sheet

#: PEN-03: bule of a follower who did not give the kontra he had to give.
FINE_BULE = 20
#: MATCH-02: by how much a match may be made longer at once.
EXTENSIONS = (10, 20, 50, 100)
_ACE_TO_TEN = 0b11111000


@dataclass(frozen=True, slots=True)
class LastHand:
    """The hand just finished: what was dealt, and the sheet before it."""

    dealt: Dealt
    before: Sheet


def about_last_hand(rules: Rules, last: LastHand | None, outcome: Outcome | None) -> tuple[Action, ...]:
    """What the table may agree on about the hand just finished, also when that hand ended the match (section 19)."""
    if last is None or outcome is None:
        return ()
    return (*_take_overs(rules, last, outcome), *_fines(rules, last, outcome), *_talon(rules, last, outcome))


def open_agreements(rules: Rules, last: LastHand | None, outcome: Outcome | None) -> tuple[Action, ...]:
    """What the table may agree on between hands, besides the write-off."""
    longer = tuple(Extend(bule) for bule in EXTENSIONS) if outcome is not None else ()
    return (*about_last_hand(rules, last, outcome), *longer)


def amended(rules: Rules, last: LastHand, outcome: Outcome, action: TakeOver | Fine | ShowTalon) -> Outcome:
    """The outcome after the agreement."""
    match action:
        case TakeOver():
            changed = _taken_over(rules, outcome, action)
        case Fine():
            changed = _fined(rules, last.before, outcome, action.seat)
        case _:
            return replace(outcome, talon=last.dealt.deal.talon)
    reasons = tuple(reason for reason in changed.reasons if reason.key not in HAT_KEYS)
    return replace(changed, reasons=(*reasons, *hat_reasons(rules, last.before, changed.bule)))


def _fined(rules: Rules, before: Sheet, outcome: Outcome, seat: Seat) -> Outcome:
    """Who had to give kontra and did not falls by :data:`FINE_BULE` (PEN-03), so that nothing is cut (LAST-02)."""
    if outcome.reduced:
        outcome = _uncut(rules, before.total, outcome)
    bule = tuple(change + FINE_BULE * (index == seat) for index, change in enumerate(outcome.bule))
    reason = Reason(
        seat, "bule", FINE_BULE, ("PEN-03", "FMIN-6"), "fined", (("fine", FINE_BULE),), words=rules.ui.words
    )
    return replace(outcome, bule=bule, reasons=(*outcome.reasons, reason), penalty="fine")


def _uncut(rules: Rules, total: int, outcome: Outcome) -> Outcome:
    """A made game that LAST-01 had cut to ``total``, with its whole unit (LAST-02, LAST-03)."""
    cut = next(reason for reason in outcome.reasons if reason.key == "reduced")
    unit = int(dict(cut.arguments)["unit"])
    bule = tuple(-unit if index == outcome.declarer else change for index, change in enumerate(outcome.bule))
    whole = replace(cut, points=-unit, rules=("LAST-02",), key="not_reduced", arguments=(("unit", unit),))
    reasons = [whole if reason is cut else reason for reason in outcome.reasons]
    supe = outcome.supe
    if rules.last.supe == "reduced":
        supe = tuple(replace(entry, points=entry.points // total * unit) for entry in supe)
        reasons = [_at_unit(reason, unit, total) if reason.about == "supe" else reason for reason in reasons]
    return replace(outcome, bule=bule, supe=supe, reasons=tuple(reasons), reduced=False)


def _at_unit(reason: Reason, unit: int, total: int) -> Reason:
    """Why supe were written, told with the whole unit instead of ``total``."""
    points = int(dict(reason.arguments)["points"]) // total * unit
    changed = {"unit": unit, "points": points}
    arguments = tuple((key, changed.get(key, value)) for key, value in reason.arguments)
    return replace(reason, points=points, arguments=arguments)


def _take_overs(rules: Rules, last: LastHand, outcome: Outcome) -> Iterator[TakeOver]:
    """A defender may answer for his partner's fall, unless he fell himself (PEN-02, PEN-04, PEN-05, PEN-06)."""
    pen = rules.pen
    agreed = pen.rezon != "off" or pen.bluff or pen.min_bid or pen.min_follow
    if not agreed or outcome.kind != "played" or outcome.penalty is not None:
        return
    for victim in last.dealt.order:
        if victim == outcome.declarer or outcome.made[victim] is not False:
            continue
        for offender in last.dealt.order:
            if offender not in (victim, outcome.declarer) and outcome.made[offender] is not False:
                yield TakeOver(offender, victim)


def _taken_over(rules: Rules, outcome: Outcome, action: TakeOver) -> Outcome:
    offender, victim = action.offender, action.victim
    fall = outcome.bule[victim]
    bule = list(outcome.bule)
    bule[offender] += fall
    bule[victim] = 0
    reason = Reason(
        offender, "bule", fall, ("PEN-02", "RSP-02"), "took_over", (("fall", fall), ("against", victim)),
        words=rules.ui.words,
    )  # fmt: skip
    supe = outcome.supe
    if rules.pen.rezon == "str":  # the offender also gets the partner's supe of the hand (STR, DV16)
        supe = _rebooked(supe, offender, victim)
    return replace(outcome, bule=tuple(bule), supe=supe, reasons=(*outcome.reasons, reason), penalty="take_over")


def _rebooked(supe: tuple[Supe, ...], offender: Seat, victim: Seat) -> tuple[Supe, ...]:
    points: dict[tuple[Seat, Seat], int] = {}
    for entry in supe:
        writer = offender if entry.writer == victim else entry.writer
        points[writer, entry.against] = points.get((writer, entry.against), 0) + entry.points
    return tuple(Supe(writer, against, total) for (writer, against), total in sorted(points.items()))


def _fines(rules: Rules, last: LastHand, outcome: Outcome) -> Iterator[Fine]:
    """The first follower who had to give kontra and did not (PEN-03, FMIN-6)."""
    contract = outcome.contract
    if not rules.pen.must_kontra or outcome.kontra > 1 or outcome.penalty is not None or not outcome.followers:
        return
    first, deal = outcome.followers[0], last.dealt.deal
    if contract is None or contract.trump is None:
        return
    # Of a hand told without its cards only the table knows what the follower held.
    if deal.blind or must_kontra(deal.hands[first], contract.trump):
        yield Fine(first)


def must_kontra(hand: int, trump: int) -> bool:
    """Any four trumps and the five top cards of another suit oblige to kontra (FMIN-6)."""
    if (hand & DECK_32.suit_masks[trump]).bit_count() < 4:
        return False
    return any(hand >> 8 * suit & _ACE_TO_TEN == _ACE_TO_TEN for suit in range(4) if suit != trump)


def _talon(rules: Rules, last: LastHand, outcome: Outcome) -> tuple[ShowTalon, ...]:
    """After all passed the talon may be turned up if everybody agrees (DEAL-05)."""
    shown = outcome.talon is not None or last.dealt.deal.blind
    if outcome.kind != "all_pass" or rules.allpass.show_talon != "by_consent" or shown:
        return ()
    return (SHOW_TALON,)
