"""Deal, auction, exchange and declaration of levels (section 21: POL-01, POL-02, POL-03)."""

from __future__ import annotations

from typing import Final

import pytest

from kibic.cards import Hand, Suit
from kibic.game import KIBITZER, RulesError
from kibic.games.preferans import GAME, Match
from kibic.games.preferans.events import TalonTaken
from kibic.games.preferans.levels.contracts import CONTRACTS, Denomination, LevelContract
from tests.rules.level_tables import dealt, happen, legal, level_rules, level_table, refused, say, told

TALON: Final = Hand.parse("...87").mask


def test_pol_01_three_play_clockwise_and_the_player_left_of_the_dealer_bids_first() -> None:
    rules = level_rules()
    assert GAME.player_counts(rules) == (3,)
    assert rules.seat.direction == "cw"
    match = dealt(dealer=1)
    assert match.to_act == 2  # seats stand in playing order, so the next seat is the dealer's left here
    assert match.view(2).order == (2, 0, 1)
    assert match.view(KIBITZER).counts == (10, 10, 10)
    with pytest.raises(RulesError, match=r"seat\.players = \[3\]"):
        level_rules({"seat.players": [3, 4]})


def test_the_ladder_chooses_the_match_and_no_preset_is_asked_for() -> None:
    assert isinstance(GAME.start(GAME.rules("srpski"), 3, 0), Match)
    by_options = GAME.rules("srpski", level_rules().as_dict())
    assert type(GAME.start(by_options, 3, 0)) is type(level_table())


def test_pol_02_there_are_twenty_five_bids_from_six_spades_to_ten_no_trump() -> None:
    words = [contract.word for contract in CONTRACTS]
    assert len(words) == 25
    assert words[:6] == ["6S", "6C", "6D", "6H", "6NT", "7S"]
    assert words[-1] == "10NT"
    assert list(CONTRACTS) == sorted(CONTRACTS)
    assert legal(dealt()) == ["pas", *words]


def test_crd_02_the_suits_rank_spades_clubs_diamonds_hearts_no_trump() -> None:
    trumps = [LevelContract(6, denomination).trump for denomination in Denomination]
    assert trumps == [Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, None]


def test_pol_02_any_higher_bid_and_no_other() -> None:
    match = dealt("7D")
    assert legal(match)[:3] == ["pas", "7H", "7NT"]
    assert refused(match, "7D") == refused(match, "7C") == refused(match, "6NT") == "POL-02"
    assert legal(say(match, "10NT")) == ["pas"], "the last bid is still answered"


def test_pol_02_a_pass_is_final() -> None:
    match = dealt("pas 6S 6C 6D pas")
    assert match.phase == "discard"
    assert match.to_act == 1
    assert say(dealt("6S pas 6C 6D"), "pas").phase == "discard"
    assert refused(dealt("6S"), "wist") == "POL-02"
    assert dealt("6S pas 7S").to_act == 0


def test_pol_13_all_passed_is_dealt_again_by_the_next_dealer_and_not_scored() -> None:
    match = dealt("pas pas pas")
    assert (match.phase, match.dealer) == ("deal", 0)
    done = match.outcomes[-1]
    assert (done.kind, done.points, done.made, done.counts) == ("all_pass", (0, 0, 0), (None, None, None), False)
    assert done.hands == (None, None, None)
    assert match.sheet.deals == 0
    assert dealt("pas pas pas", {"deal.redeal_dealer": "same"}).dealer == 2


def test_pol_03_the_winner_shows_the_musik_takes_it_and_puts_two_cards_away() -> None:
    match, events = happen(dealt(), "6S pas pas")
    assert TalonTaken(0, TALON, public=True) in events
    for viewer in (0, 1, 2, KIBITZER):
        assert match.view(viewer).talon == TALON
    assert len(legal(match)) == 66
    assert match.view(0).counts == (12, 10, 10)
    assert refused(match, "skart SK C8") == "TAL-02"
    assert refused(match, "skart ? ?") == "TAL-02"
    assert refused(match, "6S") == "POL-03"
    after = say(match, "skart C8 C7")
    assert after.view(0).counts == (10, 10, 10)
    assert after.view(0).discard == TALON
    assert after.view(1).discard is None
    assert after.view(1).spoken[-1].action.word == "skart ? ?"
    hidden = dealt("6S pas pas", {"talon.shown": False})
    assert hidden.view(1).talon is None
    assert hidden.view(0).talon == TALON


def test_pol_03_the_contract_is_not_lower_than_the_bid_c_55() -> None:
    match = dealt("7D pas pas skart C8 C7")
    assert legal(match)[:2] == ["7D", "7H"]
    assert refused(match, "7C") == "POL-03"
    assert refused(match, "wist") == "POL-03"
    assert say(match, "7D").phase == "following"
    assert say(match, "9S").view(1).contract == LevelContract(9, Denomination.SPADES)


def test_pen_01_who_does_not_put_two_cards_away_in_time_loses_his_bid() -> None:
    done = dealt("8C pas pas bezskarta").outcomes[-1]
    assert (done.kind, done.points, done.made) == ("penalty", (-30, 0, 0), (False, None, None))
    assert [reason.text(()).en for reason in done.reasons] == [
        "No two cards put away in time: the bid is lost.",
        "8C: -30 points.",
    ]


def test_a_hand_without_cards_puts_two_unknown_ones_away() -> None:
    match = told("6S pas pas")
    assert legal(match) == ["skart ? ?"]
    assert refused(match, "skart C8 C7") == "TAL-02"
    assert match.view(0).talon is None


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"igra.enabled": True}, "igra.enabled"),
        ({"kontra.enabled": True}, "kontra.enabled"),
        ({"call.refusable": True}, "call.refusable"),
        ({"agr.trick_offer": True}, "agr.trick_offer"),
        ({"match.deals": 31}, "match.deals"),
    ],
)
def test_what_levels_do_not_know_is_a_conflict(options: dict[str, object], key: str) -> None:
    with pytest.raises(RulesError) as caught:
        level_rules(options)
    assert [problem for problem in caught.value.problems if key in problem]


def test_the_declarer_sees_what_each_contract_is_worth() -> None:
    view = GAME.view_json(dealt("9H pas pas").view(0), ("A", "B", "C"))
    assert view["worth"] == {"9H": 40, "9NT": 40, "10S": 50, "10C": 50, "10D": 50, "10H": 50, "10NT": 50}
    assert "worth" not in GAME.view_json(dealt("9H pas pas").view(1), ("A", "B", "C"))
    assert view["bid"] == "9H"
