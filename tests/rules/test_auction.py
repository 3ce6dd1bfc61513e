"""The auction: numbers, mogu, igra, betl and sans (preferans.md section 4)."""

from __future__ import annotations

import pytest

from kibic.game import IllegalAction
from kibic.games.preferans import GAME, Contract
from tests.rules.deals import cited, dealt, legal, outcome, refused, say, table, told

SENIORITY = {"auc.hold": "seniority"}
AT_CALL = {"igra.declare": "at_call"}
ANY_TURN = {"igra.betl_sans_turn": "any_turn"}
STRONGER = {"igra.naming": "only_if_stronger"}


def test_auc_01_numbers_are_the_games() -> None:
    assert {contract.word: int(contract) for contract in Contract} == {
        "pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": 6, "sans": 7, "preferans": 8,
    }  # fmt: skip


def test_auc_02_a_game_without_the_talon_counts_one_more() -> None:
    for contract in Contract:
        assert contract.game_value(igra=False) == contract
        assert contract.game_value(igra=True) == contract + 1


def test_auc_03_the_turn_goes_round_among_those_still_in() -> None:
    match = told(text="2 3 dalje")
    assert match.to_act == 0
    match = say(match, "mogu")
    assert match.to_act == 1, "seat 2 passed and is out for good"
    assert say(match, "4").to_act == 0


def test_auc_03_words_of_other_phases_are_refused() -> None:
    for word in ("dodjem", "kontra", "SA", "skart SA S7", "pik", "slabija", "ostalo 3", "otpis", "tricks 5 3 2"):
        assert refused(told(), word) == "AUC-03"


def test_auc_04_on_the_first_turn_one_passes_bids_the_next_number_or_calls_a_game() -> None:
    assert legal(told()) == ["dalje", "2", "igra", "betl", "sans"]
    assert legal(told(text="2")) == ["dalje", "3", "igra", "betl", "sans"]
    assert refused(told(), "3") == "AUC-04"
    assert refused(told(text="2"), "2") == "AUC-04"


def test_auc_04_with_any_higher_numbers_may_be_skipped() -> None:
    match = told(table({"auc.step": "any_higher"}))
    assert legal(match) == ["dalje", "2", "3", "4", "5", "6", "7", "igra", "betl", "sans"]
    match = say(match, "4")
    assert legal(match)[:4] == ["dalje", "5", "6", "7"]
    assert refused(match, "4") == "AUC-04"
    assert legal(say(match, "7 dalje")) == ["dalje", "mogu"]


def test_auc_05_the_last_one_in_wins_at_the_current_number() -> None:
    match = told(text="2 3 dalje dalje")
    assert (match.phase, match.to_act, match.view(0).number) == ("discard", 1, 3)


def test_auc_05_all_three_pass() -> None:
    done = outcome(told(text="dalje dalje dalje"))
    assert (done.kind, done.declarer, done.bule, done.supe) == ("all_pass", None, (0, 0, 0), ())
    assert "AUC-05" in cited(done)


def test_auc_06_dec_01_the_winner_declares_any_game_not_below_his_number() -> None:
    assert legal(told(text="dalje 2 3 dalje skart ? ?")) == ["karo", "herc", "tref", "betl", "sans"]


def test_auc_07_while_mogu_is_free_an_overbid_player_may_not_raise() -> None:
    match = told(text="2 3 dalje")
    assert legal(match) == ["dalje", "mogu"]
    assert refused(match, "4") == "AUC-07"


def test_auc_07_when_another_has_said_mogu_one_may_only_raise() -> None:
    match = told(text="2 3 4 mogu")
    assert legal(match) == ["dalje", "5"]
    assert refused(match, "mogu") == "AUC-07"


def test_auc_07_mogu_makes_the_holder_of_the_same_number() -> None:
    view = told(text="2 3 4 mogu").view(0)
    assert (view.number, view.holder) == (4, 0)


def test_auc_08_the_senior_may_only_hold_and_the_others_may_only_raise() -> None:
    match = told(table(SENIORITY), "2 3 4")
    assert legal(match) == ["dalje", "mogu"]
    assert refused(match, "5") == "AUC-08"
    match = say(match, "mogu")
    assert legal(match) == ["dalje", "5"]
    match = say(match, "5")
    assert legal(match) == ["dalje", "6"], "P3 is not senior, although mogu 5 is free"
    assert refused(match, "mogu") == "AUC-08"


def test_auc_08_when_the_senior_passes_the_right_moves_on() -> None:
    assert legal(told(table(SENIORITY), "2 3 4 dalje")) == ["dalje", "mogu"]


def test_auc_09_with_two_bidders_both_modes_are_the_same() -> None:
    for options in ({}, SENIORITY):
        match = told(table(options), "2 dalje 3")
        for word in ("mogu", "4", "mogu", "5", "mogu"):
            assert word in legal(match)
            match = say(match, word)
        assert legal(match) == ["dalje", "6"]


def test_auc_10_nobody_holds_on_his_first_turn() -> None:
    assert refused(told(), "mogu") == "AUC-10"
    assert refused(told(text="2"), "mogu") == "AUC-10"


def test_auc_11_at_the_highest_number_there_is_no_raise_and_mogu_ends_the_auction() -> None:
    match = told(table({"auc.step": "any_higher"}), "7 dalje dalje")
    assert match.phase == "discard"
    match = told(table({"auc.step": "any_higher"}), "2 7")
    assert legal(match) == ["dalje", "igra", "betl", "sans"]
    assert refused(match, "8") == "AUC-11"
    match = say(match, "dalje mogu")
    assert (match.phase, match.to_act) == ("discard", 0)


def test_auc_11_with_eight_the_last_number_is_preferans() -> None:
    match = told(table({"auc.max": 8, "auc.step": "any_higher"}))
    assert legal(match)[-4:] == ["igra", "betl", "sans", "preferans"]
    assert legal(say(match, "8 dalje dalje skart ? ?")) == ["preferans"]


@pytest.mark.parametrize("spoken", ["mogu", "Mogu", "moje", "tobija", "tobiija"])
def test_auc_12_the_words_for_holding_are_the_same_word(spoken: str) -> None:
    assert told(text="2 3 dalje " + spoken).view(0).holder == 0


def test_agr_09_an_opening_with_one_leaves_every_game_open() -> None:
    match = told(table({"auc.min": 1}))
    assert legal(match)[:2] == ["dalje", "1"]
    assert legal(say(match, "1"))[:2] == ["dalje", "2"]
    won = say(match, "1 dalje dalje skart ? ?")
    assert legal(won) == ["pik", "karo", "herc", "tref", "betl", "sans"]
    assert refused(told(), "1") == "AUC-04"


def test_igr_01_igra_is_a_suit_game_without_the_talon() -> None:
    match = told(text="igra dalje dalje")
    assert (match.phase, legal(match)) == ("naming", ["pik", "karo", "herc", "tref"])
    view = say(match, "herc").view(0)
    assert (view.declarer, view.igra, view.talon, view.phase) == (0, True, None, "following")


def test_igr_01_betl_and_sans_are_called_by_name() -> None:
    view = told(text="dalje betl dalje").view(0)
    assert (view.declarer, view.contract, view.igra) == (1, Contract.BETL, True)


def test_igr_01_where_igra_is_off_it_is_not_offered() -> None:
    match = told(table({"igra.enabled": False, "igra.betl_sans_turn": "any_turn"}))
    assert legal(match) == ["dalje", "2"]
    assert [refused(match, word) for word in ("igra", "betl", "sans")] == ["IGR-01"] * 3
    assert legal(say(match, "2 3 dalje")) == ["dalje", "mogu"]


def test_igr_01_preferans_is_played_only_where_the_auction_goes_to_eight() -> None:
    assert refused(told(), "preferans") == "AUC-01"
    view = told(table({"auc.max": 8}), "preferans dalje dalje").view(0)
    assert (view.contract, view.igra) == (Contract.PREFERANS, True)


def test_igr_02_igra_only_on_the_first_turn() -> None:
    match = told(text="2 3 dalje")
    assert [refused(match, word) for word in ("igra", "betl", "sans")] == ["IGR-02"] * 3


def test_igr_03_igra_kills_the_numbers() -> None:
    match = told(text="2 igra")
    assert legal(match) == ["dalje", "igra", "betl", "sans"]
    assert refused(match, "3") == "IGR-03"
    assert refused(match, "mogu") == "IGR-03"
    assert match.view(0).number is None
    named = say(match, "dalje")
    assert (named.phase, named.to_act) == ("naming", 1), "who bid a number is out"


def test_igr_03_any_turn_lets_a_bidder_call_betl_or_sans_later() -> None:
    match = told(table(ANY_TURN), "2 3 4")
    assert legal(match) == ["dalje", "mogu", "betl", "sans"]
    assert refused(match, "igra") == "IGR-02"
    match = say(match, "betl")
    assert (match.to_act, legal(match)) == (1, ["dalje", "sans"])
    assert refused(match, "igra") == "IGR-02"
    match = say(match, "dalje")
    assert match.to_act == 2, "everybody who has not passed gets one answer"
    assert say(match, "sans").view(0).declarer == 2


def test_igr_03_any_turn_asks_nobody_who_has_passed() -> None:
    match = told(table(ANY_TURN), "2 3 dalje sans")
    assert (match.to_act, legal(match)) == (1, ["dalje"])
    assert say(match, "dalje").view(0).declarer == 0


def test_igr_04_suits_are_named_after_everybody_spoke_or_at_the_call() -> None:
    assert told(text="igra").to_act == 1
    match = told(table(AT_CALL), "igra")
    assert (match.phase, match.to_act) == ("naming", 0)
    match = say(match, "karo")
    assert (match.phase, match.to_act) == ("auction", 1)
    match = say(match, "igra herc dalje")
    assert (match.view(0).declarer, match.view(0).contract) == (1, Contract.HERC)


def test_igr_04_only_suits_are_named() -> None:
    assert refused(told(text="igra dalje dalje"), "dalje") == "IGR-04"


def test_igr_05_each_caller_names_his_game() -> None:
    match = told(text="igra igra dalje herc")
    assert legal(match) == ["karo", "herc", "tref"]
    assert refused(match, "slabija") == "IGR-05"
    assert say(match, "karo").view(0).declarer == 0


def test_igr_05_only_a_stronger_game_is_named_otherwise_it_stays_secret() -> None:
    match = told(table(STRONGER), "igra igra dalje herc")
    assert legal(match) == ["tref", "slabija"]
    assert refused(match, "herc") == "IGR-05"
    assert say(match, "slabija").view(0).declarer == 0
    assert legal(told(table({**STRONGER, "igra.tie": "second"}), "igra igra dalje herc")) == ["herc", "tref", "slabija"]


def test_igr_05_after_betl_weaker_callers_name_nothing() -> None:
    match = told(text="igra betl dalje")
    assert match.phase == "kontra"
    assert (match.view(0).declarer, match.view(0).contract) == (1, Contract.BETL)


def test_igr_06_the_strongest_game_plays() -> None:
    view = told(text="igra igra igra karo tref herc").view(0)
    assert (view.declarer, view.contract) == (1, Contract.TREF)
    assert told(text="betl sans dalje").view(0).declarer == 1


def test_igr_07_of_equal_games_the_first_or_the_second_caller_plays() -> None:
    assert told(text="igra dalje igra herc herc").view(0).declarer == 0
    assert told(table({"igra.tie": "second"}), "igra dalje igra herc herc").view(0).declarer == 2


@pytest.mark.parametrize(("value", "may"), [("hidden", False), ("forbidden", False), ("allowed", True)])
def test_igr_08_pik_by_a_later_caller(value: str, may: bool) -> None:
    match = told(table({"igra.second_pik": value}), "igra igra dalje pik")
    assert ("pik" in legal(match)) == may
    if not may:
        assert refused(match, "pik") == "IGR-08"


@pytest.mark.parametrize(("value", "may"), [("hidden", False), ("forbidden", False), ("allowed", True)])
def test_igr_08_betl_after_betl(value: str, may: bool) -> None:
    match = told(table({"igra.repeat_betl": value, "igra.tie": "second"}), "betl")
    assert ("betl" in legal(match)) == may
    assert "igra" not in legal(match)
    if may:
        assert say(match, "betl dalje").view(0).declarer == 1
    else:
        assert refused(match, "betl") == "IGR-08"
    assert refused(match, "igra") == "IGR-08"


def test_igr_09_a_losing_caller_becomes_a_defender_whose_call_is_public() -> None:
    match = told(text="igra igra dalje karo tref")
    view = match.view(2)
    assert (match.phase, match.to_act, view.declarer) == ("following", 2, 1)
    assert [(word.seat, word.action.word) for word in view.spoken] == [
        (0, "igra"), (1, "igra"), (2, "dalje"), (0, "karo"), (1, "tref"),
    ]  # fmt: skip


def test_igr_10_pass_two_igra_makes_the_third_player_declarer() -> None:
    match = told(text="dalje 2 igra")
    assert (match.phase, match.to_act) == ("naming", 2)
    assert told(text="dalje betl sans").view(0).contract == Contract.SANS


def test_auc_07_refusals_use_the_word_of_the_table() -> None:
    match = dealt(table({"auc.hold_word": "moje"}))
    with pytest.raises(IllegalAction, match="Moje may be said only"):
        match.apply(GAME.parse(match, "mogu"))
    refusals = [item.text.sr for item in match.view(0).refused if item.word == "mogu"]
    assert refusals == ["„Moje“ kaže samo ko je već licitirao."]
