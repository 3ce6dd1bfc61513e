"""The hands and the paper of the game of levels, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibic.cli.dealt import Dealt
from kibic.cli.output import Speaker
from kibic.cli.paper_parts import (
    show_next,
    show_reasons,
    show_result,
    show_table,
    show_title,
    show_unfinished,
)
from kibic.game import KIBITZER
from kibic.games.preferans import LevelMatch, LevelView
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.levels.points import PointSheet
from kibic.sheets.changes import signed

_ROLES: Final = {
    "declarer": ("declarer", "nosilac"),
    "follower": ("whists", "wist"),
    "caller": ("summoned the partner", "pozvao partnera"),
    "called": ("was summoned", "pozvan"),
    "out": ("passed", "pas"),
}
_KINDS: Final = {
    "all_pass": ("all passed", "svi pas"),
    "nobody_follows": ("nobody whists", "niko ne kaže wist"),
    "penalty": ("penalty", "kazna"),
}
_SUMMONS: Final = {"dark": ("dark", "na tamno"), "open": ("open", "otvoreno")}


@dataclass(frozen=True, slots=True)
class Told:
    """What was said in each hand, its cards where they are known, and the marks beside it, all by number."""

    words: Mapping[int, str]
    dealt: Mapping[int, Dealt]
    marks: Mapping[int, str]


def show_level_match(
    console: Console, match: LevelMatch, told: Told, names: Sequence[str], say: Speaker, *, lang: str,
    explain: bool,
) -> None:  # fmt: skip
    """Print every hand, the points and what comes next (or the final result)."""
    for outcome in match.outcomes:
        number = outcome.number
        parts = [*_game(outcome, names, say), *filter(None, [told.marks.get(number)])]
        show_title(console, outcome, parts, told.dealt.get(number), names, say)
        _hand(console, outcome, told.words[number], names, say)
        if explain:
            show_reasons(console, outcome.reasons, names, lang)
    if match.hand is not None:
        show_unfinished(console, match.hand_number, told.words[match.hand_number], say)
    _points(console, match.sheet, match.rules.match.deals, names, say)
    if match.result is None:
        show_next(console, match.view(KIBITZER), names, say)
    else:
        show_result(console, match.result, names, say)


def show_level_view(console: Console, view: LevelView, names: Sequence[str], say: Speaker) -> None:
    """Print what one player may know: his cards and an open hand, the words, the tricks, the points."""
    show_table(console, view, names, say)
    _points(console, view.sheet, view.rules.match.deals, names, say)
    show_next(console, view, names, say)


def _hand(console: Console, outcome: LevelOutcome, words: str, names: Sequence[str], say: Speaker) -> None:
    console.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right", "left", "right"):
        table.add_column(justify="right" if justify == "right" else "left")
    for seat, name in enumerate(names):
        role, made = outcome.roles[seat], outcome.made[seat]
        if role is None:
            continue
        table.add_row(
            name,
            say(*_ROLES[role]),
            "" if outcome.tricks is None else str(outcome.tricks[seat]),
            "" if made is None else say("made", "prolaz") if made else Text(say("short", "manjak"), "red"),
            signed(outcome.points[seat]) if outcome.points[seat] else "",
        )
    if table.row_count:
        console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _game(outcome: LevelOutcome, names: Sequence[str], say: Speaker) -> Iterator[str]:
    if outcome.declarer is not None and outcome.contract is not None:
        yield f"{names[outcome.declarer]}: {outcome.contract.word}"
    if outcome.summon is not None:
        yield say(*_SUMMONS[outcome.summon])
    if outcome.kind != "played":
        yield say(*_KINDS[outcome.kind])


def _points(console: Console, sheet: PointSheet, deals: int, names: Sequence[str], say: Speaker) -> None:
    table = Table(show_edge=False, pad_edge=False)
    table.add_column(say("hand", "ruka"), justify="right", style="dim")
    for name in names:
        table.add_column(name, justify="right")
    hands = sorted({mark.hand for column in sheet.columns for mark in column})
    for hand in hands:
        totals = [{mark.hand: mark.value for mark in column} for column in sheet.columns]
        table.add_row(str(hand), *(str(total[hand]) if hand in total else "" for total in totals))
    table.add_section()
    table.add_row("", *(Text(str(points), "bold") for points in sheet.points))
    console.print()
    console.print(table)
    console.print(say(f"hands that count: {sheet.deals} of {deals}", f"ruka koje se broje: {sheet.deals} od {deals}"))
