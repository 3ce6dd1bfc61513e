"""The hands and the sheet as Preferans players read them, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibic.cli.dealt import deals_of
from kibic.cli.output import Speaker, speaker
from kibic.cli.paper_parts import (
    bidding,
    show_next,
    show_reasons,
    show_result,
    show_table,
    show_title,
    show_unfinished,
)
from kibic.cli.points_paper import Told, show_level_match, show_level_view
from kibic.game import KIBITZER, Seat
from kibic.games.preferans import LevelMatch, LevelView, Match, Outcome, PreferansView, Sheet
from kibic.games.preferans.rules.terms import TERMS
from kibic.games.preferans.sheet import Mark
from kibic.record import Replay
from kibic.sheets.changes import signed

#: How many get cards: of four players the dealer sits the hand out.
_HANDS: Final = 3
_KONTRA: Final = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}
#: A refa that is open, and one that was played, as ``ui.refa_mark`` wants them drawn (REF-09).
_REFAS: Final = {"dashes": ("-----", "--/--"), "triangle": ("△", "△/"), "strokes": ("–", "+")}
_ROLES: Final = {
    "declarer": ("declarer", "nosilac"),
    "follower": ("follows", "prati"),
    "caller": ("called the other", "pozvao"),
    "called": ("was called", "pozvan"),
    "kontras": ("gave kontra", "kontraš"),
    "pulled_in": ("pulled in by kontra", "uvučen kontrom"),
    "out": ("does not follow", "ne prati"),
    "sits_out": ("deals and sits out", "deli i ne igra"),
}
_KINDS: Final = {
    "played": ("", ""),
    "all_pass": ("all passed", "svi dalje"),
    "nobody_follows": ("nobody follows", "niko ne prati"),
    "pik_no_kontra": ("no kontra on pik", "pik bez kontre"),
    "agreed": ("agreed without play", "dogovoreno bez igre"),
    "penalty": ("penalty", "kazna"),
}


def show_match(
    console: Console, played: Replay, *, lang: str, explain: bool, marks: Mapping[int, str] | None = None
) -> None:
    """Print every hand, the sheet and what comes next (or the final result).

    ``marks`` stand beside the hands they are about, by number.
    """
    say = speaker(lang)
    match: Match | LevelMatch = played.final
    names = played.record.players
    words, dealt = bidding(played), deals_of(played)
    if isinstance(match, LevelMatch):
        show_level_match(console, match, Told(words, dealt, marks or {}), names, say, lang=lang, explain=explain)
        return
    refa = TERMS[match.rules.ui.words]["refa"]
    for outcome in match.outcomes:
        number = outcome.number
        parts = [*_game(outcome, names, say, refa), *filter(None, [(marks or {}).get(number)])]
        show_title(console, outcome, parts, dealt.get(number), names, say)
        _hand(console, outcome, words[number], names, say)
        if explain:
            show_reasons(console, outcome.reasons, names, lang)
    if match.hand is not None:
        show_unfinished(console, match.hand_number, words[match.hand_number], say)
    _sheet(console, match.sheet, match.rules.ui.refa_mark, names, say)
    if match.result is None:
        show_next(console, match.view(KIBITZER), names, say)
    else:
        show_result(console, match.result, names, say)


def show_view(console: Console, view: PreferansView | LevelView, names: Sequence[str], lang: str) -> None:
    """Print what one player may know: his cards, the words, the trick, the sheet."""
    say = speaker(lang)
    if isinstance(view, LevelView):
        show_level_view(console, view, names, say)
        return
    show_table(console, view, names, say)
    _sheet(console, view.sheet, view.rules.ui.refa_mark, names, say)
    show_next(console, view, names, say)


def _hand(console: Console, outcome: Outcome, words: str, names: Sequence[str], say: Speaker) -> None:
    console.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right", "left", "right", "left"):
        table.add_column(justify="right" if justify == "right" else "left")
    for seat, name in enumerate(names):
        role, made = outcome.roles[seat], outcome.made[seat]
        if role is None and not outcome.bule[seat]:
            continue
        sits_out = role is not None and len(names) > _HANDS and seat == outcome.dealer  # FOUR-01
        supe = [entry for entry in outcome.supe if entry.writer == seat and entry.points]
        table.add_row(
            name,
            say(*_ROLES["sits_out" if sits_out else role]) if role else "",
            "" if outcome.tricks is None or sits_out else str(outcome.tricks[seat]),
            "" if made is None else say("made", "prolaz") if made else Text(say("fell", "pad"), "red"),
            signed(outcome.bule[seat]) if outcome.bule[seat] else "",
            ", ".join(f"{entry.points} {say('against', 'protiv')} {names[entry.against]}" for entry in supe),
        )
    if table.row_count:
        console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _game(outcome: Outcome, names: Sequence[str], say: Speaker, refa: str) -> Iterator[str]:
    if outcome.declarer is not None and outcome.contract is not None:
        igra = f"{say('igra', 'igra')} " if outcome.igra else ""
        yield f"{names[outcome.declarer]}: {igra}{outcome.contract.word}"
    if outcome.kontra > 1:
        yield _KONTRA[outcome.kontra]
    if outcome.refa > 1:
        yield refa
    if outcome.kind != "played":
        yield say(*_KINDS[outcome.kind])
    if outcome.refa_written:
        yield say(f"a {refa} is written", f"piše se {refa}")
    if outcome.reduced:
        yield say("reduced to end the match", "umanjeno za kraj partije")


def _sheet(console: Console, sheet: Sheet, refa_mark: str, names: Sequence[str], say: Speaker) -> None:
    papers = [_paper(sheet, seat, refa_mark, names) for seat in range(len(names))]
    console.print()
    console.print(Columns(papers, padding=(0, 3)))
    console.print(f"{say('total of bule', 'zbir bula')}: {sheet.total}")


def _paper(sheet: Sheet, seat: Seat, refa_mark: str, names: Sequence[str]) -> Table:
    """One player's columns: supe against the left neighbour, bule, supe against the right one (LED-01).

    Of four players the one across has a column more (FOUR-01).
    """
    left, right = (seat - 1) % len(names), (seat + 1) % len(names)
    across = [(seat + 2) % len(names)] if len(names) > _HANDS else []
    table = Table(title=names[seat], title_style="bold", show_edge=False, pad_edge=False)
    for heading in (names[left], "bule", names[right], *(names[other] for other in across)):
        table.add_column(heading, justify="right")
    middle = _marks(sheet.middle[seat], refa_mark)
    side, *sides = (_marks(sheet.sides[seat][other], refa_mark) for other in (left, right, *across))
    columns = [side, middle, *sides]
    for row in zip_longest(*columns, fillvalue=Text("")):
        table.add_row(*row)
    return table


def _marks(marks: Sequence[Mark], refa_mark: str) -> list[Text]:
    """The lines of a column: refas as the ruleset draws them, a short dash right of what stands before it (REF-09)."""
    lines: list[Text] = []
    for mark, sign in zip(marks, _signs(marks, refa_mark), strict=True):
        if lines and refa_mark == "strokes" and mark.kind in ("refa", "refa_played"):
            lines[-1] = Text.assemble(lines[-1], " ", sign)
        else:
            lines.append(sign)
    return lines


def _signs(marks: Sequence[Mark], refa_mark: str) -> Iterator[Text]:
    """The marks of a column: old values struck, a hat over what is below zero (HAT-02)."""
    numbers = [place for place, mark in enumerate(marks) if mark.kind == "bule"]
    hat = False
    for place, mark in enumerate(marks):
        match mark.kind:
            case "refa":
                yield Text(_REFAS[refa_mark][0])
            case "refa_played":
                yield Text(_REFAS[refa_mark][1], "dim")
            case "hat":
                hat = True
                yield Text("_/‾\\_")
            case "hat_off":
                hat = False
                yield Text("‾\\_/‾", "dim")
            case "bule":
                value = str(abs(mark.value) if hat else mark.value)
                yield Text(value, "bold" if place == numbers[-1] else "dim strike")
