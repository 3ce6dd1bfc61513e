"""What should decide between cards: points alone, or tricks and best cards beside them? On the same decisions.

    python -m benchmarks.aims --deals 800

Deals are played by ``search:60`` in all seats, bids by ``rule``. At every critical decision of a suit game or sans
each card is played out in 300 deals that are believed in and in 200 that are all alike; each aim then chooses a card
from the same figures, and the card is judged with open cards, in tricks and in points.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibic.bots import bot_named
from kibic.bots.belief import Worlds, worlds_of
from kibic.bots.belief.clues import clues
from kibic.bots.belief.inference import FLOOR, factors
from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.belief.worlds import normal
from kibic.bots.search.stakes import stakes_of
from kibic.bots.search.values import Question, hand_in_turn, position_in, question_of
from kibic.cards import SeededRandom
from kibic.game import HOUSE
from kibic.games.preferans import GAME
from kibic.games.preferans.contracts import Contract
from kibic.solver import moves_many, position_of, solve_moves

PLAYER = "search:60"
#: What a trick and being the best card count beside points, in mean points a trick; whether deals are believed in.
AIMS = (
    (0.0, 0.0, False), (0.0, 0.0, True), (1.0, 0.0, True), (2.0, 2.0, True), (2.0, 4.0, True), (2.0, 8.0, True),
    (5.0, 10.0, True),
)  # fmt: skip
#: Points that decide nothing: the customary card is played.
EQUAL = 0.001


@dataclass(frozen=True, slots=True)
class Critical:
    """A critical decision: the deal, what cards lead to in truth and in deals, and the customary card's column."""

    deal: int
    declares: bool
    points: Floats
    truth: Masks
    tables: dict[bool, tuple[Masks, Floats]]
    customary: int

    def loss(self, trick: float, best: float, believed: bool) -> tuple[int, float]:
        """Tricks and points lost by the card this aim chooses."""
        tricks, weights = self.tables[believed]
        own = tricks if self.declares else -tricks
        scale = (self.points.max() - self.points.min()) / 10
        most = own == own.max(axis=1, keepdims=True)
        worth = weights @ (self.points[tricks] / scale + trick * own + best * most)
        chosen = int(worth.argmax())
        if worth[self.customary] >= worth[chosen] - EQUAL:
            chosen = self.customary
        open_points = self.points[self.truth]
        wanted = self.truth if self.declares else -self.truth
        return int(wanted.max() - wanted[chosen]), float(open_points.max() - open_points[chosen])


def table(question: Question, worlds: Worlds) -> Masks:
    """Tricks of the declarer by world and card."""
    positions = [position_in(question, worlds.hand(world)) for world in range(len(worlds))]
    return np.array([[values[card] for card in question.cards] for values in moves_many(positions)]) + question.had


def decisions(number: int, seed: str) -> Iterator[Critical | None]:
    """None when cards are played in a suit game or sans, and then the critical decisions of the deal."""
    rule, player = bot_named("rule"), bot_named(PLAYER)
    match: Any = GAME.start(GAME.rules("srpski"), 3, number % 3)
    match, _ = match.apply(match.legal().sample(SeededRandom(f"{seed}/{number}")))
    chance, step, played = random.Random(f"{seed}/{number}/bots"), 0, False
    while match.to_act not in (HOUSE, None):
        view = match.view(match.to_act)
        if match.phase == "play" and view.contract is not Contract.BETL:
            if not played:
                played = True
                yield None
            found = critical(match, view, number, step)
            if found is not None:
                yield found
        bot = player if match.phase == "play" else rule
        match, _ = match.apply(bot.choose(view, chance).action)
        step += 1


def critical(match: Any, view: Any, number: int, step: int) -> Critical | None:  # noqa: ANN401 - of either game
    """The decision due in ``match``, when cards differ."""
    turn = hand_in_turn(view)
    truth = solve_moves(position_of(match)) if len(view.legal) > 1 else {}
    if turn is None or len(set(truth.values())) < 2:
        return None
    question = question_of(view, turn, stakes_of(view, turn))
    rng, used = random.Random(f"{number}/{step}"), factors()
    usual: Any = bot_named("rule").choose(view, random.Random(1)).action
    alike = worlds_of(view, 200, rng, enumerate_up_to=300)
    drawn = worlds_of(view, 300, rng, tilt=used.tilt(view), enumerate_up_to=400)
    weights = normal(np.log(drawn.weights) + clues(view, drawn) @ used.clues)
    weights = (1 - FLOOR) * weights + FLOOR / len(drawn)
    tables = {False: (table(question, alike), alike.weights), True: (table(question, drawn), weights)}
    column = next(place for place, card in enumerate(question.cards) if question.alike[card] >> usual.card & 1)
    values = np.array([truth[card] for card in question.cards]) + question.had
    return Critical(number, turn == view.declarer, np.array(question.stakes.points), values, tables, column)


def report(found: list[Critical], hands: int) -> Iterator[str]:
    """A table by aim and side; intervals (95 %) over deals."""
    yield "| a trick | the best card | deals | side | critical without a loss | tricks lost a hand | points lost |"
    yield "|---|---|---|---|---|---|---|"
    for trick, best, believed in AIMS:
        for declares in (True, False):
            side = [one for one in found if one.declares is declares]
            losses = [one.loss(trick, best, believed) for one in side]
            by_deal: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
            for one, (tricks, _) in zip(side, losses, strict=True):
                by_deal[one.deal][0] += tricks == 0
                by_deal[one.deal][1] += 1
            zero = sum(entry[0] for entry in by_deal.values()) / len(side)
            spread = sum((entry[0] - zero * entry[1]) ** 2 for entry in by_deal.values()) ** 0.5 / len(side)
            yield (
                f"| {trick:g} | {best:g} | {'believed in' if believed else 'all alike'} "
                f"| {'declarer' if declares else 'defence'} | {100 * zero:.1f} ± {196 * spread:.1f} % "
                f"| {sum(loss[0] for loss in losses) / hands:.3f} | {sum(loss[1] for loss in losses) / hands:.2f} |"
            )


def main() -> None:
    """Play, choose and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="dev")
    given = parser.parse_args()
    found: list[Critical] = []
    hands = 0
    for number in range(given.deals):
        for one in decisions(number, given.seed):
            if one is None:
                hands += 1
            else:
                found.append(one)
    print(f"{given.deals} deals, seed {given.seed!r}, {hands} hands played, {len(found)} critical decisions")
    print("\n".join(report(found, hands)))


if __name__ == "__main__":
    main()
