"""Short records for the tests."""

from __future__ import annotations

import json
from collections.abc import Sequence

#: A deal in which the first to speak can play karo: two followers leave him 6 tricks or 5, as they like.
CARDS = ("AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "J.J.JT98.AJT9")
HEAD = 'kibic = 1\nplayers = ["Ana", "Boro", "Ceca"]\n'


def record_text(*actions: str, head: str = HEAD, cards: Sequence[str] | None = CARDS, more: str = "") -> str:
    """A record of one hand: three lines of head, then cards, further keys and the actions, one string a line.

    With the usual head the first action stands in line 7, its text from column 4.
    """
    lines = [head.rstrip("\n"), "[[hands]]"]
    if cards is not None:
        lines.append(f"cards = {json.dumps(list(cards))}")
    if more:
        lines.append(more)
    quoted = [f"  {json.dumps(action, ensure_ascii=False)}," for action in actions]
    return "\n".join([*lines, "actions = [", *quoted, "]"]) + "\n"
