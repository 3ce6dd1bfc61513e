"""The bot that looks ahead: its cards by exact play in deals it believes in, everything else by the customs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from kibic.bots.api import Decision
from kibic.bots.belief import AnyView, Worlds, believed, worlds_of
from kibic.bots.belief.inference import factors
from kibic.bots.belief.lattice import Floats
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.search.choice import EQUAL, Verdict, compare
from kibic.bots.search.reasons import customary_reason, reason
from kibic.bots.search.stakes import stakes_of
from kibic.bots.search.twice import beats_twice
from kibic.bots.search.values import Question, hand_in_turn, question_of
from kibic.cards import Shuffler
from kibic.game import View
from kibic.games.preferans.actions import PLAYS, Play
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.view import PreferansView
from kibic.solver import Mode

#: Worlds looked at for a card when nobody says how many.
WORLDS: Final = 400
#: Worlds believed in for each one that is looked at.
BELIEVED: Final = 3
#: Against betl, cards whose chance is this close to the best get a second look.
NEAR: Final = 0.1
#: Seconds after which no further batch of worlds is begun.
SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Advice:
    """What the search says about a card: the verdicts, best first, and the decision with its reason."""

    verdicts: tuple[Verdict, ...]
    decision: Decision


class SearchBot:
    """Plays cards by search in ``worlds`` deals; bids, discards and answers like the rule bot."""

    def __init__(
        self, worlds: int = WORLDS, *, seconds: float = SECONDS, inference: bool = True, twice: bool = True
    ) -> None:
        self.name = f"search:{worlds}"
        self._worlds = worlds
        self._seconds = seconds
        self._inference = inference
        self._twice = twice
        self._rule = RuleBot()
        if inference:
            factors()  # a first card would wait for them

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        customary = self._rule.choose(view, rng)
        if not isinstance(view, PreferansView | LevelView) or not searchable(view):
            return customary
        return self.advise(view, customary, rng).decision

    def advise(self, view: AnyView, customary: Decision, rng: Shuffler) -> Advice:
        """The cards compared; where they are equal the ``customary`` one is played."""
        turn = hand_in_turn(view)
        if turn is None or not isinstance(customary.action, Play):
            return Advice((), customary)
        question = question_of(view, turn, stakes_of(view, turn))
        if len(question.cards) < 2:
            return Advice((), customary)
        believe = believed if self._inference else worlds_of
        worlds = believe(view, BELIEVED * self._worlds, rng)
        picks = chosen_worlds(worlds, self._worlds, rng)
        late = partial(_late, time.monotonic() + self._seconds)
        verdicts = compare(question, worlds, picks, rng, late)
        if self._twice and question.mode is Mode.BETL and turn != view.declarer:
            verdicts = again(question, worlds, picks, verdicts, late)
        return Advice(verdicts, self._decide(question, verdicts, customary, worlds.exact))

    def _decide(self, question: Question, verdicts: tuple[Verdict, ...], customary: Decision, exact: bool) -> Decision:
        """The best card, the customary one where it is as good."""
        best = verdicts[0]
        usual = customary.action.card if isinstance(customary.action, Play) else -1
        for verdict in verdicts:
            if question.alike[verdict.card] >> usual & 1 and verdict.merit >= best.merit - EQUAL:
                figures = reason(question, verdict, verdicts, usual, exact)
                return Decision(customary.action, customary.rule, customary_reason(customary, figures))
        return Decision(PLAYS[best.card], "EVAL-07", reason(question, best, verdicts, best.card, exact))


def _late(until: float) -> bool:
    return time.monotonic() > until


def again(
    question: Question, worlds: Worlds, picks: Floats, verdicts: tuple[Verdict, ...], late: Callable[[], bool]
) -> tuple[Verdict, ...]:
    """The verdicts against betl after a second look at the cards that are nearly as good as the best."""
    close = [found for found in verdicts if found.makes <= verdicts[0].makes + NEAR]
    if len(close) < 2 or late():
        return verdicts
    heavy = np.argsort(-picks, kind="stable")
    order = [int(world) for world in heavy if picks[world] > 0]
    beats = beats_twice(question, worlds, picks, order, [found.card for found in close], late)
    made, beaten = question.stakes.points[0], question.stakes.points[1]
    looked = []
    for found in close:
        points = made + beats[found.card] * (beaten - made)
        looked.append(replace(found, makes=1 - beats[found.card], points=points, merit=points))
    others = (found for found in verdicts if found not in close)
    return (*sorted(looked, key=lambda found: -found.merit), *others)


def searchable(view: AnyView) -> bool:
    """Whether a card is due that exact play can judge (the rules of play must be those the solver knows)."""
    rules = view.rules.play
    legal = [action for action in view.legal if isinstance(action, Play)]
    return view.phase == "play" and len(legal) > 1 and rules.must_trump and not rules.must_overtake


def chosen_worlds(worlds: Worlds, count: int, rng: Shuffler) -> Floats:
    """The share of each world among ``count`` chosen by weight at even steps; all of them when there are no more."""
    if len(worlds) <= count:
        return worlds.weights
    ladder = (np.arange(count) + rng.random()) / count
    places = np.minimum(np.searchsorted(np.cumsum(worlds.weights), ladder), len(worlds) - 1)
    return np.bincount(places, minlength=len(worlds)) / count
