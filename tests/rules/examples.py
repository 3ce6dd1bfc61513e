"""The worked examples of examples.yaml: which there are, and how to bring a match to the point they talk about.

Players of a case are seats in speaking order: the first one named is P1, seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import yaml

from kibic.games.preferans import Match, Rules
from tests.rules.deals import RULESETS, legal, rules, say, table, told

FILE: Final = Path(__file__).parents[1] / "examples.yaml"
WORDS: Final = {
    "S": "pik",
    "D": "karo",
    "H": "herc",
    "C": "tref",
    "betl": "betl",
    "sans": "sans",
    "preferans": "preferans",
}
NUMBERS: Final = {"S": 2, "D": 3, "H": 4, "C": 5, "betl": 6, "sans": 7, "preferans": 8}
LADDER: Final = ("kontra", "rekontra", "subkontra", "mortkontra")


@dataclass(frozen=True)
class Case:
    """One example, for one ruleset."""

    id: str
    kind: str
    ruleset: str
    given: Mapping[str, Any]
    expect: Mapping[str, Any]

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options the case names, and those they need to be playable."""
        options = dict(self.given.get("options", {}))
        if options.get("score.bule_model") == "mirror93":
            options["match.end"] = "hands:9"  # SCO-09
        if "refa_max" in self.given:
            options["refa.max"] = self.given["refa_max"]
        if "start_bule" in self.given:
            options["match.start_bule"] = self.given["start_bule"]
        return options

    @cached_property
    def rules(self) -> Rules:
        """The ruleset of the case with its options."""
        return rules(self.options, self.ruleset)

    @cached_property
    def players(self) -> list[str]:
        """The names by seat."""
        given = self.given
        if "players" in given:
            return list(given["players"])
        for key in ("bule_before", "tricks"):
            if len(given.get(key, ())) == 3:
                return list(given[key])
        defenders = list(given.get("follow", {})) or [name for name, _ in given.get("answers", ())]
        return [given["declarer"], *defenders]

    def seat(self, name: str) -> int:
        """The seat of a player."""
        return self.players.index(name)

    def by_seat(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """Numbers by name as numbers by seat; who is not named has 0."""
        return tuple(values.get(name, 0) for name in self.players)

    def table(self, **more: Any) -> Match:
        """The match before the hand, with the sheet of the case."""
        given = self.given
        if "bule_before" in given and "bule" not in more:
            more["bule"] = self.by_seat(given["bule_before"])
        if given.get("refa") and "refas" not in more:
            more["refas"] = tuple(int(name == given["declarer"]) for name in self.players)
        more.setdefault("refa_written", given.get("refa_written", 0))
        return table(self.rules, **more)


@cache
def all_cases() -> list[dict[str, Any]]:
    """The cases as they stand in the file."""
    loaded = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    cases: list[dict[str, Any]] = loaded["cases"]
    return cases


def cases(kind: str, left_out: Mapping[str, str]) -> Iterator[Case]:
    """The cases of a kind, one for each of their rulesets."""
    for case in all_cases():
        if case["kind"] != kind or case["id"] in left_out:
            continue
        named = case["ruleset"]
        for ruleset in named if isinstance(named, list) else [named]:
            known = "srpski" if ruleset == "any" else ruleset
            assert known in RULESETS, f"{case['id']}: {ruleset} is not among the rulesets"
            yield Case(case["id"], kind, known, case["given"], case["expect"])


def call_word(match: Match, call: str) -> str:
    """A call of the file as a word of the table."""
    kind, _, rest = call.partition(" ")
    if kind == "hold":
        hand = match.view(match.to_act or 0)
        assert hand.number == int(rest), "a hold is at the current number"
    return {
        "bid": rest, "hold": "mogu", "pass": "dalje", "name": WORDS.get(rest, ""), "weaker": "slabija",
    }.get(kind, kind)  # fmt: skip


def auction(case: Case) -> Match:
    """The match after the calls of the case; every caller must be the one whose turn it is."""
    match = told(case.table())
    for name, call in case.given["calls"]:
        assert match.to_act == case.seat(name), f"it is not the turn of {name}"
        match = say(match, call_word(match, call))
    return match


def declared(case: Case, match: Match | None = None) -> Match:
    """The match with the game of the case declared by its declarer, everybody else having passed."""
    given = case.given
    match = told(match or case.table())
    declarer, game, igra = case.seat(given["declarer"]), given["game"], given.get("no_talon", False)
    suit = game in ("S", "D", "H", "C")
    opening = "2" if not igra else "igra" if suit else game
    if game == "betl" and not igra and case.rules.dec.two_restriction == "no_betl":  # DEC-03: won at 3
        match = say(match, "2 3 dalje mogu dalje")
    else:
        for _ in range(3):
            match = say(match, opening if match.to_act == declarer else "dalje")
    if not igra:
        return say(match, f"skart ? ? {WORDS[game]}")
    return say(match, WORDS[game]) if suit else match


def answered(case: Case, answers: Mapping[str, bool], call: str | None = None, match: Match | None = None) -> Match:
    """The match after following and calling (``call`` is accepted where that is asked)."""
    match = declared(case, match)
    while match.phase == "following":
        name = case.players[match.to_act or 0]
        match = say(match, "dodjem" if answers[name] else "ne")
    if match.phase == "calling":
        asked = case.players[match.to_act or 0]
        match = say(match, "zajedno" if call == asked else "sam")
    if match.phase == "call_answer":
        match = say(match, "necu" if case.given.get("call_answer") == "refuse" else "idem")
    return match


def climbed(case: Case, match: Match, level: str | None, by: str | None) -> Match:
    """The match after the kontra ladder up to ``level`` (None: no kontra), begun by ``by``."""
    steps = LADDER[: LADDER.index(level) + 1] if level else ()
    while match.phase == "kontra":
        wanted = next((word for word in steps if word in legal(match)), None)
        mine = wanted != "kontra" or match.to_act == case.seat(by or "")
        match = say(match, wanted if wanted and mine else "moze")
    return match


def said_kontra(case: Case, match: Match, calls: Sequence[Sequence[str]]) -> Match:
    """The match after the words of the kontra round of the case."""
    for name, call in calls:
        while match.to_act != case.seat(name):
            match = say(match, "moze")
        match = say(match, "moze" if call == "no_kontra" else call)
    return match
