"""A finished hand as the checker goes through it: every word and card with the state before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kibic.cards import Hand
from kibic.game import Seat, Text
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Action, Fine, Kontra, Play, TakeOver
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.phase import Phase
from kibic.games.preferans.play import Playing
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.view import PreferansView
from kibic.record import Replay
from kibic.review.finding import Finding, Severity


@dataclass(frozen=True)
class Moment:
    """One action of a seat, and the state in which it was done."""

    seat: Seat
    phase: str
    action: Action
    before: Match

    @cached_property
    def view(self) -> PreferansView:
        """What the seat knew when it acted."""
        return self.before.view(self.seat)

    @property
    def phase_before(self) -> Phase | None:
        """The phase as the rules hold it, None between hands."""
        return self.before.hand.phase if self.before.hand is not None else None


@dataclass(frozen=True)
class HandCourse:
    """A finished hand with known cards. ``after`` is the state when it was over, before anything was agreed on it."""

    number: int
    names: tuple[str, ...]
    moments: tuple[Moment, ...]
    after: Match

    @classmethod
    def of(cls, replay: Replay, number: int) -> HandCourse | None:
        """Hand ``number`` (from 1) of a record; None for a hand that is not finished, not a game of numbers, or told
        without its cards.
        """
        moments: list[Moment] = []
        before = replay.start
        for step in replay.steps:
            if step.hand == number:
                if not isinstance(before, Match):
                    return None
                if before.hand is not None:
                    moments.append(Moment(step.actor, step.phase, step.action, before))
                    if step.after.hand is None:
                        return cls._known(number, replay.record.players, tuple(moments), step.after)
            before = step.after
        return None

    @classmethod
    def _known(
        cls, number: int, names: tuple[str, ...], moments: tuple[Moment, ...], after: Match
    ) -> HandCourse | None:
        last = after.last
        return None if last is None or last.dealt.deal.blind else cls(number, names, moments, after)

    @property
    def rules(self) -> Rules:
        """The ruleset."""
        return self.after.rules

    @property
    def outcome(self) -> Outcome:
        """How the hand ended, before the table agreed on anything."""
        return self.after.outcomes[-1]

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """The hands as they were dealt, masks by seat."""
        hand = self.moments[0].before.hand
        return hand.dealt.deal.hands if hand is not None else ()

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats that got cards, from P1."""
        hand = self.moments[0].before.hand
        return hand.dealt.order if hand is not None else ()

    def in_phase(self, *phases: str) -> Iterator[Moment]:
        """The moments of some phases."""
        return (moment for moment in self.moments if moment.phase in phases)

    def defence(self) -> Iterator[tuple[Moment, Playing, int]]:
        """The cards the defenders played, each with its moment and the play before it."""
        for moment in self.moments:
            playing = moment.phase_before
            if (
                isinstance(moment.action, Play)
                and isinstance(playing, Playing)
                and moment.seat != playing.bargain.declarer
            ):
                yield moment, playing, moment.action.card

    def gave_kontra(self, seat: Seat) -> bool:
        """Whether the seat said kontra."""
        return any(moment.seat == seat and moment.action == Kontra(2) for moment in self.moments)

    def partner(self, seat: Seat) -> Seat | None:
        """The other defender, None for the declarer and without one."""
        declarer = self.outcome.declarer
        if declarer is None or seat == declarer:
            return None
        return next((other for other in self.order if other not in (seat, declarer)), None)

    def victim(self, seat: Seat) -> Seat | None:
        """The partner who fell while ``seat`` did not (RSP-02)."""
        partner = self.partner(seat)
        made = self.outcome.made
        return partner if partner is not None and made[partner] is False and made[seat] is not False else None

    def finding(
        self,
        seat: Seat,
        rule: str,
        severity: Severity,
        phase: str,
        cards: int,
        text: Text,
        *,
        answers: str,
        penalty: bool = False,
    ) -> Finding:
        """A finding with the sentence who answers for it.

        ``text`` goes on after the name. ``answers`` is the rule of responsibility (RSP-01 to RSP-05). ``penalty`` tells
        that the rules let the table charge the fall to the one who broke the convention.
        """
        name = self.names[seat]
        victim = self.victim(seat)
        remedy = None
        if victim is not None:
            word = TakeOver(seat, victim)
            remedy = word.word if penalty and word in self.after.agreements() else None
        end = self._responsibility(seat, victim, answers)
        sentence = Text(f"{name}: {text.en} {end.en}", f"{name}: {text.sr} {end.sr}")
        return Finding(self.number, seat, rule, severity, phase, tuple(Hand(cards)), sentence, victim, remedy)

    def fine(self, seat: Seat) -> str | None:
        """The word that fines the seat after the hand, where the rules allow it (PEN-03)."""
        word = Fine(seat)
        return word.word if word in self.after.agreements() else None

    def _responsibility(self, seat: Seat, victim: Seat | None, rule: str) -> Text:
        name = self.names[seat]
        if rule == "RSP-03":
            return Text("Who knows why may ignore it (RSP-03).", "Ko zna zašto, sme i drukčije (RSP-03).")
        if victim is not None:
            other = self.names[victim]
            return Text(
                f"{other} fell, and {name} answers for it ({rule}).", f"{other} pada, a za to odgovara {name} ({rule})."
            )
        if self.partner(seat) is None:
            return Text(f"No partner was hurt ({rule}).", f"Partner nije oštećen ({rule}).")
        return Text(f"A partner's fall would be on {name} ({rule}).", f"Za pad partnera ovde odgovara {name} ({rule}).")
