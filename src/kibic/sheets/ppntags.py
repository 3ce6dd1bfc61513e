"""The tags of Portable Preferans Notation: those everybody knows, and those Kibic adds so that nothing is lost.

Published are Bula, Refe, Player1..3, Place1..3 and Result1..3; other tags are allowed. Kibic writes and reads besides:
Ruleset, Option1, Option2, ... (``key = value`` as in a record), Dealer (who deals first, from 1), Hand5 (the answers of
hand 5, docs/decisions/0005-sheet.md, where its line cannot say it), After5 (what was agreed after hand 5) and WriteOff
(what each wrote off; the match was closed so).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kibic.game import RulesError, Text
from kibic.game.parameters import Value
from kibic.games.preferans import GAME
from kibic.sheets.errors import SheetError
from kibic.sheets.ppnlines import Tag, quoted
from kibic.sheets.setup import Setup

_NUMBERED: Final = re.compile(r"(hand|after|option)(\d{1,4})")
_PLAIN: Final = frozenset(
    {"bula", "refe", "ruleset", "dealer", "writeoff"}
    | {f"{name}{place}" for name in ("player", "place", "result") for place in ("1", "2", "3", "a", "b", "c")}
)
_LETTERS: Final = {"a": "1", "b": "2", "c": "3"}


@dataclass(slots=True)
class Tags:
    """The tags by name, the answers and agreements by hand, and what is wrong with them by line."""

    plain: dict[str, Tag] = field(default_factory=dict)
    hands: dict[int, Tag] = field(default_factory=dict)
    after: dict[int, Tag] = field(default_factory=dict)
    options: list[Tag] = field(default_factory=list)
    faults: list[tuple[int, Text]] = field(default_factory=list)

    def value(self, name: str) -> str:
        """The value of a tag, empty when there is none."""
        return self.plain[name].value if name in self.plain else ""

    def line(self, name: str) -> int:
        """The line of a tag, 0 when there is none."""
        return self.plain[name].line if name in self.plain else 0

    def note(self, line: int, english: str, serbian: str) -> None:
        """Add a fault."""
        self.faults.append((line, Text(english, serbian)))


def sorted_out(tags: list[Tag]) -> Tags:
    """The tags of a text by what they are for; unknown and doubled ones are faults."""
    found = Tags()
    for tag in tags:
        name = tag.name
        if name[:-1] in ("player", "place", "result") and name[-1] in _LETTERS:
            name = name[:-1] + _LETTERS[name[-1]]
        numbered = _NUMBERED.fullmatch(name)
        if numbered is not None and numbered[1] == "option":
            found.options.append(tag)
            continue
        place: dict[Any, Tag] = found.plain
        key: str | int = name
        if numbered is not None:
            place, key = (found.hands if numbered[1] == "hand" else found.after), int(numbered[2])
        elif name not in _PLAIN:
            found.note(
                tag.line,
                f"The tag {tag.name} is not taken over: {quoted(tag.value)}",
                f"Oznaka {tag.name} se ne preuzima: {quoted(tag.value)}",
            )
            continue
        if key in place:
            found.note(
                tag.line,
                f"The tag {tag.name} stands twice; the last one counts.",
                f"Oznaka {tag.name} stoji dvaput; važi poslednja.",
            )
        place[key] = tag
    return found


def setup_of(tags: Tags, dealer: int, preset: str) -> Setup:
    """What was agreed before the first hand. ``preset`` are the rules where none are told.

    Raises :class:`SheetError` for missing players and for rules that cannot be.
    """
    names = tuple(" ".join(tags.value(f"player{place}").split()) for place in "123")
    missing = [f"Player{place}" for place, name in enumerate(names, 1) if not name]
    if missing:
        listed = ", ".join(missing)
        raise SheetError(Text(f"The names of the players are missing: {listed}.", f"Nedostaju imena igrača: {listed}."))
    preset = _preset(tags, preset)
    options = _options(tags)
    _agreed(tags, preset, options, "bula", "match.start_bule")
    _agreed(tags, preset, options, "refe", "refa.max")
    try:
        GAME.rules(preset, options)
    except RulesError as error:
        english, serbian = error.in_language("en"), error.in_language("sr")
        raise SheetError(Text(f"These rules cannot be: {english}", f"Ova pravila se ne slažu: {serbian}")) from error
    return Setup(names, dealer, preset, options)


def _preset(tags: Tags, usual: str) -> str:
    told = tags.value("ruleset")
    numbers = [preset for preset in GAME.presets() if GAME.rules(preset).auc.ladder != "levels"]
    if told in numbers:
        return told
    if told:
        known = ", ".join(numbers)
        tags.note(
            tags.line("ruleset"),
            f"No rules are called {quoted(told)}; read by {usual}. Rules: {known}.",
            f"Nema pravila {quoted(told)}; čitano po pravilima {usual}. Pravila: {known}.",
        )
    else:
        tags.note(
            0,
            f"The file does not say by which rules was played; it is read by {usual}.",
            f"U fajlu ne piše po kojim pravilima se igralo; čitan je po pravilima {usual}.",
        )
    return usual


def _options(tags: Tags) -> dict[str, Value]:
    parameters = {parameter.key: parameter for parameter in GAME.parameters()}
    found: dict[str, Value] = {}
    for tag in tags.options:
        key, equals, told = (part.strip() for part in tag.value.partition("="))
        try:
            value = tomllib.loads(f"value = {told}")["value"]
        except (ValueError, RecursionError):
            value = None
        if not equals or key not in parameters or value is None:
            shown = quoted(tag.value)
            tags.note(tag.line, f"This is no rule: {shown}", f"Ovo nije pravilo: {shown}")
            continue
        stored = parameters[key].accepts(value)
        if stored is None:
            text = parameters[key].refusal(value)
            tags.faults.append((tag.line, text))
            continue
        found[key] = stored
    return found


def _agreed(tags: Tags, preset: str, options: dict[str, Value], name: str, key: str) -> None:
    """Take over the number of a tag, unless the rules that are told give it already."""
    told = tags.value(name)
    if name not in tags.plain:
        return
    if not told.isascii() or not told.isdecimal() or len(told) > 6:
        shown = quoted(told)
        tags.note(tags.line(name), f"{shown!r} is no number.", f"„{shown}“ nije broj.")
        return
    try:
        rules = GAME.rules(preset, options)
    except RulesError:  # told by who asks for these rules
        return
    have = rules.match.start_bule if name == "bula" else rules.refa_budget
    if have == int(told):
        return
    if key in options:
        tags.note(
            tags.line(name),
            f"{told} contradicts the rules in the file, which give {have}; the rules count.",
            f"{told} se ne slaže s pravilima u fajlu, koja daju {have}; važe pravila.",
        )
        return
    options[key] = int(told)


def answers_in(text: str) -> Mapping[str, str]:
    """The answers in the value of a Hand tag."""
    parts = (part.partition("=") for part in text.split(";"))
    return {key.strip(): value.strip() for key, _, value in parts if key.strip()}
