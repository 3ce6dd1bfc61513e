"""The words of a hand by expected score, each with its reason in figures."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.bots.preferans.words import decide, number, number_sr, percent
from kibic.bots.value import answers, auction, exchange
from kibic.bots.value.answers import Answer
from kibic.bots.value.auction import Weighed
from kibic.bots.value.exchange import Choice
from kibic.bots.value.prices import Prices, prices_of
from kibic.cards import Shuffler, card_name
from kibic.games.preferans.actions import (
    HOLD,
    PASS,
    WEAKER,
    Call,
    Declare,
    Discard,
    Follow,
    Kontra,
    NameSuit,
    NoKontra,
    OfferAnswer,
    OfferTricks,
)
from kibic.games.preferans.actions import Answer as CallAnswer
from kibic.games.preferans.view import PreferansView

TALKING = frozenset({"following", "calling", "call_answer", "offer_answer", "kontra"})


def choose(view: PreferansView, rng: Shuffler) -> Decision | None:
    """What to say in ``view``, or None where the model has nothing to say: the play, and a game ceded (IGR-07)."""
    prices = prices_of(view)
    match view.phase:
        case "auction":
            return _call(view, auction.weigh(view, prices, rng))
        case "naming":
            return _name(view, prices)
        case "discard":
            return _discard(exchange.choices(view, prices, exchange.open_games(view), rng))
        case "declaration":
            games = [action.contract for action in view.legal if isinstance(action, Declare)]
            return _declare(exchange.declarations(view, prices, games, rng))
    if view.phase in TALKING:
        weighed = answers.weigh(view, prices)
        return _answer(view, prices, weighed) if weighed else None
    return None


def _points(value: float) -> tuple[str, str]:
    return f"{number(value)} points", f"{number_sr(value)} poena"


def _instead(best: float, other: float | None) -> tuple[str, str]:
    """What the next best word is worth."""
    if other is None:
        return "", ""
    return f", the next best {number(other)}", f", sledeće najbolje {number_sr(other)}"


def _call(view: PreferansView, words: list[Weighed]) -> Decision:
    best = words[0]
    other = words[1].points if len(words) > 1 else None
    next_en, next_sr = _instead(best.points, other)
    en, sr = _points(best.points)
    if best.purse is not None:
        share, game = percent(best.purse.share), best.purse.contract.word
        rule = "BID-12" if best.action == HOLD else "BID-03"
        return decide(
            best.action, rule,
            f"The talon is bought {percent(best.chance)} of the time, mostly for {game} ({share} of talons): "
            f"{en} on average{next_en}.",
            f"Talon se kupi u {percent(best.chance)} slučajeva, najčešće za {game} ({share} talona): "
            f"u proseku {sr}{next_sr}.",
        )  # fmt: skip
    if best.choice is not None:
        game_en, game_sr = _game(best.choice)
        return decide(
            best.action, "BID-11",
            f"Without the talon {game_en}; {en} on average{next_en}.",
            f"Bez talona {game_sr}; u proseku {sr}{next_sr}.",
        )  # fmt: skip
    return decide(
        PASS, "EVAL-07",
        f"Passing is worth {en} on average{next_en}.", f"Dalje vredi u proseku {sr}{next_sr}.",
    )  # fmt: skip


def _game(choice: Choice) -> tuple[str, str]:
    """A game with its chance and its tricks."""
    word, chance = choice.contract.word, percent(choice.chance)
    if choice.tricks is None:
        return f"{word} makes {chance}", f"{word} prolazi {chance}"
    return (
        f"{word} makes {chance} when it is played, {number(choice.tricks)} tricks expected",
        f"{word} prolazi {chance} kad se igra, očekivani štihovi {number_sr(choice.tricks)}",
    )


def _name(view: PreferansView, prices: Prices) -> Decision | None:
    suits = [action.contract for action in view.legal if isinstance(action, NameSuit)]
    if not suits:
        if WEAKER in view.legal:
            return decide(
                WEAKER, "IGR-05", "No own suit beats the one named, so the game stays secret.",
                "Nijedna sopstvena boja nije jača od imenovane, pa igra ostaje tajna.",
            )  # fmt: skip
        return None
    ranked = auction.named(view, prices, suits)
    best = ranked[0]
    en, sr = _game(best)
    next_en, next_sr = _instead(best.points, ranked[1].points if len(ranked) > 1 else None)
    return decide(
        NameSuit(best.contract), "BID-11",
        f"{en}; {number(best.points)} points on average{next_en}.",
        f"{sr}; u proseku {number_sr(best.points)} poena{next_sr}.",
    )  # fmt: skip


def _tried(best: Choice, ranked: list[Choice]) -> tuple[str, str]:
    next_en, next_sr = _instead(best.points, ranked[1].points if len(ranked) > 1 else None)
    return (
        f"{number(best.points)} points on average{next_en} ({best.worlds} layouts played out)",
        f"u proseku {number_sr(best.points)} poena{next_sr} (odigrano rasporeda: {best.worlds})",
    )


def _discard(ranked: list[Choice]) -> Decision:
    best = ranked[0]
    first, second = exchange.names_of(best.away)
    game_en, game_sr = _game(best)
    en, sr = _tried(best, ranked)
    return decide(
        Discard.of(first, second), "EVAL-08" if best.tricks is None else "EVAL-02",
        f"Without the {card_name(first, 'en')} and the {card_name(second, 'en')} {game_en}; {en}.",
        f"Bez karata {card_name(first)} i {card_name(second)} {game_sr}; {sr}.",
    )  # fmt: skip


def _declare(ranked: list[Choice]) -> Decision:
    best = ranked[0]
    game_en, game_sr = _game(best)
    en, sr = _tried(best, ranked)
    return decide(Declare(best.contract), "EVAL-07", f"{game_en}; {en}.", f"{game_sr}; {sr}.")


_RULES = {Follow: "FOL-S1", Call: "CALLS-1", CallAnswer: "CALL-04", Kontra: "CALLS-3", NoKontra: "CALLS-3"}


def _answer(view: PreferansView, prices: Prices, ranked: list[Answer]) -> Decision:
    best = ranked[0]
    seen = answers.forecast(view, prices)
    next_en, next_sr = _instead(best.points, ranked[1].points if len(ranked) > 1 else None)
    worth_en = f"{best.action.word} is worth {number(best.points)} points on average{next_en}"
    worth_sr = f"{best.action.word} vredi u proseku {number_sr(best.points)} poena{next_sr}"
    rule = "CALLS-6" if isinstance(best.action, OfferTricks | OfferAnswer) else _RULES[type(best.action)]
    chance = percent(seen.chance)
    if not seen.defence:
        return decide(
            best.action, "CALLS-5",
            f"The declarer makes {chance}; {worth_en}.", f"Nosilac prolazi {chance}; {worth_sr}.",
        )  # fmt: skip
    return decide(
        best.action, rule,
        f"The declarer makes {chance}; tricks of the defence expected: {number(seen.defence)}, "
        f"own {number(seen.own)}; {worth_en}.",
        f"Nosilac prolazi {chance}; očekivani štihovi odbrane: {number_sr(seen.defence)}, "
        f"svoji {number_sr(seen.own)}; {worth_sr}.",
    )  # fmt: skip
