"""Ruleset files: the rules of a table as TOML, written with explanations and read with every fault at its line."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kibic.game import Game, KibicError, Parameter, RulesError, Text, game_named
from kibic.game.parameters import Value, show
from kibic.games.preferans.rules.titles import GROUP_TITLES
from kibic.record.errors import Place, RecordSyntaxError
from kibic.record.model import VERSION
from kibic.record.positions import Positions, scan
from kibic.record.read import bytes_of, parse_toml, text_of, unknown_option
from kibic.record.write import toml_value

#: Likening keys is slow, and nobody mistypes so many: after these faults no key is suggested.
_MOST_GUESSES: Final = 50
_KEYS: Final = ("kibic", "game", "rules", "options")
_KEY_IN_TEXT: Final = re.compile(r"[a-z]+\.[a-z0-9_]+")
_WIDTH: Final = 110


@dataclass(frozen=True, slots=True)
class RulesFile:
    """What a file of rules says: a preset and the keys whose values differ from it."""

    preset: str
    options: Mapping[str, Any]
    game: str = "preferans"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file of rules: the sentence, and where it stands (None for the whole file)."""

    text: Text
    place: Place | None = field(default=None)


class RulesFileError(KibicError):
    """A file of rules that cannot be used; ``problems`` are all its faults, in the order of the file."""

    def __init__(self, problems: Sequence[Problem], file: str = "") -> None:
        self.problems = tuple(sorted(problems, key=_order))
        self.file = file
        super().__init__("\n".join(self.lines("en")))

    def lines(self, language: str) -> tuple[str, ...]:
        """One line a fault: ``file:line:column: sentence``."""
        lines = []
        for problem in self.problems:
            where = [part for part in (self.file, str(problem.place) if problem.place else "") if part]
            lines.append(": ".join([*([":".join(where)] if where else []), problem.text.in_language(language)]))
        return tuple(lines)


def _order(problem: Problem) -> tuple[int, int]:
    return (problem.place.line, problem.place.column) if problem.place else (0, 0)


def read_rules_file(path: str) -> RulesFile:
    """Read the rules in a file. Raises :class:`RulesFileError`, also when the file cannot be read."""
    try:
        text = text_of(bytes_of(path))
    except RecordSyntaxError as error:
        raise RulesFileError([Problem(error.text, error.place)], path) from error
    return read_rules(text, path)


def read_rules(text: str, file: str = "") -> RulesFile:
    """Read a file of rules, ``file`` being its name in messages.

    Unknown keys, wrong values and keys that contradict each other are all told at once. Raises
    :class:`RulesFileError`, and nothing else.
    """
    source = text.replace("\r\n", "\n")
    try:
        data = parse_toml(source)
        reader = _Reader(data, scan(source))
        rules = reader.read()
    except RecordSyntaxError as error:
        raise RulesFileError([Problem(error.text, error.place)], file) from error
    except RecursionError:
        raise RulesFileError([Problem(Text("nested too deeply", "preduboko ugnežđeno"))], file) from None
    if reader.problems:
        raise RulesFileError(reader.problems, file)
    return rules


class _Reader:
    """Collects the faults of one file while it reads it."""

    def __init__(self, data: Mapping[str, Any], positions: Positions) -> None:
        self.data = data
        self.positions = positions
        self.problems: list[Problem] = []

    def read(self) -> RulesFile:
        self._version()
        game = self._game()
        parameters = {parameter.key: parameter for parameter in game.parameters()}
        for key in self.data:
            if key not in _KEYS:
                self._tell(_unknown_key(key, parameters, self.data[key]), self.positions.of_key(key))
        preset = self._preset(game)
        options = self._options(parameters)
        return RulesFile(preset, self._checked(game, preset, options), game.name)

    def _tell(self, text: Text, place: Place | None) -> None:
        self.problems.append(Problem(text, place))

    def _version(self) -> None:
        version = self.data.get("kibic", VERSION)
        if version != VERSION or isinstance(version, bool):
            text = Text(
                f"format version {version} is unknown; this Kibic reads version {VERSION}",
                f"verzija zapisa {version} nije poznata; ovaj Kibic čita verziju {VERSION}",
            )
            self._tell(text, self.positions.of_value(("kibic",)))

    def _game(self) -> Game[Any, Any, Any]:
        name = self.data.get("game", "preferans")
        try:
            return game_named(name if isinstance(name, str) else show(name))
        except KibicError as error:
            self._tell(Text(str(error), f"nema igre {name!r}"), self.positions.of_value(("game",)))
            return game_named("preferans")

    def _preset(self, game: Game[Any, Any, Any]) -> str:
        presets = game.presets()
        preset = self.data.get("rules", presets[0])
        if isinstance(preset, str) and preset in presets:
            return preset
        known = ", ".join(presets)
        self._tell(
            Text(f"no rules are called {preset!r}; rules: {known}", f"nema pravila {preset!r}; pravila: {known}"),
            self.positions.of_value(("rules",)),
        )
        return presets[0]

    def _options(self, parameters: Mapping[str, Parameter]) -> dict[str, Value]:
        """The keys with values that are allowed; the others are told."""
        table = self.data.get("options", {})
        if not isinstance(table, dict):
            self._tell(
                Text("options: a table is expected", "options: očekuje se tabela"),
                self.positions.of_value(("options",)),
            )
            return {}
        accepted: dict[str, Value] = {}
        for key, value in table.items():
            parameter = parameters.get(key)
            if parameter is None:
                guesses = parameters if len(self.problems) < _MOST_GUESSES else ()
                self._tell(unknown_option(key, value, guesses), self.positions.of_key("options", key))
                continue
            stored = parameter.accepts(value)
            if stored is None:
                self._tell(parameter.refusal(value), self.positions.of_value(("options", key)))
                continue
            accepted[key] = stored
        return accepted

    def _checked(self, game: Game[Any, Any, Any], preset: str, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options that differ from the preset; conflicts between the keys are told at one of them."""
        values: Mapping[str, Value] = game.rules(preset).as_dict()
        changed = {key: value for key, value in options.items() if value != values[key]}
        try:
            game.rules(preset, changed)
        except RulesError as error:
            for problem in error.texts:
                self._tell(problem, self._place(problem.en, changed))
        return changed

    def _place(self, problem: str, changed: Mapping[str, Value]) -> Place | None:
        """Where the first key of a sentence stands that the file changes."""
        named = (key for key in _KEY_IN_TEXT.findall(problem) if key in changed)
        return self.positions.of_value(("options", next(named, "")))


def _unknown_key(key: str, parameters: Mapping[str, Parameter], value: object) -> Text:
    known = ", ".join(_KEYS)
    en, sr = f"unknown key {key!r}; keys: {known}", f"nepoznat ključ {key!r}; ključevi: {known}"
    if key in parameters:
        return Text(f"{en}; {key} belongs under [options]", f"{sr}; {key} ide pod [options]")
    if isinstance(value, dict) and any(f"{key}.{name}" in parameters for name in value):
        inner = f'"{key}.{next(iter(value))}"'
        return Text(f"{en}; write {inner} under [options]", f"{sr}; pišite {inner} pod [options]")
    return Text(en, sr)


def write_rules(rules: RulesFile, language: str = "en") -> str:
    """The text of a file of rules: every key with its value and its explanation, grouped; :func:`read_rules` reads it.

    Raises :class:`RulesError` for rules that cannot be used.
    """
    game = game_named(rules.game)
    values: Mapping[str, Value] = game.rules(rules.preset, rules.options).as_dict()
    usual: Mapping[str, Value] = game.rules(rules.preset).as_dict()
    lines = [*_head(rules, language), f"game = {toml_value(rules.game)}", f"rules = {toml_value(rules.preset)}", ""]
    lines.append("[options]")
    group = ""
    for parameter in game.parameters():
        if parameter.group != group:
            group = parameter.group
            lines += ["", f"# ==== {GROUP_TITLES[group].in_language(language)} ({group}) ===="]
        lines += ["", *_explained(parameter, usual[parameter.key], rules.preset, language)]
        lines.append(f'"{parameter.key}" = {toml_value(values[parameter.key])}')
    return "\n".join(lines) + "\n"


def _head(rules: RulesFile, language: str) -> Iterator[str]:
    if language == "sr":
        text = (
            f"Pravila preferansa, polazeći od {rules.preset}: svaki ključ s objašnjenjem. Izmenite šta se kod vas igra "
            f"drukčije; izostavljen ključ važi kao u {rules.preset}. Ime ove datoteke ide svuda gde i ime pravila, na "
            "primer: kibic arena rule rule rule --rules nasa.toml"
        )
    else:
        text = (
            f"Rules of Preferans that start from {rules.preset}: every key with what it is for. Change what your table "
            f"plays otherwise; a key that is left out is as in {rules.preset}. The name of this file goes wherever the "
            "name of a ruleset does, for example: kibic arena rule rule rule --rules ours.toml"
        )
    yield from _comment(text)


def _explained(parameter: Parameter, usual: Value, preset: str, language: str) -> Iterator[str]:
    rules = " ".join(parameter.rules)
    yield from _comment(f"{parameter.text.in_language(language)} [{rules}]")
    allowed = "dozvoljeno" if language == "sr" else "allowed"
    yield from _comment(f"{preset}: {toml_value(usual)}; {allowed}: {_allowed(parameter)}")


def _allowed(parameter: Parameter) -> str:
    """What may stand there, as it is written, in signs that need no translation."""
    values = [toml_value(value) for value in parameter.values]
    if parameter.kind == "choices":
        return f"[{', '.join(values)}]"
    if parameter.low is not None or parameter.high is not None:
        values.append(f"{parameter.low} … {parameter.high}")
    if parameter.pattern:
        values.append(f"/{parameter.pattern}/")
    return " | ".join(values)


def _comment(text: str) -> Iterator[str]:
    for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"
