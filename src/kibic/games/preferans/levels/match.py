"""A match of levels: hands one after another on one paper of points, for a fixed number of deals (POL-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from kibic.game import HOUSE, IllegalAction, Legal, Listed, Seat, Text
from kibic.games.preferans.actions import WRITE_OFF, Claim, Deal, Discard, Play, Tricks, WriteOff
from kibic.games.preferans.deal import Deals, check_deal
from kibic.games.preferans.events import Dealt, MatchOver, Played, PutAway, Said, TalonTaken, TrickTaken
from kibic.games.preferans.levels import refusals
from kibic.games.preferans.levels.actions import LevelAction
from kibic.games.preferans.levels.auction import LevelAuction
from kibic.games.preferans.levels.events import LaidOpen, LevelEvent, LevelHandOver
from kibic.games.preferans.levels.exchange import LevelDiscarding
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.levels.phase import LevelDealt, LevelFinished, LevelPhase, LevelSpoken
from kibic.games.preferans.levels.play import LevelPlaying
from kibic.games.preferans.levels.points import PointSheet, enter_points, points_result
from kibic.games.preferans.levels.projection import open_view, view_of
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.narrow import as_a, known
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.seating import speaking_order
from kibic.games.preferans.sheet import Result
from kibic.games.preferans.told import ToldTricks


@dataclass(frozen=True, slots=True)
class LevelHand:
    """The hand being bid or played."""

    dealt: LevelDealt
    phase: LevelPhase
    spoken: tuple[LevelSpoken, ...] = ()


@dataclass(frozen=True, slots=True)
class LevelMatch:
    """A position of a match of levels (an immutable value; :class:`kibic.game.State`).

    ``dealer`` deals the hand in progress, or the next one between hands. ``hand`` is None between hands. ``outcomes``
    are the finished hands in order. ``result`` is set when the match is over.
    """

    rules: Rules
    players: int
    dealer: Seat
    sheet: PointSheet
    hand: LevelHand | None = None
    outcomes: tuple[LevelOutcome, ...] = ()
    result: Result | None = None

    @classmethod
    def start(cls, rules: Rules, players: int, dealer: Seat) -> LevelMatch:
        """The state before the first deal."""
        return cls(rules, players, dealer, PointSheet.new(players))

    @property
    def hand_number(self) -> int:
        """Number of the hand in progress, or of the last one between hands; 0 before the first."""
        return len(self.outcomes) + (self.hand is not None)

    @property
    def to_act(self) -> Seat | None:
        """The one who acts: a seat, ``HOUSE``, or None when the match is over."""
        if self.result is not None:
            return None
        return HOUSE if self.hand is None else self.hand.phase.actor

    @property
    def phase(self) -> str:
        """``deal``, a phase of the hand, or ``over``."""
        if self.result is not None:
            return "over"
        return "deal" if self.hand is None else self.hand.phase.name

    def legal(self) -> Legal[LevelAction]:
        """The legal actions of the actor."""
        if self.result is not None:
            return Listed(())
        if self.hand is None:
            return Deals(self.dealer, self.players)  # type: ignore[return-value]
        phase, dealt = self.hand.phase, self.hand.dealt
        if isinstance(phase, LevelPlaying) and phase.blind:
            return ToldTricks(self.players, partial(phase.allows, dealt))  # type: ignore[return-value]
        return Listed(phase.legal(dealt))

    def agreements(self) -> tuple[LevelAction, ...]:
        """Closing the match between hands, and the claims in the play (END-03)."""
        if self.result is not None:
            return ()
        if self.hand is None:
            return (WRITE_OFF,) if self.outcomes else ()
        phase = self.hand.phase
        return tuple(Claim(number) for number in phase.claims()) if isinstance(phase, LevelPlaying) else ()

    def apply(self, action: LevelAction) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
        """The next state and what happened. Raises :class:`IllegalAction` with the rule that forbids the action."""
        if self.hand is None:
            return self._between_hands(action)
        phase, dealt = self.hand.phase, self.hand.dealt
        if not phase.allows(dealt, action):
            raise self._illegal(*phase.refuse(dealt, action))
        after = phase.step(dealt, action)
        events = _events(self.hand, action, after)
        spoken = self.hand.spoken
        if not isinstance(action, Play | Tricks):
            spoken = (*spoken, LevelSpoken(phase.actor, phase.name, action))
        if isinstance(after, LevelFinished):
            return self._finish(dealt, after, events)
        return replace(self, hand=LevelHand(dealt, after, spoken)), events

    def view(self, viewer: Seat) -> LevelView:
        """What ``viewer`` may know."""
        return view_of(self, viewer)

    def opened(self) -> LevelView:
        """The match with nothing hidden, for looking back."""
        return open_view(self)

    def _illegal(self, rule: str, text: Text) -> IllegalAction:
        return IllegalAction(rule, text, [action.word for action in self.legal()])

    def _between_hands(self, action: LevelAction) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
        if self.result is not None:
            raise self._illegal(*refusals.WRONG_PHASE["over"])
        match action:
            case Deal():
                return self._deal(action)
            case WriteOff() if self.outcomes:
                return self._close(())
            case WriteOff():
                raise self._illegal(*refusals.CLOSE_EARLY)
            case _:
                raise self._illegal(*refusals.WRONG_PHASE["deal"])

    def _deal(self, deal: Deal) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
        check_deal(deal, self.dealer, self.players)
        order = speaking_order(self.rules, self.dealer, self.players, deal, first_hand=not self.outcomes)
        number = len(self.outcomes) + 1
        dealt = LevelDealt(self.rules, self.sheet, number, self.dealer, order, deal)
        return replace(self, hand=LevelHand(dealt, LevelAuction(actor=order[0]))), (Dealt(number, self.dealer),)

    def _finish(
        self, dealt: LevelDealt, finished: LevelFinished, events: tuple[LevelEvent, ...]
    ) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
        outcome = _shown(dealt, finished)
        sheet = enter_points(self.sheet, outcome)
        repeated = not outcome.counts and self.rules.deal.redeal_dealer == "same"
        dealer = self.dealer if repeated else dealt.order[0]  # DEAL-04
        after = replace(self, hand=None, sheet=sheet, dealer=dealer, outcomes=(*self.outcomes, outcome))
        events = (*events, LevelHandOver(outcome))
        return after._close(events) if sheet.deals >= self.rules.match.deals else (after, events)

    def _close(self, events: tuple[LevelEvent, ...]) -> tuple[LevelMatch, tuple[LevelEvent, ...]]:
        """End the match: after the last deal, or by agreement between hands (POL-13)."""
        result = points_result(self.rules, self.sheet)
        return replace(self, result=result), (*events, MatchOver(result))


def _shown(dealt: LevelDealt, finished: LevelFinished) -> LevelOutcome:
    """The outcome with the cards that may be shown: a hand that was not played is not shown (DEAL-05)."""
    outcome, bargain = finished.outcome, finished.bargain
    if dealt.deal.blind or bargain is None or outcome.kind != "played":
        return replace(outcome, hands=(None,) * dealt.players)
    hands = tuple(dealt.cards_of(seat, bargain) for seat in range(dealt.players))
    return replace(outcome, hands=hands, talon=dealt.deal.talon, discard=bargain.discard)


def _events(hand: LevelHand, action: LevelAction, after: LevelPhase | LevelFinished) -> tuple[LevelEvent, ...]:
    phase = hand.phase
    match action:
        case Play(card=card):
            return tuple(_play_events(as_a(LevelPlaying, phase), card, after))
        case Discard():
            return (PutAway(phase.actor, action.mask),)
        case Tricks():
            return ()
    said = Said(phase.actor, phase.name, action.word)
    if isinstance(after, LevelDiscarding):
        return (said, TalonTaken(after.actor, hand.dealt.deal.talon, public=hand.dealt.rules.talon.shown))
    return (said,)


def _play_events(before: LevelPlaying, card: int, after: LevelPhase | LevelFinished) -> list[LevelEvent]:
    events: list[LevelEvent] = [Played(before.turn, card)]
    if isinstance(after, LevelFinished):
        tricks = after.outcome.play
    else:
        playing = as_a(LevelPlaying, after)
        tricks = playing.played
        if before.open_hand is None and playing.open_hand is not None:
            events.append(LaidOpen(playing.open_hand, playing.hands[playing.open_hand]))
    if len(tricks) > len(before.played):
        winner = known(tricks[-1].winner)
        events.append(TrickTaken(winner, len(tricks), before.taken[winner] + 1))
    return events
