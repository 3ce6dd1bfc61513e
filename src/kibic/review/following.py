"""Followers checked against the agreed minimum, and the kontra that had to be given (FMIN-1 to FMIN-8, FMIN-P)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kibic.bots.preferans.following import is_second, partner_follows, situation
from kibic.bots.preferans.minimums import FIRST, PIK, SECOND, STANDARD, TURNIR, Held, describe, first_met
from kibic.cards import bits
from kibic.game import Seat, Text
from kibic.games.preferans.actions import Follow, NameSuit
from kibic.games.preferans.afterwards import must_kontra
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import SUIT_MASKS, holdings
from kibic.games.preferans.play import first_leader
from kibic.games.preferans.view import PreferansView
from kibic.games.preferans.vocabulary import reasons
from kibic.review.course import HandCourse, Moment
from kibic.review.finding import Finding

_TOP_FIVE = 0b11111000


def check_following(course: HandCourse) -> Iterator[Finding]:
    """Everybody who said "dođem", by the table agreed for the situation; then the kontra that had to be given."""
    for moment in course.in_phase("following"):
        contract = moment.view.contract
        if moment.action == Follow(True) and contract is not None and contract.trump is not None:
            yield from _followed(course, moment, contract)
    yield from _owed_kontra(course)


def _followed(course: HandCourse, moment: Moment, contract: Contract) -> Iterator[Finding]:
    view, seat = moment.view, moment.seat
    conv = course.rules.conv
    if contract is Contract.PIK and not view.igra and conv.pik_follow != "none":
        rule, sets = "FMIN-P", _pik_sets(course, moment, conv.pik_follow)
        if conv.pik_follow in {"str", "gulin"} and course.gave_kontra(seat):
            return  # FMIN-P: who lacks them may come if he then gives kontra himself
    elif conv.follow_min != "none":
        rule, sets = situation_sets(view, conv.follow_min)
    else:
        return
    bought = [card // 8 for card in bits(0 if view.igra else view.talon or 0)]
    if first_met(Held.of(view.own, contract.trump or 0, bought), sets) is not None:
        return
    if rule == "FMIN-2" and partner_follows(view) and _reasons_elsewhere(view):
        return
    second = partner_follows(view)
    example = describe(sets[0])
    text = Text(
        f"followed {'after partner ' if second else ''}without the agreed minimum, such as {example[0]}.",
        f"pratnja {'posle partnera ' if second else ''}ispod dogovorenog minimuma, kao što je {example[1]}.",
    )
    yield course.finding(
        seat, rule, "agreed", "following", view.own, text, answers="RSP-01", penalty=course.rules.pen.min_follow
    )


def situation_sets(view: PreferansView, table: str) -> tuple[str, tuple[str, ...]]:
    """The rule and the sets of which one suffices for the viewer to follow now, by ``conv.follow_min``.

    The table for the second to decide is for him who joins a partner; alone he needs what the first would need, or
    three reasons (FOL-S1). Two talon cards of one suit only add to what suffices (FMIN-8, FOL-S2).
    """
    if table == "turnir":
        return "FOL-S1", TURNIR
    rule = situation(view)
    tables = SECOND if partner_follows(view) else FIRST
    sets = tables[rule]
    if rule == "FMIN-8":
        sets += tables["FMIN-4" if view.declarer == view.order[0] else "FMIN-3"]
    if is_second(view) and not partner_follows(view) and rule not in {"FMIN-4", "FMIN-5"}:
        sets += STANDARD
    return rule, sets


def _reasons_elsewhere(view: PreferansView) -> bool:
    """FMIN-2, second to decide: a strong reason in each suit that nobody announced."""
    named = {word.action.contract.trump for word in view.spoken if isinstance(word.action, NameSuit)}
    return all(reasons(holding) for suit, holding in enumerate(holdings(view.own)) if suit not in named)


def _pik_sets(course: HandCourse, moment: Moment, table: str) -> tuple[str, ...]:
    sets = PIK[table]
    if table == "gulin" and not _declarer_leads(moment):
        sets += ("t3 A",)
    return sets


def _declarer_leads(moment: Moment) -> bool:
    hand = moment.before.hand
    bargain = hand.phase.bargain if hand is not None else None
    return hand is not None and bargain is not None and first_leader(hand.dealt, bargain) == bargain.declarer


def _owed_kontra(course: HandCourse) -> Iterator[Finding]:
    """FMIN-6: the first follower with any four trumps and five top cards of another suit must give kontra."""
    rules, outcome = course.rules, course.outcome
    agreed = rules.pen.must_kontra or rules.conv.follow_min in {"intro", "gulin"}
    trump = outcome.contract.trump if outcome.contract is not None else None
    if not agreed or trump is None or outcome.kontra > 1 or not outcome.followers:
        return
    seat = _first_follower(course)
    if seat is None or not must_kontra(course.dealt[seat], trump):
        return
    hand = course.dealt[seat]
    five = next(s for s in range(4) if s != trump and hand >> 8 * s & _TOP_FIVE == _TOP_FIVE)
    text = Text(
        "first follower with four trumps and five top cards of another suit, and no kontra.",
        "prvi pratilac sa četiri aduta i pet majorskih karata u drugoj boji, a bez kontre.",
    )
    cards = hand & (SUIT_MASKS[trump] | SUIT_MASKS[five])
    found = course.finding(seat, "FMIN-6", "agreed", "kontra", cards, text, answers="RSP-05")
    yield replace(found, remedy=course.fine(seat))


def _first_follower(course: HandCourse) -> Seat | None:
    return next((moment.seat for moment in course.in_phase("following") if moment.action == Follow(True)), None)
