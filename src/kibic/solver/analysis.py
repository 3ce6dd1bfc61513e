"""What can be asked about positions: values, best lines, the loss of every card, all games of a deal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeVar

from kibic.game import Seat
from kibic.solver.engine import engine
from kibic.solver.position import Mode, Position, checked, each, mode_of, numbers, refuse, told, whole

#: Positions handed to a thread at a time.
_CHUNK: Final = 64
#: More threads than any machine has use for are not started.
_MOST_THREADS: Final = 256

Answer = TypeVar("Answer")


def solve(position: Position) -> int:
    """Tricks the declarer still takes when all play perfectly (in betl: the fewest he can be held to)."""
    return engine().solve(position)


def can_make(position: Position, goal: int) -> bool:
    """Whether the declarer can take at least ``goal`` of the remaining tricks; in betl: at most ``goal``."""
    return engine().can_make(position, goal)


def solve_moves(position: Position) -> dict[int, int]:
    """The value of the position after each card that may be played now, by card; empty when no cards are left.

    The value counts from before the card: a trick which the card completes is included.
    """
    return engine().solve_moves(position)


def solve_many(positions: Iterable[Position], threads: int = 1) -> Iterator[int]:
    """The values of positions in their order, read and answered a chunk at a time (any number in constant memory)."""
    return _in_chunks(engine().solve_all, positions, threads)


def moves_many(positions: Iterable[Position], threads: int = 1) -> Iterator[dict[int, int]]:
    """The answers of :func:`solve_moves` to positions in their order, a chunk at a time."""
    one = engine().solve_moves
    return _in_chunks(lambda chunk: [one(position) for position in chunk], positions, threads)


def _in_chunks(
    answer: Callable[[Sequence[Position]], list[Answer]], positions: Iterable[Position], threads: int
) -> Iterator[Answer]:
    chunks = each(positions, "positions")
    threads = min(whole(threads, "threads"), _MOST_THREADS)
    if threads <= 1:
        while chunk := list(islice(chunks, _CHUNK)):
            yield from answer(chunk)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[Answer]]] = deque()
        while True:
            while len(waiting) < 2 * threads and (chunk := list(islice(chunks, _CHUNK))):
                waiting.append(pool.submit(answer, chunk))
            if not waiting:
                return
            yield from waiting.popleft().result()


def better(position: Position, value: int, other: int) -> bool:
    """Whether ``value`` is better than ``other`` for the side to play."""
    wants_more = (checked(position).to_play == position.declarer) != (position.mode is Mode.BETL)
    return value > other if wants_more else value < other


def solve_line(position: Position) -> tuple[int, ...]:
    """One best line to the end: of the best cards always the lowest, of equal ones that of the first suit."""
    line = []
    value = None
    while checked(position).tricks_left:
        moves = engine().solve_moves(position, value)
        best = min(moves, key=lambda card: (card % 8, card))
        for card in sorted(moves, key=lambda card: (card % 8, card)):
            if better(position, moves[card], moves[best]):
                best = card
        after = position.play(best)
        value = moves[best] - _won(after)
        line.append(best)
        position = after
    return tuple(line)


def _won(after: Position) -> bool:
    """Whether the card that led to ``after`` completed a trick for the declarer."""
    return not after.trick and after.leader == after.declarer


@dataclass(frozen=True, slots=True)
class Traced:
    """A card of a hand and what it cost.

    ``before`` and ``after`` are the tricks of the declarer from the traced position on, those already taken included;
    ``loss`` is what the card cost the side that played it, 0 for a best card.
    """

    seat: Seat
    card: int
    before: int
    after: int
    loss: int


def trace(position: Position, cards: Iterable[int]) -> tuple[Traced, ...]:
    """The loss of each card played from a position on.

    Raises :class:`PositionError` for a card that may not be played.
    """
    one = engine().solve
    before, taken, found = one(position), 0, []
    for card in each(cards, "cards"):
        following = position.play(card)
        taken += _won(following)
        after = taken + one(following, max(0, before - taken))
        found.append(Traced(position.to_play, card, before, after, abs(after - before)))
        position, before = following, after
    return tuple(found)


def modes_of(*, declarer_leads: bool = False) -> tuple[Mode, ...]:
    """What can be played for; where the declarer leads (``polski``, POL-07) there is no betl."""
    return tuple(mode for mode in Mode if not (declarer_leads and mode is Mode.BETL))


def leader_of(
    mode: Mode, declarer: Seat, first: Seat, active: Sequence[Seat] = (0, 1, 2), *, declarer_leads: bool = False
) -> Seat:
    """Who leads: in suit games and betl the first speaker, in sans the seat before the declarer (LEAD-01, LEAD-02).

    A first speaker who takes no part is replaced by the next one who does. With ``declarer_leads`` it is always the
    declarer (POL-07). Raises :class:`PositionError` for a declarer who takes no part.
    """
    active, first = numbers(active, "active"), whole(first, "first")
    if declarer not in active:
        raise refuse(
            f"the declarer {told(declarer)} is not among the active players",
            f"nosilac {told(declarer)} nije među igračima u igri",
        )
    if declarer_leads:
        return declarer
    if mode_of(mode) is Mode.NT:
        return active[active.index(declarer) - 1]
    return next((seat for seat in active if seat >= first), active[0])


def table(hands: Sequence[int], first: Seat = 0, *, declarer_leads: bool = False) -> dict[tuple[Seat, Mode], int]:
    """All games by all declarers with the proper leader: (declarer, game) -> tricks of the declarer.

    ``first`` speaks first; a seat without cards takes no part. With ``declarer_leads`` (``polski``, POL-07) the
    declarer leads in every game and there is no betl. The ten-trick game is read off sans.
    """
    hands, first = numbers(hands, "hands"), whole(first, "first")
    active = tuple(seat for seat, hand in enumerate(hands) if hand)
    positions = {
        (declarer, mode): Position(
            hands,
            mode,
            declarer,
            leader_of(mode, declarer, first, active, declarer_leads=declarer_leads),
            active=active,
        )
        for declarer in active
        for mode in modes_of(declarer_leads=declarer_leads)
    }
    return dict(zip(positions, solve_many(positions.values()), strict=True))


def table_of(position: Position) -> dict[tuple[Seat, Mode], int]:
    """All games with the cards of a position, those of a started trick taken back; its leader speaks first."""
    active = checked(position).active
    hands = [hand if seat in active else 0 for seat, hand in enumerate(position.hands)]
    for seat, card in zip(position.order, position.trick, strict=False):
        hands[seat] |= 1 << card
    return table(hands, position.leader)
