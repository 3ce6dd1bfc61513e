"""The cards of a hand on the terminal: who was dealt what, the talon, and what was put away."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from kibic.cards import Suit
from kibic.cli.cardtext import ranks_of, suit_style
from kibic.cli.output import Speaker
from kibic.games.preferans.actions import Deal, Discard
from kibic.record import Replay

#: A deal, and what was put away of it.
Dealt = tuple[Deal, Discard | None]


def deals_of(played: Replay) -> dict[int, Dealt]:
    """The deal and the discard of every hand whose cards are known."""
    found: dict[int, Dealt] = {}
    for step in played.steps:
        if isinstance(step.action, Deal) and not step.action.blind:
            found[step.hand] = step.action, None
        elif isinstance(step.action, Discard) and step.hand in found:
            found[step.hand] = found[step.hand][0], step.action
    return found


def show_dealt(console: Console, dealt: Dealt, names: Sequence[str], say: Speaker) -> None:
    """Print the cards of a hand, a line for each player and one for the talon."""
    deal, discard = dealt
    for seat, mask in enumerate(deal.hands):
        if mask:  # of four players the dealer gets none
            _print(console, Text(f"{names[seat]}: ").append_text(_suits(mask)))
    talon = Text("talon: ").append_text(_suits(deal.talon))
    if discard is not None and discard.mask:
        talon.append(f"  {say('discard', 'škart')}: ").append_text(_suits(discard.mask))
    _print(console, talon)


def _print(console: Console, line: Text) -> None:
    console.print(Padding(line, (0, 0, 0, 2), expand=False))


def _suits(mask: int) -> Text:
    """The cards by suit, as they are held."""
    text = Text("")
    for suit in Suit:
        if ranks := "".join(ranks_of(mask, suit)):
            text.append(" " if text else "").append(f"{suit.symbol}{ranks}", suit_style(suit))
    return text
