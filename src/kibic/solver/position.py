"""Positions with open cards: what the solver is asked about, checked once when they are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from kibic.cards import DECK_32, Hand, Suit
from kibic.game import KibicError, Seat, Text
from kibic.games.preferans import Contract
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.tricks import playable, winner

MOST_CARDS = 10


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
    def of(cls, contract: Contract | LevelContract) -> Mode:
        """The mode in which a declared game is played; preferans is played like sans, a level like its denomination."""
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

    Raises :class:`PositionError` for a position that cannot be.
    """

    hands: tuple[int, ...]
    mode: Mode
    declarer: Seat
    leader: Seat
    trick: tuple[int, ...] = ()
    active: tuple[Seat, ...] = (0, 1, 2)

    def __post_init__(self) -> None:
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


def _refuse(en: str, sr: str) -> PositionError:
    return PositionError(Text(en, sr))


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(map(str, seats))


def _check_seats(position: Position) -> None:
    seats, active = len(position.hands), position.active
    if not 2 <= seats <= 4:
        raise _refuse(f"{seats} hands; there must be 2 to 4", f"ruku: {seats}; mora ih biti od 2 do 4")
    if not 2 <= len(active) <= 3 or any(not 0 <= a < seats for a in active) or sorted({*active}) != [*active]:
        raise _refuse(
            f"active players {_listed(active)}: there must be two or three different ones, 0 to {seats - 1}, in order",
            f"u igri su {_listed(active)}: moraju biti dva ili tri različita od 0 do {seats - 1}, po redu",
        )
    if position.declarer not in active:
        raise _refuse(
            f"the declarer {position.declarer} is not among the active players {_listed(active)}",
            f"nosilac {position.declarer} nije među igračima u igri: {_listed(active)}",
        )
    if position.leader not in active:
        raise _refuse(
            f"the leader {position.leader} is not among the active players {_listed(active)}",
            f"na potezu je {position.leader}, koji nije među igračima u igri: {_listed(active)}",
        )
    if len(position.trick) >= len(active):
        raise _refuse(
            f"{len(position.trick)} cards in a started trick of {len(active)} players; at most {len(active) - 1}",
            f"karata u započetom štihu: {len(position.trick)}; za {len(active)} igrača najviše {len(active) - 1}",
        )


def _check_cards(position: Position) -> None:
    seen = 0
    for mask in (*position.hands, *(1 << card for card in position.trick)):
        if mask & ~DECK_32.full:
            raise _refuse("a card outside the pack of 32", "karta koje nema u špilu od 32")
        if seen & mask:
            twice = " ".join(Hand(seen & mask).texts)
            raise _refuse(f"given twice: {twice}", f"dato dvaput: {twice}")
        seen |= mask


def _check_counts(position: Position) -> None:
    counts = {
        seat: position.hands[seat].bit_count() + (place < len(position.trick))
        for place, seat in enumerate(position.order)
    }
    if len(set(counts.values())) > 1:
        told = ", ".join(f"{seat}: {counts[seat]}" for seat in position.active)
        raise _refuse(
            f"unequal hands (cards of the started trick counted): {told}",
            f"nejednake ruke (računajući karte započetog štiha): {told}",
        )
    if max(counts.values()) > MOST_CARDS:
        raise _refuse(
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
            raise _refuse(
                f"revoke in the trick: player {seat} played {text} and still holds {suit}",
                f"renons u štihu: igrač {seat} je bacio {text}, a još ima {suit}",
            )
