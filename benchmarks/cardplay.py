"""How well bots play cards: critical decisions without a loss, and tricks lost a hand, by role.

    python -m benchmarks.cardplay search:200 --deals 300 --log cards.jsonl
    python -m benchmarks.cardplay search:200 uniform:80 --setting strong --deals 300

Deals are numbered; every bot gets the same deals, the same words (:mod:`benchmarks.deals`) and all three seats. A
decision is critical when with open cards the allowed cards differ; in betl only made or not counts. Intervals are over
deals (95 %). The log has one line a deal and bot; a run that was stopped goes on where the log ends.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.deals import SETTINGS
from kibic.bots import Bot, bot_named
from kibic.bots.search.bot import SearchBot
from kibic.cards import DECK_32
from kibic.game import HOUSE
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Play
from kibic.review.costs import card_values, loss
from kibic.solver import position_of

ROLES = ("declarer", "defence")
#: Suit games against two defenders once more, by the trumps the declarer has.
TRUMPS = ("suit, up to 3 trumps", "suit, 4 trumps", "suit, 5 or more trumps")
KINDS = ("suit", "suit, one follower", "sans", "betl")
#: A deal's line: what it is, then by role hands, critical decisions, those without a loss, tricks lost; and times.
Line = dict[str, Any]


def play_deal(number: int, seed: str, rules: str, bot: Bot, setting: str = "auction", only: str = "") -> Line:
    """One hand of a setting, cards by ``bot`` in all seats, every card judged with open cards.

    With ``only`` a contract, cards are played in that game alone.
    """
    rng = random.Random(f"{seed}/{number}/bots")
    match = SETTINGS[setting](number, seed, rules, rng)
    line: Line = {"deal": number, "roles": {}, "times": [], "trumps": trumps_of(match)}
    while match.to_act not in (HOUSE, None):
        view = match.view(match.to_act)
        if only and view.contract.word != only:
            break
        begun = time.process_time()
        action = bot.choose(view, rng).action
        if len(view.legal) > 1:
            line["times"].append(round(time.process_time() - begun, 4))
        if isinstance(action, Play):
            _judge(match, action.card, line)
        match, _ = match.apply(action)
    return line


def trumps_of(match: Any) -> int:  # noqa: ANN401 - of either game
    """The declarer's trumps before the first card; 0 where there are none or nothing is played."""
    if match.to_act in (HOUSE, None):
        return 0
    position = position_of(match)
    trump = position.mode.trump
    return 0 if trump is None else (position.hands[position.declarer] & DECK_32.suit_masks[trump]).bit_count()


def _judge(match: Match, card: int, line: Line) -> None:
    position = position_of(match)
    declares = position.to_play == position.declarer
    contract = match.view(position.declarer).contract
    line["players"] = len(position.active)
    line["contract"] = contract.word if contract is not None else ""
    entry = line["roles"].setdefault("declarer" if declares else "defence", [0, 0, 0])
    values = card_values(position)
    lost, _ = loss(position, values, card)
    critical = len(set(values.values())) > 1
    entry[0] += critical
    entry[1] += critical and not lost
    entry[2] += lost


def _kind(line: Line) -> str:
    """What a line tells about: suit games of three, of two, sans, betl."""
    if line["contract"] in ("betl", "sans"):
        return str(line["contract"])
    return "suit" if line["players"] == 3 else "suit, one follower"


def _trumps(line: Line) -> str:
    """Which of the suit games against two defenders a line tells about."""
    return TRUMPS[min(max(line["trumps"] - 3, 0), 2)] if _kind(line) == "suit" else ""


def _ratio(pairs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Sum over sum and half its 95 % interval, clustered by deal (delta method)."""
    listed = [pair for pair in pairs if pair[1]]
    over = sum(pair[1] for pair in listed)
    if not over:
        return math.nan, math.nan
    ratio = sum(pair[0] for pair in listed) / over
    spread = sum((top - ratio * bottom) ** 2 for top, bottom in listed)
    return ratio, 1.96 * math.sqrt(spread) / over


def report(lines: list[Line]) -> Iterator[str]:
    """The figures of one bot as lines of a table."""
    yield "| game | role | hands | critical | zero-loss | tricks lost a hand |"
    yield "|---|---|---|---|---|---|"
    for kind, role in product((*KINDS, *TRUMPS), ROLES):
        entries = [line["roles"][role] for line in lines if line["roles"] and kind in (_kind(line), _trumps(line))]
        if not entries:
            continue
        zero, zero_half = _ratio((entry[1], entry[0]) for entry in entries)
        lost, lost_half = _ratio((entry[2], 1) for entry in entries)
        critical = sum(entry[0] for entry in entries)
        yield (
            f"| {kind} | {role} | {len(entries)} | {critical} | {100 * zero:.1f} ± {100 * zero_half:.1f} % "
            f"| {lost:.3f} ± {lost_half:.3f} |"
        )
    times = sorted(seconds for line in lines for seconds in line["times"])
    if times:
        p50, p99 = times[len(times) // 2], times[int(0.99 * len(times))]
        yield f"time a card (processor): median {p50:.3f} s, 99 of 100 {p99:.3f} s, longest {times[-1]:.3f} s"


def _bot(name: str) -> Bot:
    """A bot by name; ``uniform:N`` searches N deals that are all alike, without a second look."""
    word, _, number = name.partition(":")
    return SearchBot(int(number), inference=False, twice=False) if word == "uniform" else bot_named(name)


def main() -> None:
    """Play, log and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="names of bots, as for kibic arena, or uniform:N")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seed", default="cards")
    parser.add_argument("--rules", default="srpski")
    parser.add_argument("--setting", choices=SETTINGS, default="auction")
    parser.add_argument("--only", default="", help="play the cards of this game only (betl)")
    parser.add_argument("--log", type=Path, default=None, help="one line a deal and bot; read again to go on")
    given = parser.parse_args()
    known: dict[tuple[str, int], Line] = {}
    if given.log is not None and given.log.exists():
        for text in given.log.read_text().splitlines():
            line = json.loads(text)
            known[line["bot"], line["deal"]] = line
    for name in given.bots:
        bot = _bot(name)
        lines = []
        for number in range(given.first, given.first + given.deals):
            if (name, number) not in known:
                known[name, number] = {
                    "bot": name,
                    **play_deal(number, given.seed, given.rules, bot, given.setting, given.only),
                }
                if given.log is not None:
                    with given.log.open("a") as log:
                        log.write(json.dumps(known[name, number]) + "\n")
            lines.append(known[name, number])
        print(f"{name}, {given.deals} deals, seed {given.seed!r}, {given.rules}, setting {given.setting}")
        print("\n".join(report(lines)))


if __name__ == "__main__":
    main()
