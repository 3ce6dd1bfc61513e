"""The match of a new sheet at the terminal: the same questions as on the page, each asked until it is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

from rich.console import Console
from rich.text import Text as Line

from kibic.cli.output import Speaker, speaker
from kibic.cli.rulesets import lines_of, ruleset
from kibic.game import KibicError, Text
from kibic.games.preferans import GAME
from kibic.sheets import Book, Setup, SheetError

#: What is agreed for each match, with its question: of the game of numbers, and of that of levels (MATCH-01, POL-13).
_BULE: Final = Text("Bule to begin with?", "Bule na početku?")
_REFAS: Final = Text("How many refas?", "Koliko refa?")
_DEALS: Final = Text("After how many hands is the end?", "Posle koliko ruku je kraj?")


class _Ended(Exception):
    """The input is at its end."""


def named(text: str, names: Sequence[str]) -> int | None:
    """The place of what ``text`` says: a name in capitals or not, its beginning if only one has it, or its number."""
    wanted = " ".join(text.split()).casefold()
    folded = [name.casefold() for name in names]
    if wanted in folded:
        return folded.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    found = [place for place, name in enumerate(folded) if wanted and name.startswith(wanted)]
    return found[0] if len(found) == 1 else None


def new_match(language: str, console: Console, source: TextIO) -> Book | None:
    """Ask for the match: names, rules, bule, refas, who deals. None when the input ends."""
    try:
        return _Asking(console, source, language).book()
    except _Ended:
        return None


@dataclass(frozen=True)
class _Asking:
    console: Console
    source: TextIO
    language: str

    @property
    def say(self) -> Speaker:
        return speaker(self.language)

    def book(self) -> Book:
        """The empty sheet of the match."""
        players = self._players()
        preset, options = self._rules(players)
        options = self._agreed(preset, options)
        return Book.new(Setup(players, self._dealer(players), preset, options))

    def _players(self) -> tuple[str, ...]:
        while True:
            told = self._ask(self.say("Names in playing order, with commas:", "Imena po redu igre, sa zarezima:"))
            players = tuple(" ".join(name.split()) for name in told.split(","))
            many = {count for preset in GAME.presets() for count in GAME.player_counts(GAME.rules(preset))}
            if len(players) not in many:
                allowed = " / ".join(map(str, sorted(many)))
                self._wrong(self.say(f"Three or four names: {allowed}.", f"Tri ili četiri imena: {allowed}."))
                continue
            try:
                Setup(players, 0, options={"seat.players": [len(players)]}).start()
            except SheetError as error:
                self._wrong(error.text.in_language(self.language))
                continue
            return players

    def _rules(self, players: tuple[str, ...]) -> tuple[str, Mapping[str, Any]]:
        presets = GAME.presets()
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(presets, 1))
        while True:
            told = self._ask(f"{self.say('Rules', 'Pravila')} ({listed}) [{presets[0]}]:")
            place = named(told, presets) if told else 0
            try:
                rules = ruleset(told if place is None else presets[place])
                Setup(players, 0, rules.preset, rules.options).start()
            except SheetError as error:
                self._wrong(error.text.in_language(self.language))
            except KibicError as error:
                self._wrong("\n".join(lines_of(error, self.language)))
            else:
                return rules.preset, rules.options

    def _agreed(self, preset: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
        rules = GAME.rules(preset, options)
        if rules.auc.ladder == "levels":
            return self._number(preset, options, "match.deals", _DEALS, rules.match.deals)
        options = self._number(preset, options, "match.start_bule", _BULE, rules.match.start_bule)
        return self._number(preset, options, "refa.max", _REFAS, GAME.rules(preset, options).refa_budget)

    def _number(
        self, preset: str, options: Mapping[str, Any], key: str, question: Text, default: int
    ) -> Mapping[str, Any]:
        """The options with a number the rules allow; an empty line leaves what the rules say."""
        while True:
            told = self._ask(f"{question.in_language(self.language)} [{default}]")
            if not told or told == str(default):
                return options
            chosen = {**options, key: int(told) if told.isdecimal() else told}
            try:
                GAME.rules(preset, chosen)
            except KibicError as error:
                self._wrong("\n".join(lines_of(error, self.language)))
            else:
                return chosen

    def _dealer(self, players: tuple[str, ...]) -> int:
        listed = ", ".join(f"{number} {name}" for number, name in enumerate(players, 1))
        while True:
            told = self._ask(f"{self.say('Who deals first?', 'Ko prvi deli?')} ({listed}) [{players[-1]}]")
            seat = named(told, players) if told else len(players) - 1
            if seat is not None:
                return seat
            self._wrong(self.say(f"Nobody is called “{told}”: {listed}.", f"Niko se ne zove „{told}“: {listed}."))

    def _ask(self, question: str) -> str:
        self.console.print(Line(question, "bold"))
        line = self.source.readline()
        if not line or line.strip().lower() == "quit":
            raise _Ended
        return line.strip()

    def _wrong(self, text: str) -> None:
        self.console.print(Line(text, "red"))
