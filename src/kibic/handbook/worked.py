"""Three short hands that are replayed under the rules of a page: told by words and tricks, counted by the engine."""

from __future__ import annotations

from typing import Final

from kibic.games.preferans import GAME, Rules
from kibic.record import read, replay
from kibic.record.replay import Replay

NAMES: Final = ("Ana", "Boro", "Ceca")

_HEAD: Final = 'kibic = 1\nrules = "{preset}"\nplayers = ["Ana", "Boro", "Ceca"]\n{options}'
_LEVELS: Final = """
[[hands]]
dealer = "Ceca"
actions = ["6S pas pas", "skart ? ? 6D", "wist pas", "sam"]
tricks = [7, 3, 0]

[[hands]]
actions = ["7H pas pas", "skart ? ? 7H", "wist wist"]
tricks = [2, 5, 3]

[[hands]]
actions = ["6C pas pas", "skart ? ? 6C", "pas pas"]
"""
_FIRST: Final = 'actions = ["2 3 dalje mogu dalje", "skart ? ? karo", "dodjem dodjem", "moze moze"]\ntricks = [6, 3, 1]'


def worked(rules: Rules) -> Replay:
    """The three hands under the preset of ``rules``; a house rule changes their words, so options are left out."""
    usual = GAME.rules(rules.preset)
    head = _HEAD.format(preset=usual.preset, options="")
    if usual.auc.ladder == "levels":
        return replay(read(head + _LEVELS))
    answer = " idem" if usual.call.refusable else ""
    called = f'actions = ["dalje igra dalje herc", "dodjem ne", "zajedno{answer}", "moze"]'
    hands = (
        f'dealer = "Ceca"\n{_FIRST}',
        f"{called.replace('dalje igra dalje', 'igra dalje dalje')}\ntricks = [2, 5, 3]",
        'actions = ["dalje dalje dalje"]',
    )
    return replay(read(head + "".join(f"\n[[hands]]\n{hand}\n" for hand in hands)))


def fixed_supe(rules: Rules) -> tuple[tuple[str, int, int], ...]:
    """Of each game with fixed supe: its word, and what one defender writes with and without the talon (SCO-04)."""
    rows = []
    for word in ("betl", "preferans")[: 1 + (rules.auc.max == 8)]:
        with_talon = _one_hand(rules, f"2 3 dalje dalje skart ? ? {word}", 1)
        without = _one_hand(rules, f"{word} dalje dalje", 0)
        rows.append((word, with_talon, without))
    return tuple(rows)


def _one_hand(rules: Rules, words: str, declarer: int) -> int:
    """The supe one defender writes when ``declarer`` falls in the hand told by ``words``."""
    usual = GAME.rules(rules.preset)
    tricks = [0, 0, 0]
    betl = "betl" in words
    tricks[declarer] = 1 if betl else 0
    tricks[(declarer + 1) % 3] = 0 if betl else 1
    if not usual.end.betl_first_trick:
        tricks[(declarer + 1) % 3] = 9 if betl else 10
    head = _HEAD.format(preset=usual.preset, options="")
    hand = f'\n[[hands]]\ndealer = "Ceca"\nactions = ["{words} moze moze"]\ntricks = {tricks}\n'
    outcome = replay(read(head + hand)).final.outcomes[0]
    points: list[int] = [entry.points for entry in outcome.supe]
    return max(points)
