"""The hands and the sheet as Preferans players read them, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibic.cards import DECK_32, SUIT_LETTERS, Hand, Suit
from kibic.game import HOUSE, KIBITZER, Seat
from kibic.games.preferans import Match, Outcome, Result, Sheet
from kibic.games.preferans.sheet import Mark
from kibic.games.preferans.view import PreferansView
from kibic.record import Replay
from kibic.record.phases import PHASES

_KONTRA: Final = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}
_ROLES: Final = {
    "declarer": ("declarer", "nosilac"),
    "follower": ("follows", "prati"),
    "caller": ("called the other", "pozvao"),
    "called": ("was called", "pozvan"),
    "kontras": ("gave kontra", "kontraš"),
    "pulled_in": ("pulled in by kontra", "uvučen kontrom"),
    "out": ("does not follow", "ne prati"),
}
_KINDS: Final = {
    "played": ("", ""),
    "all_pass": ("all passed", "svi dalje"),
    "nobody_follows": ("nobody follows", "niko ne prati"),
    "pik_no_kontra": ("no kontra on pik", "pik bez kontre"),
    "agreed": ("agreed without play", "dogovoreno bez igre"),
    "penalty": ("penalty", "kazna"),
}
#: Picks the language of an English and a Serbian text.
Speaker = Callable[[str, str], str]


def speaker(lang: str) -> Speaker:
    """What picks ``sr`` or English texts."""
    return lambda en, sr: sr if lang == "sr" else en


def show_match(console: Console, played: Replay, *, lang: str, explain: bool) -> None:
    """Print every hand, the sheet and what comes next (or the final result)."""
    say = speaker(lang)
    match: Match = played.final
    names = played.record.players
    words = _bidding(played)
    for outcome in match.outcomes:
        _hand(console, outcome, words[outcome.number], names, say)
        if explain:
            for reason in outcome.reasons:
                who = "" if reason.seat is None else f"{names[reason.seat]}: "
                sentence = f"{who}{reason.text(names).in_language(lang)} ({', '.join(reason.rules)})"
                console.print(Padding(Text(sentence, "dim"), (0, 0, 0, 4), expand=False))
    if match.to_act is not None and match.phase != "deal":
        number = len(match.outcomes) + 1
        console.print(Text(f"{say('Hand', 'Ruka')} {number}", "bold"))
        console.print(Padding(Text(words[number], "dim"), (0, 0, 0, 2), expand=False))
    _sheet(console, match.sheet, names, say)
    if match.result is None:
        _next(console, match.view(KIBITZER), names, say)
    else:
        _result(console, match.result, names, say)


def show_view(console: Console, view: PreferansView, names: Sequence[str], lang: str) -> None:
    """Print what one player may know: his cards, the words, the trick, the sheet."""
    say = speaker(lang)
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
                line.append(f"{names[seat]} ").append_text(_card(card)).append("  ")
            console.print(line)
    _sheet(console, view.sheet, names, say)
    _next(console, view, names, say)


def _bidding(played: Replay) -> dict[int, str]:
    """What was said in each hand before the play, a dot between the phases."""
    said: dict[int, str] = {}
    phase = ""
    for step in played.steps:
        if step.number is None:
            said.setdefault(step.hand, "")
        elif step.phase not in ("play", "deal"):
            before = said[step.hand]
            said[step.hand] = f"{before}{' ' if step.phase == phase else ' · ' if before else ''}{step.action.word}"
        phase = step.phase
    return said


def _hand(console: Console, outcome: Outcome, words: str, names: Sequence[str], say: Speaker) -> None:
    title = Text(f"{say('Hand', 'Ruka')} {outcome.number}", "bold")
    title.append(f" · {say('dealer', 'deli')} {names[outcome.dealer]}", "not bold")
    for part in _game(outcome, names, say):
        title.append(f" · {part}", "not bold")
    console.print(title)
    console.print(Padding(Text(words, "dim"), (0, 0, 0, 2), expand=False))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right", "left", "right", "left"):
        table.add_column(justify="right" if justify == "right" else "left")
    for seat, name in enumerate(names):
        role, made = outcome.roles[seat], outcome.made[seat]
        if role is None and not outcome.bule[seat]:
            continue
        supe = [entry for entry in outcome.supe if entry.writer == seat and entry.points]
        table.add_row(
            name,
            say(*_ROLES[role]) if role else "",
            "" if outcome.tricks is None else str(outcome.tricks[seat]),
            "" if made is None else say("made", "prolaz") if made else Text(say("fell", "pad"), "red"),
            f"{outcome.bule[seat]:+d}" if outcome.bule[seat] else "",
            ", ".join(f"{entry.points} {say('against', 'protiv')} {names[entry.against]}" for entry in supe),
        )
    if table.row_count:
        console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _game(outcome: Outcome, names: Sequence[str], say: Speaker) -> Iterator[str]:
    if outcome.declarer is not None and outcome.contract is not None:
        igra = f"{say('igra', 'igra')} " if outcome.igra else ""
        yield f"{names[outcome.declarer]}: {igra}{outcome.contract.word}"
    if outcome.kontra > 1:
        yield _KONTRA[outcome.kontra]
    if outcome.refa > 1:
        yield "refa"
    if outcome.kind != "played":
        yield say(*_KINDS[outcome.kind])
    if outcome.refa_written:
        yield say("a refa is written", "piše se refa")
    if outcome.reduced:
        yield say("reduced to end the match", "umanjeno za kraj partije")


def _sheet(console: Console, sheet: Sheet, names: Sequence[str], say: Speaker) -> None:
    papers = [_paper(sheet, seat, names) for seat in range(len(names))]
    console.print()
    console.print(Columns(papers, padding=(0, 3)))
    console.print(f"{say('total of bule', 'zbir bula')}: {sheet.total}")


def _paper(sheet: Sheet, seat: Seat, names: Sequence[str]) -> Table:
    """One player's three columns: supe against the left neighbour, bule, supe against the right one (LED-01)."""
    left, right = (seat - 1) % len(names), (seat + 1) % len(names)
    table = Table(title=names[seat], title_style="bold", show_edge=False, pad_edge=False)
    for heading in (names[left], "bule", names[right]):
        table.add_column(heading, justify="right")
    columns = [
        list(_marks(sheet.sides[seat][left])),
        list(_marks(sheet.middle[seat])),
        list(_marks(sheet.sides[seat][right])),
    ]
    for row in zip_longest(*columns, fillvalue=Text("")):
        table.add_row(*row)
    return table


def _marks(marks: Sequence[Mark]) -> Iterator[Text]:
    """The marks of a column: old values struck, refas as lines, a hat over what is below zero (HAT-02, REF-09)."""
    numbers = [place for place, mark in enumerate(marks) if mark.kind == "bule"]
    hat = False
    for place, mark in enumerate(marks):
        match mark.kind:
            case "refa":
                yield Text("-----")
            case "refa_played":
                yield Text("--/--", "dim")
            case "hat":
                hat = True
                yield Text("_/‾\\_")
            case "hat_off":
                hat = False
                yield Text("‾\\_/‾", "dim")
            case "bule":
                value = str(abs(mark.value) if hat else mark.value)
                yield Text(value, "bold" if place == numbers[-1] else "dim strike")


def _next(console: Console, view: PreferansView, names: Sequence[str], say: Speaker) -> None:
    if view.to_act is None:
        return
    phase = PHASES[view.phase]
    who = say("the dealer", "delilac") if view.to_act == HOUSE else names[view.to_act]
    console.print(f"{say('to act', 'na redu')}: {who} ({say(phase.en, phase.sr)})")


def _result(console: Console, result: Result, names: Sequence[str], say: Speaker) -> None:
    good = (
        say("negative is good", "minus je dobro")
        if result.sign == "low_good"
        else say("positive is good", "plus je dobro")
    )
    if result.write_off is not None:
        amounts = ", ".join(f"{name} {amount}" for name, amount in zip(names, result.write_off, strict=True))
        console.print(f"{say('written off', 'otpisano')}: {amounts}")
    console.print(Text(f"{say('Result', 'Rezultat')} ({good})", "bold"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    for name, points in zip(names, result.points, strict=True):
        table.add_row(name, Text(f"{points:+d}", "bold"))
    console.print(table)


def _cards(mask: int) -> Text:
    text = Text("")
    for card in Hand(mask):
        text.append_text(_card(card)).append(" ")
    return text


def _card(card: int) -> Text:
    suit = Suit(SUIT_LETTERS.index(DECK_32.texts[card][0]))
    rank = DECK_32.rank_letter(card).replace("T", "10")
    return Text(f"{suit.symbol}{rank}", "red" if suit in (Suit.DIAMONDS, Suit.HEARTS) else "")
