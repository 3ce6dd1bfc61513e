"""What should decide between cards, and what should be believed? On the same decisions.

    python -m benchmarks.aims --deals 800
    python -m benchmarks.aims --deals 800 --setting strong --belief other.json

Deals are played by ``search:60`` in all seats. At every critical decision of a suit game or sans each card is played
out in 300 deals of every belief: all alike, what the package believes, and what was fitted in the files named by
``--belief`` (:mod:`kibic.bots.belief.fit`). Each aim then chooses a card from the same figures, and the card is judged
with open cards, in tricks and in points. Differences are those to the aims and the belief of the package.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.deals import SETTINGS
from kibic.bots import bot_named
from kibic.bots.belief import Worlds, believed, worlds_of
from kibic.bots.belief.inference import Factors, factors, factors_in
from kibic.bots.belief.lattice import Floats, Masks
from kibic.bots.search.merits import DECLARER, DEFENCE
from kibic.bots.search.stakes import stakes_of
from kibic.bots.search.values import Question, hand_in_turn, position_in, question_of
from kibic.game import HOUSE
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.view import PreferansView
from kibic.solver import moves_many, position_of, solve_moves

PLAYER = "search:60"
#: What a trick and being the best card count beside points, in mean points a trick.
AIMS = ((0.0, 0.0), (2.0, 2.0), (2.0, 8.0), (2.0, 20.0), (5.0, 10.0), (20.0, 0.0), (20.0, 40.0))
#: What the package does: trick and best card for the declarer and for the defence.
PACKAGE = {True: (DECLARER.trick, DECLARER.best), False: (DEFENCE.trick, DEFENCE.best)}
#: Deals played out for a belief, and up to how many all there are.
WORLDS, LISTED = 300, 400
#: Points that decide nothing: the customary card is played.
EQUAL = 0.001
ALIKE, OURS = "all alike", "believed in"


@dataclass(frozen=True, slots=True)
class Critical:
    """A critical decision: the deal, what cards lead to in truth and in deals, and the customary card's column.

    ``leads`` tells whether the trick is begun, ``tricks`` how many were played before.
    """

    deal: int
    declares: bool
    tricks: int
    leads: bool
    points: Floats
    truth: Masks
    tables: dict[str, tuple[Masks, Floats]]
    customary: int

    def loss(self, trick: float, best: float, belief: str) -> tuple[int, float]:
        """Tricks and points lost by the card this aim chooses."""
        tricks, weights = self.tables[belief]
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


def decisions(number: int, seed: str, setting: str, beliefs: dict[str, Factors | None]) -> Iterator[Critical | None]:
    """None when cards are played in a suit game or sans, and then the critical decisions of the deal."""
    player = bot_named(PLAYER)
    chance, step = random.Random(f"{seed}/{number}/bots"), 0
    match = SETTINGS[setting](number, seed, "srpski", chance)
    while match.to_act not in (HOUSE, None):
        view = match.view(match.to_act)
        if view.contract is Contract.BETL:
            return
        if not step:
            yield None
        found = critical(match, view, number, step, beliefs)
        if found is not None:
            yield found
        match, _ = match.apply(player.choose(view, chance).action)
        step += 1


def critical(
    match: Any,  # noqa: ANN401 - of either game
    view: PreferansView,
    number: int,
    step: int,
    beliefs: dict[str, Factors | None],
) -> Critical | None:
    """The decision due in ``match``, when cards differ."""
    turn = hand_in_turn(view)
    truth = solve_moves(position_of(match)) if len(view.legal) > 1 else {}
    if turn is None or len(set(truth.values())) < 2:
        return None
    question = question_of(view, turn, stakes_of(view, turn))
    usual: Any = bot_named("rule").choose(view, random.Random(1)).action
    tables = {}
    for name, by in beliefs.items():
        rng = random.Random(f"{number}/{step}")
        if by is None:
            worlds = worlds_of(view, WORLDS, rng, enumerate_up_to=LISTED)
        else:
            worlds = believed(view, WORLDS, rng, by=by, enumerate_up_to=LISTED)
        tables[name] = table(question, worlds), worlds.weights
    column = next(place for place, card in enumerate(question.cards) if question.alike[card] >> usual.card & 1)
    values = np.array([truth[card] for card in question.cards]) + question.had
    points = np.array(question.stakes.points)
    leads = not view.trick.cards
    return Critical(number, turn == view.declarer, len(view.played), leads, points, values, tables, column)


def report(found: list[Critical], hands: int, beliefs: Iterable[str]) -> Iterator[str]:
    """A table by side, belief and aim; intervals (95 %) over deals."""
    yield "| side | deals | a trick | the best card | zero-loss | tricks lost a hand | points lost | differences |"
    yield "|---|---|---|---|---|---|---|---|"
    for declares, belief in product((True, False), beliefs):
        side = [one for one in found if one.declares is declares]
        ours = [one.loss(*PACKAGE[declares], OURS) for one in side]
        for aim in AIMS:
            losses = [one.loss(*aim, belief) for one in side]
            by_deal: dict[int, list[float]] = defaultdict(lambda: [0.0] * 4)
            for one, (tricks, _), (mine, _) in zip(side, losses, ours, strict=True):
                entry = by_deal[one.deal]
                entry[0] += tricks == 0
                entry[1] += 1
                entry[2] += (tricks == 0) - (mine == 0)
                entry[3] += tricks - mine
            sums = np.array(list(by_deal.values()))
            zero, gap, fewer = sums[:, 0].sum() / len(side), sums[:, 2].sum() / len(side), sums[:, 3].sum() / hands
            half = 1.96 * np.sqrt((sums[:, 2] ** 2).sum()) / len(side)
            half_fewer = 1.96 * np.sqrt((sums[:, 3] ** 2).sum()) / hands
            spread = 1.96 * np.sqrt(((sums[:, 0] - zero * sums[:, 1]) ** 2).sum()) / len(side)
            yield (
                f"| {'declarer' if declares else 'defence'} | {belief} | {aim[0]:g} | {aim[1]:g} "
                f"| {100 * zero:.1f} ± {100 * spread:.1f} % | {sum(loss[0] for loss in losses) / hands:.3f} "
                f"| {sum(loss[1] for loss in losses) / hands:.2f} "
                f"| {100 * gap:+.1f} ± {100 * half:.1f} %, {fewer:+.3f} ± {half_fewer:.3f} |"
            )


def main() -> None:
    """Play, choose and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="dev")
    parser.add_argument("--setting", choices=SETTINGS, default="auction")
    parser.add_argument("--belief", type=Path, nargs="*", default=[], help="fitted factors beside those of the package")
    given = parser.parse_args()
    beliefs = {ALIKE: None, OURS: factors()} | {path.stem: factors_in(path.read_text()) for path in given.belief}
    found: list[Critical] = []
    hands = 0
    for number in range(given.deals):
        for one in decisions(number, given.seed, given.setting, beliefs):
            if one is None:
                hands += 1
            else:
                found.append(one)
    print(f"{given.deals} deals, seed {given.seed!r}, {hands} hands played, {len(found)} critical decisions")
    print("\n".join(report(found, hands, beliefs)))


if __name__ == "__main__":
    main()
