"""Agreed minimums for bidding: the tables, and the auction that refuses what lies below (AGR-05, BID-01 to BID-06)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kibic.cards import CardTextError, parse_holding
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.holdings import highest, holding_of, lowest, parse_ranks, show_ranks
from kibic.games.preferans.minimums import (
    covers,
    introductory_pik,
    may_bid,
    on_the_way_to_betl,
    on_the_way_to_sans,
)
from kibic.games.preferans.potential import IS_SEQUENCE, POTENTIAL, potential_tricks
from kibic.games.preferans.vocabulary import (
    ace_king,
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
from tests.rules.deals import cards, dealt, legal, refused, say, table

#: Strong enough for every number; nothing at all; 4.5 potential tricks without a four-card suit.
STRONG = "AKQ7.AKQ.A7.7"
POOR = "J97.J97.J9.Q9"
SHAPELESS = "A97.AK9.AQ.J8"


def test_crd_04_holdings_are_read_with_small_cards_and_shown() -> None:
    assert show_ranks(parse_ranks("KQTyy")) == "KQT87"
    with pytest.raises(CardTextError, match="no rank"):
        parse_ranks("KK")
    with pytest.raises(CardTextError, match="eight cards"):
        parse_ranks("AKQJT987y")


def test_eval_01_eval_02_potential_tricks() -> None:
    assert [POTENTIAL[parse_ranks(text)] for text in ("Ky", "A", "AQ", "KQJ", "AKQJy")] == [0.5, 1, 1.5, 2, 5]
    assert IS_SEQUENCE[parse_ranks("QJT")]
    assert not IS_SEQUENCE[parse_ranks("AQ")]
    assert potential_tricks(parse_holding(STRONG)) == 7.0


@pytest.mark.parametrize(
    ("rule", "word", "yes", "no"),
    [
        ("VOC-02", second_king, "K7", "KJ"),
        ("VOC-03", third_queen, "Q97", "KQ7"),
        ("VOC-04", fork, "AQ7", "AKQ"),
        ("VOC-05", small_fork, "KJ8", "KQJ"),
        ("VOC-06", bela, "KQ9", "AKQ"),
        ("VOC-07", fourth_jack, "J987", "QJ98"),
        ("VOC-08", fourth_ten, "T987", "J987"),
        ("VOC-10", ace_king, "AK7", "AQ7"),
        ("VOC-11", trump_tricks, "Q97", "J97"),
        ("VOC-12", reasons, "A7", "K"),
    ],
)
def test_words_of_the_table(rule: str, word: Callable[[int], int], yes: str, no: str) -> None:
    assert word(parse_ranks(yes)), rule
    assert not word(parse_ranks(no)), rule


@pytest.mark.parametrize(
    ("agreed", "number", "enough", "short"),
    [
        ("three", 4, "AK98.AK9.J98.", "AKQ98.AKQ9.8."),  # AGR-01
        ("three_honour", 4, "AK98.AK9.Q98.", "AK98.AKQ.J98."),  # AGR-02
        ("intro", 4, "A98..AK98.987", "A98..KJ98.987"),  # BID-01, B7
        ("gulin", 4, "AK.Q98.AK98.7", "AK.Q98.J987.7"),  # BID-03
        ("gulin", 4, "AK.Q98.AKQ.97", "AK.Q98.AK9.97"),  # BID-03, the exception
        ("turnir", 4, "987.98.J987.7", "987.J987.KJ9."),  # BID-04
        ("turnir", 4, "AKQ.98.AKJ.97", "AJ9.98.AKJ.97"),  # BID-04, three cards with five tricks
    ],
)
def test_bid_02_tables(agreed: str, number: int, enough: str, short: str) -> None:
    assert covers(agreed, parse_holding(enough), number)
    assert not covers(agreed, parse_holding(short), number)
    assert covers("none", parse_holding(short), number)


def test_bid_04_a_number_on_the_way_to_a_higher_suit_is_covered() -> None:
    hand = parse_holding("A.98.AK98.987")
    assert [covers("gulin", hand, number) for number in (2, 3, 4, 5)] == [False] * 4
    hand = parse_holding("A.A8.AK98.K87")
    assert [covers("gulin", hand, number) for number in (2, 3, 4, 5)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("hand", "enough"),
    [
        ("J987.A87.A7.A", True),  # three side aces
        ("J987.AK7.J7.9", True),  # ace-king, and a jack in another suit
        ("J987.AK7.97.9", False),
    ],
)
def test_bid_01_b3_four_cards_and_three_sure_side_tricks(hand: str, enough: bool) -> None:
    assert covers("intro", parse_holding(hand), 2) == enough


def test_bid_05_introductory_pik() -> None:
    hand = parse_holding(SHAPELESS)
    assert introductory_pik("gulin", hand, 2)
    assert not introductory_pik("gulin", hand, 3)
    assert not introductory_pik("intro", hand, 2)
    assert not introductory_pik("gulin", parse_holding(".AK9.AJ9.AJ87"), 2)


def test_bid_06_the_way_to_betl_and_to_sans() -> None:
    assert on_the_way_to_betl(parse_holding("A97.K97.97.87"))
    assert not on_the_way_to_betl(parse_holding("AKQ.KQJ.A9.98"))
    assert on_the_way_to_sans(parse_holding("AK9.AK9.KQ9.J87")) is False
    assert on_the_way_to_sans(parse_holding("AK9.AK9.KQ.Q87"))
    assert may_bid("gulin", parse_holding("A97.K97.97.87"), 5)
    assert may_bid("gulin", parse_holding(POOR), 6)


def refusing(**options: object) -> dict[str, object]:
    return {"conv.bid_min": "gulin", "conv.enforce_bid_min": True, **options}


def first(hand: str) -> Deal:
    """A deal in which the first to speak has ``hand`` and the others, in order of the cards, what is left."""
    mine = parse_holding(hand)
    free = [card for card in range(32) if not mine >> card & 1]
    return Deal((mine, sum(1 << card for card in free[:10]), sum(1 << card for card in free[10:20])),
                sum(1 << card for card in free[20:]))  # fmt: skip


def test_agr_05_a_number_below_the_minimum_is_refused() -> None:
    match = dealt(table(refusing()), first("J97.J97.QJ9.Q"))
    assert legal(match) == ["dalje", "igra", "betl", "sans"]
    assert refused(match, "2") == "AGR-05"


def test_agr_05_who_has_the_minimum_may_bid() -> None:
    assert "2" in legal(dealt(table(refusing()), first(STRONG)))


def test_agr_05_where_it_is_not_enforced_everything_may_be_bid() -> None:
    match = dealt(table(refusing(**{"conv.enforce_bid_min": False})), first("J97.J97.QJ9.Q"))
    assert "2" in legal(match)


def test_agr_05_mogu_is_bound_as_the_number_is() -> None:
    deal = cards(SHAPELESS, "KQT8.QJT8.KJ.", "J.7.T987.AQT9")
    match = say(dealt(table(refusing()), deal), "2 3 dalje")
    assert "mogu" not in legal(match)
    assert refused(match, "mogu") == "AGR-05"
    assert "mogu" in legal(say(dealt(table(), deal), "2 3 dalje"))


def test_agr_05_other_faults_keep_their_rule() -> None:
    match = dealt(table(refusing()), first("J97.J97.QJ9.Q"))
    assert refused(match, "3") == "AUC-04"
    assert refused(match, "mogu") == "AUC-10"


def test_agr_05_unknown_cards_are_not_checked() -> None:
    assert "2" in legal(dealt(table(refusing()), Deal((0, 0, 0), 0)))


def test_bid_14_the_opening_1_is_bound_by_nothing() -> None:
    match = dealt(table(refusing(**{"auc.min": 1})), first("J97.J97.QJ9.Q"))
    assert "1" in legal(match)


def test_crd_04_one_suit_of_a_hand_and_its_ends() -> None:
    hand = parse_holding("A9.K87.Q.JT98")
    assert [show_ranks(holding_of(hand, suit)) for suit in range(4)] == ["A9", "K87", "Q", "JT98"]
    spades = hand & 255
    assert (highest(spades), lowest(spades)) == (7, 2)


@pytest.mark.parametrize(("ranks", "count"), [("AK7", 2), ("A98", 1), ("KQ7", 1), ("K7", 1), ("Q98", 1), ("Q7", 0)])
def test_voc_12_strong_reasons_of_a_side_suit(ranks: str, count: int) -> None:
    assert reasons(parse_ranks(ranks)) == count
