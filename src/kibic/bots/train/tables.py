"""What really happens at a table: hands bid by bots, and played by them with either defender in play or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, cast

import numpy as np

from kibic.bots.api import Bot
from kibic.bots.preferans.evaluation import points
from kibic.bots.registry import bot_named
from kibic.bots.train.shards import Row
from kibic.bots.value.discards import best_discards, rough_tricks
from kibic.bots.value.features import BETL_MODE, NO_TRUMP_MODE
from kibic.bots.value.talk import seen_in_auction
from kibic.cards import SeededRandom, bits
from kibic.games.preferans import GAME, Match, Outcome
from kibic.games.preferans.actions import (
    BETL,
    PASS,
    SANS,
    Action,
    Answer,
    Bid,
    Call,
    Declare,
    Discard,
    Follow,
    Hold,
    Igra,
    Kontra,
    NoKontra,
    Pass,
)
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.narrow import known
from kibic.games.preferans.play import Playing

#: How often somebody passes, or bids the lowest number, whatever he holds: what else would have happened.
FORCED_PASS: Final = 0.15
FORCED_BID: Final = 0.10
#: Trials: how often sans is played (else betl), how often without the talon, and the rough worth that is tried.
TRIAL_SANS: Final = 0.6
TRIAL_IGRA: Final = 0.3
TRIAL_LEAST: Final = {NO_TRUMP_MODE: 3.0, BETL_MODE: -8.0}
#: What an action of the auction is in the rows.
PASSED, BID, HELD, CALLED = range(4)
_ORDER: Final = (0, 1, 2)


@dataclass(slots=True)
class _Table:
    """Three bots of one kind at a table with a new sheet each deal."""

    bot: Bot
    rng: SeededRandom
    rules: str
    heard: list[Row] = field(default_factory=list)

    def deal(self) -> Match:
        match = cast("Match", GAME.start(GAME.rules(self.rules), 3, 2))
        match, _ = match.apply(match.legal().sample(self.rng))
        return match

    def decide(self, match: Match) -> Action:
        view = match.view(known(match.to_act))
        return cast("Action", self.bot.choose(view, self.rng).action)

    def until(self, match: Match, *phases: str) -> Match:
        """The match when the hand is over or in one of ``phases``."""
        while match.hand is not None and match.phase not in phases:
            match, _ = match.apply(self.decide(match))
        return match

    def auction(self, match: Match) -> Match:
        """Bid until the declaration is made, noting every decision of the auction."""
        dice = self.rng.random()
        forced = self.rng.randrange(3) if dice < FORCED_PASS + FORCED_BID else None
        while match.hand is not None and match.phase in ("auction", "naming", "discard", "declaration"):
            action = self.decide(match)
            if match.phase == "auction":
                seat = known(match.to_act)
                view = match.view(seat)
                first = not any(word.seat == seat for word in view.spoken)
                is_forced = seat == forced and first
                if is_forced:
                    lowest = next((word for word in view.legal if isinstance(word, Bid)), PASS)
                    action = PASS if dice < FORCED_PASS else lowest
                self.heard.append({**seen_in_auction(view), "hand": view.own, "forced": is_forced, **_said(action)})
            match, _ = match.apply(action)
        return match


def _said(action: Action) -> Row:
    kind = (
        PASSED if isinstance(action, Pass) else BID if isinstance(action, Bid) else HELD
        if isinstance(action, Hold) else CALLED
    )  # fmt: skip
    return {"said": kind, "bid": action.number if isinstance(action, Bid) else 0}


def rows(seed: str, number: int, count: int, bot: str, rules: str) -> Iterator[tuple[str, Row]]:
    """``count`` deals of one file: a row of the auction for every decision in it, and one of the hand when it is
    declared, each with the name of its table: ``auction`` or ``hand``.
    """
    for deal in range(count):
        rng = SeededRandom(f"{seed}/tables/{number}/{deal}")
        table = _Table(bot_named(bot), rng, rules)
        declared = table.auction(table.deal())
        hand: Row | None = None
        over = declared
        if declared.hand is not None:
            hand = _declared(declared)
            over = table.until(declared)
        outcome = over.outcomes[-1]
        if hand is not None:
            yield "hand", hand | _natural(outcome, over) | _tried(table, declared)
        yield from (("auction", row) for row in _with_result(table.heard, outcome))


def trials(seed: str, number: int, count: int, bot: str, rules: str) -> Iterator[Row]:
    """``count`` hands of one file in which somebody plays sans or betl who might: bots rarely do of themselves."""
    for deal in range(count):
        rng = SeededRandom(f"{seed}/trials/{number}/{deal}")
        table = _Table(bot_named(bot), rng, rules)
        declared = _trial(table)
        over = table.until(declared)
        yield _declared(declared) | _natural(over.outcomes[-1], over) | _tried(table, declared)


def _trial(table: _Table) -> Match:
    """A hand in which the game has been declared by whose cards are roughly best for it."""
    while True:
        match = table.deal()
        dealt = known(match.hand).dealt
        mode = NO_TRUMP_MODE if table.rng.random() < TRIAL_SANS else BETL_MODE
        contract = Contract.SANS if mode == NO_TRUMP_MODE else Contract.BETL
        worth = rough_tricks(np.array(dealt.deal.hands, dtype=np.uint32))[:, mode]
        seat = int(worth.argmax())
        if worth[seat] < TRIAL_LEAST[mode]:
            continue
        igra = table.rng.random() < TRIAL_IGRA
        call: Action = SANS if contract is Contract.SANS else BETL
        while match.phase == "auction":
            mine = match.to_act == seat
            lowest = next((word for word in match.legal() if isinstance(word, Bid)), PASS)
            match, _ = match.apply((call if igra else lowest) if mine else PASS)
        if not igra:
            _, _, away = best_discards(dealt.deal.hands[seat] | dealt.deal.talon, 2)
            put = int(away.reshape(BETL_MODE + 1, -1)[mode, table.rng.randrange(2)])
            match, _ = match.apply(Discard.of(*bits(put)))
            match, _ = match.apply(Declare(contract))
        return match


def _with_result(heard: list[Row], outcome: Outcome) -> Iterator[Row]:
    for row in heard:
        seat = row["seat"]
        supe = [(entry.writer, entry.against, entry.points) for entry in outcome.supe]
        won = outcome.declarer == seat
        yield row | {
            "won": won,
            "worth": round(100 * points(seat, outcome.bule, supe)),
            "contract": int(outcome.contract or 0),
            "igra": outcome.igra,
        }


def _declared(match: Match) -> Row:
    """The cards and the auction of a hand in which the game has been declared."""
    hand = known(match.hand)
    bargain = known(hand.phase.bargain)
    cards = hand.dealt.deal.hands
    right, left = bargain.defenders
    contract = bargain.game
    own = cards[bargain.declarer]
    if not bargain.igra:
        own = (own | hand.dealt.deal.talon) & ~bargain.discard
    bid = {word.seat for word in hand.spoken if isinstance(word.action, Bid | Hold | Igra)}
    return {
        "mode": contract.trump if contract.trump is not None else 5 if contract is Contract.BETL else 4,
        "own": own,
        "right": cards[right],
        "left": cards[left],
        "away": bargain.discard,
        "bought": 0 if bargain.igra else hand.dealt.deal.talon,
        "igra": bargain.igra,
        "number": bargain.number,
        "right_bid": right in bid,
        "left_bid": left in bid,
        "turn": hand.dealt.order.index(bargain.declarer),
    }


def _natural(outcome: Outcome, match: Match) -> Row:
    """How the defenders answered of themselves and whether the declarer made what was played."""
    declarer = known(outcome.declarer)
    right, left = (declarer + 1) % 3, (declarer + 2) % 3
    played = outcome.tricks is not None
    taken = outcome.tricks or (0, 0, 0)
    coming = frozenset(outcome.followers)
    answer = {frozenset[int](): 0, frozenset({right}): 1, frozenset({left}): 2}.get(coming, 5)
    if outcome.caller is not None:
        answer = 3 if outcome.caller == right else 4
    return {
        "answer": answer,
        "kontra": outcome.kontra,
        "played": played,
        "made": outcome.made[declarer] is True,
        "taken": taken[declarer],
        "taken_right": taken[right],
        "taken_left": taken[left],
        "kontra_right": outcome.kontras == right,
    }


_NOTHING: Final = {"d": -1, "r": -1, "l": -1}


def _tried(table: _Table, declared: Match) -> Row:
    """The place of the declarer, the tricks of every way to follow, and what the second defender would answer."""
    bargain = known(known(declared.hand).phase.bargain)
    right, left = bargain.defenders
    row: Row = {"left_if_yes": 0, "left_if_no": 0, "call_right": 0, "call_left": 0}
    if declared.phase == "following":
        after_yes, _ = declared.apply(Follow(True))
        after_no, _ = declared.apply(Follow(False))
        row["left_if_yes"] = table.decide(after_yes) == Follow(True)
        row["left_if_no"] = table.decide(after_no) == Follow(True)
        both, _ = after_yes.apply(Follow(True))
        lone_right, _ = after_yes.apply(Follow(False))
        lone_left, _ = after_no.apply(Follow(True))
        for key, match in (("call_right", lone_right), ("call_left", lone_left)):
            row[key] = match.phase == "calling" and table.decide(match) == Call(True)
        ways = [("both", both), ("lone_right", lone_right), ("lone_left", lone_left)]
    else:
        ways = [("both", declared)]
    place = 0
    for way in ("both", "lone_right", "lone_left"):
        row |= {f"{way}_{key}": value for key, value in _NOTHING.items()}
    for way, match in ways:
        playing = _straight_to_play(match, kontra=bargain.game is Contract.PIK and not bargain.igra)
        if way == "both":
            place = (bargain.declarer - known(playing.hand).phase.actor) % 3
        taken = table.until(playing).outcomes[-1].tricks or (0, 0, 0)
        for key, seat in (("d", bargain.declarer), ("r", right), ("l", left)):
            row[f"{way}_{key}"] = taken[seat]
    return row | {"place": place}


def _straight_to_play(match: Match, *, kontra: bool) -> Match:
    """Without a call, and with a kontra only where the game is not played without it."""
    while match.hand is not None and not isinstance(match.hand.phase, Playing):
        legal = tuple(match.legal())
        wanted: tuple[type, ...] = (Kontra,) if kontra and match.phase == "kontra" else (NoKontra,)
        kontra = kontra and match.phase != "kontra"
        action = next(
            (word for word in legal if isinstance(word, wanted) or word in (Call(False), Answer(False))), legal[-1]
        )
        match, _ = match.apply(action)
    return match
