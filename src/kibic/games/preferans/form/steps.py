"""Steps of a hand without cards, and the paths of words through one or more of its phases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.form.model import Position, Said
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.match import LevelHand
from kibic.games.preferans.levels.phase import LevelPhase
from kibic.games.preferans.match import HandInProgress
from kibic.games.preferans.narrow import as_a, known
from kibic.games.preferans.phase import Phase


def applied(position: Position, action: Said) -> Position:
    """The position after a word of its own game. Raises :class:`kibic.game.IllegalAction`."""
    after, _ = position.apply(action)  # type: ignore[arg-type]
    return after


@dataclass(frozen=True, slots=True)
class Path:
    """Words said and the position they lead to."""

    position: Position
    actions: tuple[Said, ...] = ()

    def then(self, action: Said) -> Path:
        """The path with one more word. Raises :class:`kibic.game.IllegalAction`."""
        return Path(applied(self.position, action), (*self.actions, action))

    def all_of(self, actions: tuple[Said, ...]) -> Path:
        """The path with more words."""
        path = self
        for action in actions:
            path = path.then(action)
        return path

    def onward(self) -> Path:
        """A path that begins here."""
        return Path(self.position)

    @property
    def over(self) -> bool:
        """Whether the hand is finished."""
        return self.position.hand is None

    @property
    def phase(self) -> str:
        """The phase of the hand."""
        return self.position.phase

    @property
    def step(self) -> Phase | LevelPhase | None:
        """The state of the hand, None when it is finished."""
        hand = self.position.hand
        return None if hand is None else hand.phase

    @property
    def agreed(self) -> Bargain | LevelBargain:
        """What is agreed so far, once somebody plays."""
        bargain = None if self.step is None else self.step.bargain
        return bargain if isinstance(bargain, LevelBargain) else as_a(Bargain, bargain)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who speaks first, second and third."""
        hand = self.position.hand
        dealt_ = hand.dealt if isinstance(hand, LevelHand) else as_a(HandInProgress, hand).dealt
        return dealt_.order

    @property
    def speaker(self) -> Seat:
        """Who speaks."""
        return known(self.position.to_act)


def blind_deal(position: Position, dealer: Seat) -> Deal:
    """The deal of a hand without cards, which names the dealer where it is not his turn (FOUR-01)."""
    return Deal((0,) * position.players, 0, dealer=None if dealer == position.dealer else dealer)


def dealt(position: Position, dealer: Seat | None = None) -> Path:
    """A hand without cards, dealt. Raises :class:`kibic.game.IllegalAction` when the match is over."""
    return Path(position).then(blind_deal(position, position.dealer if dealer is None else dealer))


def paths(start: Path, goes_on: Callable[[Path], bool]) -> Iterator[Path]:
    """All ways of words through the phases in which ``goes_on``, in the order of the legal words."""
    if start.over or not goes_on(start):
        yield start
        return
    for action in start.position.legal():
        yield from paths(start.then(action), goes_on)
