"""Fit what bids and cards tell about hidden cards to hands that bots play among themselves.

    python -m kibic.bots.belief.fit --hands 3000 --out src/kibic/bots/belief/fitted.json

Traits of single cards are fitted first, by maximum likelihood: what the true deals have more of than deals drawn by the
traits goes up. Then the clues of whole hands, so that the true deal stands out among deals drawn by the traits. The
last tenth of the hands is held out; for it the mean logarithm of the chance given to the true place of a hidden card
is printed, against deals that are all alike.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibic.bots.api import Bot
from kibic.bots.belief.clues import SIZE as CLUES
from kibic.bots.belief.clues import clues
from kibic.bots.belief.hidden import AWAY, AnyView, hidden_of
from kibic.bots.belief.inference import FLOOR, Factors, believed
from kibic.bots.belief.lattice import Floats
from kibic.bots.belief.traits import SIZE as CELLS
from kibic.bots.belief.traits import cells
from kibic.bots.belief.worlds import Worlds, worlds_of
from kibic.bots.registry import bot_named
from kibic.cards import SeededRandom, bits
from kibic.game import HOUSE
from kibic.games.preferans import GAME

#: Deals drawn beside the true one.
_BESIDE: Final = 24
#: How much a factor is pulled to 0 (in observations).
_PULL: Final = 3.0


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat saw, and the truth: the hands by seat and the two cards away."""

    view: AnyView
    hands: tuple[int, ...]
    away: int

    def worlds(self) -> Worlds:
        """The true deal as the only world."""
        hands = np.array(self.hands, dtype=np.int64)[:, None]
        return Worlds(hands, np.array([self.away], dtype=np.int64), np.ones(1), exact=True)


def sights(hands: int, seed: str, rules: str, bots: Sequence[Bot]) -> Iterator[list[Sight]]:
    """For every hand that is played some moments of it, each seen by a seat that takes part."""
    bidder = bot_named("rule")
    number = played = 0
    while played < hands:
        number += 1
        found = list(_sights_of(f"{seed}/{number}", rules, bidder, bots[number % len(bots)]))
        if found:
            played += 1
            yield found


def _sights_of(seed: str, rules: str, bidder: Bot, player: Bot) -> Iterator[Sight]:
    rng = random.Random(seed)
    match: Any = GAME.start(GAME.rules(rules), 3, rng.randrange(3))
    match, _ = match.apply(match.legal().sample(SeededRandom(seed)))
    before: list[Sight] = []
    while match.to_act not in (HOUSE, None):
        view = match.view(match.to_act)
        playing = match.phase == "play"
        if rng.random() < (0.2 if playing else 0.08):
            before.append(Sight(view, *_truth(match)))
        if playing:
            yield from before
            before = []
        bot = player if playing else bidder
        match, _ = match.apply(bot.choose(view, rng).action)


def _truth(match: Any) -> tuple[tuple[int, ...], int]:  # noqa: ANN401 - a match of either game
    dealt, phase = match.hand.dealt, match.hand.phase
    bargain = phase.bargain
    untaken = bargain is None or getattr(bargain, "igra", False)
    away = dealt.deal.talon if untaken else bargain.discard
    if hasattr(phase, "hands"):
        return phase.hands, away
    hands = list(dealt.deal.hands)
    if not untaken:
        hands[bargain.declarer] = (hands[bargain.declarer] | dealt.deal.talon) & ~away
    return tuple(hands), away


def fit_traits(seen: Sequence[Sight], rounds: int, say: Callable[[str], None]) -> Floats:
    """The traits under which the true deals are likeliest (stochastic ascent, larger steps first)."""
    rng = random.Random(1)
    traits = np.zeros(CELLS)
    for turn in range(rounds):
        surplus, often = np.zeros(CELLS), np.zeros(CELLS)
        used = Factors(traits, np.zeros(CLUES))
        for sight in seen:
            hidden = hidden_of(sight.view)
            table = cells(sight.view, hidden)
            cards = np.array(list(bits(hidden.cards)), dtype=np.int64)
            drawn = worlds_of(sight.view, _BESIDE, rng, tilt=used.tilt(sight.view), enumerate_up_to=0)
            for column, place in enumerate(hidden.places):
                masks = drawn.away if place == AWAY else drawn.hands[place]
                true = sight.away if place == AWAY else sight.hands[place]
                share = (masks[:, None] >> cards & 1).mean(axis=0)
                np.add.at(surplus, table[:, column], (true >> cards & 1) - share)
                np.add.at(often, table[:, column], share * (1 - share))
        traits += (surplus - 0.1 * _PULL * traits) / (often + _PULL) * (0.7 if turn < rounds - 2 else 0.4)
        traits = np.clip(traits, -4, 4)
        say(f"traits, round {turn + 1} of {rounds}: mean surplus {np.abs(surplus).sum() / often.sum():.4f}")
    return traits


def fit_clues(seen: Sequence[Sight], traits: Floats, rounds: int, say: Callable[[str], None]) -> Floats:
    """The clues by which the true deal stands out among deals drawn by the traits (softmax, Adagrad)."""
    rng = random.Random(2)
    used = Factors(traits, np.zeros(CLUES))
    examples = []
    for sight in seen:
        drawn = worlds_of(sight.view, _BESIDE, rng, tilt=used.tilt(sight.view), enumerate_up_to=0)
        table = np.concatenate([clues(sight.view, sight.worlds()), clues(sight.view, drawn)])
        table -= table.mean(axis=0)
        columns = np.flatnonzero(np.abs(table).max(axis=0) > 1e-9)
        if columns.size:
            examples.append((columns, table[:, columns].astype(np.float32)))
    found, steps = np.zeros(CLUES), np.full(CLUES, 1.0)
    for turn in range(rounds):
        rng.shuffle(examples)
        total = 0.0
        for columns, table in examples:
            scores = table @ found[columns]
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            total += float(np.log(shares[0]))
            gradient = table[0] - shares @ table - 0.002 * found[columns]
            steps[columns] += gradient**2
            found[columns] += 0.3 * gradient / np.sqrt(steps[columns])
        say(f"clues, round {turn + 1} of {rounds}: {total / len(examples):.4f} (alike {-np.log(_BESIDE + 1):.4f})")
    return found


def chance_of_places(seen: Sequence[Sight], by: Factors, floor: float, draws: int = 300) -> tuple[float, float]:
    """Mean logarithm of the chance given to the true place of a hidden card, and its standard error by sight."""
    rng = random.Random(3)
    means = []
    for sight in seen:
        worlds = believed(sight.view, draws, rng, by=by, floor=floor, enumerate_up_to=draws)
        hidden = hidden_of(sight.view)
        logs = []
        for card in bits(hidden.cards):
            places = [place for place in hidden.places
                      if (sight.away if place == AWAY else sight.hands[place]) >> card & 1]  # fmt: skip
            chance = worlds.location(card)[places[0]]
            logs.append(np.log((chance * draws + 0.5) / (draws + 1)))
        if logs:
            means.append(float(np.mean(logs)))
    return float(np.mean(means)), float(np.std(means) / np.sqrt(len(means)))


def main() -> None:
    """Play, fit, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--seed", default="belief")
    parser.add_argument("--rules", default="srpski")
    parser.add_argument("--bots", nargs="+", default=["rule", "search:5"], help="who plays the cards, in turn")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()

    def say(text: str) -> None:
        print(text, flush=True)

    bots = [bot_named(name) for name in given.bots]
    all_hands = list(sights(given.hands, given.seed, given.rules, bots))
    kept = len(all_hands) * 9 // 10
    learned = [sight for hand in all_hands[:kept] for sight in hand]
    held_out = [sight for hand in all_hands[kept:] for sight in hand if hidden_of(sight.view).cards]
    say(f"{len(learned)} sights of {kept} hands, {len(held_out)} of {len(all_hands) - kept} held out")
    traits = fit_traits(learned, 5, say)
    found = fit_clues(learned, traits, 6, say)
    written = {
        "made by": f"python -m kibic.bots.belief.fit --hands {given.hands} --seed {given.seed} --rules {given.rules} "
        f"--bots {' '.join(given.bots)}",
        "traits": {str(place): round(float(traits[place]), 3) for place in np.flatnonzero(np.abs(traits) > 0.02)},
        "clues": {str(place): round(float(found[place]), 3) for place in np.flatnonzero(np.abs(found) > 0.005)},
    }
    given.out.write_text(json.dumps(written, indent=0) + "\n", encoding="utf-8")
    nothing = Factors(np.zeros(CELLS), np.zeros(CLUES))
    for name, by in (("alike", nothing), ("traits", Factors(traits, np.zeros(CLUES))), ("all", Factors(traits, found))):
        mean, error = chance_of_places(held_out, by, 0.0 if name == "alike" else FLOOR)
        say(f"held out, {name}: {mean:.4f} +- {error:.4f}")


if __name__ == "__main__":
    main()
