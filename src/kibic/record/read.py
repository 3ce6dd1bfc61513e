"""Reading a record: from TOML to :class:`Record`, with every error at its line and column."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path as FilePath
from typing import Any, Final, cast

from kibic.game import Game, KibicError, RulesError, Text, WordError, game_named, games
from kibic.record.deals import BLIND, deal_from_deck, deal_from_holdings, deal_from_seed
from kibic.record.errors import Place, RecordSyntaxError
from kibic.record.model import VERSION, Deal, HandRecord, Record
from kibic.record.positions import Path, Positions, scan
from kibic.record.tomlfaults import meaning_of
from kibic.record.words import words_of

_WHERE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")
#: A number of so many digits Python does not read.
_LONG_NUMBER: Final = re.compile(r"[0-9][0-9_]{4300,}")
_DEAL_KEYS: Final = ("cards", "deck", "seed")
_HAND_KEYS: Final = ("dealer", "cards", "talon", "deck", "seed", "tricks", "actions")
#: Bytes of the largest text that is read; a match of a thousand hands has less than one million.
LARGEST: Final = 8_000_000
_OWN_KEYS: Final = ("kibic", "game", "rules", "players", "options", "hands")
_TYPES: Final[Mapping[str, Text]] = {
    "int": Text("a whole number", "ceo broj"),
    "str": Text("a text", "tekst"),
    "table": Text("a table", "tabela"),
    "strings": Text("a list of texts", "lista tekstova"),
    "ints": Text("a list of whole numbers", "lista celih brojeva"),
    "tables": Text("a list of tables, [[hands]]", "lista tabela, [[hands]]"),
}


def read_file(path: str | FilePath) -> Record:
    """Read the record in a file. Raises :class:`RecordSyntaxError`, also when the file cannot be read."""
    return read_bytes(bytes_of(path), str(path))


def read_bytes(content: bytes, file: str = "") -> Record:
    """Read a record from UTF-8 bytes. Raises :class:`RecordSyntaxError`."""
    return read(text_of(content, file), file)


def bytes_of(path: str | FilePath) -> bytes:
    """The content of a file, of a large one so much that :func:`text_of` sees it.

    Raises :class:`RecordSyntaxError` when it cannot be read.
    """
    try:
        with FilePath(path).open("rb") as file:
            return file.read(LARGEST + 1)  # a device never ends, and nobody reads more
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise RecordSyntaxError(
            Text(f"cannot be read: {reason}", f"ne može da se pročita: {reason}"), file=str(path)
        ) from error


def text_of(content: bytes, file: str = "") -> str:
    """The text of UTF-8 bytes. Raises :class:`RecordSyntaxError` at the first byte that is none, and for too many."""
    if len(content) > LARGEST:
        limit = LARGEST // 1_000_000
        raise RecordSyntaxError(
            Text(f"the text is larger than {limit} MB", f"tekst je veći od {limit} MB"), Place(1, 1), file
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        raise RecordSyntaxError(
            Text("the text is not UTF-8", "tekst nije u UTF-8 zapisu"), Place(line, column), file
        ) from error


def read(text: str, file: str = "") -> Record:
    """Read a record (record.md sections 1 and 2). ``file`` names the source in messages.

    What comes back is a record in form only; :func:`kibic.record.replay` asks the rules. Raises
    :class:`RecordSyntaxError`, and nothing else, for anything that is not a record.
    """
    source = text.replace("\r\n", "\n")
    try:
        data = parse_toml(source)
        return _Reader(data, scan(source), file).record()
    except RecordSyntaxError as error:
        error.file = file
        raise
    except RecursionError:
        raise RecordSyntaxError(Text("nested too deeply", "preduboko ugnežđeno"), file=file) from None


def parse_toml(source: str) -> dict[str, Any]:
    """The tables of a TOML text with single line feeds. Raises :class:`RecordSyntaxError` at the place of the fault."""
    try:
        return tomllib.loads(source)
    except ValueError as error:  # tomllib's own error is one; a number of thousands of digits is another
        match = _WHERE.search(str(error))
        if match is None:  # a number too long, for which the parser tells no place
            number = _LONG_NUMBER.search(source)
            place = None if number is None else _place(source, number.start())
        else:
            place = Place(int(match[1]), int(match[2])) if match[1] else _place(source, len(source))
        raise RecordSyntaxError(meaning_of(_WHERE.sub("", str(error))), place) from error


def _place(source: str, at: int) -> Place:
    """The place of a character, or of the end."""
    before = source[:at]
    return Place(before.count("\n") + 1, at - before.rfind("\n"))


class _Reader:
    def __init__(self, data: dict[str, Any], positions: Positions, file: str) -> None:
        self.data = data
        self.positions = positions
        self.file = file

    def record(self) -> Record:
        self._version()
        game = self._game()
        preset = self._preset(game)
        players = self._players()
        options = self._options(game)
        tables = cast("Sequence[Mapping[str, Any]]", self._value((), "hands", "tables", []))
        hands = [self._hand(number, table, players) for number, table in enumerate(tables)]
        return Record(
            players=players,
            hands=tuple(self._in_canonical_words(game, preset, options, hands)),
            game=game.name,
            rules=preset,
            options=options,
            extras={key: value for key, value in self.data.items() if key not in _OWN_KEYS},
            file=self.file,
            places={key: self.positions.of_value((key,)) for key in _OWN_KEYS if key in self.data},
        )

    def _version(self) -> None:
        if "kibic" not in self.data:
            raise RecordSyntaxError(
                Text(
                    f"no Kibic record: the key kibic = {VERSION} (format version) is missing",
                    f"nije Kibicov zapis: nedostaje kibic = {VERSION} (verzija zapisa)",
                ),
                Place(1, 1),
            )
        version = self._value((), "kibic", "int", None)
        if version != VERSION:
            raise RecordSyntaxError(
                Text(
                    f"format version {version} is unknown; this Kibic reads version {VERSION}",
                    f"verzija zapisa {version} nije poznata; ovaj Kibic čita verziju {VERSION}",
                ),
                self.positions.of_value(("kibic",)),
            )

    def _game(self) -> Game[Any, Any, Any]:
        name = cast("str", self._value((), "game", "str", "preferans"))
        try:
            return game_named(name)
        except KibicError as error:
            known = ", ".join(games())
            raise RecordSyntaxError(
                Text(f"no game is called {name!r}; games: {known}", f"nema igre {name!r}; igre: {known}"),
                self.positions.of_value(("game",)),
            ) from error

    def _preset(self, game: Game[Any, Any, Any]) -> str:
        preset = cast("str", self._value((), "rules", "str", game.presets()[0]))
        if preset not in game.presets():
            known = ", ".join(game.presets())
            raise RecordSyntaxError(
                Text(f"no rules are called {preset!r}; rules: {known}", f"nema pravila {preset!r}; pravila: {known}"),
                self.positions.of_value(("rules",)),
            )
        return preset

    def _players(self) -> tuple[str, ...]:
        if "players" not in self.data:
            raise RecordSyntaxError(Text("the key players is missing", "nedostaje ključ players"), Place(1, 1))
        players = cast("list[str]", self._value((), "players", "strings", None))
        for seat, name in enumerate(players):
            if name != " ".join(name.split()) or not name or not name.isprintable():
                raise RecordSyntaxError(
                    Text(
                        f"{name!r} is no name: letters without spaces at the ends are expected",
                        f"{name!r} nije ime: očekuju se slova bez razmaka na krajevima",
                    ),
                    self.positions.of_value(("players", seat)),
                )
        return tuple(players)

    def _options(self, game: Game[Any, Any, Any]) -> Mapping[str, Any]:
        options = cast("dict[str, Any]", self._value((), "options", "table", {}))
        parameters = {parameter.key: parameter for parameter in game.parameters()}
        for key, value in options.items():
            place = self.positions.of_key("options", key)
            if key not in parameters:
                raise RecordSyntaxError(unknown_option(key, value, parameters), place)
            if not parameters[key].right_type(value):
                expected = parameters[key].expected()
                raise RecordSyntaxError(
                    Text(
                        f"{key}: {value!r} has the wrong type; allowed: {expected.en}",
                        f"{key}: {value!r} je pogrešnog tipa; dozvoljeno: {expected.sr}",
                    ),
                    self.positions.of_value(("options", key)),
                )
        return options

    def _hand(self, number: int, table: Mapping[str, Any], players: Sequence[str]) -> HandRecord:
        path: Path = ("hands", number)
        for key in table:
            if key not in _HAND_KEYS:
                known = ", ".join(_HAND_KEYS)
                raise RecordSyntaxError(
                    Text(
                        f"unknown key {key!r} in hand {number + 1}; keys: {known}",
                        f"nepoznat ključ {key!r} u ruci {number + 1}; ključevi: {known}",
                    ),
                    self.positions.of_key(*path, key),
                )
        dealer = cast("str | None", self._value(path, "dealer", "str", None))
        tricks = cast("list[int] | None", self._value(path, "tricks", "ints", None))
        strings = cast("list[str]", self._value(path, "actions", "strings", []))
        return HandRecord(
            deal=self._deal(path, table, len(players)),
            words=tuple(words_of(strings, (*path, "actions"), self.positions, players)),
            dealer=dealer,
            tricks=None if tricks is None else tuple(tricks),
            place=self.positions.of_key(*path),
            places={key: self.positions.of_value((*path, key)) for key in table},
        )

    def _deal(self, path: Path, table: Mapping[str, Any], players: int) -> Deal:
        holdings = cast("list[str] | None", self._value(path, "cards", "strings", None))
        talon = cast("str | None", self._value(path, "talon", "str", None))
        deck = cast("str | None", self._value(path, "deck", "str", None))
        seed = cast("str | None", self._value(path, "seed", "str", None))
        deals = []
        if holdings is not None:
            places = [self.positions.of_value((*path, "cards", seat)) for seat in range(len(holdings))]
            deals.append(deal_from_holdings(holdings, talon, places, self.positions.of_value((*path, "talon"))))
            if len(holdings) != players:
                return Deal(BLIND, _holdings(len(holdings), players), self.positions.of_value((*path, "cards")))
        if deck is not None:
            deals.append(deal_from_deck(deck, self.positions.of_value((*path, "deck"))))
        if seed is not None:
            deals.append(deal_from_seed(seed, self.positions.of_value((*path, "seed"))))
        if len(deals) > 1:
            return Deal(
                BLIND,
                Text(
                    "the cards are told twice: write one of cards, deck and seed",
                    "karte su zadate dvaput: pišite samo jedno od cards, deck i seed",
                ),
                self.positions.of_key(*path, [key for key in table if key in _DEAL_KEYS][-1]),
            )
        if talon is not None and holdings is None:
            return Deal(
                BLIND,
                Text("talon stands only beside cards", "talon ide samo uz cards"),
                self.positions.of_key(*path, "talon"),
            )
        return deals[0] if deals else Deal(BLIND)

    def _in_canonical_words(
        self, game: Game[Any, Any, Any], preset: str, options: Mapping[str, Any], hands: Iterable[HandRecord]
    ) -> Iterator[HandRecord]:
        # Whether a text is a word of the game does not depend on the state, so the state before the first deal will do.
        try:
            rules = game.rules(preset, options)
        except RulesError:  # the replay tells what is wrong with the options
            rules = game.rules(preset)
        opening = game.start(rules, game.player_counts(rules)[0], 0)
        for hand in hands:
            words = []
            for word in hand.words:
                try:
                    words.append(replace(word, text=game.parse(opening, word.text).word))
                except WordError as error:
                    raise RecordSyntaxError(Text(str(error), f"„{word.text}“ nije reč igre"), word.place) from error
            yield replace(hand, words=tuple(words))

    def _value(self, path: Path, key: str, kind: str, default: object) -> object:
        """The value of a key, of the right kind. Raises :class:`RecordSyntaxError` when it is not."""
        table: Any = self.data
        for step in path:
            table = table[step]
        if key not in table:
            return default
        value = table[key]
        bad = _wrong(value, kind)
        if bad is not None:
            expected = _TYPES[kind]
            raise RecordSyntaxError(
                Text(f"{key}: {expected.en} is expected", f"{key}: očekuje se {expected.sr}"),
                self.positions.of_value((*path, key, *bad)),
            )
        return cast("object", value)


def _holdings(told: int, players: int) -> Text:
    """That ``cards`` has not one holding a player."""
    en = f"cards has {told} holdings for {players} players"
    sr = f"cards ima {told} ruku za {players} igrača"
    if told == 3 < players:
        en += ': one a player, in the order of players, is expected; "..." is that of the dealer who sits out'
        sr += ": očekuje se po jedna, redom igrača; „...“ je ruka delioca koji ne igra"
    return Text(en, sr)


def unknown_option(key: str, value: object, known: Iterable[str]) -> Text:
    """That ``[options]`` has a key no ruleset knows, and the known one that is most like it."""
    en, sr = f"unknown key {key!r} in [options]", f"nepoznat ključ {key!r} u [options]"
    if isinstance(value, dict):  # match.start_bule = 60 without quotes makes a table called match
        whole = f'"{key}.{next(iter(value), "name")}"'
        return Text(f"{en}; write keys in quotes, as {whole}", f"{sr}; pišite ključeve u navodnicima, kao {whole}")
    for close in get_close_matches(key, known, 1):
        return Text(f"{en}; did you mean {close}?", f"{sr}; možda {close}?")
    return Text(en, sr)


def _wrong(value: object, kind: str) -> Path | None:
    """The path inside ``value`` to what is not of ``kind``; None when everything is."""
    single: Mapping[str, type] = {"int": int, "str": str, "table": dict}
    if kind in single:
        return None if type(value) is single[kind] else ()
    if not isinstance(value, list):
        return ()
    item = {"strings": str, "ints": int, "tables": dict}[kind]
    for number, element in enumerate(value):
        if type(element) is not item:
            return (number,)
    return None
