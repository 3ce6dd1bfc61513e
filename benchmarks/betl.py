"""What inference and the second look are worth in the defence against betl, on the same decisions.

    python -m benchmarks.betl --deals 800

Deals are played by ``search:60`` in all seats, bids by ``rule``. At every critical decision of a defender four bots
choose, with deals that are all alike or believed in, and with or without a second look.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from typing import Any

from kibic.bots import bot_named
from kibic.bots.search.bot import SearchBot
from kibic.cards import SeededRandom
from kibic.game import HOUSE
from kibic.games.preferans import GAME
from kibic.games.preferans.contracts import Contract
from kibic.solver import position_of, solve_moves

WORLDS = 120
#: Seconds a card may take: the clock must not decide here.
PATIENCE = 60.0
#: Whether deals are believed in, and whether there is a second look.
KINDS = {
    "all alike": (False, False),
    "all alike, second look": (False, True),
    "believed in": (True, False),
    "believed in, second look": (True, True),
}


def losses(number: int, seed: str, bots: dict[str, SearchBot]) -> tuple[bool, int, Counter[str]]:
    """Whether the deal was a betl, its critical decisions in defence, and how many of them each bot got wrong."""
    rule, player = bot_named("rule"), bot_named("search:60")
    match: Any = GAME.start(GAME.rules("srpski"), 3, number % 3)
    match, _ = match.apply(match.legal().sample(SeededRandom(f"{seed}/{number}")))
    chance, step, critical, wrong = random.Random(f"{seed}/{number}/bots"), 0, 0, Counter[str]()
    while match.to_act not in (HOUSE, None):
        view = match.view(match.to_act)
        if match.phase == "play":
            if view.contract is not Contract.BETL:
                return False, 0, wrong
            if match.to_act != view.declarer and len(view.legal) > 1:
                safe = {card: tricks == 0 for card, tricks in solve_moves(position_of(match)).items()}
                if len(set(safe.values())) > 1:
                    critical += 1
                    for name, bot in bots.items():
                        action: Any = bot.choose(view, random.Random(f"{number}/{step}")).action
                        wrong[name] += safe[action.card]
        action = (player if match.phase == "play" else rule).choose(view, chance).action
        match, _ = match.apply(action)
        step += 1
    return match.outcomes[-1].contract is Contract.BETL, critical, wrong


def main() -> None:
    """Play, choose and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=800)
    parser.add_argument("--seed", default="dev")
    given = parser.parse_args()
    bots = {
        name: SearchBot(WORLDS, inference=inference, twice=twice, seconds=PATIENCE)
        for name, (inference, twice) in KINDS.items()
    }
    hands = critical = 0
    wrong: dict[str, list[int]] = defaultdict(list)
    for number in range(given.deals):
        betl, decisions, lost = losses(number, given.seed, bots)
        hands += betl
        critical += decisions
        for name in bots:
            wrong[name].append(lost[name])
    print(f"{given.deals} deals, seed {given.seed!r}, {hands} betls, {critical} critical decisions in defence")
    for name, lost_by_deal in wrong.items():
        lost_in_all = sum(lost_by_deal)
        gaps = [mine - alike for mine, alike in zip(lost_by_deal, wrong["all alike"], strict=True)]
        half = 1.96 * sum(gap * gap for gap in gaps) ** 0.5
        print(f"{name}: {lost_in_all} lost, {sum(gaps):+d} ± {half:.1f} against deals that are all alike")


if __name__ == "__main__":
    main()
