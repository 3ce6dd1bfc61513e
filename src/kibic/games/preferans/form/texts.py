"""What the questions and choices are called. Names stay in the nominative, so that none has to be declined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kibic.game import Seat, Text
from kibic.games.preferans.actions import Fine, TakeOver
from kibic.games.preferans.contracts import CONTRACT_BY_WORD
from kibic.games.preferans.sentences import game_text

DEALS: Final = Text("Who deals?", "Ko deli?")
WHO: Final = Text("Who plays?", "Ko igra?")
ALL_PASS: Final = Text("All passed", "Svi dalje")
BID: Final = Text("With which bid was the auction won?", "Na čemu je stala licitacija?")
UNDISCARDED: Final = Text("Put no two cards away", "Bez škarta")
FOLLOW: Final = Text("Who follows?", "Ko prati?")
NOBODY: Final = Text("Nobody", "Niko")
MADE: Final = Text("Made", "Prolaz")
FELL: Final = Text("Fell", "Pad")
NO: Final = Text("No", "Ne")
PENALTY: Final = Text("A penalty?", "Kazna?")
NO_KONTRA: Final = Text("No kontra", "Bez kontre")


def ladder(key: str) -> Text:
    """The question for a step of the kontra ladder."""
    return Text(f"{key.capitalize()}?", f"{key.capitalize()}?")


def name(names: Sequence[str], seat: Seat) -> Text:
    """A name, the same in both languages."""
    return Text(names[seat], names[seat])


def what_plays(names: Sequence[str], seat: Seat) -> Text:
    """The question for the game."""
    return Text(f"{names[seat]}: which game?", f"{names[seat]}: koja igra?")


def game(word: str) -> Text:
    """A game of the choice: ``igra karo``, ``sans``, ``7H``."""
    suit = word.removeprefix("igra ")
    if suit not in CONTRACT_BY_WORD:
        return Text(word, word)
    return game_text(suit, igra=suit != word)


def made_it(names: Sequence[str], seat: Seat) -> Text:
    """The question whether a forced game was made."""
    return Text(f"{names[seat]}: made or fell?", f"{names[seat]}: prolaz ili pad?")


def how_many(names: Sequence[str], seat: Seat) -> Text:
    """The question for tricks."""
    return Text(f"Tricks of {names[seat]}?", f"Štihovi: {names[seat]}?")


def agreed_tricks(names: Sequence[str], seat: Seat) -> Text:
    """The question for tricks that were agreed on (AGR-06)."""
    return Text(f"Tricks given to {names[seat]}?", f"Koliko štihova dobija {names[seat]}?")


def count(number: int, others_same: bool) -> Text:
    """A number of tricks, or that many and fewer."""
    return Text(f"{number} or fewer", f"{number} ili manje") if others_same else Text(str(number), str(number))


def verdict(made: bool | None) -> Text | None:
    """Whether he made, None for who owes nothing."""
    return None if made is None else MADE if made else FELL


def following(names: Sequence[str], value: str, defenders: tuple[Seat, Seat]) -> Text:
    """A choice of who follows; ``value`` as docs/decisions/0005-sheet.md lists them."""
    if value == "none":
        return NOBODY
    if value == "both":
        right, left = (names[seat] for seat in defenders)
        return Text(f"{right} and {left}", f"{right} i {left}")
    seats, _, mode = value.partition(" ")
    if seats.endswith("?"):
        lone = names[int(seats[:-1])]
        return Text(f"{lone} is given tricks", f"{lone} dobija štihove")
    lone, _, called = seats.partition("+")
    if not called:
        return Text(f"Only {names[int(lone)]}", f"Samo {names[int(lone)]}")
    how = {"": Text("", ""), "dark": Text(", dark", ", ciemno"), "open": Text(", open", ", widno")}[mode]
    caller, partner = names[int(lone)], names[int(called)]
    return Text(f"{caller} calls ({partner}){how.en}", f"{caller} poziva ({partner}){how.sr}")


def penalty(names: Sequence[str], action: TakeOver | Fine) -> Text:
    """A penalty the table may agree on."""
    if isinstance(action, Fine):
        return Text(f"Fine: {names[action.seat]}", f"Kazna: {names[action.seat]}")
    offender, victim = names[action.offender], names[action.victim]
    return Text(f"{offender} takes over the fall ({victim})", f"{offender} preuzima pad ({victim})")
