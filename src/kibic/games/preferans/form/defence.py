"""What the defence said: who follows, who calls, which tricks were agreed on, and the kontra ladder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kibic.game import Seat
from kibic.games.preferans.actions import Answer, Call, Follow, Kontra, OfferAnswer, OfferTricks
from kibic.games.preferans.form.steps import Path, paths
from kibic.games.preferans.kontra import KontraRound
from kibic.games.preferans.levels.actions import Summon, Whist
from kibic.games.preferans.narrow import as_a, known

#: The phases in which the defence decides who takes part.
_FOLLOWING: Final = frozenset({"following", "calling", "call_answer", "offer_answer"})


def defenders(start: Path) -> tuple[Seat, Seat]:
    """The two who are asked, in that order, where the first of them is to answer."""
    first, declarer = start.speaker, start.agreed.declarer
    return first, next(seat for seat in start.order if seat not in (first, declarer))


def ways_to_follow(start: Path) -> dict[str, list[Path]]:
    """All the defence can say that makes a difference, by the value of the answer.

    Only tricks given to a lone follower have several ways, one for each number.
    """
    ways: dict[str, list[Path]] = {}
    for path in paths(start.onward(), lambda path: path.phase in _FOLLOWING):
        if not any(isinstance(action, Answer | OfferAnswer) and not action.yes for action in path.actions):
            ways.setdefault(_value(start, path), []).append(path)
    return ways


def offered(path: Path) -> int:
    """The tricks agreed on in the words of a path."""
    return next(action.tricks for action in path.actions if isinstance(action, OfferTricks))


def _value(start: Path, path: Path) -> str:
    right, left = defenders(start)
    answers = [action.yes for action in path.actions if isinstance(action, Follow | Whist)]
    if all(answers):
        return "both"
    if not any(answers):
        return "none"
    lone, other = (right, left) if answers[0] else (left, right)
    for action in path.actions:
        match action:
            case OfferTricks():
                return f"{lone}?"
            case Call(yes=True):
                return f"{lone}+{other}"
            case Summon(mode="dark" | "open" as mode):
                return f"{lone}+{other} {mode}"
    return str(lone)


def asked_for_kontra(path: Path) -> int | None:
    """The step of the ladder that is open, as its factor; None when there is none."""
    step = path.step
    return step.factor if isinstance(step, KontraRound) else None


def ways_of_kontra(start: Path) -> dict[str, Path]:
    """By ``no`` and by the seat that says it: one step of the ladder."""
    factor = asked_for_kontra(start)
    ways: dict[str, Path] = {}
    for path, giver in _givers(start, known(factor)):
        ways.setdefault("no" if giver is None else str(giver), path)
    return ways


def _givers(start: Path, factor: int) -> Iterator[tuple[Path, Seat | None]]:
    if asked_for_kontra(start) != factor:
        yield start, None
        return
    step = as_a(KontraRound, start.step)
    for action in start.position.legal():
        after = start.then(action)
        if isinstance(action, Kontra):
            yield after, step.actor
        else:
            yield from _givers(after, factor)
