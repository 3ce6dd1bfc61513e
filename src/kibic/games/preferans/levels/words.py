"""From the words of the table to actions in the game of levels (record.md section 2)."""

from __future__ import annotations

from typing import Final

from kibic.cards import Suit
from kibic.game import Seat, WordError
from kibic.games.preferans.actions import Claim, Deal, Discard, NoDiscard, Play, Tricks, WriteOff
from kibic.games.preferans.levels.actions import (
    DECLARATIONS,
    LEVEL_BIDS,
    PAS,
    SUMMONS,
    WHIST,
    LevelAction,
    LevelBid,
    LevelDeclare,
)
from kibic.games.preferans.words import normalized
from kibic.games.preferans.words import parse_words as parse_shared


def _spellings(word: str) -> tuple[str, ...]:
    """How people write a contract: 6S, 6♠, 10NT, 10BA (bez atu)."""
    plain = word.lower()
    if plain.endswith("nt"):
        return plain, plain.removesuffix("nt") + "ba"
    symbols = {suit.name[0].lower(): suit.symbol for suit in Suit}
    return plain, plain[:-1] + symbols[plain[-1]]


_BIDS: Final[dict[str, LevelBid]] = {text: action for action in LEVEL_BIDS for text in _spellings(action.word)}
_DECLARATIONS: Final[dict[str, LevelDeclare]] = {
    text: action for action in DECLARATIONS for text in _spellings(action.word)
}
_ANSWERS: Final[dict[str, LevelAction]] = {
    "wist": WHIST[0],
    "wistuje": WHIST[0],
    **{action.word: action for action in SUMMONS},
}


def parse_level_words(phase: str, dealer: Seat, players: int, text: str) -> LevelAction:
    """The action of ``text`` in ``phase``. Raises :class:`WordError` when it is no word of the game.

    A contract is a bid or a declaration and ``pas`` a pass or an answer, as the phase has it.
    """
    word = normalized(text)
    if word in _BIDS:
        return _DECLARATIONS[word] if phase == "declaration" else _BIDS[word]
    if word == "pas":
        return WHIST[1] if phase == "following" else PAS
    if word in _ANSWERS:
        return _ANSWERS[word]
    action = parse_shared("play", dealer, players, text)
    if not isinstance(action, Deal | Discard | NoDiscard | Play | Claim | Tricks | WriteOff):
        raise WordError(f"{text!r} is no word where levels are bid")
    return action
