"""What is agreed before the first hand of a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibic.game import Seat, Text
from kibic.games.preferans import GAME, LevelMatch, Match
from kibic.sheets.errors import SheetError


@dataclass(frozen=True, slots=True)
class Setup:
    """Names in playing order, the ruleset, and who deals first (a seat)."""

    players: tuple[str, ...]
    dealer: Seat
    preset: str = "srpski"
    options: Mapping[str, Any] = field(default_factory=dict)

    def start(self) -> Match | LevelMatch:
        """The match before the first hand.

        Raises :class:`SheetError`, or :class:`kibic.game.RulesError` with all problems of the rules.
        """
        if self.preset not in GAME.presets():
            known = ", ".join(GAME.presets())
            raise SheetError(
                Text(f"There are no rules {self.preset!r}: {known}.", f"Nema pravila {self.preset!r}: {known}.")
            )
        rules = GAME.rules(self.preset, self.options)
        counts = GAME.player_counts(rules)
        if len(self.players) not in counts:
            allowed = " / ".join(map(str, counts))
            english = f"By these rules {allowed} play, not {len(self.players)}."
            serbian = f"Po ovim pravilima igra ih {allowed}, a ne {len(self.players)}."
            raise SheetError(Text(english, serbian), "SEAT-01")
        for seat, name in enumerate(self.players):
            if name != " ".join(name.split()) or not name or not name.isprintable():
                raise SheetError(Text(f"{name!r} is no name.", f"{name!r} nije ime."))
            if name.casefold() in (other.casefold() for other in self.players[:seat]):
                raise SheetError(Text(f"Two players are called {name}.", f"Dva igrača se zovu {name}."))
        if not 0 <= self.dealer < len(self.players):
            raise SheetError(Text("Nobody sits where the dealer should.", "Nema igrača na mestu delioca."))
        return GAME.start(rules, len(self.players), self.dealer)
