"""What the papers of all Preferans matches share on the terminal: titles, words, tricks, who is next, the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibic.cards import Hand
from kibic.cli.cardtext import card_text
from kibic.cli.dealt import Dealt, show_dealt
from kibic.cli.output import Speaker
from kibic.game import HOUSE, KIBITZER, Seat
from kibic.game import Text as Sentence
from kibic.games.preferans import LevelView, PreferansView, Result
from kibic.games.preferans.form import Ended
from kibic.record import Replay
from kibic.record.phases import PHASES
from kibic.sheets.changes import signed


class Reason(Protocol):
    """Why a number stands on the sheet."""

    @property
    def seat(self) -> Seat | None:
        """Whom it concerns, None for all."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule IDs."""

    def text(self, names: Sequence[str]) -> Sentence:
        """The sentence."""


def show_title(
    console: Console, outcome: Ended, parts: Iterable[str], dealt: Dealt | None, names: Sequence[str], say: Speaker
) -> None:
    """Print a hand's title (its number, the dealer and ``parts``), and its cards where they are known."""
    title = Text(f"{say('Hand', 'Ruka')} {outcome.number}", "bold")
    for part in (f"{say('dealer', 'deli')} {names[outcome.dealer]}", *parts):
        title.append(f" · {part}", "not bold")
    console.print(title)
    if dealt is not None:
        show_dealt(console, dealt, names, say)


def show_reasons(console: Console, reasons: Sequence[Reason], names: Sequence[str], lang: str) -> None:
    """The reasons of a hand, one a line."""
    for reason in reasons:
        who = "" if reason.seat is None else f"{names[reason.seat]}: "
        sentence = f"{who}{reason.text(names).in_language(lang)} ({', '.join(reason.rules)})"
        console.print(Padding(Text(sentence, "dim"), (0, 0, 0, 4), expand=False))


def show_unfinished(console: Console, number: int, words: str, say: Speaker) -> None:
    """What has been said in the hand in progress."""
    console.print(Text(f"{say('Hand', 'Ruka')} {number}", "bold"))
    console.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))


def show_table(console: Console, view: PreferansView | LevelView, names: Sequence[str], say: Speaker) -> None:
    """What one player sees of the hand: his cards, the words, the tricks."""
    who = say("kibitzer", "kibic") if view.viewer == KIBITZER else names[view.viewer]
    console.print(
        Text(f"{who} · {say('hand', 'ruka')} {view.hand_number} · {say('dealer', 'deli')} {names[view.dealer]}", "bold")
    )
    for seat, cards in enumerate(view.hands):
        if cards:
            console.print(Text(f"{names[seat]}: ").append_text(_cards(cards)))
    if view.talon:
        console.print(Text("talon: ").append_text(_cards(view.talon)))
    if view.discard:
        console.print(Text(say("discard: ", "škart: ")).append_text(_cards(view.discard)))
    for spoken in view.spoken:
        console.print(f"{names[spoken.seat]}: {spoken.action.word}")
    for trick in (*view.played, view.trick):
        if trick.cards:
            line = Text("")
            for seat, card in trick.cards:
                line.append(f"{names[seat]} ").append_text(card_text(card)).append("  ")
            console.print(line)


def bidding(played: Replay) -> dict[int, str]:
    """What was said in each hand before the play and agreed after it, a dot between the phases."""
    said: dict[int, str] = {}
    phase = ""
    for step in played.steps:
        if step.number is None:
            said.setdefault(step.hand, "")
        elif step.phase != "play":
            before = said[step.hand]
            said[step.hand] = f"{before}{' ' if step.phase == phase else ' · ' if before else ''}{step.action.word}"
        phase = step.phase
    return said


def show_next(console: Console, view: PreferansView | LevelView, names: Sequence[str], say: Speaker) -> None:
    """Who acts next, and in which phase."""
    if view.to_act is None:
        return
    phase = PHASES[view.phase]
    who = say("the dealer", "delilac") if view.to_act == HOUSE else names[view.to_act]
    console.print(f"{say('to act', 'na redu')}: {who} ({say(phase.en, phase.sr)})")


def show_result(
    console: Console, result: Result, names: Sequence[str], say: Speaker, heading: str | None = None
) -> None:
    """The final result, or another under its ``heading``."""
    good = (
        say("negative is good", "minus je dobro")
        if result.sign == "low_good"
        else say("positive is good", "plus je dobro")
    )
    written_off = "" if result.write_off is None else f"{say('written off', 'otpisano')}: {_amounts(result, names)}"
    if written_off and heading is None:
        console.print(written_off)
    console.print(Text(f"{heading or say('Result', 'Rezultat')} ({good})", "bold"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for name, points in zip(names, result.points, strict=True):
        table.add_row(name, Text(signed(points), "bold"))
    console.print(table)
    if written_off and heading is not None:
        console.print(written_off)


def _amounts(result: Result, names: Sequence[str]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, result.write_off or (), strict=True))


def _cards(mask: int) -> Text:
    text = Text("")
    for card in Hand(mask):
        text.append_text(card_text(card)).append(" ")
    return text
