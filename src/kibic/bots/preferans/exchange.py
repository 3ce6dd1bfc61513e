"""Discard and declaration: the best two cards to put away and the best game, chosen together (DEC-01, TAL-02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from kibic.bots.api import Decision
from kibic.bots.preferans.estimate import Prospect, control, game_points, lead_bonus, prospect
from kibic.bots.preferans.tricks_table import SIDE, TRUMPS
from kibic.bots.preferans.words import decide, number, number_sr, percent
from kibic.cards import bits, card_name
from kibic.games.preferans.actions import Declare, Discard
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import LENGTH, holdings
from kibic.games.preferans.potential import IS_SEQUENCE
from kibic.games.preferans.view import PreferansView


def open_contracts(view: PreferansView) -> tuple[Contract, ...]:
    """The games the declarer may still declare at the number he won at (DEC-01, DEC-03)."""
    least = view.number or 0
    highest = Contract.PREFERANS if view.rules.auc.max == Contract.PREFERANS else Contract.SANS
    contracts = [contract for contract in Contract if least <= contract <= highest]
    restriction = view.rules.dec.two_restriction
    if least == Contract.PIK and restriction == "pik_only":
        return (Contract.PIK,)
    if least == Contract.PIK and restriction == "no_betl":
        contracts.remove(Contract.BETL)
    return tuple(contracts)


def place_of(view: PreferansView, contract: Contract) -> int | None:
    """The declarer's place in the first trick when the viewer plays ``contract`` (LEAD-01, LEAD-02)."""
    rules = view.rules.lead
    if contract in (Contract.SANS, Contract.PREFERANS):
        lead = rules.sans
    else:
        lead = rules.betl if contract is Contract.BETL else rules.suit
    if lead == "declarer":
        return 0
    if lead == "before_declarer":
        return 1
    return view.order.index(view.viewer) if view.viewer in view.order else None


def best_prospect(
    view: PreferansView, hand: int, contracts: Iterable[Contract], *, igra: bool = False, away: int = 0
) -> Prospect:
    """The game of ``contracts`` that promises most points with ten cards."""
    needs_kontra = view.rules.pik.needs_kontra
    return max(
        (
            prospect(
                hand, contract, igra=igra, place=place_of(view, contract), pik_needs_kontra=needs_kontra, away=away
            )
            for contract in contracts
        ),
        key=lambda game: (game.points, -game.contract),
    )


def best_exchange(view: PreferansView, cards: int, contracts: Sequence[Contract]) -> tuple[int, Prospect]:
    """The discard (mask of two cards) and the game that promise most, among all 66 discards and all open games."""
    needs_kontra = view.rules.pik.needs_kontra
    places = {contract: place_of(view, contract) for contract in contracts}
    suited = [contract for contract in contracts if contract.is_suit]
    others = [contract for contract in contracts if not contract.is_suit]
    best: tuple[float, float, int, Contract] | None = None
    for one, two in combinations(bits(cards), 2):
        away = 1 << one | 1 << two
        hand = cards ^ away
        suits = holdings(hand)
        sides = sum(SIDE[holding] for holding in suits)
        games = []
        for contract in suited:
            holding = suits[contract - 2]
            tricks = sides - SIDE[holding] + TRUMPS[holding] + control(suits, contract - 2)
            tricks += lead_bonus(places[contract])
            games.append((game_points(contract, tricks, pik_needs_kontra=needs_kontra)[1], contract))
        for contract in others:
            game = prospect(hand, contract, place=places[contract], away=away)
            games.append((game.points, contract))
        points, contract = max(games, key=lambda pair: (pair[0], -pair[1]))
        if best is None or points >= best[0]:
            rank = (points, _shape(hand, contract))
            if best is None or rank > best[:2]:
                best = (*rank, away, contract)
    if best is None:
        raise ValueError("three cards at least are needed to put two away")
    _, _, away, contract = best
    game = prospect(cards ^ away, contract, place=places[contract], pik_needs_kontra=needs_kontra, away=away)
    return away, game


def _shape(hand: int, contract: Contract) -> float:
    """Tie-break between discards: voids, sequences kept, high cards kept (EVAL-02, DCL-03)."""
    worth = 0.0
    for holding in holdings(hand):
        worth += (not LENGTH[holding]) + 0.2 * IS_SEQUENCE[holding] + holding / 1000
    return -worth if contract is Contract.BETL else worth


def choose_discard(view: PreferansView) -> Decision:
    """The two cards to put away."""
    away, game = best_exchange(view, view.own, open_contracts(view))
    first, second = bits(away)
    kept = view.own ^ away
    emptied = sum(1 for before, after in zip(holdings(view.own), holdings(kept), strict=True) if before and not after)
    names_en = f"the {card_name(first, 'en')} and the {card_name(second, 'en')}"
    names_sr = f"{card_name(first)} i {card_name(second)}"
    figure_en, figure_sr = _figures(game)
    if game.contract is Contract.BETL:
        return decide(
            Discard.of(first, second), "EVAL-08",
            f"Putting away {names_en} leaves the fewest flaws for betl: {figure_en}.",
            f"Škart {names_sr} ostavlja najmanje mana za betl: {figure_sr}.",
        )  # fmt: skip
    if emptied:
        return decide(
            Discard.of(first, second), "DCL-03",
            f"Putting away {names_en} makes a void for {game.contract.word}: {figure_en}.",
            f"Škart {names_sr} pravi renons za {game.contract.word}: {figure_sr}.",
        )  # fmt: skip
    return decide(
        Discard.of(first, second), "EVAL-02",
        f"Without {names_en} trumps and sequences stay together for {game.contract.word}: {figure_en}.",
        f"Bez karata {names_sr} aduti i vezane karte ostaju za {game.contract.word}: {figure_sr}.",
    )  # fmt: skip


def choose_contract(view: PreferansView) -> Decision:
    """The game to declare with the ten cards kept."""
    allowed = [action.contract for action in view.legal if isinstance(action, Declare)]
    game = best_prospect(view, view.own, allowed, away=view.discard or 0)
    figure_en, figure_sr = _figures(game)
    word = game.contract.word
    rule = "EVAL-08" if game.contract is Contract.BETL else "EVAL-07"
    return decide(
        Declare(game.contract), rule,
        f"{word.capitalize()} promises most: {figure_en}, {number(game.points)} points on average.",
        f"{word.capitalize()} obećava najviše: {figure_sr}, u proseku {number_sr(game.points)} poena.",
    )  # fmt: skip


def _figures(game: Prospect) -> tuple[str, str]:
    chance = percent(game.chance)
    if game.tricks is None:
        return f"{chance} to make", f"{chance} za prolaz"
    return (
        f"{number(game.tricks)} tricks expected, {chance} to make",
        f"očekivani štihovi: {number_sr(game.tricks)}, {chance} za prolaz",
    )
