"""A recorded hand with open cards: its picture, the best line and what each card cost, for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kibic.cards import DECK_32, Hand, Suit
from kibic.cli.cardtext import card_text, ranks_of, suit_style
from kibic.cli.output import Speaker, speaker
from kibic.game import Json, Seat
from kibic.game import Text as Sentence
from kibic.games.preferans import LevelMatch, Match
from kibic.games.preferans.actions import Play
from kibic.games.preferans.levels.view import LevelView
from kibic.record import Replay
from kibic.solver import (
    AnyMatch,
    Mode,
    Position,
    PositionError,
    Traced,
    declarer_leads,
    moves_to_json,
    position_of,
    position_to_json,
    solve,
    solve_line,
    solve_moves,
    table,
    table_to_json,
    trace,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hand of the record, and what is asked about it besides its value and a best line."""

    hand: int
    moves: bool
    table: bool
    trace: bool


@dataclass(frozen=True, slots=True)
class SolvedHand:
    """The answers about the play of one hand; those not asked for are None."""

    number: int
    names: tuple[str, ...]
    position: Position
    contract: str
    tricks: int
    line: tuple[int, ...]
    moves: dict[int, int] | None
    table: dict[tuple[Seat, Mode], int] | None
    traced: tuple[Traced, ...] | None
    lang: str

    def as_json(self) -> dict[str, Json]:
        """The position, ``dd_tricks``, ``line`` and what else was asked for; seats are numbers."""
        answer = {
            "hand": self.number,
            "players": list(self.names),
            "contract": self.contract,
            **position_to_json(self.position),
            "dd_tricks": self.tricks,
            "line": [DECK_32.text(card) for card in self.line],
        }
        if self.moves is not None:
            answer["moves"] = moves_to_json(self.moves)
        if self.table is not None:
            answer["table"] = table_to_json(self.table)
        if self.traced is not None:
            answer["trace"] = [
                {"seat": item.seat, "card": DECK_32.text(item.card), "tricks": item.after, "loss": item.loss}
                for item in self.traced
            ]
        return answer

    def show(self, console: Console) -> None:
        """Print it for people."""
        say = speaker(self.lang)
        position, names = self.position, self.names
        title = Text(f"{say('Hand', 'Ruka')} {self.number}", "bold")
        title.append(f" · {names[position.declarer]}: {self.contract}", "not bold")
        title.append(f" · {say('lead', 'polazi')}: {names[position.leader]}", "not bold")
        console.print(title)
        console.print(Columns([self._holding(seat, say) for seat in position.active], padding=(0, 4)))
        console.print(
            Text(f"{say('With best play', 'Uz najbolju igru')} {names[position.declarer]} ", "bold").append(
                say(f"takes {self.tricks} tricks", f"uzima štihova: {self.tricks}")
            )
        )
        console.print(Padding(self._tricks(self.line, None), (0, 0, 0, 2), expand=False))
        if self.moves is not None:
            told = Text(f"{names[position.to_play]}: ")
            for card in Hand(sum(1 << card for card in self.moves)):
                told.append_text(card_text(card)).append(f" {self.moves[card]}  ")
            console.print(told)
        if self.traced is not None:
            self._show_trace(console, say)
        if self.table is not None:
            console.print(self._games(say))

    def _holding(self, seat: Seat, say: Speaker) -> Table:
        """One hand of the picture: a line a suit."""
        position = self.position
        role = say("declarer", "nosilac") if seat == position.declarer else say("defender", "odbrana")
        holding = Table(title=f"{self.names[seat]} ({role})", title_style="bold", box=None, show_header=False)
        for suit in Suit:
            ranks = " ".join(ranks_of(position.hands[seat], suit))
            holding.add_row(Text(suit.symbol, suit_style(suit)), ranks or "–")
        return holding

    def _tricks(self, cards: Sequence[int], losses: Sequence[int] | None) -> Table:
        """Cards by trick: who led, the cards in order (with what they cost) and who took it."""
        rows = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        position, taken = self.position, 0
        row: list[Text] = []
        for place, card in enumerate(cards):
            if not row:
                row = [Text(self.names[position.to_play], "dim")]
            shown = card_text(card)
            if losses is not None and losses[place]:
                shown.append(f" −{losses[place]}", "bold")
            row.append(shown)
            position = position.play(card)
            if not position.trick:
                taken += position.leader == position.declarer
                rows.add_row(*row, Text(f"→ {self.names[position.leader]}", "dim"), Text(str(taken), "dim"))
                row = []
        if row:
            rows.add_row(*row)
        return rows

    def _show_trace(self, console: Console, say: Speaker) -> None:
        traced = self.traced or ()
        console.print(Text(say("What each card cost", "Koliko je koštala svaka karta"), "bold"))
        rows = self._tricks([item.card for item in traced], [item.loss for item in traced])
        console.print(Padding(rows, (0, 0, 0, 2), expand=False))
        lost = {seat: sum(item.loss for item in traced if item.seat == seat) for seat in self.position.active}
        told = ", ".join(f"{self.names[seat]} {tricks}" for seat, tricks in lost.items())
        console.print(f"{say('tricks lost', 'izgubljeno štihova')}: {told}")

    def _games(self, say: Speaker) -> Table:
        games = Table(title=say("Tricks of each declarer", "Štihovi svakog nosioca"), box=None)
        games.add_column()
        found = self.table or {}
        for mode in Mode:
            games.add_column(mode.trump.symbol if mode.trump is not None else _GAMES[mode], justify="right")
        for seat in sorted({seat for seat, _ in found}):
            games.add_row(self.names[seat], *(str(found.get((seat, mode), "")) for mode in Mode))
        return games


_GAMES = {Mode.NT: "sans", Mode.BETL: "betl"}


def solved_hand(played: Replay, wanted: Wanted, lang: str) -> SolvedHand:
    """Solve one hand of a record from its first card on.

    Raises :class:`PositionError` when there is no such hand or no cards were played in it.
    """
    first, cards = _play_of(played, wanted.hand)
    position = position_of(first)
    view = first.view(position.declarer)
    if view.contract is None:
        raise AssertionError(view)
    igra = not isinstance(view, LevelView) and view.igra
    return SolvedHand(
        number=wanted.hand,
        names=played.record.players,
        position=position,
        contract=f"igra {view.contract.word}" if igra else view.contract.word,
        tricks=solve(position),
        line=solve_line(position),
        moves=solve_moves(position) if wanted.moves else None,
        table=(table(position.hands, view.order[0], declarer_leads=declarer_leads(first)) if wanted.table else None),
        traced=trace(position, cards) if wanted.trace else None,
        lang=lang,
    )


def _play_of(played: Replay, number: int) -> tuple[AnyMatch, list[int]]:
    """The match when the first card of a hand was to be played, and the cards that were."""
    first: AnyMatch | None = None
    cards = []
    hands = 0
    for step in played.steps:
        hands = max(hands, step.hand)
        if step.hand != number:
            continue
        if isinstance(step.action, Play):
            cards.append(step.action.card)
        elif first is None and step.after.phase == "play" and isinstance(step.after, Match | LevelMatch):
            first = step.after
    if number > hands:
        raise PositionError(
            Sentence(f"there is no hand {number}; the record has {hands}", f"nema ruke {number}; zapis ih ima {hands}")
        )
    if first is None:
        raise PositionError(Sentence(f"no cards were played in hand {number}", f"u ruci {number} karte nisu igrane"))
    return first, cards
