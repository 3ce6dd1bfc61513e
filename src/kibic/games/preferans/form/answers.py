"""The answers that stand for themselves (docs/decisions/0005-sheet.md)."""

from __future__ import annotations

from typing import Final

YES: Final = "yes"
#: Nothing of the kind was said or done.
NO: Final = "no"
#: The key of who dealt, asked where the dealer sits out.
DEALER_KEY: Final = "dealer"
#: In place of a declarer: all passed.
PASS_ANSWER: Final = "pass"  # noqa: S105 - a word of the auction
#: In place of a game: no two cards were put away (PEN-01).
UNDISCARDED_ANSWER: Final = "bezskarta"
#: The keys under which the tricks of the declarer and of the first defender are asked; the second has the rest.
TRICK_KEYS: Final = ("tricks", "defence")
#: The keys of the kontra ladder by factor.
LADDER_KEYS: Final = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}
