"""Cards, decks, hands, their text, names and shuffling."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibic.cards import (
    DECK_32,
    DECK_52,
    DECK_104,
    CardTextError,
    Deck,
    DeckSkin,
    Hand,
    SeededRandom,
    Suit,
    bits,
    card_name,
    mask_of,
    parse_holding,
    shuffled,
    suit_name,
    system_random,
)

#: The deck of the seed "kibic": a change would break every record with a seed.
GOLDEN = "SK C7 DQ H8 CT SQ S9 CQ H7 C8 D7 HT HJ SA HQ CJ DT DA S8 D9 HK S7 DJ CA D8 C9 DK H9 HA CK SJ ST"
DECKS = [DECK_32, DECK_52, DECK_104]


@pytest.mark.parametrize(("deck", "size"), [(DECK_32, 32), (DECK_52, 52), (DECK_104, 108)])
def test_how_many_cards_a_deck_has(deck: Deck, size: int) -> None:
    assert deck.size == size
    assert len(set(deck.texts)) == size


def test_crd_04_every_card_is_read_back_from_its_text() -> None:
    for deck in DECKS:
        for number in deck:
            assert deck.parse(deck.text(number)) == number


@pytest.mark.parametrize("text", ["HT", "h10", "H10", " ht ", "♥10", "♥️T", "♡T"])
def test_crd_04_a_card_may_be_typed_or_pasted_in_many_ways(text: str) -> None:
    assert DECK_32.text(DECK_32.parse(text)) == "HT"


@pytest.mark.parametrize("text", ["", "H", "T", "H6", "XX", "H1", "HTT", "10H", "X1"])
def test_a_text_that_is_no_card_says_what_a_card_is(text: str) -> None:
    with pytest.raises(CardTextError, match="suit letter"):
        DECK_32.parse(text)


def test_suits_and_ranks_of_a_card() -> None:
    queen = DECK_32.card(Suit.HEARTS, "Q")
    assert (DECK_32.suit(queen), DECK_32.rank(queen), DECK_32.rank_letter(queen)) == (Suit.HEARTS, 5, "Q")
    assert [(suit.letter, suit.symbol, suit.word) for suit in Suit] == [
        ("S", "♠", "pik"), ("D", "♦", "karo"), ("H", "♥", "herc"), ("C", "♣", "tref"),
    ]  # fmt: skip
    second = DECK_104.card(Suit.SPADES, "A", copy=1)
    assert DECK_104.text(second) == "SA'"
    assert DECK_104.is_joker(DECK_104.parse("X4"))
    assert not DECK_104.is_joker(second)


@given(st.integers(0, (1 << 32) - 1))
def test_a_hand_is_read_back_from_its_holding_and_from_its_cards(mask: int) -> None:
    hand = Hand(mask)
    assert parse_holding(str(hand)) == mask
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(" ".join(hand.texts)) == hand
    assert mask_of(bits(mask)) == mask
    assert len(hand) == mask.bit_count() == len(list(hand))
    assert all(number in hand for number in hand)
    assert "SA" not in hand


@given(st.integers(0, (1 << 108) - 1))
def test_a_hand_of_two_packs_lists_each_card_once(mask: int) -> None:
    assert sorted(Hand(mask, DECK_104)) == list(bits(mask))


def test_a_hand_shows_suits_in_order_and_the_highest_card_first() -> None:
    hand = Hand.parse("C7 SA, D8 SK HT")
    assert hand.texts == ["SA", "SK", "D8", "HT", "C7"]
    assert str(hand) == "AK.8.T.7"
    assert hand.suit(Suit.SPADES).texts == ["SA", "SK"]
    assert Hand.parse("10....".removesuffix(".")).texts == ["ST"]
    assert Hand.parse("X1 SA' SA DA", DECK_104).texts == ["SA", "SA'", "DA", "X1"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [("AK.Q", "four groups"), ("A5...", "no rank"), ("AA...", "given twice"), ("SA SA", "given twice")],
)
def test_a_bad_holding_says_what_is_wrong(text: str, problem: str) -> None:
    with pytest.raises(CardTextError, match=problem):
        Hand.parse(text)


def test_cards_are_joined_in_the_given_order() -> None:
    assert DECK_32.join(DECK_32.parse_cards("C7, SA")) == "C7 SA"


@pytest.mark.parametrize(
    ("language", "skin", "name", "suit"),
    [
        ("sr", DeckSkin.FRENCH, "herc sedmica", "herc"),
        ("en", DeckSkin.FRENCH, "seven of hearts", "hearts"),
        ("sr", DeckSkin.MADJARICE, "crvena sedmica", "crvena"),
        ("en", DeckSkin.ITALIAN, "seven of swords", "swords"),
    ],
)
def test_crd_05_names_of_cards_by_language_and_skin(language: str, skin: DeckSkin, name: str, suit: str) -> None:
    assert card_name(DECK_32.parse("H7"), language, skin=skin) == name
    assert suit_name(Suit.HEARTS, language, skin) == suit
    assert card_name(DECK_104.parse("X2"), language, DECK_104, skin) == ("džoker" if language == "sr" else "joker")


@given(st.text(max_size=8))
def test_the_same_seed_gives_the_same_deck(seed: str) -> None:
    deck = shuffled(DECK_32, SeededRandom(seed))
    assert deck == shuffled(DECK_32, SeededRandom(seed))
    assert sorted(deck) == list(DECK_32)


def test_a_seed_is_valid_for_ever() -> None:
    assert DECK_32.join(shuffled(DECK_32, SeededRandom("kibic"))) == GOLDEN


def test_draws_are_fair_and_in_range() -> None:
    rng = SeededRandom("fair")
    counts = Counter(rng.randrange(3) for _ in range(3000))
    assert set(counts) == {0, 1, 2}
    assert all(900 < count < 1100 for count in counts.values())
    assert {rng.choice("ab") for _ in range(20)} == {"a", "b"}
    assert all(0 <= rng.random() < 1 for _ in range(50))
    with pytest.raises(ValueError, match="positive"):
        rng.randrange(0)


def test_draws_are_made_without_bias_by_drawing_again() -> None:
    rng = SeededRandom("again")
    assert all(rng.randrange(129) < 129 for _ in range(200)), "127 of 256 bytes are drawn again"


def test_people_are_dealt_by_the_secure_generator() -> None:
    assert sorted(shuffled(DECK_32, system_random())) == list(DECK_32)
