"""The value model: its features, its prices on the sheet, its figures, and the words it chooses."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from kibic.bots import bot_named
from kibic.bots.preferans.evaluation import points
from kibic.bots.value import answers, auction, exchange
from kibic.bots.value.bot import _think_once
from kibic.bots.value.choose import choose
from kibic.bots.value.consent import agrees
from kibic.bots.value.discards import best_discards, discards
from kibic.bots.value.features import Floats, Masks, declarer_rows, in_order
from kibic.bots.value.minds import DeclarerMind
from kibic.bots.value.net import FILE, net
from kibic.bots.value.prices import Prices, prices_of
from kibic.bots.value.talk import bargain_of, place_of, supposed
from kibic.cards import parse_holding
from kibic.games.preferans import GAME, Match
from kibic.games.preferans.actions import WRITE_OFF, Claim, Declare, Discard
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.scoring import HandFacts
from kibic.games.preferans.sheet import Sheet
from tests.bots.bot_tables import deal, say, seen, table

STRONG = "AKQJ.AK8.A87."
WEAK = "987.T98.T9.87"


def masks(*hands: str) -> Masks:
    return np.array([parse_holding(hand) for hand in hands], dtype=np.uint32)


def row(mode: int, hand: str, away: str = "...") -> Floats:
    one = np.array([mode], dtype=np.int64)
    zero = np.zeros(1, np.int64)
    return declarer_rows(one, masks(hand), masks(away), zero, zero)


@pytest.mark.parametrize("name", ["majstor", "value"])
def test_the_weights_are_there_before_the_first_bid(name: str) -> None:
    net.cache_clear()
    _think_once.cache_clear()
    bot_named(name)
    assert net.cache_info().currsize == 1


def test_features_do_not_depend_on_which_side_suit_is_which() -> None:
    assert (row(0, "AKQ.J98.T7.A9", ".7.8.") == row(0, "AKQ.T7.A9.J98", ".8..7")).all()
    assert (row(0, "AKQ.J98.T7.A9") == row(2, "T7.J98.AKQ.A9")).all()
    assert (row(0, "AKQ.J98.T7.A9") != row(1, "AKQ.J98.T7.A9")).any()


def test_trumps_stand_first_however_short() -> None:
    suits, order = in_order(np.array([3]), masks("AKQJ.T98.T98."))
    assert order[0, 0] == 3
    assert suits[0, 0] == 0


def test_all_66_discards_leave_ten_cards() -> None:
    cards = parse_holding("AKQJ.AK87.AT8.7")
    every = discards(cards)
    assert len(set(every.tolist())) == 66
    _, kept, away = best_discards(cards, 5)
    assert all(int(hand).bit_count() == 10 for hand in kept)
    assert ((kept | away) == cards).all()


def facts(**changes: object) -> HandFacts:
    rules = GAME.rules("srpski")
    return HandFacts(rules, replace(Sheet.new(rules, 3), **changes), 1, 2, 3)  # type: ignore[arg-type]


def priced(prices: Prices, contract: Contract, seat: int = 0) -> Floats:
    bargain = replace(
        supposed(seen(table(deal(0, parse_holding(STRONG)))), 0, contract, igra=False), follows=(True, True)
    )
    return prices.by_tricks(bargain, seat)


def test_eval_07_prices_follow_the_sheet() -> None:
    plain = priced(Prices(facts(), (0, 1, 2)), Contract.TREF)
    assert plain[10] == pytest.approx(points(0, (-10, 10, 10)))
    refa = priced(Prices(facts(refa_available=(1, 0, 0), refa_written=1), (0, 1, 2)), Contract.TREF)
    assert refa[10] == pytest.approx(2 * plain[10])
    last = priced(Prices(facts(bule=(2, 0, 2)), (0, 1, 2)), Contract.TREF)
    assert last[6] < plain[6]


def test_end_01_the_defence_is_priced_for_five_tricks_at_most_where_the_hand_stops_there() -> None:
    rules = GAME.rules("srpski", {"end.stop_at_5": True})
    stops = priced(Prices(replace(facts(), rules=rules), (0, 1, 2)), Contract.TREF)
    goes_on = priced(
        Prices(replace(facts(), rules=GAME.rules("srpski", {"end.stop_at_5": False})), (0, 1, 2)), Contract.TREF
    )
    assert stops[3] == pytest.approx(stops[5])
    assert goes_on[3] < goes_on[5]


def test_bargain_of_a_view_is_the_bargain_of_the_table() -> None:
    match = table(deal(0, parse_holding(STRONG)), "2 dalje dalje")
    cards = sorted(range(32), key=lambda card: not seen(match).own >> card & 1)[:2]
    match, _ = match.apply(Discard.of(*cards))
    match, _ = match.apply(Declare(Contract.PIK))
    match = say(match, "dodjem ne zajedno")
    while match.phase == "call_answer":
        match = say(match, "idem")
    assert match.hand is not None
    told, known = bargain_of(seen(match)), match.hand.phase.bargain
    assert known is not None
    for name in ("declarer", "igra", "ring", "contract", "follows", "caller", "called", "kontra", "kontras"):
        assert getattr(told, name) == getattr(known, name)


def test_lead_02_sans_is_led_through_the_declarer() -> None:
    view = seen(table(deal(0, parse_holding(STRONG))))
    assert [place_of(view, seat, Contract.SANS) for seat in view.order] == [1, 1, 1]
    assert [place_of(view, seat, Contract.KARO) for seat in view.order] == [0, 1, 2]


def test_stronger_cards_make_more_tricks_and_more_often() -> None:
    hands = masks("AKQJ.AK8.A87.", "KJ98.QT8.Q87.")
    away = masks(".7.9.", ".7.9.")
    mind = DeclarerMind(0, Contract.PIK, hands, away, np.zeros(2, np.uint32), 0, igra=False, number=2)
    chances = mind.promise(6)
    assert chances[0] > 0.95
    assert chances[1] < 0.6
    assert mind.answers.sum(axis=1) == pytest.approx([1, 1], abs=1e-3)
    assert mind.answers[0, 0] > mind.answers[1, 0]


def test_weights_tell_how_they_were_made_and_reach_the_figures() -> None:
    assert (files("kibic.bots.value") / FILE).stat().st_size < 1_000_000  # type: ignore[attr-defined]
    about = net().about
    assert about["command"]["program"] == "python -m kibic.bots.train"
    assert about["data"]["deals solved"] >= 100_000
    assert about["figures"]["played brier"] <= 0.12


def test_a_weak_hand_passes_and_a_strong_one_does_not() -> None:
    weak = choose(seen(table(deal(0, parse_holding(WEAK)))), random.Random(1))
    strong = choose(seen(table(deal(0, parse_holding(STRONG)))), random.Random(1))
    assert weak is not None
    assert weak.action.word == "dalje"
    assert strong is not None
    assert strong.action.word != "dalje"
    assert re.search(r"\d", strong.text.en)
    assert re.search(r"\d", strong.text.sr)


def test_words_are_ordered_by_points() -> None:
    view = seen(table(deal(0, parse_holding("AKQ7.A87.A87."))))
    words = auction.weigh(view, prices_of(view), random.Random(1))
    assert [word.points for word in words] == sorted((word.points for word in words), reverse=True)
    assert {word.action for word in words} <= set(view.legal)


def test_discard_and_declaration_agree() -> None:
    match = table(deal(0, parse_holding("AKQ7.A87.A87.")), "2 dalje dalje")
    view = seen(match)
    best = exchange.choices(view, prices_of(view), exchange.open_games(view), random.Random(3))[0]
    assert best.away.bit_count() == 2
    assert best.away & view.own == best.away
    assert 0 <= best.chance <= 1
    match, _ = match.apply(Discard.of(*exchange.names_of(best.away)))
    decision = choose(seen(match), random.Random(3))
    assert decision is not None
    assert decision.action == Declare(best.contract)


def defended(hand: str, *, words: str = "", options: dict[str, object] | None = None) -> Match:
    """Karo without the talon by seat 0, with seat 1 to answer."""
    cards = deal(1, parse_holding(hand), others={0: "7.KQJT98.7.87"})
    return table(cards, f"igra dalje dalje karo {words}", options=options)


def test_follows_with_tricks_and_stays_away_without() -> None:
    for hand, word in (("AKQ.A7.AKQ.AK", "dodjem"), ("T98.7.T98.T9", "ne")):
        view = seen(defended(hand))
        decision = choose(view, random.Random(1))
        assert decision is not None
        assert decision.action.word == word


def test_kontra_with_five_sure_tricks() -> None:
    cards = deal(1, parse_holding("A87.AKQJ.AK7."))
    view = seen(table(cards, "igra dalje dalje karo dodjem dodjem"))
    ranked = answers.weigh(view, prices_of(view))
    assert ranked[0].action.word == "kontra"
    assert ranked[0].points > ranked[1].points


def test_offers_are_made_and_answered_by_points() -> None:
    match = defended("AKQ.A7.AKQ.AK", words="dodjem ne", options={"agr.trick_offer": True})
    view = seen(match)
    ranked = answers.weigh(view, prices_of(view))
    assert len(ranked) == len(view.legal)
    asked = say(match, ["dajes 2"])
    answer = choose(seen(asked), random.Random(1))
    assert answer is not None
    assert answer.action.word == "dajem"
    refused = choose(seen(say(match, ["dajes 9"])), random.Random(1))
    assert refused is not None
    assert refused.action.word == "nedajem"


def test_wo_03_a_refa_is_not_given_away_by_a_write_off() -> None:
    match = table(deal(0, parse_holding(WEAK)), "dalje dalje dalje")
    even = match.view(0)
    assert agrees(even, WRITE_OFF)
    sheet = replace(match.sheet, refa_available=(3, 0, 0))
    mine = replace(match, sheet=sheet)
    assert not agrees(mine.view(0), WRITE_OFF)
    assert agrees(mine.view(1), WRITE_OFF)


def test_end_03_a_claim_is_judged_by_exact_play() -> None:
    match = defended("AKQ.A7.AKQ.AK", words="dodjem ne sam moze")
    assert match.phase == "play"
    view = match.view(1)
    assert not agrees(view, Claim(10))
    assert agrees(view, Claim(0))


def test_hidden_cards_do_not_change_a_word() -> None:
    own = parse_holding("AKQ7.A87.A87.")
    one, other = (seen(table(deal(0, own, seed=seed))) for seed in (1, 2))
    assert one == other
    bot = bot_named("value")
    assert bot.choose(one, random.Random(5)) == bot.choose(other, random.Random(5))
