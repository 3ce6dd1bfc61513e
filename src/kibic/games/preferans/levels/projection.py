"""From a state of the game of levels to what one viewer may know. The only place that decides what is hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kibic.cards import Hand
from kibic.game import KIBITZER, Seat
from kibic.games.preferans.actions import PLAYS, Discard
from kibic.games.preferans.history import NO_TRICK
from kibic.games.preferans.levels.auction import LevelAuction
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.phase import LevelDealt, LevelPhase, LevelSpoken
from kibic.games.preferans.levels.play import LevelPlaying
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.narrow import known
from kibic.games.preferans.refusals import Refusal
from kibic.games.preferans.seating import playing_seats

if TYPE_CHECKING:
    from kibic.games.preferans.levels.match import LevelHand, LevelMatch


def view_of(match: LevelMatch, viewer: Seat) -> LevelView:
    """The view of ``viewer``: a seat, or ``KIBITZER``."""
    nothing = (0,) * match.players
    between = LevelView(
        viewer=viewer,
        rules=match.rules,
        players=match.players,
        hand_number=match.hand_number,
        dealer=match.dealer,
        order=playing_seats(match.dealer, match.players),
        phase=match.phase,
        to_act=match.to_act,
        turn=None,
        legal=(),
        agreements=match.agreements() if viewer >= 0 else (),
        refused=(),
        spoken=(),
        hands=(None,) * match.players,
        counts=nothing,
        talon=None,
        discard=None,
        bid=None,
        holder=None,
        declarer=None,
        contract=None,
        active=(),
        followers=(),
        caller=None,
        called=None,
        summon=None,
        open_hand=None,
        roles=(None,) * match.players,
        leader=None,
        trick=NO_TRICK,
        played=(),
        taken=nothing,
        sheet=match.sheet,
        outcome=match.outcomes[-1] if match.outcomes else None,
        result=match.result,
    )
    return between if match.hand is None else _in_hand(between, match.hand)


def open_view(match: LevelMatch) -> LevelView:
    """What a kibitzer would see if nothing were hidden: every hand, the talon and the discard, for looking back."""
    view = view_of(match, KIBITZER)
    if match.hand is None:
        return view
    dealt, phase = match.hand.dealt, match.hand.phase
    bargain = phase.bargain
    return replace(
        view,
        hands=tuple(mask or None for mask in _held(dealt, phase)),
        talon=dealt.deal.talon or None,
        discard=(bargain.discard or None) if bargain is not None else None,
        spoken=match.hand.spoken,
    )


def _held(dealt: LevelDealt, phase: LevelPhase) -> tuple[int, ...]:
    """The cards everybody holds now."""
    if isinstance(phase, LevelPlaying):
        return phase.hands
    return tuple(dealt.cards_of(seat, phase.bargain) for seat in range(dealt.players))


def _in_hand(view: LevelView, hand: LevelHand) -> LevelView:
    dealt, phase, viewer = hand.dealt, hand.phase, view.viewer
    acts = viewer >= 0 and viewer == phase.actor
    view = replace(
        view,
        outcome=None,
        order=dealt.order,
        legal=phase.legal(dealt) if acts else (),
        spoken=tuple(_heard(word, viewer) for word in hand.spoken),
    )
    view = _with_cards(view, dealt, phase)
    if isinstance(phase, LevelAuction):
        return replace(view, bid=phase.bid, holder=phase.holder)
    view = _with_bargain(view, dealt, known(phase.bargain))
    return _with_play(view, dealt, phase, acts=acts) if isinstance(phase, LevelPlaying) else view


def _with_cards(view: LevelView, dealt: LevelDealt, phase: LevelPhase) -> LevelView:
    """The own cards, and those of the hand that lies open (POL-05)."""
    seen = {view.viewer}
    if isinstance(phase, LevelPlaying) and phase.open_hand is not None:
        seen.add(phase.open_hand)
    held = _held(dealt, phase)
    return replace(
        view,
        hands=tuple(mask if seat in seen and mask else None for seat, mask in enumerate(held)),
        counts=tuple(mask.bit_count() for mask in held),
    )


def _with_bargain(view: LevelView, dealt: LevelDealt, bargain: LevelBargain) -> LevelView:
    is_declarer = bargain.declarer == view.viewer
    shown = not dealt.deal.blind and (dealt.rules.talon.shown or is_declarer)
    return replace(
        view,
        talon=dealt.deal.talon if shown else None,
        discard=bargain.discard or None if is_declarer else None,
        bid=bargain.bid,
        holder=bargain.declarer,
        declarer=bargain.declarer,
        contract=bargain.contract,
        followers=bargain.followers if bargain.contract is not None else (),
        caller=bargain.caller,
        called=bargain.called,
        summon=bargain.summon,
        roles=bargain.roles(),
    )


def _with_play(view: LevelView, dealt: LevelDealt, phase: LevelPlaying, *, acts: bool) -> LevelView:
    first = phase.trick.leader
    return replace(
        view,
        turn=phase.turn,
        refused=_refused(dealt, phase) if acts else (),
        active=tuple(sorted(phase.active)),
        open_hand=phase.open_hand,
        leader=phase.turn if first is None else first,
        trick=phase.trick,
        played=phase.played,
        taken=phase.taken,
    )


def _heard(word: LevelSpoken, viewer: Seat) -> LevelSpoken:
    """A word as the viewer heard it: a discard shows no cards to others (POL-03)."""
    if isinstance(word.action, Discard) and word.seat != viewer:
        return replace(word, action=Discard(None, None))
    return word


def _refused(dealt: LevelDealt, phase: LevelPlaying) -> tuple[Refusal, ...]:
    """Why cards of the hand in turn may not be played now."""
    kept = phase.hands[phase.turn] & ~phase.playable(dealt)
    refusals = []
    for card in Hand(kept):
        rule, text = phase.refuse(dealt, PLAYS[card])
        refusals.append(Refusal(PLAYS[card].word, rule, text))
    return tuple(refusals)
