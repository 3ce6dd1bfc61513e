"""A match: hands one after another on one sheet, from the first deal to the final result (sections 15, 16, 22)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from kibic.game import HOUSE, IllegalAction, Legal, Listed, Seat, Text
from kibic.games.preferans.actions import (
    WRITE_OFF,
    Action,
    Claim,
    Deal,
    Discard,
    Extend,
    Fine,
    Play,
    ShowTalon,
    TakeOver,
    Tricks,
    WriteOff,
)
from kibic.games.preferans.afterwards import LastHand, about_last_hand, amended, open_agreements
from kibic.games.preferans.auction import Auction
from kibic.games.preferans.deal import Deals, check_deal
from kibic.games.preferans.events import (
    Agreed,
    Event,
    HandOver,
    MatchOver,
    Played,
    PutAway,
    Said,
    TalonTaken,
    TrickTaken,
)
from kibic.games.preferans.events import Dealt as DealtEvent
from kibic.games.preferans.history import Spoken
from kibic.games.preferans.narrow import as_a, known
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.phase import Dealt, Finished, Phase
from kibic.games.preferans.play import Playing
from kibic.games.preferans.projection import open_view, view_of
from kibic.games.preferans.refusals import EXTENSION, NOT_AGREED, WRONG_PHASE, in_words
from kibic.games.preferans.reveal import revealed
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import HandFacts
from kibic.games.preferans.seating import speaking_order
from kibic.games.preferans.sheet import MOST_EXTENSION, Result, Sheet, enter, extended, final_result, write_off
from kibic.games.preferans.told import ToldTricks
from kibic.games.preferans.view import PreferansView


@dataclass(frozen=True, slots=True)
class HandInProgress:
    """The hand being bid or played."""

    dealt: Dealt
    phase: Phase
    spoken: tuple[Spoken, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A position of a match (an immutable value; :class:`kibic.game.State`).

    ``dealer`` deals the hand in progress, or the next one between hands. ``hand`` is None between hands. ``outcomes``
    are the finished hands in order. ``result`` is set when the match is over. ``last`` keeps what agreements after a
    hand may need (section 19); no view contains it.
    """

    rules: Rules
    players: int
    dealer: Seat
    sheet: Sheet
    hand: HandInProgress | None = None
    outcomes: tuple[Outcome, ...] = ()
    result: Result | None = None
    last: LastHand | None = None

    @classmethod
    def start(cls, rules: Rules, players: int, dealer: Seat) -> Match:
        """The state before the first deal."""
        return cls(rules, players, dealer, Sheet.new(rules, players))

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

    def legal(self) -> Legal[Action]:
        """The legal actions of the actor (section 22)."""
        if self.result is not None:
            return Listed(())
        if self.hand is None:
            return Deals(self.dealer, self.players)  # type: ignore[return-value]
        phase, dealt = self.hand.phase, self.hand.dealt
        if isinstance(phase, Playing) and phase.blind:
            return ToldTricks(self.players, partial(phase.allows, dealt))  # type: ignore[return-value]
        return Listed(phase.legal(dealt))

    def agreements(self) -> tuple[Action, ...]:
        """What everybody must agree to: the write-off between hands (WO-03), claims in the play (END-03), penalties.

        The penalties of section 19 are open after the hand that ends the match as after any other, until the table
        has closed the paper by a write-off.
        """
        outcome = self.outcomes[-1] if self.outcomes else None
        if self.result is not None:
            return about_last_hand(self.rules, self.last, outcome)
        if self.hand is None:
            write_off_ = (WRITE_OFF,) if outcome is not None else ()
            return (*write_off_, *open_agreements(self.rules, self.last, outcome))
        if isinstance(self.hand.phase, Playing):
            return tuple(Claim(number) for number in self.hand.phase.claims(self.hand.dealt))
        return ()

    def settles(self, action: Action) -> bool:
        """Whether an agreement stands without being asked for: a claim that nothing can change (END-03)."""
        return (
            self.hand is not None
            and isinstance(self.hand.phase, Playing)
            and (self.hand.phase.settles(self.hand.dealt, action))
        )

    def apply(self, action: Action) -> tuple[Match, tuple[Event, ...]]:
        """The next state and what happened.

        Raises :class:`IllegalAction` with the rule that forbids the action.
        """
        if self.hand is None:
            return self._between_hands(action)
        phase, dealt = self.hand.phase, self.hand.dealt
        if not phase.allows(dealt, action):
            raise self._illegal(*phase.refuse(dealt, action))
        after = phase.step(dealt, action)
        events = _events(self.hand, action, after)
        spoken = self.hand.spoken
        if not isinstance(action, Play | Tricks):
            spoken = (*spoken, Spoken(phase.actor, phase.name, action))
        if isinstance(after, Finished):
            return self._finish(after, events)
        hand = HandInProgress(dealt, after, spoken)
        return Match(self.rules, self.players, self.dealer, self.sheet, hand, self.outcomes), events

    def view(self, viewer: Seat) -> PreferansView:
        """What ``viewer`` may know (invariant: changing hidden cards consistently never changes it)."""
        return view_of(self, viewer)

    def opened(self) -> PreferansView:
        """The match with nothing hidden, for looking back."""
        return open_view(self)

    def _illegal(self, rule: str, text: Text) -> IllegalAction:
        text = in_words(text, self.rules.auc.hold_word)
        return IllegalAction(rule, text, [action.word for action in self.legal()])

    def _between_hands(self, action: Action) -> tuple[Match, tuple[Event, ...]]:
        closed = self.last is None or not isinstance(action, TakeOver | Fine | ShowTalon)
        if self.result is not None and closed:
            raise self._illegal(*WRONG_PHASE["over"])
        match action:
            case Deal():
                return self._deal(action)
            case WriteOff() if self.outcomes:
                after, events = self._write_off()
                return replace(after, last=None), events
            case WriteOff():
                text = Text(
                    "Before the first hand there is nothing to write off.", "Pre prve ruke nema šta da se otpiše."
                )
                raise self._illegal("WO-01", text)
            case Extend() | TakeOver() | Fine() | ShowTalon():
                return self._agree(action)
            case _:
                raise self._illegal(*WRONG_PHASE["deal"])

    def _agree(self, action: Extend | TakeOver | Fine | ShowTalon) -> tuple[Match, tuple[Event, ...]]:
        """Write what the table agreed on after a hand (MATCH-02, section 19, DEAL-05)."""
        if isinstance(action, Extend):
            if not self.outcomes or not 0 < action.bule <= MOST_EXTENSION or action.bule % 2:
                raise self._illegal(*EXTENSION)
            sheet = extended(self.rules, self.sheet, action.bule, len(self.outcomes))
            return replace(self, sheet=sheet, last=None), (Agreed(action.word),)
        if action not in self.agreements():
            raise self._illegal(*NOT_AGREED)
        last = known(self.last)
        outcome = amended(self.rules, last, self.outcomes[-1], action)
        sheet = enter(self.rules, last.before, outcome)
        after = replace(self, sheet=sheet, outcomes=(*self.outcomes[:-1], outcome), result=None)
        return after._close_if_over((Agreed(action.word),))

    def _deal(self, deal: Deal) -> tuple[Match, tuple[Event, ...]]:
        check_deal(deal, self.dealer, self.players)
        dealer = self.dealer if deal.dealer is None else deal.dealer  # FOUR-01, DEAL-04
        order = speaking_order(self.rules, dealer, self.players, deal, first_hand=not self.outcomes)
        number = len(self.outcomes) + 1
        facts = HandFacts(self.rules, self.sheet, number, dealer, self.players)
        dealt = Dealt(facts, order, deal)
        hand = HandInProgress(dealt, Auction(actor=order[0]))
        return replace(self, dealer=dealer, hand=hand, last=None), (DealtEvent(number, dealer),)

    def _finish(self, finished: Finished, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
        hand = known(self.hand)
        outcome = revealed(hand.dealt, finished)
        sheet = enter(self.rules, self.sheet, outcome)
        dealer = hand.dealt.order[0]  # DEAL-04; with card_8D the holder of the special card (SEAT-03)
        if not outcome.credited and self.rules.deal.redeal_dealer == "same":
            dealer = self.dealer
        after = replace(self, hand=None, sheet=sheet, dealer=dealer, outcomes=(*self.outcomes, outcome))
        after = replace(after, last=LastHand(hand.dealt, self.sheet))
        events = (*events, HandOver(outcome))
        return after._close_if_over(events)

    def _close_if_over(self, events: tuple[Event, ...]) -> tuple[Match, tuple[Event, ...]]:
        """End the match where the rules say so (MATCH-01, SCO-09)."""
        limit = self.rules.hands_limit
        if self.rules.match.end == "total_zero":
            if self.sheet.total > 0:
                return self, events
            if self.sheet.total < 0:  # without LAST-01 the last made game may take more than was left
                closed, more = self._write_off()
                return closed, (*events, *more)
            result = final_result(self.rules, self.sheet)
            return replace(self, result=result), (*events, MatchOver(result))
        over = len(self.outcomes) >= limit if limit is not None else min(self.sheet.bule) <= 0
        if not over:
            return self, events
        closed, more = self._write_off()
        return closed, (*events, *more)

    def _write_off(self) -> tuple[Match, tuple[Event, ...]]:
        order = tuple((self.dealer + 1 + step) % self.players for step in range(self.players))
        sheet, amounts = write_off(self.rules, self.sheet, order, len(self.outcomes))
        result = final_result(self.rules, sheet, amounts)
        return replace(self, sheet=sheet, result=result), (MatchOver(result),)


def _events(hand: HandInProgress, action: Action, after: Phase | Finished) -> tuple[Event, ...]:
    phase = hand.phase
    match action:
        case Play(card=card):
            return _play_events(phase, card, after)
        case Discard():
            return (PutAway(phase.actor, action.mask),)
        case Tricks():
            return ()
    said = Said(phase.actor, phase.name, action.word)
    if isinstance(phase, Auction) and not isinstance(after, Finished) and after.name == "discard":
        shown = hand.dealt.rules.talon.shown
        return (said, TalonTaken(after.actor, hand.dealt.deal.talon, public=shown))
    return (said,)


def _play_events(phase: Phase, card: int, after: Phase | Finished) -> tuple[Event, ...]:
    before = as_a(Playing, phase)
    played = Played(before.turn, card)
    tricks = after.outcome.play if isinstance(after, Finished) else as_a(Playing, after).played
    if len(tricks) == len(before.played):
        return (played,)
    winner = known(tricks[-1].winner)
    return (played, TrickTaken(winner, len(tricks), before.taken[winner] + 1))
