"""Cards, seats and the deal (preferans.md sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from kibic.cards import DECK_32, Hand, SeededRandom, Suit, shuffled
from kibic.game import HOUSE, IllegalAction, WordError
from kibic.games.preferans import GAME, Contract
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.deal import check_deal, deal_from_deck, deal_from_hands, deck_of
from kibic.games.preferans.seating import lowest_again, opening, special_holder, ties_again
from tests.rules.deals import HANDS, cards, dealt, legal, outcome, random_deal, refused, rules, say, table, told

T = TypeVar("T")


class Drawn:
    """A source of chance that shuffles the wanted cards to the front, one list a draw."""

    def __init__(self, *draws: str) -> None:
        self.draws = list(draws)

    def shuffle(self, x: list[int], /) -> None:
        wanted = DECK_32.parse_cards(self.draws.pop(0))
        x.sort(key=lambda card: (card not in wanted, wanted.index(card) if card in wanted else card))

    def choice(self, seq: Sequence[T], /) -> T:
        raise AssertionError("nothing is chosen")

    def randrange(self, start: int, /) -> int:
        return start - 1

    def random(self) -> float:
        raise AssertionError("nothing is drawn")


def test_crd_01_the_deck_is_32_cards_with_the_seven_lowest_and_the_ace_highest() -> None:
    assert DECK_32.size == 32
    for suit in Suit:
        assert [DECK_32.rank_letter(card) for card in DECK_32 if DECK_32.suit(card) == suit] == list("789TJQKA")


def test_crd_02_the_games_stand_in_the_order_pik_karo_herc_tref() -> None:
    assert [contract.trump for contract in Contract] == [0, 1, 2, 3, None, None, None]
    assert [contract.word for contract in Contract] == ["pik", "karo", "herc", "tref", "betl", "sans", "preferans"]


def test_crd_06_a_deal_that_came_from_a_deck_keeps_it_and_the_same_deck_gives_the_same_deal() -> None:
    deck = shuffled(DECK_32, SeededRandom("crd"))
    deal = deal_from_deck(deck, dealer=1)
    assert deal.deck == deck
    assert deck_of(deal, dealer=1) == deck
    assert GAME.parse(table(dealer=1), deal.word) == deal


def test_crd_06_a_deal_from_hands_has_a_deck_too() -> None:
    deal = cards(*HANDS)
    deck = deck_of(deal, dealer=0)
    again = deal_from_deck(deck, dealer=0)
    assert (again.hands, again.talon) == (deal.hands, deal.talon)
    assert GAME.parse(table(), deal.word) == deal


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_seat_02_the_player_after_the_dealer_speaks_first(dealer: int) -> None:
    match = dealt(table(dealer=dealer), random_deal(dealer=dealer))
    first = (dealer + 1) % 3
    assert match.to_act == first
    assert match.view(0).order == (first, (first + 1) % 3, dealer)


def test_seat_03_the_lowest_card_deals() -> None:
    drawn = opening(rules(), 3, Drawn("SA D7 HK"))
    assert drawn.dealer == 1
    assert drawn.order == (0, 1, 2)
    assert drawn.draws == (((0, "SA"), (1, "D7"), (2, "HK")),)


def test_seat_03_players_tied_for_the_lowest_card_draw_again() -> None:
    drawn = opening(rules(), 3, Drawn("S9 D9 HK", "S8 H8", "DQ CJ"))
    assert drawn.dealer == 1
    assert [[person for person, _ in draw] for draw in drawn.draws] == [[0, 1, 2], [0, 1], [0, 1]]
    assert lowest_again({0: 2, 1: 2, 2: 5}) == (0, 1)
    assert lowest_again({0: 2, 1: 5, 2: 5}) == ()


def test_seat_03_reseat_arranges_the_seats_from_the_lowest_card_up() -> None:
    drawn = opening(rules({"seat.first_dealer": "lowest_card_reseat"}), 3, Drawn("SK D7 HJ"))
    assert (drawn.order, drawn.dealer) == ((1, 2, 0), 0)


def test_seat_03_reseat_draws_again_for_ties_anywhere() -> None:
    drawn = opening(rules({"seat.first_dealer": "lowest_card_reseat"}), 3, Drawn("SK D7 HK", "S9 C8"))
    assert (drawn.order, drawn.dealer) == ((1, 2, 0), 0)
    assert [[person for person, _ in draw] for draw in drawn.draws] == [[0, 1, 2], [0, 2]]
    assert ties_again({0: 6, 1: 0, 2: 6}) == (0, 2)


def test_seat_03_the_host_or_chance_may_deal_first() -> None:
    assert opening(rules({"seat.first_dealer": "host"}), 3, Drawn()).dealer == 0
    assert opening(rules({"seat.first_dealer": "random"}), 3, Drawn()).dealer == 2
    assert GAME.opening(rules({"seat.first_dealer": "card_8D"}), 3, Drawn()).draws == ()


def test_seat_03_lead_03_the_holder_of_the_eight_of_diamonds_bids_and_leads_first() -> None:
    match = dealt(table({"seat.first_dealer": "card_8D"}, dealer=0), cards(*HANDS))
    assert special_holder(cards(*HANDS)) == 0
    assert match.to_act == 0
    match = say(match, "dalje 2 dalje")
    match = say(match, "skart C8 C7 herc dodjem dodjem moze moze")
    assert match.to_act == 0, "he leads too"
    over = say(match, "ostalo 10")
    assert over.dealer == 0, "he deals the next hand"
    assert dealt(over).to_act == 1, "then the normal rotation"


def test_seat_03_a_hand_without_cards_is_spoken_in_the_normal_order() -> None:
    assert told(table({"seat.first_dealer": "card_8D"}, dealer=1)).to_act == 2


def test_four_01_srpski_is_a_game_for_three() -> None:
    assert GAME.player_counts(rules()) == (3,)


def test_deal_01_deal_02_five_to_each_two_to_the_talon_and_five_to_each() -> None:
    deal = deal_from_deck(list(DECK_32), dealer=2)
    assert Hand(deal.hands[0]).mask == sum(1 << card for card in (*range(5), *range(17, 22)))
    assert Hand(deal.hands[1]).mask == sum(1 << card for card in (*range(5, 10), *range(22, 27)))
    assert Hand(deal.hands[2]).mask == sum(1 << card for card in (*range(10, 15), *range(27, 32)))
    assert Hand(deal.talon).mask == 1 << 15 | 1 << 16


def test_deal_02_the_house_deals_any_of_too_many_deals_to_list() -> None:
    match = table()
    assert (match.to_act, match.phase, match.hand_number) == (HOUSE, "deal", 0)
    assert legal(match) == []
    deal = match.legal().sample(SeededRandom("x"))
    assert deal in match.legal()
    assert "dalje" not in match.legal()
    assert Deal((1, 2, 4), 8) not in match.legal()
    assert dealt(match).hand_number == 1


@pytest.mark.parametrize(
    ("deal", "problem"),
    [
        (Deal((1, 2), 4), "3 hands"),
        (Deal((0, 0, 0), 3), "no talon"),
        (Deal((0, 0, 0), 0, tuple(DECK_32)), "no talon"),
        (Deal(cards(*HANDS).hands, 3), "talon must be"),
        (Deal(cards(*HANDS).hands, cards(*HANDS).talon, tuple(DECK_32)), "does not give"),
    ],
)
def test_deal_02_an_impossible_deal_is_refused(deal: Deal, problem: str) -> None:
    with pytest.raises(IllegalAction, match=problem) as caught:
        check_deal(deal, dealer=2)
    assert caught.value.rule == "DEAL-02"
    assert caught.value.text.sr


def test_deal_02_cards_dealt_twice_and_wrong_counts_are_named() -> None:
    with pytest.raises(IllegalAction, match="Dealt twice: SA"):
        cards("AQ87.AK87.Q7.", "AT9.QT9.AK.KQ", HANDS[2])
    with pytest.raises(IllegalAction, match="Hand 1 has 9 cards"):
        cards("AQ8.AK87.Q7.", *HANDS[1:])
    with pytest.raises(IllegalAction, match="each once"):
        deal_from_deck([0] * 32, dealer=0)
    with pytest.raises(IllegalAction, match="talon"):
        deal_from_hands(cards(*HANDS).hands, 3)


def test_deal_02_nothing_can_be_said_before_the_deal() -> None:
    assert refused(table(), "dalje") == "DEAL-02"
    assert refused(table(), "SA") == "DEAL-02"


def test_deal_03_the_talon_is_seen_by_nobody_before_the_auction_is_won() -> None:
    match = dealt()
    assert all(match.view(viewer).talon is None for viewer in (-2, 0, 1, 2))


def test_deal_04_the_deal_passes_to_the_right_also_after_a_hand_not_played() -> None:
    match = told(table(dealer=1), "dalje dalje dalje")
    assert match.dealer == 2
    assert dealt(match).to_act == 0


def test_deal_04_redeal_dealer_same_lets_the_same_player_deal_a_hand_that_was_not_played_again() -> None:
    options = {"deal.redeal_dealer": "same"}
    assert told(table(options, dealer=1), "dalje dalje dalje").dealer == 1
    credited = told(table(options, dealer=1), "dalje dalje 2 skart ? ? tref ne ne")
    assert outcome(credited).bule == (0, -10, 0)
    assert credited.dealer == 2


def test_deal_05_hands_are_not_shown_after_all_passed() -> None:
    match = say(dealt(), "dalje dalje dalje")
    done = outcome(match)
    assert done.hands == (None, None, None)
    assert (done.talon, done.discard, done.play) == (None, None, ())


@pytest.mark.parametrize("text", ["deck SA", "deck SX", "cards AQ87.AK87.Q7.", "cards SA"])
def test_deal_02_a_text_that_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises((WordError, IllegalAction)):
        table().apply(GAME.parse(table(), text))
