"""The shortest auction that gives a player his game (docs/decisions/0005-sheet.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kibic.game import Seat
from kibic.games.preferans.actions import NO_DISCARD, PASS, Betl, Discard, Igra, Preferans, Sans
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.form.model import Position, Said
from kibic.games.preferans.form.steps import Path, dealt
from kibic.games.preferans.levels.actions import PAS
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.match import LevelMatch
from kibic.games.preferans.match import Match
from kibic.games.preferans.narrow import as_a
from kibic.games.preferans.rules import Rules

_UNTOLD: Final = Discard(None, None)
#: In front of the name of a game without the talon.
IGRA: Final = "igra"
_CALLS: Final = (Igra, Betl, Sans, Preferans)


@dataclass(frozen=True, slots=True)
class Openings:
    """The words up to the declared game, without the deal.

    ``games`` by declarer and game (``karo``, ``igra karo``, ``7H``), ``undiscarded`` by declarer and the bid he won
    with and then put no cards away (PEN-01), ``all_pass`` when nobody plays.
    """

    games: Mapping[tuple[Seat, str], tuple[Said, ...]]
    undiscarded: Mapping[tuple[Seat, str], tuple[Said, ...]]
    all_pass: tuple[Said, ...]


def openings(position: Position) -> Openings:
    """All games the rules let somebody declare in the next hand of ``position``."""
    return _openings(position.rules, position.players, position.dealer)


@lru_cache(maxsize=256)
def _openings(rules: Rules, players: int, dealer: Seat) -> Openings:
    levels = rules.auc.ladder == "levels"
    start = dealt((LevelMatch if levels else Match).start(rules, players, dealer)).onward()
    games: dict[tuple[Seat, str], tuple[Said, ...]] = {}
    undiscarded: dict[tuple[Seat, str], tuple[Said, ...]] = {}
    for path in _won_outright(start) if levels else _won(start):
        undiscarded.setdefault((path.speaker, _bid_of(path)), (*path.actions, NO_DISCARD))
        put_away = path.then(_UNTOLD)
        for declaration in put_away.position.legal():
            games.setdefault((path.speaker, declaration.word), (*put_away.actions, declaration))
    for path in _without_talon(start):
        bargain = as_a(Bargain, path.agreed)
        games.setdefault((bargain.declarer, f"{IGRA} {bargain.game.word}"), path.actions)
    return Openings(games, undiscarded, _all_pass(start))


def _won(start: Path) -> Iterator[Path]:
    """Auctions of numbers that somebody wins, the shortest first."""
    queue = deque([start])
    seen = set()
    while queue:
        path = queue.popleft()
        if path.phase == "discard":
            yield path
        elif not path.over:
            for action in path.position.legal():
                after = path.then(action)
                if not isinstance(action, _CALLS) and after.step not in seen:
                    seen.add(after.step)
                    queue.append(after)


def _won_outright(start: Path) -> Iterator[Path]:
    """Auctions of levels in which one player bids his contract and the others pass."""
    for bid in start.position.legal().listed()[1:]:
        for declarer in start.order:
            path = start
            while path.phase == "auction":
                path = path.then(bid if path.speaker == declarer else PAS)
            yield path


def _without_talon(start: Path) -> Iterator[Path]:
    """Auctions in which one player calls a game without the talon and the others pass (IGR-01)."""
    for call in start.position.legal():
        if isinstance(call, _CALLS):
            for declarer in start.order:
                yield from _called(start, declarer, call)


def _called(path: Path, declarer: Seat, call: Said) -> Iterator[Path]:
    if path.phase == "naming":
        for suit in path.position.legal():
            yield from _called(path.then(suit), declarer, call)
    elif path.phase == "auction":
        yield from _called(path.then(call if path.speaker == declarer else PASS), declarer, call)
    else:
        yield path


def _all_pass(start: Path) -> tuple[Said, ...]:
    path = start
    while not path.over:
        path = path.then(path.position.legal().listed()[0])  # to pass is the first legal word of either game
    return path.actions


def _bid_of(path: Path) -> str:
    bargain = path.agreed
    return bargain.bid.word if isinstance(bargain, LevelBargain) else str(bargain.number)
