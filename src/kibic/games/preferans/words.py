"""From the words of the table to actions (record.md section 2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from kibic.cards import DECK_32, CardTextError, parse_holding
from kibic.game import Seat, WordError
from kibic.games.preferans.actions import (
    BETL,
    BIDS,
    CEDE,
    HOLD,
    IGRA,
    KONTRA_WORDS,
    KONTRAS,
    NO_DISCARD,
    NO_KONTRA,
    PASS,
    PLAYS,
    PREFERANS,
    SANS,
    SHOW_TALON,
    WEAKER,
    WRITE_OFF,
    Action,
    Answer,
    Call,
    Claim,
    Deal,
    Declare,
    Discard,
    Extend,
    Fine,
    Follow,
    NameSuit,
    OfferAnswer,
    OfferTricks,
    TakeOver,
    Tricks,
)
from kibic.games.preferans.contracts import CONTRACT_BY_WORD, SUIT_CONTRACTS
from kibic.games.preferans.deal import deal_from_deck, deal_from_hands

#: Words whose meaning does not depend on the phase.
_FIXED: Final[dict[str, Action]] = {
    "dalje": PASS,
    "dobra": PASS,
    "mogu": HOLD,
    "moje": HOLD,
    "tobija": HOLD,
    "tobiija": HOLD,
    "igra": IGRA,
    "slabija": WEAKER,
    "uzmi": CEDE,
    "dodjem": Follow(True),
    "ne": Follow(False),
    "zajedno": Call(True),
    "sam": Call(False),
    "idem": Answer(True),
    "necu": Answer(False),
    "dajem": OfferAnswer(True),
    "nedajem": OfferAnswer(False),
    "moze": NO_KONTRA,
    "otpis": WRITE_OFF,
    "talon": SHOW_TALON,
    "bezskarta": NO_DISCARD,
    **{word: KONTRAS[factor] for factor, word in KONTRA_WORDS.items()},
    **{str(number): action for number, action in BIDS.items()},
}
_NAMES: Final = {contract.word: NameSuit(contract) for contract in SUIT_CONTRACTS}
_DECLARATIONS: Final = {word: Declare(contract) for word, contract in CONTRACT_BY_WORD.items()}
_CALLS: Final[dict[str, Action]] = {"betl": BETL, "sans": SANS, "preferans": PREFERANS}
#: Words that a number follows, and the most digits it may have.
_NUMBERED: Final[dict[str, tuple[Callable[[int], Action], int]]] = {
    "dajes": (OfferTricks, 2),
    "ostalo": (Claim, 2),
    "produzi": (Extend, 4),
    "kazna": (lambda place: Fine(place - 1), 1),
}


def normalized(word: str) -> str:
    """A word in lower-case ASCII: "Dođem" is "dodjem", "može" is "moze" (record.md section 2)."""
    lowered = word.strip().lower().replace("đ", "dj")
    return "".join(sign for sign in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(sign))


def arity(word: str) -> int:
    """How many words follow ``word`` and belong to it: two cards after ``skart``, a number after ``dajes``."""
    plain = normalized(word)
    if plain in ("skart", "preuzima"):
        return 2
    return 1 if plain in _NUMBERED else 0


def parse_words(phase: str, dealer: Seat, players: int, text: str) -> Action:
    """The action of ``text`` in ``phase``. Raises :class:`WordError` when it is no word of the game.

    A word that means different things (pik names an igra or declares a game) is read by the phase.
    """
    words = text.split()
    if not words:
        raise WordError("an empty text is no word")
    first = normalized(words[0])
    rest = words[1:]
    if first in ("deck", "cards", "tricks"):
        return _of_the_house(first, rest, dealer, players)
    if first == "skart":
        return _discard(text, rest)
    if first in _NUMBERED:
        build, digits = _NUMBERED[first]
        if len(rest) != 1 or not rest[0].isdecimal() or len(rest[0]) > digits:
            raise WordError(f"{text!r}: a number must follow {words[0]!r}")
        return build(int(rest[0]))
    if first == "preuzima":
        if len(rest) != 2 or not all(word.isdecimal() and len(word) == 1 for word in rest):
            raise WordError(f"{text!r}: the places of two players must follow 'preuzima'")
        return TakeOver(int(rest[0]) - 1, int(rest[1]) - 1)
    if rest:
        raise WordError(f"{text!r} is more than one word")
    action = _one_word(phase, first)
    if action is not None:
        return action
    try:
        return PLAYS[DECK_32.parse(words[0])]
    except CardTextError:
        raise WordError(f"{text!r} is neither a word of the table nor a card") from None


def _one_word(phase: str, word: str) -> Action | None:
    if word in _FIXED:
        return _FIXED[word]
    if phase == "naming" and word in _NAMES:
        return _NAMES[word]
    if phase == "auction" and word in _CALLS:
        return _CALLS[word]
    return _DECLARATIONS.get(word)


def _discard(text: str, rest: Sequence[str]) -> Discard:
    if len(rest) != 2:
        raise WordError(f"{text!r}: two cards must follow 'skart', or two question marks")
    if list(rest) == ["?", "?"]:
        return Discard(None, None)
    try:
        one, two = (DECK_32.parse(word) for word in rest)
    except CardTextError as error:
        raise WordError(str(error)) from None
    return Discard.of(one, two)


def _of_the_house(kind: str, rest: Sequence[str], dealer: Seat, players: int) -> Deal | Tricks:
    if kind == "tricks":
        if not all(word.isdecimal() and len(word) <= 2 for word in rest):
            raise WordError("tricks are whole numbers, one for each player")
        return Tricks(tuple(int(word) for word in rest))
    if list(rest[:1]) == ["?"] and len(rest) <= 2:
        if len(rest) == 2 and not (rest[1].isdecimal() and len(rest[1]) == 1):
            raise WordError("the place of the dealer may follow 'cards ?'")
        return Deal((0,) * players, 0, dealer=int(rest[1]) - 1 if len(rest) == 2 else None)
    try:
        if kind == "deck":
            return deal_from_deck(tuple(DECK_32.parse(word) for word in rest), dealer, players)
        holdings = [parse_holding(word) for word in rest[:players]]
        talon = [DECK_32.parse(word) for word in rest[players:]]
    except CardTextError as error:
        raise WordError(str(error)) from None
    mask = 0
    for card in talon:
        mask |= 1 << card
    return deal_from_hands(holdings, mask if talon else None)
