"""Counting: complete auctions and endings, through the engine and by enumerations that do not know it.

The second counts are written from the text of section 4 and PLAY-02 alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from kibic.cards import Hand
from kibic.games.preferans import Match
from tests.rules.deals import dealt, say, table, told

#: Options, and how many complete auctions there are (the naming of suits not counted).
AUCTIONS: Final[list[tuple[dict[str, Any], int]]] = [
    ({}, 111),
    ({"auc.hold": "seniority"}, 105),
    ({"auc.step": "any_higher"}, 755),
    ({"auc.hold": "seniority", "auc.step": "any_higher"}, 725),
    ({"auc.max": 8}, 159),
    ({"auc.min": 1}, 136),
    ({"igra.betl_sans_turn": "any_turn"}, 304),
    ({"igra.declare": "at_call"}, 111),
    ({"igra.enabled": False}, 70),
    ({"igra.repeat_betl": "allowed", "igra.tie": "second"}, 125),
]


def counted_by_engine(match: Match) -> int:
    """How many ways the auction can go on."""
    if match.phase not in ("auction", "naming"):
        return 1
    if match.phase == "naming" and match.rules.igra.declare == "after_all":
        return 1
    if match.phase == "naming":  # which suit is named does not change how the auction goes on
        assert match.hand is not None
        return counted_by_engine(match.apply(next(iter(match.legal())))[0])
    return sum(counted_by_engine(match.apply(action)[0]) for action in match.legal())


@dataclass(frozen=True)
class Table:
    """An auction as the text tells it: who spoke, bid and passed; the number, its owner and whether mogu was said."""

    turn: int = 0
    number: int = 0
    holder: int | None = None
    held: bool = False
    spoke: frozenset[int] = frozenset()
    bid: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    best: int = 0  # the strongest betl (6), sans (7) or preferans (8) called, 1 for an igra only
    asked: tuple[int, ...] | None = None  # who still may answer a betl or sans called on a later turn


def calls(state: Table, rules: Any) -> Iterator[Table]:
    """The auctions after one more call by the one whose turn it is (AUC-03 to AUC-11, IGR-01 to IGR-03, IGR-08)."""
    me, first = state.turn, state.turn not in state.spoke
    after = replace(state, spoke=state.spoke | {me})
    if state.asked is not None:
        after = replace(after, asked=tuple(seat for seat in state.asked if seat != me))
    yield replace(after, out=after.out | {me})
    named = [6, 7] + [8] * (rules.auc.max == 8)
    if state.best:
        if first and state.best == 1:
            yield after  # igra after igra
        for game in named:
            if game > state.best or (game == state.best and rules.igra.repeat_betl == "allowed"):
                yield replace(after, best=max(game, state.best))
        return
    raises = [number for number in range(rules.auc.min, rules.auc.max + 1) if number > state.number]
    if rules.auc.step == 1:
        raises = raises[:1]
    senior = next((seat for seat in range(3) if seat in state.bid and seat not in state.out), None)
    holds = not first and (me == senior if rules.auc.hold == "seniority" else not state.held)
    if holds:
        yield replace(after, holder=me, held=True)
    else:
        for number in raises:
            yield replace(after, number=number, holder=me, held=False, bid=after.bid | {me})
    if rules.igra.enabled and first:
        yield replace(after, best=1)
        for game in named:
            yield replace(after, best=game)
    elif rules.igra.enabled and rules.igra.betl_sans_turn == "any_turn":
        others = tuple(seat for seat in ((me + 1) % 3, (me + 2) % 3) if seat not in state.out)
        for game in named:
            yield replace(after, best=game, asked=others)


def next_turn(state: Table, rules: Any) -> int | None:
    """Who speaks next; None when the auction is over."""
    around = [(state.turn + step) % 3 for step in (1, 2, 3)]
    for seat in around:
        if seat not in state.spoke:
            return seat
    if state.best:
        return state.asked[0] if state.asked else None
    if state.held and state.number == rules.auc.max:
        return None
    return next((seat for seat in around if seat not in state.out and seat != state.holder), None)


def counted_from_the_text(state: Table, rules: Any) -> int:
    """How many ways the auction can go on, by the text."""
    total = 0
    for after in calls(state, rules):
        turn = next_turn(after, rules)
        total += 1 if turn is None else counted_from_the_text(replace(after, turn=turn), rules)
    return total


@pytest.mark.parametrize(("options", "count"), AUCTIONS)
def test_number_of_complete_auctions(options: dict[str, Any], count: int) -> None:
    match = told(table(options))
    assert counted_from_the_text(Table(), match.rules) == count
    assert counted_by_engine(match) == count


#: The words that lead to the play, and in how many orders the last three tricks can be played.
ENDINGS: Final = [
    ("2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze", 144),
    ("2 dalje dalje skart C8 C7 sans dodjem dodjem moze moze", 96),
    ("2 dalje dalje skart C8 C7 tref dodjem ne sam moze", 20),
]


def ending(words: str, tricks_left: int = 3) -> Match:
    """The position with so many tricks left when everybody plays the first card he may."""
    match = say(dealt(), words)
    while sum(match.view(0).taken) < 10 - tricks_left:
        match, _ = match.apply(match.legal().listed()[0])
    return match


def plays_by_engine(match: Match) -> int:
    """How many orders the cards can be played in."""
    if match.phase != "play":
        return 1
    return sum(plays_by_engine(match.apply(action)[0]) for action in match.legal())


def plays_by_the_text(
    hands: dict[int, frozenset[str]], order: list[int], trump: str | None, trick: tuple[tuple[int, str], ...] = ()
) -> int:
    """The same count over texts of cards: follow suit, else trump, else anything (PLAY-02, PLAY-03)."""
    if not trick and not any(hands.values()):
        return 1
    place = len(trick)
    me = order[place]
    mine = hands[me]
    options = mine
    if trick:
        led = trick[0][1][0]
        same = {card for card in mine if card[0] == led}
        trumps = {card for card in mine if card[0] == trump}
        options = frozenset(same or trumps or mine)
    total = 0
    for card in options:
        left = {**hands, me: mine - {card}}
        played = (*trick, (me, card))
        if len(played) < len(order):
            total += plays_by_the_text(left, order, trump, played)
            continue
        led = played[0][1][0]
        strength = {
            text: ("789TJQKA".index(text[1]) + (100 if text[0] == trump else 0)) if text[0] in (led, trump) else -1
            for _, text in played
        }
        winner = max(played, key=lambda item: strength[item[1]])[0]
        at = order.index(winner)
        total += plays_by_the_text(left, order[at:] + order[:at], trump)
    return total


@pytest.mark.parametrize(("words", "count"), ENDINGS)
def test_number_of_ways_to_play_the_last_three_tricks(words: str, count: int) -> None:
    match = ending(words)
    view = match.view(0)
    texts = {seat: frozenset(Hand(match.view(seat).own).texts) for seat in view.active}
    leader = view.active.index(match.to_act or 0)
    order = [*view.active[leader:], *view.active[:leader]]
    trump = None if view.trump is None else "SDHC"[view.trump]
    assert plays_by_the_text(texts, order, trump) == count
    assert plays_by_engine(match) == count
