"""From a state to what one viewer may know. The only place that decides what is hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kibic.cards import Hand
from kibic.game import KIBITZER, Seat
from kibic.games.preferans.actions import HOLD, IGRA, PLAYS, Action, Discard
from kibic.games.preferans.auction import Auction, Naming
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.history import NO_TRICK, Spoken, Trick
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.phase import Dealt, Phase
from kibic.games.preferans.play import Playing
from kibic.games.preferans.refusals import Refusal, in_words
from kibic.games.preferans.seating import playing_seats
from kibic.games.preferans.sheet import refa_factor
from kibic.games.preferans.view import PreferansView

if TYPE_CHECKING:
    from kibic.games.preferans.match import HandInProgress, Match


def view_of(match: Match, viewer: Seat) -> PreferansView:
    """The view of ``viewer``: a seat, or ``KIBITZER``."""
    if match.hand is None:
        return _between_hands(match, viewer)
    return _in_hand(match, match.hand, viewer)


def open_view(match: Match) -> PreferansView:
    """What a kibitzer would see if nothing were hidden: every hand, the talon and the discard, for looking back.

    After a hand that stayed closed the cards are shown as they were dealt.
    """
    view = view_of(match, KIBITZER)
    if match.hand is None:
        return replace(view, outcome=_opened_outcome(match))
    dealt, bargain = match.hand.dealt, match.hand.phase.bargain
    return replace(
        view,
        hands=tuple(mask or None for mask in _held(dealt, match.hand.phase, bargain)),
        talon=dealt.deal.talon or None,
        discard=(bargain.discard or None) if bargain is not None else None,
        spoken=match.hand.spoken,
    )


def _opened_outcome(match: Match) -> Outcome | None:
    """The last outcome with all cards, as far as they are known."""
    outcome = match.outcomes[-1] if match.outcomes else None
    if outcome is None or match.last is None or outcome.discard is not None:
        return outcome
    deal = match.last.dealt.deal
    return replace(outcome, hands=tuple(mask or None for mask in deal.hands), talon=deal.talon or None)


def _between_hands(match: Match, viewer: Seat) -> PreferansView:
    nothing = (0,) * match.players
    order = playing_seats(match.dealer, match.players)
    return PreferansView(
        viewer=viewer,
        rules=match.rules,
        players=match.players,
        hand_number=match.hand_number,
        dealer=match.dealer,
        order=order,
        phase=match.phase,
        to_act=match.to_act,
        legal=(),
        agreements=match.agreements() if viewer >= 0 else (),
        refused=(),
        spoken=(),
        hands=(None,) * match.players,
        counts=nothing,
        talon=None,
        discard=None,
        number=None,
        holder=None,
        declarer=None,
        contract=None,
        igra=False,
        active=(),
        followers=(),
        caller=None,
        called=None,
        kontra=1,
        kontras=None,
        roles=(None,) * match.players,
        refa=1,
        leader=None,
        trick=NO_TRICK,
        played=(),
        taken=nothing,
        sheet=match.sheet,
        outcome=match.outcomes[-1] if match.outcomes else None,
        result=match.result,
    )


def _in_hand(match: Match, hand: HandInProgress, viewer: Seat) -> PreferansView:
    dealt, phase = hand.dealt, hand.phase
    bargain = phase.bargain
    auction = phase.auction if isinstance(phase, Naming) else phase if isinstance(phase, Auction) else None
    held = _held(dealt, phase, bargain)
    declared = bargain is not None and bargain.contract is not None
    acts = viewer >= 0 and viewer == phase.actor
    playing = phase if isinstance(phase, Playing) else None
    return PreferansView(
        viewer=viewer,
        rules=match.rules,
        players=match.players,
        hand_number=match.hand_number,
        dealer=match.dealer,
        order=dealt.order,
        phase=phase.name,
        to_act=phase.actor,
        legal=phase.legal(dealt) if acts else (),
        agreements=match.agreements() if viewer >= 0 else (),
        refused=_refused(dealt, phase) if acts else (),
        spoken=tuple(_heard(word, viewer) for word in hand.spoken),
        hands=tuple(mask if seat == viewer and mask else None for seat, mask in enumerate(held)),
        counts=tuple(mask.bit_count() for mask in held),
        talon=_talon(dealt, bargain, viewer),
        discard=bargain.discard or None if bargain is not None and bargain.declarer == viewer else None,
        number=_number(auction, bargain),
        holder=auction.holder if auction is not None else None,
        declarer=bargain.declarer if bargain is not None else None,
        contract=bargain.contract if bargain is not None else None,
        igra=bargain.igra if bargain is not None else False,
        active=tuple(sorted(playing.active)) if playing is not None else (),
        followers=bargain.followers if bargain is not None and declared else (),
        caller=bargain.caller if bargain is not None else None,
        called=bargain.called if bargain is not None else None,
        kontra=bargain.kontra if bargain is not None else 1,
        kontras=bargain.kontras if bargain is not None else None,
        roles=bargain.roles(match.players) if bargain is not None else (None,) * match.players,
        refa=refa_factor(match.rules, match.sheet, bargain.declarer) if bargain is not None else 1,
        leader=_leader(playing),
        trick=playing.trick if playing is not None else NO_TRICK,
        played=playing.played if playing is not None else (),
        taken=playing.taken if playing is not None else (0,) * match.players,
        sheet=match.sheet,
        outcome=None,
        result=None,
    )


def _held(dealt: Dealt, phase: Phase, bargain: Bargain | None) -> tuple[int, ...]:
    """The cards everybody holds now."""
    if isinstance(phase, Playing):
        return phase.hands
    if bargain is None or bargain.igra or dealt.deal.blind:
        return dealt.deal.hands
    hands = list(dealt.deal.hands)
    hands[bargain.declarer] = (hands[bargain.declarer] | dealt.deal.talon) & ~bargain.discard
    return tuple(hands)


def _talon(dealt: Dealt, bargain: Bargain | None, viewer: Seat) -> int | None:
    """The talon, once taken; never in an igra (TAL-01, TAL-03)."""
    if bargain is None or bargain.igra or dealt.deal.blind:
        return None
    return dealt.deal.talon if dealt.rules.talon.shown or viewer == bargain.declarer else None


def _number(auction: Auction | None, bargain: Bargain | None) -> int | None:
    if auction is not None:
        return None if auction.calls else auction.number
    return bargain.number or None if bargain is not None else None


def _leader(playing: Playing | None) -> Seat | None:
    if playing is None:
        return None
    return playing.turn if playing.trick.leader is None else playing.trick.leader


def _heard(word: Spoken, viewer: Seat) -> Spoken:
    """A word as the viewer heard it: a discard shows no cards to others (TAL-02)."""
    if isinstance(word.action, Discard) and word.seat != viewer:
        return replace(word, action=Discard(None, None))
    return word


def _refused(dealt: Dealt, phase: Phase) -> tuple[Refusal, ...]:
    """Why own cards, or words people look for, are not allowed now."""
    wanted: list[Action] = []
    if isinstance(phase, Playing):
        hand = phase.hands[phase.turn]
        may = phase.playable(dealt)
        wanted = [PLAYS[card] for card in Hand(hand & ~may)] if may != hand else []
    elif isinstance(phase, Auction):
        wanted = [word for word in (HOLD, IGRA) if not phase.allows(dealt, word)]
    refusals = []
    for action in wanted:
        rule, text = phase.refuse(dealt, action)
        refusals.append(Refusal(action.word, rule, in_words(text, dealt.rules.auc.hold_word)))
    return tuple(refusals)


def last_trick(view: PreferansView) -> Trick | None:
    """The last completed trick (PLAY-05: nothing older may be looked at)."""
    return view.played[-1] if view.played else None
