"""Looks for cards in what leaves a server that whoever gets it may not know of, as the log alone tells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kibic.cards import DECK_32, Hand
from kibic.games.preferans import GAME, Match

CARD: Final = re.compile(r"\b[SDHC][AKQJT987]\b")
#: Cards that stand together in a text, at least ten.
_RUN: Final = re.compile(r"(?:[SDHC][AKQJT987][\s\",']{1,6}){9,}[SDHC][AKQJT987]")
#: So many cards of one hand do not meet by chance.
_MOST: Final = 9


def states(rules: dict[str, Any], dealer: int, words: Sequence[str]) -> list[Match]:
    """The state of each version from 1 on."""
    found = [Match.start(GAME.rules(rules["preset"], rules["options"]), 3, dealer)]
    for word in words:
        state, _ = found[-1].apply(GAME.parse(found[-1], word))
        found.append(state)
    return found


def known_cards(seat: int | None, words: Sequence[str], after: Sequence[Match]) -> list[set[str]]:
    """For each version from 1 on, the cards of the hand that the seat may have seen."""
    known: list[set[str]] = [set()]
    talon: set[str] = set()
    for number, word in enumerate(words):
        state = after[number + 1]
        seen = set(known[-1])
        if word.startswith(("deck", "cards")):
            deal: Any = GAME.parse(after[number], word)
            talon = set(Hand(deal.talon).texts)
            seen = set(Hand(deal.hands[seat]).texts) if seat is not None else set()
        elif CARD.fullmatch(word):
            seen.add(word)
        if state.phase == "discard":
            seen |= talon
        ended = state.outcomes[-1] if len(state.outcomes) > len(after[number].outcomes) else None
        if ended is not None and ended.kind == "played" and not ended.igra:
            seen = set(DECK_32.texts)
        known.append(seen)
    return known


def check_frames(frames: Iterable[str], seat: int | None, words: Sequence[str], after: Sequence[Match]) -> int:
    """Look at every frame a page was sent; how many cards were there at all. Raises :class:`AssertionError`."""
    known = known_cards(seat, words, after)
    count, version = 0, 1
    for frame in frames:
        message = json.loads(frame)
        if message["type"] in ("welcome", "event"):
            version = message["version"]
        if "table" in message:
            message["table"]["opening"] = None  # the cards drawn for the seats lay open
        cards = set(CARD.findall(json.dumps(message)))
        count += len(cards)
        word = words[version - 2] if version > 1 else None
        assert cards <= known[version - 1], (version, word, cards - known[version - 1])
    return count


@dataclass(frozen=True)
class Closed:
    """A deal that nobody may be told of: the three hands, and the deck in its order."""

    hands: tuple[frozenset[str], ...]
    deck: tuple[str, ...]


def closed_deals(words: Sequence[str], after: Sequence[Match]) -> list[Closed]:
    """The deals of which no answer may tell as a match stands.

    That is the hand in progress, and, until the match is over, those that nobody played.
    """
    if after[-1].to_act is None:
        return []
    outcomes, closed = after[-1].outcomes, []
    deals = [number for number, word in enumerate(words) if word.startswith("deck ")]
    for hand, number in enumerate(deals):
        if hand >= len(outcomes) or outcomes[hand].kind != "played":
            deal: Any = GAME.parse(after[number], words[number])
            hands = tuple(frozenset(Hand(each).texts) for each in deal.hands)
            closed.append(Closed(hands, tuple(words[number].split()[1:])))
    return closed


def check_text(text: str, closed: Iterable[Closed]) -> None:
    """Look for closed deals in a text of any form. Raises :class:`AssertionError`."""
    runs = [CARD.findall(found.group()) for found in _RUN.finditer(text)]
    for deal in closed:
        for hand in deal.hands:
            told = _holding(hand) in text or any(len(hand & set(run)) >= _MOST and len(run) <= 12 for run in runs)
            assert not told, f"a closed hand was told: {_holding(hand)}"
        assert not any(tuple(run[:12]) == deal.deck[:12] for run in runs), "a closed deck was told"


def _holding(hand: frozenset[str]) -> str:
    """A hand as records have it."""
    return ".".join("".join(rank for rank in "AKQJT987" if suit + rank in hand) for suit in "SDHC")
