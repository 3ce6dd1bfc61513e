"""From the strings of ``actions`` to words: prefixes, arguments and the spellings people use (record.md section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibic.game import Seat, Text
from kibic.games.preferans.words import arity, normalized
from kibic.record.errors import Place, RecordSyntaxError
from kibic.record.model import Word
from kibic.record.positions import Path, Positions


def words_of(strings: Sequence[str], path: Path, positions: Positions, players: Sequence[str]) -> Iterator[Word]:
    """The words of a hand, each with its arguments, its speaker and its place.

    Raises :class:`RecordSyntaxError` for a prefix that names nobody or has no word, and for missing arguments.
    """
    tokens = _tokens(strings, path, positions, players)
    for prefix in tokens:
        token: _Token | None = prefix
        if prefix.speaker is not None:
            token = next(tokens, None)
        if token is None or token.speaker is not None:
            name = prefix.text.strip()
            raise RecordSyntaxError(Text(f"{name} has no word after it", f"{name} nema reč iza sebe"), prefix.place)
        parts = [normalized(token.text)]
        for _ in range(arity(token.text)):
            argument = next(tokens, None)
            if argument is None or argument.speaker is not None:
                raise RecordSyntaxError(_incomplete(parts[0]), token.place)
            parts.append(normalized(argument.text))
        yield Word(" ".join(parts), prefix.speaker, token.place)


@dataclass(frozen=True, slots=True)
class _Token:
    """A run of characters, or a prefix: then ``speaker`` is its seat."""

    text: str
    place: Place | None
    speaker: Seat | None = None


def _tokens(strings: Sequence[str], path: Path, positions: Positions, players: Sequence[str]) -> Iterator[_Token]:
    for number, string in enumerate(strings):
        at = _skip(string, 0)
        while at < len(string):
            place = positions.of_value((*path, number), at)
            speaker, end = _prefix(string, at, players)
            if speaker is None:
                token = string[at:].split(maxsplit=1)[0]
                end = at + len(token)
                if ":" in token:
                    raise RecordSyntaxError(_nobody(token, players), place)
            yield _Token(string[at:end], place, speaker)
            at = _skip(string, end)


def _skip(string: str, at: int) -> int:
    return len(string) - len(string[at:].lstrip())


def _prefix(string: str, at: int, players: Sequence[str]) -> tuple[Seat | None, int]:
    """The seat of the ``Name:`` that starts at ``at`` and where it ends; the longest name wins."""
    for seat in sorted(range(len(players)), key=lambda seat: -len(players[seat])):
        end = at + len(players[seat])
        if string[at:end].casefold() == players[seat].casefold():
            colon = _skip(string, end)
            if string.startswith(":", colon):
                return seat, colon + 1
    return None, at


def _nobody(token: str, players: Sequence[str]) -> Text:
    name, names = token.partition(":")[0], ", ".join(players)
    return Text(
        f"nobody at the table is called {name!r}; players: {names}",
        f"za stolom nema igrača {name!r}; igrači: {names}",
    )


def _incomplete(head: str) -> Text:
    if head == "skart":
        return Text("skart needs two cards, or ? ?", "uz skart idu dve karte, ili ? ?")
    if head == "preuzima":
        return Text("preuzima needs the places of two players, from 1", "uz preuzima idu mesta dva igrača, od 1")
    if head == "kazna":
        return Text("kazna needs the place of a player, from 1", "uz kazna ide mesto igrača, od 1")
    if head == "produzi":
        return Text("produzi needs a number of bule", "uz produzi ide broj bula")
    return Text(f"{head} needs a number of tricks", f"uz {head} ide broj štihova")
