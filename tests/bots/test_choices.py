"""Single decisions of the rule bot, each by the convention that makes it (strategy.md)."""

from __future__ import annotations

import random

import pytest

from kibic.bots import Decision, bot_named
from kibic.bots.preferans.declarer import SuitState, side_lead_worth, trump_lead_worth
from kibic.bots.preferans.estimate import betl_chance, declarer_tricks, prospect
from kibic.bots.preferans.evaluation import position_weight, shape_weight
from kibic.bots.preferans.following import situation
from kibic.bots.preferans.leads import LeadPlan, best_lead
from kibic.bots.preferans.minimums import FIRST, PIK, SECOND, STANDARD, Held, describe, first_met
from kibic.bots.preferans.orders import Spoken, ordered_suit, sans_lead, sans_order
from kibic.cards import DECK_32, bits, mask_of, parse_holding
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.minimums import intro_suffices
from kibic.games.preferans.vocabulary import (
    bela,
    fork,
    fourth_jack,
    fourth_ten,
    reasons,
    second_king,
    small_fork,
    third_queen,
    trump_tricks,
)
from tests.bots.bot_tables import deal, say, seen, table


def ask(match: Match) -> Decision:
    return bot_named("rule").choose(seen(match), random.Random(0))


def ranks(text: str) -> int:
    return parse_holding(text + "...")


@pytest.mark.parametrize(
    ("predicate", "yes", "no"),
    [
        (second_king, "K7", "KJ"),
        (third_queen, "Q97", "KQ7"),
        (fork, "AQ7", "AKQ"),
        (small_fork, "KJ8", "KQJ"),
        (bela, "KQ9", "AKQ"),
        (fourth_jack, "J987", "QJ98"),
        (fourth_ten, "T987", "J987"),
    ],
)
def test_voc_words_of_the_table(predicate: object, yes: str, no: str) -> None:
    assert callable(predicate)
    assert predicate(ranks(yes))
    assert not predicate(ranks(no))


@pytest.mark.parametrize(
    ("trumps", "tricks"),
    [
        ("A", 1),
        ("K", 0),
        ("K7", 1),
        ("Q7", 0),
        ("Q87", 1),
        ("J987", 1),
        ("T987", 0),
        ("AK", 2),
        ("AQ7", 2),
        ("KJ87", 2),
    ],
)
def test_voc_11_trump_tricks(trumps: str, tricks: int) -> None:
    assert trump_tricks(ranks(trumps)) == tricks


@pytest.mark.parametrize(
    ("side", "count"), [("A7", 1), ("AK", 2), ("KQ", 1), ("K7", 1), ("K", 0), ("Q87", 1), ("Q8", 0), ("J987", 0)]
)
def test_voc_12_reasons(side: str, count: int) -> None:
    assert reasons(ranks(side)) == count


def test_eval_03_position_and_eval_04_shape() -> None:
    assert [position_weight((0, 1, 2), seat) for seat in range(3)] == [0.5, -0.5, 0.0]
    assert shape_weight(parse_holding("AK7.987.987.9")) == -0.25
    assert shape_weight(parse_holding("AK97.K987.98.")) == 0.5
    assert shape_weight(parse_holding("AKQ97.K987T..")) == 1.0


@pytest.mark.parametrize(
    ("hand", "suit", "enough"),
    [
        ("A97.A87.A7.97", 0, True),
        ("AK97.987.98.7", 0, True),
        ("A987T.987.98.", 0, True),
        ("Q97.J87.T9.97", 0, False),
        ("KQJ.A87.A7.97", 0, True),
    ],
)
def test_bid_01_intro_minimum(hand: str, suit: int, enough: bool) -> None:
    assert intro_suffices(parse_holding(hand), suit) is enough


def test_a_long_suit_is_the_trump_and_not_the_short_one_beside_it() -> None:
    hand = parse_holding("AKQJT9.A..A87")
    assert declarer_tricks(hand, Contract.PIK) > declarer_tricks(hand, Contract.TREF) + 1
    longer = parse_holding("AKQ9.A87.8.87")
    shorter = parse_holding("AKQ.A987.8.87")
    assert declarer_tricks(longer, Contract.PIK) > declarer_tricks(shorter, Contract.PIK)


def test_estimate_grows_with_cards_and_betl_is_sure_only_by_kon_10() -> None:
    strong = parse_holding("AKQJ9.AK.A7.7")
    weak = parse_holding("Q987.Q87.T9.7")
    assert declarer_tricks(strong, Contract.PIK) > 7.5
    assert declarer_tricks(weak, Contract.PIK) < 3.5
    assert prospect(strong, Contract.PIK, igra=True).points > 0 > prospect(weak, Contract.PIK, igra=True).points
    assert betl_chance(parse_holding("97.97.J97.J97"), leads=False) == 1.0
    assert betl_chance(parse_holding("98.97.J97.J97"), leads=False) < 0.95
    assert betl_chance(parse_holding("AKQ.AKQ.AKQ.A"), leads=False) < 0.05


@pytest.mark.parametrize(
    ("rule", "second", "hand", "met"),
    [
        ("FMIN-1", False, "K87.A97.98.87", True),
        ("FMIN-1", False, "987.A97.98.87", False),
        ("FMIN-1", True, "AQ7.987.98.87", True),
        ("FMIN-2", False, "K87.K97.98.87", True),
        ("FMIN-3", False, "987.A97.Q87.7", True),
        ("FMIN-3", True, "J987.987.98.7", True),
        ("FMIN-4", False, "97.A87.A97.987", True),
        ("FMIN-5", False, "K87.K97.K9.87", True),
        ("FMIN-5", False, "K87.A97.98.87", False),
    ],
)
def test_fmin_tables(rule: str, second: bool, hand: str, met: bool) -> None:
    held = Held.of(parse_holding(hand), 0)
    assert (first_met(held, (SECOND if second else FIRST)[rule]) is not None) is met


def test_fmin_8_counts_only_the_suit_the_declarer_bought() -> None:
    hand = parse_holding("97.AQ7.987.87")
    assert first_met(Held.of(hand, 0, [1, 1]), FIRST["FMIN-8"]) == "gabula*"
    assert first_met(Held.of(hand, 0, [2, 2]), FIRST["FMIN-8"]) is None


def test_every_sufficient_set_has_words_in_both_languages() -> None:
    tables = [*FIRST.values(), *SECOND.values(), *PIK.values(), STANDARD]
    for wanted in {wanted for sets in tables for wanted in sets}:
        english, serbian = describe(wanted)
        assert english != serbian
        assert english.count("+") == serbian.count("+") == len(wanted.split()) - 1
    assert describe("t3 gabula*") == ("3 trumps + ace and queen in a bought suit", "3 aduta + gabula u kupljenoj boji")


def test_fol_s1_standard_and_fmin_p_tables() -> None:
    three = Held.of(parse_holding("98.A97.K87.Q87"), 0)
    assert first_met(three, STANDARD) == "reason reason reason"
    assert first_met(three, PIK["gulin"]) is None
    assert first_met(Held.of(parse_holding("K8.A97.987.J87"), 0), PIK["dv"]) == "A tt"


@pytest.mark.parametrize(
    ("talon", "seat", "expected"),
    [
        ("SA SK", 1, "FMIN-5"),
        ("SJ HA", 1, "FMIN-5"),
        ("H8 H9", 1, "FMIN-8"),
        ("SJ H9", 0, "FMIN-4"),
        ("SJ H9", 1, "FMIN-3"),
        ("H8 H9", 2, "FMIN-3"),
    ],
)
def test_situation_follows_what_the_declarer_bought(talon: str, seat: int, expected: str) -> None:
    bought = mask_of(DECK_32.parse_cards(talon))
    free = list(bits(DECK_32.full & ~bought))
    hands = tuple(mask_of(free[place::3]) for place in range(3))
    bids = ["dalje"] * 3
    bids[seat] = "2"
    match = say(table(Deal(hands, bought)), bids)
    away = list(bits(hands[seat]))[-2:]
    match = say(match, [f"skart {DECK_32.join(away)}", "pik"])
    assert situation(seen(match)) == expected


def test_situation_of_igra_depends_on_how_many_called_one() -> None:
    hand = parse_holding("AKQ97.K98.98.")
    assert situation(seen(table(deal(0, hand), "igra dalje dalje pik"))) == "FMIN-1"
    assert situation(seen(table(deal(0, hand), "igra igra dalje herc karo"))) == "FMIN-2"


def test_call_04_a_called_defender_accepts() -> None:
    match = table(deal(0, parse_holding("AKQJ9.AK.A7.7")), "igra dalje dalje pik dodjem ne zajedno")
    decision = ask(match)
    assert decision.action.word == "idem"
    assert decision.rule == "CALL-04"


def test_fmin_6_four_trumps_and_five_top_cards_must_double() -> None:
    match = table(deal(1, parse_holding("T987.AKQJT.9.")), "igra dalje dalje pik dodjem dodjem")
    assert ask(match).action.word == "kontra"
    assert ask(match).rule == "FMIN-6"


def test_calls_5_seven_cards_without_the_eight_double_betl() -> None:
    match = table(deal(1, parse_holding("AKQJT97.9.9.9")), "betl dalje dalje")
    decision = ask(match)
    assert (decision.action.word, decision.rule) == ("kontra", "CALLS-5")


def test_kon_10_only_a_sure_betl_is_redoubled() -> None:
    others = {2: "AKQJT98.9.8.8"}
    sure = table(deal(1, parse_holding("7.87.J97.KJ97"), others=others), "dalje betl dalje kontra")
    assert ask(sure).action.word == "rekontra"
    flawed = table(deal(1, parse_holding("7.87.Q97.KJ97"), others=others), "dalje betl dalje kontra")
    assert ask(flawed).action.word == "moze"


def test_igr_05_the_suit_of_a_weaker_igra_stays_secret() -> None:
    match = table(
        deal(1, parse_holding("AKQJ9.AK.A7.7")),
        "igra igra dalje tref",
        options={"igra.naming": "only_if_stronger", "igra.second_pik": "allowed"},
    )
    assert ask(match).action.word == "slabija"


def test_sans_02_orders_by_table() -> None:
    hand = parse_holding("K87.987.97.98")
    doubled = Spoken(None, None, called=False, partner_kontra=True)
    called = Spoken(2, None, called=True, partner_kontra=False)
    assert sans_order(Spoken(None, None, called=False, partner_kontra=False), hand, "gulin") is None
    highest, smallest, tref, own = (
        sans_order(doubled, hand, "gulin"),
        sans_order(doubled, hand, "nep"),
        sans_order(called, hand, "gulin"),
        sans_order(called, hand, "str"),
    )
    assert highest is not None
    assert DECK_32.texts[highest.card] == "SK"
    assert smallest is not None
    assert DECK_32.texts[smallest.card] == "S7"
    assert tref is not None
    assert DECK_32.texts[tref.card] == "C9"
    assert own is not None
    assert own.card // 8 == 2


def test_sans_03_leads_a_sequence_from_the_top() -> None:
    assert DECK_32.texts[sans_lead(parse_holding("QJT9.98.987.7"), 0).card] == "SQ"
    assert DECK_32.texts[sans_lead(parse_holding("KQJ7.98.987.7"), 0).card] == "SK"


@pytest.mark.parametrize(
    ("agreed", "first", "third", "thrown"),
    [
        ("gulin", ".QJT97.987.98", "T98.8.QJT.QJT", "H7"),
        ("turnir", ".QJT97.987.98", "T98.8.QJT.QJT", "H7"),  # the low card calls diamonds, below clubs
        ("turnir", ".98.987.QJT97", "T98.QJT.QJT.8", "H9"),  # the high card calls clubs, above diamonds
        ("turnir", ".QJT9.QJ.QJT9", "T98.87.T98.87", ""),  # both are strong: nothing to tell
    ],
)
def test_sig_05_discards_against_sans_say_what_the_table_agreed(
    agreed: str, first: str, third: str, thrown: str
) -> None:
    cards = deal(0, parse_holding("AKQJ7.AK.AK.A"), others={1: first, 2: third})
    match = table(cards, "sans dalje dalje dodjem dodjem moze moze S8 SA", options={"conv.sans_discard": agreed})
    decision = ask(match)
    assert (decision.rule == "SIG-05") is bool(thrown)
    assert not thrown or decision.action.word == thrown


def test_opl_05_and_opl_07_bid_suits_are_led() -> None:
    assert ordered_suit(Spoken(2, 3, called=False, partner_kontra=False), "gulin") == (3, "OPL-05")
    assert ordered_suit(Spoken(2, None, called=False, partner_kontra=False), "gulin") == (2, "OPL-05")
    both = Spoken(2, 1, called=False, partner_kontra=False, own_igra=True, partner_igra=True)
    assert ordered_suit(both, "gulin") == (1, "OPL-07")
    assert ordered_suit(Spoken(None, 0, called=False, partner_kontra=False), "gulin") is None


def test_opl_01_through_partner_high_and_opl_03_lead_under_option() -> None:
    hand = parse_holding("987.A97.98.98")
    lead = best_lead(LeadPlan(hand, trump=0, through_declarer=False))
    assert DECK_32.texts[lead.card] == "DA"
    guarded = parse_holding("987.K7.Q87.J7")
    careful = best_lead(LeadPlan(guarded, trump=0, through_declarer=True))
    relaxed = best_lead(LeadPlan(guarded, trump=0, through_declarer=True, under="nep"))
    assert careful.card // 8 == 3
    assert relaxed.card // 8 in (1, 2)


def test_dcl_01_high_trumps_draw_and_the_last_one_stays() -> None:
    drawing = SuitState(0, ranks("AKQ97"), ranks("JT8"), ranks("AKQ"), 3)
    last = SuitState(0, ranks("A"), 0, ranks("A"), 1)
    side = SuitState(1, ranks("KQ7") << 8, ranks("AJT98") << 8, 0, 2)
    assert trump_lead_worth(drawing) > side_lead_worth(side, 0) > trump_lead_worth(last)


def test_def_02_a_queen_is_covered_except_in_trumps() -> None:
    others = {0: "QJ9.AK.KJ9.AQ", 1: "K87.987.Q8.K8"}
    side = table(deal(1, parse_holding("K87.987.Q8.K8"), others=others), "igra dalje dalje pik dodjem dodjem moze moze")
    led = say(side, "CQ")
    decision = ask(led)
    assert (decision.action.word, decision.rule) == ("CK", "DEF-02")


def test_btl_03_a_singleton_is_led_against_betl() -> None:
    match = table(deal(0, parse_holding("A.KQJ9.J98.T9")), "dalje betl dalje moze moze")
    decision = ask(match)
    assert (decision.action.word, decision.rule) == ("SA", "BTL-03")


def test_btl_10_the_declarer_plays_the_highest_card_that_stays_below() -> None:
    match = table(deal(1, parse_holding("97.97.J97.J97"), others={0: "AK.QJ.AKQT.AK"}), "dalje betl dalje moze moze SA")
    decision = ask(match)
    assert (decision.action.word, decision.rule) == ("S9", "BTL-10")
