"""Positions with open cards: what the solver is asked about, checked once when they are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeVar

from kibic.cards import DECK_32, Hand, Suit
from kibic.game import KibicError, Seat, Text
from kibic.games.preferans import Contract
from kibic.tricks import playable, winner

MOST_CARDS = 10
_TOLD: Final = 60
Item = TypeVar("Item")


class PositionError(KibicError, ValueError):
    """A position that cannot be. ``text`` is the sentence for people in both languages."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Mode(IntEnum):
    """What is played for: a trump suit or none, or betl. The ten-trick game is NT with the goal 10."""

    S = 0
    D = 1
    H = 2
    C = 3
    NT = 4
    BETL = 5

    @property
    def trump(self) -> Suit | None:
        """The trump suit."""
        return Suit(self) if self < Mode.NT else None

    @classmethod
    def of(cls, contract: Contract) -> Mode:
        """The mode in which a declared game is played; preferans is played like sans."""
        if contract is Contract.BETL:
            return cls.BETL
        return cls.NT if contract.trump is None else cls(contract.trump)


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play with all cards known.

    ``hands`` has the mask of the cards each seat still holds, cards of the started trick not among them; a seat that is
    not ``active`` has no cards in play and what is given for it is only checked for duplicates. ``leader`` led or leads
    the current trick and ``trick`` has its cards in the order played (they belong to the leader, the next active seat
    and so on). Values count the tricks the declarer still takes; a started trick counts for its winner.

    Lists become tuples and whole numbers of other types plain ones, so that nothing can change after it was checked.
    Raises :class:`PositionError` for a position that cannot be.
    """

    hands: tuple[int, ...]
    mode: Mode
    declarer: Seat
    leader: Seat
    trick: tuple[int, ...] = ()
    active: tuple[Seat, ...] = (0, 1, 2)

    def __post_init__(self) -> None:
        _make_plain(self)
        _check_seats(self)
        _check_cards(self)
        _check_counts(self)
        if len(self.trick) > 1:
            _check_revokes(self)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The active seats in the order of the current trick."""
        place = self.active.index(self.leader)
        return self.active[place:] + self.active[:place]

    @property
    def to_play(self) -> Seat:
        """Whose turn it is (the leader's when no cards are left)."""
        return self.order[len(self.trick)]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, a started one included."""
        return self.hands[self.to_play].bit_count()

    @property
    def playable(self) -> int:
        """The cards that may be played now, as a mask (PLAY-01, PLAY-02)."""
        led = DECK_32.suit(self.trick[0]) if self.trick else None
        return playable(self.hands[self.to_play], led, self.mode.trump)

    @property
    def trick_winner(self) -> Seat | None:
        """The seat that wins the started trick so far (PLAY-03)."""
        return self.order[winner(self.trick, self.mode.trump)] if self.trick else None

    def play(self, card: int) -> Position:
        """The position after ``card``. Raises :class:`PositionError` when it may not be played now."""
        card = card_of(card)
        if not self.playable >> card & 1:
            allowed = " ".join(Hand(self.playable).texts) or "-"
            seat, text = self.to_play, DECK_32.text(card)
            raise PositionError(
                Text(
                    f"player {seat} cannot play {text} now; allowed: {allowed}",
                    f"igrač {seat} ne može sada da odigra {text}; dozvoljeno: {allowed}",
                )
            )
        hands = list(self.hands)
        hands[self.to_play] &= ~(1 << card)
        trick = (*self.trick, card)
        leader = self.leader
        if len(trick) == len(self.active):
            leader, trick = self.order[winner(trick, self.mode.trump)], ()
        return Position(tuple(hands), self.mode, self.declarer, leader, trick, self.active)


def refuse(en: str, sr: str) -> PositionError:
    """The error with its sentence in both languages."""
    return PositionError(Text(en, sr))


def told(value: object) -> str:
    """A value of any kind as a message shows it: short, whatever was given."""
    if isinstance(value, int) and int.bit_length(value) > 64:
        return f"{'-' if value < 0 else ''}2**{int.bit_length(value) - 1}..."
    if isinstance(value, str | bytes):
        value = value[:_TOLD]
    elif not isinstance(value, int | float | None):
        return f"<{type(value).__name__}>"
    text = repr(value)
    return text if len(text) <= _TOLD else text[:_TOLD] + "..."


def checked(position: object) -> Position:
    """The position itself. Raises :class:`PositionError` for anything else, which nobody has checked."""
    if type(position) is not Position:
        raise refuse(f"{told(position)} is no Position", f"{told(position)} nije Position")
    return position


def whole(value: object, name: str) -> int:
    """A whole number of any type as a plain one. Raises :class:`PositionError` that names what was given."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        raise refuse(f"{name}: {told(value)} is no whole number", f"{name}: {told(value)} nije ceo broj")
    return int(value.__index__())  # type: ignore[attr-defined]


def tricks_of(value: object, name: str) -> int:
    """A number of tricks to ask about, brought to -1 to 11: beyond the cards of a hand every answer is the same."""
    number = whole(value, name)
    return number if -1 <= number <= MOST_CARDS else min(max(number, -1), MOST_CARDS + 1)


def card_of(value: object) -> int:
    """The number of a card. Raises :class:`PositionError` for one that the pack of 32 has not."""
    card = whole(value, "card")
    if not 0 <= card < 32:
        raise refuse(
            f"{told(card)} is no card; cards are numbers from 0 to 31", f"{told(card)} nije karta; karte su od 0 do 31"
        )
    return card


def each(values: Iterable[Item], name: str) -> Iterator[Item]:
    """Iterate over what was given. Raises :class:`PositionError` when that is not possible."""
    try:
        return iter(values)
    except TypeError:
        raise refuse(f"{name}: {told(values)} is no list", f"{name}: {told(values)} nije spisak") from None


def numbers(values: object, name: str) -> tuple[int, ...]:
    """A list or tuple of whole numbers as plain ones."""
    if not isinstance(values, tuple | list):
        raise refuse(f"{name}: {told(values)} is no tuple", f"{name}: {told(values)} nije tuple")
    return tuple([whole(value, name) for value in values])


def mode_of(value: object) -> Mode:
    """A mode, also given by its number. Raises :class:`PositionError` with what is allowed."""
    if type(value) is Mode:
        return value
    number = whole(value, "mode") if not isinstance(value, str | None) else -1
    if not 0 <= number <= Mode.BETL:
        allowed = " ".join(f"Mode.{mode.name}" for mode in Mode)
        raise refuse(f"mode: {told(value)}; allowed: {allowed}", f"mode: {told(value)}; dozvoljeno: {allowed}")
    return Mode(number)


def _make_plain(position: Position) -> None:
    """Leave only tuples of plain numbers and a mode in a position."""
    hands, trick, active = position.hands, position.trick, position.active
    if (
        type(position.mode) is Mode
        and type(hands) is type(trick) is type(active) is tuple
        and type(position.declarer) is type(position.leader) is int
    ):
        for value in hands + trick + active:
            if type(value) is not int:
                break
        else:
            return
    object.__setattr__(position, "mode", mode_of(position.mode))
    for name in ("hands", "trick", "active"):
        object.__setattr__(position, name, numbers(getattr(position, name), name))
    for name in ("declarer", "leader"):
        object.__setattr__(position, name, whole(getattr(position, name), name))


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(told, seats[:4])) + (", ..." if len(seats) > 4 else "")


def _check_seats(position: Position) -> None:
    seats, active = len(position.hands), position.active
    if not 2 <= seats <= 4:
        raise refuse(f"{seats} hands; there must be 2 to 4", f"ruku: {seats}; mora ih biti od 2 do 4")
    if not 2 <= len(active) <= 3 or any(not 0 <= a < seats for a in active) or sorted({*active}) != [*active]:
        raise refuse(
            f"active players {_listed(active)}: there must be two or three different ones, 0 to {seats - 1}, in order",
            f"u igri su {_listed(active)}: moraju biti dva ili tri različita od 0 do {seats - 1}, po redu",
        )
    if position.declarer not in active:
        raise refuse(
            f"the declarer {told(position.declarer)} is not among the active players {_listed(active)}",
            f"nosilac {told(position.declarer)} nije među igračima u igri: {_listed(active)}",
        )
    if position.leader not in active:
        raise refuse(
            f"the leader {told(position.leader)} is not among the active players {_listed(active)}",
            f"na potezu je {told(position.leader)}, koji nije među igračima u igri: {_listed(active)}",
        )
    if len(position.trick) >= len(active):
        raise refuse(
            f"{len(position.trick)} cards in a started trick of {len(active)} players; at most {len(active) - 1}",
            f"karata u započetom štihu: {len(position.trick)}; za {len(active)} igrača najviše {len(active) - 1}",
        )


def _check_cards(position: Position) -> None:
    seen = 0
    for mask in (*position.hands, *[1 << card_of(card) for card in position.trick]):
        if mask & ~DECK_32.full:
            raise refuse("a card outside the pack of 32", "karta koje nema u špilu od 32")
        if seen & mask:
            twice = " ".join(Hand(seen & mask).texts)
            raise refuse(f"given twice: {twice}", f"dato dvaput: {twice}")
        seen |= mask


def _check_counts(position: Position) -> None:
    counts = {
        seat: position.hands[seat].bit_count() + (place < len(position.trick))
        for place, seat in enumerate(position.order)
    }
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{seat}: {counts[seat]}" for seat in position.active)
        raise refuse(
            f"unequal hands (cards of the started trick counted): {told}",
            f"nejednake ruke (računajući karte započetog štiha): {told}",
        )
    if max(counts.values()) > MOST_CARDS:
        raise refuse(
            f"{max(counts.values())} cards a hand; at most {MOST_CARDS}",
            f"karata u ruci: {max(counts.values())}; najviše {MOST_CARDS}",
        )


def _check_revokes(position: Position) -> None:
    led, trump = DECK_32.suit(position.trick[0]), position.mode.trump
    for seat, card in zip(position.order[1:], position.trick[1:], strict=False):
        if not playable(position.hands[seat] | 1 << card, led, trump) >> card & 1:
            held = position.hands[seat] & DECK_32.suit_masks[led] or position.hands[seat]
            need = led if held & DECK_32.suit_masks[led] else trump
            if need is None:
                raise AssertionError(position)
            text, suit = DECK_32.text(card), need.letter
            raise refuse(
                f"revoke in the trick: player {seat} played {text} and still holds {suit}",
                f"renons u štihu: igrač {seat} je bacio {text}, a još ima {suit}",
            )
