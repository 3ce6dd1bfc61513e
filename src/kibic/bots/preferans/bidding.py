"""The auction: what a hand may bid, hold, or call without the talon (strategy.md section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.bid_minimums import meets_minimum
from kibic.bots.preferans.estimate import DEFENCE_SIDE, Prospect, prospect
from kibic.bots.preferans.exchange import place_of
from kibic.bots.preferans.talons import talons, twelve_card_points
from kibic.bots.preferans.words import decide, number, number_sr, percent
from kibic.cards import Shuffler
from kibic.games.preferans.actions import (
    BETL,
    HOLD,
    IGRA,
    PASS,
    SANS,
    WEAKER,
    Action,
    Betl,
    Bid,
    Igra,
    NameSuit,
    Pass,
    Sans,
)
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract
from kibic.games.preferans.holdings import LENGTH, holding_of, holdings
from kibic.games.preferans.potential import potential_tricks
from kibic.games.preferans.view import PreferansView

#: Share of a bid's worth that is kept: now and then another player buys over it.
BID_KEPT: Final = 0.9
#: Bule an opponent's game is likely to cost or bring, by how many opponents have bid.
LIKELY_UNIT: Final = (7.0, 8.0, 9.5)
#: Worth of passing for one bule of the opponents' game without a single trick, and what each own trick adds.
PASS_LOSS: Final = -1.9
PASS_TRICK: Final = 1.1


_CALLS: Final[dict[Contract, Action]] = {Contract.BETL: BETL, Contract.SANS: SANS}


@dataclass(frozen=True, slots=True)
class Purse:
    """What a bid at a number is worth: points, and the game it mostly leads to with its tricks or chance."""

    points: float
    contract: Contract
    figure: float


def bid_worth(view: PreferansView, least: int, rng: Shuffler) -> Purse:
    """The worth of winning the auction at ``least``, over a sample of talons (EVAL-05, EVAL-07)."""
    hand = view.own
    place = place_of(view, Contract.PIK)
    total = 0.0
    votes: dict[Contract, list[float]] = {}
    drawn = talons(hand, rng)
    for talon in drawn:
        prospects = twelve_card_points(hand | talon, least, place, view.rules.pik.needs_kontra)
        contract = max(prospects, key=lambda game: prospects[game][1])
        figure, points = prospects[contract]
        total += points
        votes.setdefault(contract, []).append(figure)
    likely = max(votes, key=lambda game: len(votes[game]))
    return Purse(total / len(drawn), likely, sum(votes[likely]) / len(votes[likely]))


def _callers(view: PreferansView) -> list[Action]:
    """Igra, betl and sans called by others in this hand."""
    return [
        word.action
        for word in view.spoken
        if word.phase == "auction" and word.seat != view.viewer and isinstance(word.action, Igra | Betl | Sans)
    ]


def pass_worth(view: PreferansView) -> float:
    """What passing is worth in points: the others play, and the own cards defend."""
    spoken = [word for word in view.spoken if word.phase == "auction" and word.seat != view.viewer]
    bidders = {word.seat for word in spoken if not isinstance(word.action, Pass)}
    passed = {word.seat for word in spoken if isinstance(word.action, Pass)}
    if len(passed) == 2 and not bidders:
        return 0.0
    defence = sum(DEFENCE_SIDE[holding] for holding in holdings(view.own)) * 0.95
    unit = LIKELY_UNIT[min(len(bidders), 2)]
    worth = unit * (PASS_LOSS + PASS_TRICK * max(0.0, defence - 0.8))
    return worth if bidders else worth * (0.55 if not passed else 0.4)


def igra_prospects(view: PreferansView) -> list[Prospect]:
    """The games the hand could play without the talon, best first (IGR-01)."""
    games = [
        prospect(view.own, contract, igra=True, place=place_of(view, contract))
        for contract in (*SUIT_CONTRACTS, Contract.BETL, Contract.SANS)
    ]
    return sorted(games, key=lambda game: -game.points)


def choose_call(view: PreferansView, rng: Shuffler) -> Decision:
    """What to say in the auction."""
    legal = view.legal
    passing = pass_worth(view)
    best: tuple[float, Decision] = (passing, _passing(view, passing))
    others = _callers(view)
    for action in legal:
        if isinstance(action, Bid) or action == HOLD:
            least = action.number if isinstance(action, Bid) else view.number or 0
            if not meets_minimum(view, least):
                continue
            purse = bid_worth(view, max(least, Contract.PIK), rng)
            worth = purse.points if action == HOLD else BID_KEPT * purse.points + (1 - BID_KEPT) * passing
            if worth > best[0]:
                best = (worth, _bidding(view, action, least, purse))
    if not any(isinstance(action, Igra | Betl | Sans) for action in legal):
        return best[1]
    for game in igra_prospects(view):
        action = _CALLS.get(game.contract, IGRA)
        if action not in legal or (others and not _outranks(game.contract, others)):
            continue
        if game.points > best[0]:
            best = (game.points, _without_talon(view, action, game))
    return best[1]


def _outranks(contract: Contract, others: list[Action]) -> bool:
    """Whether an igra can beat those already called (IGR-06): karo at least over an unnamed igra."""
    if any(action == SANS for action in others):
        return False
    if any(action == BETL for action in others):
        return contract > Contract.BETL
    return contract > Contract.PIK


def _passing(view: PreferansView, worth: float) -> Decision:
    tricks = potential_tricks(view.own)
    if _callers(view):
        return decide(
            PASS, "IGR-03",
            f"Another plays without the talon; potential tricks here: {number(tricks)}, no stronger game.",
            f"Drugi igra bez talona; potencijalni štihovi: {number_sr(tricks)}, nema jače igre.",
        )  # fmt: skip
    return decide(
        PASS, "BID-03",
        f"Potential tricks: {number(tricks)}, too few for this price; passing is worth {number(worth)} points.",
        f"Potencijalni štihovi: {number_sr(tricks)}, malo za ovu cenu; dalje vredi {number_sr(worth)} poena.",
    )  # fmt: skip


def _bidding(view: PreferansView, action: Action, least: int, purse: Purse) -> Decision:
    """A number or mogu with the convention it follows."""
    hand = view.own
    tricks = potential_tricks(hand)
    game = purse.contract.word
    aim = percent(purse.figure) if purse.contract is Contract.BETL else number(purse.figure)
    last = len([w for w in view.spoken if isinstance(w.action, Pass) and w.seat != view.viewer]) == 2
    length = LENGTH[holding_of(hand, purse.contract - 2)] if purse.contract.is_suit else 0
    worth_en = f"on average {number(purse.points)} points"
    worth_sr = f"u proseku {number_sr(purse.points)} poena"
    if purse.contract is Contract.BETL:
        return decide(
            action, "BID-06",
            f"On the way to betl: with the talon about {aim} to make, {worth_en}.",
            f"Na putu ka betlu: s talonom oko {aim} za prolaz, {worth_sr}.",
        )  # fmt: skip
    aim_sr = aim.replace(".", ",")
    if action == HOLD:
        return decide(
            action, "BID-12",
            f"Holding costs no step: {game} with about {aim} tricks after the talon, {worth_en}.",
            f"Mogu ne diže cenu: {game}, očekivani štihovi {aim_sr} posle talona, {worth_sr}.",
        )  # fmt: skip
    if last:
        return decide(
            action, "BID-13",
            f"Both others passed, so the talon is cheap: {game} with about {aim} tricks, {worth_en}.",
            f"Oba protivnika su rekla dalje pa je talon jeftin: {game}, očekivani štihovi {aim_sr}, {worth_sr}.",
        )  # fmt: skip
    if least == Contract.PIK and tricks >= 4.5 and 0 < LENGTH[holding_of(hand, 0)] < 4:
        return decide(
            action, "BID-05",
            f"{number(tricks)} potential tricks allow an introductory 2; {game} is likely with about {aim} tricks.",
            f"Potencijalni štihovi: {number_sr(tricks)}, dovoljno za uvodni pik; cilj je {game}, oko {aim_sr}.",
        )  # fmt: skip
    if length >= 4 and tricks >= 4.5:
        return decide(
            action, "BID-03",
            f"{length} cards of {game} and {number(tricks)} potential tricks; about {aim} tricks after the talon.",
            f"Karata u boji {game}: {length}, potencijalni štihovi: {number_sr(tricks)}, posle talona oko {aim_sr}.",
        )  # fmt: skip
    return decide(
        action, "EVAL-05",
        f"The talon should bring {game} to about {aim} tricks, {worth_en}.",
        f"Očekivani štihovi posle talona za {game}: {aim_sr}, {worth_sr}.",
    )  # fmt: skip


def _without_talon(view: PreferansView, action: Action, game: Prospect) -> Decision:
    """Igra, betl or sans with the dealt cards."""
    chance = percent(game.chance)
    if game.tricks is None:
        return decide(
            action, "EVAL-08",
            f"Betl with the dealt cards: {chance} to make, {number(game.points)} points on average.",
            f"Betl s podeljenim kartama: {chance} za prolaz, u proseku {number_sr(game.points)} poena.",
        )  # fmt: skip
    tricks_en, tricks_sr = number(game.tricks), number_sr(game.tricks)
    if game.contract is Contract.SANS:
        return decide(
            action, "BID-04",
            f"High cards in every suit: {tricks_en} tricks in sans with the dealt cards, {chance} to make.",
            f"Visoke karte u svim bojama: sans bez talona, očekivani štihovi {tricks_sr}, {chance} za prolaz.",
        )  # fmt: skip
    bids = [word.action for word in view.spoken if isinstance(word.action, Bid) and word.seat != view.viewer]
    word = game.contract.word
    if game.contract is Contract.PIK and len(bids) >= 2:
        return decide(
            action, "BID-10",
            f"Both others bid and this hand cannot follow: igra pik takes the hand from them, {tricks_en} tricks.",
            f"Oba protivnika licitiraju, a ova ruka ne može da prati: igra pik krade ruku, oko {tricks_sr}.",
        )  # fmt: skip
    return decide(
        action, "BID-11",
        f"Enough without the talon: {word} with {tricks_en} tricks, {chance} to make.",
        f"Dovoljno bez talona: {word}, očekivani štihovi {tricks_sr}, {chance} za prolaz.",
    )  # fmt: skip


def choose_name(view: PreferansView) -> Decision:
    """The suit of the own igra, or that it is weaker (IGR-04, IGR-05)."""
    names = {action.contract: action for action in view.legal if isinstance(action, NameSuit)}
    wanted = [game for game in igra_prospects(view) if game.contract.is_suit]
    best = wanted[0]
    if best.contract not in names and WEAKER in view.legal:
        return decide(
            WEAKER, "IGR-05",
            f"The own game, {best.contract.word}, does not beat the one already named, so it stays secret.",
            f"Sopstvena igra, {best.contract.word}, nije jača od već imenovane, pa ostaje tajna.",
        )  # fmt: skip
    game = next(game for game in wanted if game.contract in names)
    return decide(
        names[game.contract], "BID-11",
        f"{game.contract.word.capitalize()} is the best suit for igra: {number(game.tricks or 0)} tricks expected.",
        f"{game.contract.word.capitalize()} je najbolja boja za igru: očekivani štihovi {number_sr(game.tricks or 0)}.",
    )  # fmt: skip
