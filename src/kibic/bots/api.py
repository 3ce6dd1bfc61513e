"""What every bot is: it sees one view, and says what it does and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final, Protocol

from kibic.cards import Shuffler
from kibic.game import Action, KibicError, Text, View


@dataclass(frozen=True, slots=True)
class Decision:
    """An action with its reason.

    ``rule`` is the ID of the rule or convention that decided (strategy.md, preferans.md), ``text`` one sentence for
    the hint and the log.
    """

    action: Action
    rule: str
    text: Text


class Bot(Protocol):
    """A player that knows nothing but its view."""

    @property
    def name(self) -> str:
        """The name it is asked for by."""

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """What it does in ``view``, in which its own seat is to act.

        The answer depends on the view and the numbers drawn from ``rng`` only, and is always one of the legal actions.
        Raises :class:`KibicError` when the view is not one to act in.
        """


#: Where the bots of each game live. Adding a bot adds a line here; modules are imported on demand.
_HOMES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "preferans": {
        "rule": ("kibic.bots.preferans.bot", "RuleBot"),
        "random": ("kibic.bots.random_bot", "RandomBot"),
    },
}
_ANY_GAME: Final = {"random": ("kibic.bots.random_bot", "RandomBot")}


def bot_names(game: str = "preferans") -> tuple[str, ...]:
    """Names of the bots that play ``game``, the usual opponent first."""
    return tuple(_HOMES.get(game, _ANY_GAME))


def bot_named(name: str, game: str = "preferans") -> Bot:
    """The bot called ``name``. Raises :class:`KibicError` with the known names when there is none."""
    home = _HOMES.get(game, _ANY_GAME).get(name)
    if home is None:
        raise KibicError(f"no bot for {game} is called {name!r}; bots: {', '.join(bot_names(game))}")
    make: Callable[[], Bot] = getattr(import_module(home[0]), home[1])
    return make()
