"""What every game is.

A match is ``fold(apply, actions)`` from ``game.start(...)``: states and actions are immutable values, dealing is an
action of :data:`HOUSE`, chance enters only through :meth:`Legal.sample`. Nothing here knows time, network or storage.

How games other than Preferans fit is written in ``docs/decisions/0002-game-contract.md``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar, runtime_checkable

from kibic.cards import Shuffler
from kibic.game.parameters import Parameter

#: A seat is its place in playing order, 0 up to players - 1.
Seat = int
#: The actor of deals, draws and results written without cards.
HOUSE: Final = -1
#: The viewer who sees only what is public.
KIBITZER: Final = -2

#: What ``json.dumps`` takes.
Json = Any


class Action(Protocol):
    """Something a seat or the house does: an immutable value with one text form."""

    @property
    def word(self) -> str:
        """The canonical text: the word of the table, or several words ("skart C8 C7")."""


A = TypeVar("A", bound=Action)


class Legal(ABC, Generic[A]):
    """The actions allowed in a state: a set that can always be asked and sampled, and usually listed."""

    @abstractmethod
    def __contains__(self, action: object) -> bool:
        """Whether the action is allowed."""

    @abstractmethod
    def sample(self, rng: Shuffler) -> A:
        """One allowed action at random; for the house this is the shuffle."""

    @abstractmethod
    def listed(self) -> tuple[A, ...]:
        """All allowed actions in canonical order; empty when there are too many to list (deals)."""

    def __iter__(self) -> Iterator[A]:
        return iter(self.listed())


class Listed(Legal[A]):
    """A set of actions given by its list."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[A]) -> None:
        self._actions = tuple(actions)

    def __contains__(self, action: object) -> bool:
        return action in self._actions

    def sample(self, rng: Shuffler) -> A:
        """One of the actions, each equally likely."""
        return rng.choice(self._actions)

    def listed(self) -> tuple[A, ...]:
        """The actions in canonical order."""
        return self._actions


class Event(Protocol):
    """Something that happened, for the table to show and to say. It may be different for each viewer."""

    def seen_by(self, viewer: Seat) -> Self | None:
        """The event with everything hidden that ``viewer`` may not know; None when he notices nothing."""


class View(Protocol):
    """Everything one viewer may know of a state, and nothing else."""

    @property
    def viewer(self) -> Seat:
        """The seat, or :data:`KIBITZER`."""

    @property
    def to_act(self) -> Seat | None:
        """As :attr:`State.to_act`."""


class Rules(Protocol):
    """A ruleset: immutable data."""

    @property
    def preset(self) -> str:
        """Name of the preset it derives from."""

    def options(self) -> Mapping[str, Any]:
        """The keys whose values differ from the preset."""


class State(Protocol[A]):
    """A position of a match: an immutable value."""

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def to_act(self) -> Seat | None:
        """The one seat that acts next, :data:`HOUSE`, or None when the match is over."""

    @property
    def phase(self) -> str:
        """Name of the phase, as record.md lists them for ``next``."""

    def legal(self) -> Legal[A]:
        """The only truth about what the actor may do."""

    def agreements(self) -> tuple[A, ...]:
        """Actions that need the consent of all seats and are open now (write-off, claim); applied as by the actor."""

    def apply(self, action: A) -> tuple[Self, tuple[Event, ...]]:
        """The next state and what happened. Raises :class:`IllegalAction` naming the rule."""

    def view(self, viewer: Seat) -> View:
        """What ``viewer`` may know."""


@runtime_checkable
class Settling(Protocol):
    """A state that can prove some agreements: such a one stands without being asked for."""

    def settles(self, action: Any, /) -> bool:  # noqa: ANN401 - an action of whichever game it is
        """Whether nothing that could still be done would change what ``action`` says."""


@runtime_checkable
class Disclosing(Protocol):
    """A view that can tell what its viewer has seen, so that a table knows what may still be taken back."""

    @property
    def seen(self) -> frozenset[str]:
        """The hidden things of the hand the viewer has seen, each in the text its action has."""


@runtime_checkable
class Openable(Protocol):
    """A state that can be shown with nothing hidden, to look back at what was played."""

    def opened(self) -> View:
        """Everything that was there to see, as a kibitzer's view."""


S = TypeVar("S", bound=State[Any])


@dataclass(frozen=True, slots=True)
class Speech:
    """What may be said at a table while a hand is played: its ``words``, or anything where speech is ``free``."""

    free: bool
    words: tuple[str, ...]


@runtime_checkable
class Speaking(Protocol):
    """A game whose rules say how one speaks at the table."""

    def speech(self, rules: Any, /) -> Speech:  # noqa: ANN401 - rules of whichever game it is
        """What may be said in a hand by these rules."""


R = TypeVar("R", bound=Rules)
A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True)
class Opening:
    """How a match begins: who sits where and who deals first.

    ``order`` gives for each seat the index of the person who takes it; ``dealer`` is a seat; ``draws`` are the cards
    drawn for the first deal, one mapping from person to card text a round, empty when nothing was drawn.
    """

    order: tuple[int, ...]
    dealer: Seat
    draws: tuple[tuple[tuple[int, str], ...], ...] = ()


class Game(Protocol[R, S, A_co]):
    """A game: its rules, its first state, and the text and JSON forms of its values."""

    name: ClassVar[str]

    def presets(self) -> tuple[str, ...]:
        """Names of the rulesets, the default first."""

    def parameters(self) -> tuple[Parameter, ...]:
        """All keys of a ruleset."""

    def rules(self, preset: str, options: Mapping[str, Any] | None = None) -> R:
        """A ruleset. Raises :class:`RulesError` with every problem at once."""

    def player_counts(self, rules: R) -> tuple[int, ...]:
        """How many may sit at a table with these rules."""

    def opening(self, rules: R, players: int, rng: Shuffler) -> Opening:
        """Seats and first dealer, drawn as the rules say."""

    def start(self, rules: R, players: int, dealer: Seat) -> S:
        """The state before the first deal."""

    def parse(self, state: S, text: str) -> A_co:
        """The action of ``text`` in ``state``. Raises :class:`WordError` when it is no word of the game."""

    def public(self, state: S, actions: Sequence[Any]) -> tuple[A_co, ...]:
        """``actions``, all of finished hands up to ``state``, without what stays hidden while the match goes on."""

    def view_json(self, view: View, names: Sequence[str]) -> Json:
        """A view as JSON (docs/protocol.md). ``names`` are for sentences only."""

    def event_json(self, event: Event, names: Sequence[str]) -> Json:
        """An event, already :meth:`Event.seen_by` its viewer, as JSON."""
