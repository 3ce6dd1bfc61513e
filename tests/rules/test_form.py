"""The form model: what is asked for a hand with real cards, and that it comes to what the words come to."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from kibic.game import IllegalAction
from kibic.games.preferans import GAME, Match, Outcome
from kibic.games.preferans.form import answers_of, applied, entry, form_json
from tests.rules.deals import NAMES, rules, say, table, told, tricks
from tests.rules.entering import PEOPLE, entered, form, keys, outcome_of, random_answers, said, values
from tests.rules.level_tables import level_rules

KARO: Final = {"declarer": "0", "game": "karo", "follow": "both"}
LONE: Final = {"declarer": "0", "game": "karo", "follow": "1"}
BETL: Final = {"declarer": "0", "game": "betl"}


def levels() -> Any:
    return GAME.start(level_rules(), 3, 2)


def agreed(*options: str) -> Match:
    return table(dict.fromkeys(options, True))


def test_a_hand_begins_with_who_plays_it_in_speaking_order() -> None:
    assert values(table()) == ["0", "1", "2", "pass"]
    assert values(table(dealer=0)) == ["1", "2", "0", "pass"]
    assert (form(table()).number, form(table()).dealer, form(table(dealer=0)).order) == (1, 2, (1, 2, 0))


def test_four_01_of_four_players_the_dealer_is_not_asked_for() -> None:
    match = GAME.start(GAME.rules("vojvodina"), 4, 1)
    assert values(match) == ["2", "3", "0", "pass"]
    assert entered(match, declarer="3", game="karo", follow="2+0", tricks="6").sheet.supe[2][3] == 4 * 6


def test_auc_05_all_passed_is_one_answer() -> None:
    assert said(table(), declarer="pass") == "cards ? dalje dalje dalje"
    assert said(levels(), declarer="pass") == "cards ? pas pas pas"


@pytest.mark.parametrize(
    ("declarer", "game", "words"),
    [
        ("0", "karo", "2 dalje dalje skart ? ? karo"),
        ("2", "sans", "dalje dalje 2 skart ? ? sans"),
        ("1", "igra herc", "dalje igra dalje herc"),
        ("1", "igra betl", "dalje betl dalje"),
    ],
)
def test_the_auction_of_a_told_hand_is_the_shortest(declarer: str, game: str, words: str) -> None:
    answers = {"declarer": declarer, "game": game, "follow": "both", "tricks": "10", "made": "yes"}
    assert said(table(), **answers).startswith(f"cards ? {words}")


def test_dec_03_where_two_forbids_betl_somebody_else_bid_two() -> None:
    match = table(rules(ruleset="turnir"))
    assert values(match, declarer="0")[:6] == ["pik", "karo", "herc", "tref", "betl", "sans"]
    assert "2 dalje 3 mogu dalje skart ? ? betl" in said(match, declarer="0", game="betl", made="yes")


def test_only_what_the_rules_allow_is_offered() -> None:
    assert "preferans" not in values(table(), declarer="0")
    assert "preferans" in values(table(rules(ruleset="balkan")), declarer="0")
    assert [value for value in values(agreed(), declarer="0") if value.startswith("igra")]
    assert not [value for value in values(table({"igra.enabled": False}), declarer="0") if value.startswith("igra")]


def test_igr_04_a_suit_named_at_the_call_is_found_too() -> None:
    match = table({"igra.declare": "at_call"})
    assert said(match, declarer="1", game="igra tref", follow="none") == "cards ? dalje igra tref dalje ne ne"


def test_pen_01_who_put_no_cards_away_falls_by_his_bid() -> None:
    assert values(table(), declarer="1", game="bezskarta") == ["2", "3", "4", "5", "6", "7"]
    done = outcome_of(table(), declarer="1", game="bezskarta", bid="4")
    assert isinstance(done, Outcome)
    assert (done.kind, done.bule) == ("penalty", (0, 8, 0))
    assert outcome_of(levels(), declarer="1", game="bezskarta", bid="7H").points == (0, -20, 0)  # type: ignore[union-attr]


def test_fol_02_who_follows_is_one_question() -> None:
    assert values(table(), declarer="0", game="karo") == ["both", "1+2", "1", "2+1", "2", "none"]
    assert values(table({"call.enabled": False}), declarer="0", game="karo") == ["both", "1", "2", "none"]
    assert values(levels(), declarer="0", game="7H")[:4] == ["both", "1", "1+2 dark", "1+2 open"]


def test_fol_01_nobody_is_asked_in_betl() -> None:
    assert keys(table(), **BETL) == ["declarer", "game", "kontra", "made"]
    assert keys(levels(), declarer="0", game="10H") == ["declarer", "game", "tricks"]


def test_call_02_a_refused_call_is_not_asked() -> None:
    assert table().rules.call.refusable
    assert "zajedno idem" in said(table(), declarer="0", game="karo", follow="1+2", tricks="6")


def test_agr_06_tricks_that_were_agreed_on() -> None:
    match = agreed("agr.trick_offer")
    assert values(match, declarer="0", game="karo") == ["both", "1+2", "1", "1?", "2+1", "2", "2?", "none"]
    assert values(match, declarer="0", game="karo", follow="2?") == [str(number) for number in range(11)]
    done = outcome_of(match, declarer="0", game="karo", follow="2?", offer="4")
    assert isinstance(done, Outcome)
    assert (done.kind, [(entry.writer, entry.points) for entry in done.supe]) == ("agreed", [(2, 24)])


def test_kon_04_the_ladder_is_asked_step_by_step_and_needs_no_tap_where_there_is_none() -> None:
    question = form(table(), **KARO).questions[3]
    assert (question.key, question.default, question.value) == ("kontra", "no", "no")
    assert [choice.value for choice in question.choices] == ["no", "1", "2"]
    assert keys(table(), **KARO) == ["declarer", "game", "follow", "kontra", "tricks"]
    climbed = {**KARO, "kontra": "2", "rekontra": "0", "subkontra": "2", "mortkontra": "0"}
    assert keys(table(), **climbed)[3:] == ["kontra", "rekontra", "subkontra", "mortkontra", "tricks"]
    done = outcome_of(table(), **climbed, tricks="6", defence="1")
    assert isinstance(done, Outcome)
    assert (done.kontra, done.kontras) == (16, 2)


def test_kon_08_another_defender_may_give_the_subkontra() -> None:
    match = table(rules(ruleset="turnir"))
    climbed = {**KARO, "kontra": "2", "rekontra": "0", "subkontra": "1"}
    assert values(match, **{**climbed, "subkontra": "?"}, tricks="?") != []
    done = outcome_of(match, **climbed, tricks="6", defence="1")
    assert isinstance(done, Outcome)
    assert (done.kontra, done.kontras) == (8, 1)


def test_kon_09_who_said_no_may_come_back_with_a_kontra() -> None:
    match = table(rules(ruleset="turnir"))
    question = form(match, declarer="0", game="karo", follow="2").questions[3]
    assert [choice.value for choice in question.choices] == ["no", "1", "2"]


def test_pik_02_the_kontra_of_a_standard_pik_must_be_answered() -> None:
    pik = {"declarer": "0", "game": "pik", "follow": "both"}
    assert form(table(), **pik).questions[-1].default is None
    assert not form(table(), **pik).complete
    assert outcome_of(table(), **pik, kontra="no").kind == "pik_no_kontra"
    assert keys(table(), **pik, kontra="1")[-1] == "tricks"
    assert form(table(rules(ruleset="hrvatski")), **pik).questions[3].default == "no"


def test_fol_04_nobody_follows_and_nothing_more_is_asked() -> None:
    done = form(table(), declarer="0", game="karo", follow="none")
    assert done.complete
    assert done.outcome is not None
    assert done.outcome.kind == "nobody_follows"


def test_make_01_betl_asks_only_whether_it_was_made() -> None:
    assert values(table(), **BETL) == ["yes", "no"]
    assert outcome_of(table(), **BETL, made="yes").tricks == (0, 10, 0)
    assert outcome_of(table(), **BETL, made="no").tricks == (1, 0, 0)
    assert outcome_of(table({"end.betl_first_trick": False}), **BETL, made="no").tricks == (1, 9, 0)
    balkan = table(rules(ruleset="balkan"))
    assert outcome_of(balkan, declarer="0", game="preferans", made="no").tricks == (9, 1, 0)


def test_mk_05_the_literal_test_of_a_kontra_on_betl_asks_for_tricks() -> None:
    match = table({"betl.kontras_test": "tricks5", "end.betl_first_trick": False})
    assert keys(match, **BETL, kontra="1")[-1] == "tricks"
    assert keys(match, **BETL)[-1] == "made"


def test_the_tricks_of_one_are_enough_where_the_sheet_needs_no_more() -> None:
    assert form(table(), **LONE, tricks="6").complete
    assert outcome_of(table(), **LONE, tricks="6").tricks == (6, 4, 0)
    called = {"declarer": "0", "game": "karo", "follow": "2+1"}
    assert outcome_of(table(), **called, tricks="6").tricks == (6, 0, 4)
    assert outcome_of(table(), **KARO, kontra="1", tricks="6").tricks == (6, 4, 0)
    assert form(table(), **KARO, tricks="10").complete
    assert keys(table(), **KARO, tricks="6")[-1] == "defence"
    assert values(table(), **KARO, tricks="6") == ["4", "3", "2", "1", "0"]


def test_end_01_a_hand_that_stops_early_does_not_ask_how_deep_the_fall_was() -> None:
    match = table(rules(ruleset="balkan"))
    choices = form(match, **LONE).questions[-1].choices
    assert [choice.value for choice in choices] == ["10", "9", "8", "7", "6", "5"]
    assert choices[-1].text.en == "5 or fewer"
    assert choices[-1].note is not None
    assert (choices[-1].note.sr, choices[0].note and choices[0].note.en) == ("Pad", "Made")
    deep = form(match, **LONE, tricks="3")
    assert deep.answers["tricks"] == "5"
    assert deep.complete


def test_pen_02_a_fall_may_be_taken_over_and_need_not_be_answered() -> None:
    match = table({"pen.rezon": "nep"})
    fallen = {**KARO, "tricks": "7", "defence": "1"}
    question = form(match, **fallen).questions[-1]
    assert (question.key, question.default) == ("penalty", "no")
    assert [choice.value for choice in question.choices] == ["no", "preuzima 3 2"]
    assert question.choices[1].text.en == "Ceca takes over the fall (Boro)"
    assert form(match, **fallen).complete
    done = outcome_of(match, **fallen, penalty="preuzima 3 2")
    assert isinstance(done, Outcome)
    assert done.bule == (-6, 0, 6)
    assert keys(table(), **fallen)[-1] == "defence"


def test_pen_03_the_table_knows_who_had_to_give_kontra() -> None:
    match = agreed("pen.must_kontra")
    done = outcome_of(match, **KARO, tricks="6", defence="2", penalty="kazna 2")
    assert isinstance(done, Outcome)
    assert done.bule == (-6, 20, 0)
    assert "penalty" not in keys(match, **KARO, kontra="1", tricks="6")
    assert "penalty" not in keys(match, declarer="0", game="sans", follow="both", tricks="6", defence="2")


def test_answers_that_do_not_fit_are_left_out() -> None:
    done = form(table(), declarer="0", game="karo", follow="7", tricks="6", nonsense="1")
    assert done.answers == {"declarer": "0", "game": "karo"}
    assert done.questions[-1].key == "follow"
    assert done.outcome is None


def test_match_01_nothing_is_asked_after_the_end() -> None:
    over = say(told(text="dalje dalje dalje"), "otpis")
    with pytest.raises(IllegalAction) as refusal:
        entry(over, NAMES, {})
    assert refusal.value.rule == "MATCH-01"


def test_the_form_as_json_says_everything_in_both_languages() -> None:
    shown = form_json(form(table(), **KARO, tricks="6"), NAMES)
    assert shown["complete"] is False
    assert "outcome" not in shown
    last = shown["questions"][-1]
    assert (last["key"], last["sr"], last["en"]) == ("defence", "Štihovi: Boro?", "Tricks of Boro?")
    assert last["choices"][2] == {"value": "2", "sr": "2", "en": "2", "note": {"sr": "Prolaz", "en": "Made"}}
    done = form_json(form(table(), **KARO, tricks="6", defence="2"), NAMES)
    assert done["outcome"]["bule"] == [-6, 0, 0]
    assert form_json(form(levels(), declarer="0", game="7H", follow="none"), NAMES)["outcome"]["points"] == [20, 0, 0]


@pytest.mark.parametrize(
    ("value", "english", "serbian"),
    [
        ("both", "Boro and Ceca", "Boro i Ceca"),
        ("1+2", "Boro calls (Ceca)", "Boro poziva (Ceca)"),
        ("2", "Only Ceca", "Samo Ceca"),
        ("1?", "Boro is given tricks", "Boro dobija štihove"),
        ("none", "Nobody", "Niko"),
    ],
)
def test_the_choices_are_called_as_people_say_it(value: str, english: str, serbian: str) -> None:
    choices = form(agreed("agr.trick_offer"), declarer="0", game="karo").questions[-1].choices
    text = next(choice.text for choice in choices if choice.value == value)
    assert (text.en, text.sr) == (english, serbian)


def test_the_choices_of_levels_are_called_as_people_say_it() -> None:
    texts = {choice.value: choice.text.sr for choice in form(levels(), declarer="0", game="7H").questions[-1].choices}
    assert texts["1+2 dark"] == "Boro poziva (Ceca), ciemno"
    assert texts["2+1 open"] == "Ceca poziva (Boro), widno"
    assert form(levels(), declarer="0").questions[-1].choices[0].text.en == "6S"


@pytest.mark.parametrize("preset", GAME.presets())
def test_any_answers_come_to_what_the_words_come_to_and_can_be_read_back(preset: str) -> None:
    options = {} if preset == "polski" else {"agr.trick_offer": True, "pen.rezon": "str", "pen.must_kontra": True}
    start = GAME.start(GAME.rules(preset, options), 3, 2)
    rng = random.Random(preset)
    match = start
    for _ in range(12):
        answers = random_answers(match, rng.choice)
        done = form(match, **answers)
        assert done.answers == answers
        assert len(answers) <= 12
        again = match
        for action in done.actions:
            assert action.word.startswith("cards") or GAME.parse(again, action.word) == action
            again = applied(again, action)
        assert again == done.after
        before, outcome = match, done.outcome
        assert outcome is not None
        match = done.after
        repeated = form(before, **answers_of(outcome)).outcome
        assert repeated is not None
        shared = ("bule", "supe", "made", "refa", "points")
        for key in shared:
            assert getattr(repeated, key, None) == getattr(outcome, key, None), answers
        if match.result is not None:
            match = start


def test_pen_01_the_bid_that_was_lost_is_read_back() -> None:
    for match, bid in ((table(), "4"), (levels(), "7H")):
        answers = {"declarer": "1", "game": "bezskarta", "bid": bid}
        assert answers_of(outcome_of(match, **answers)) == answers


def test_the_common_hand_takes_six_taps() -> None:
    answers = {**KARO, "tricks": "6", "defence": "2"}
    assert form(table(), **answers).complete
    assert len(answers) + 1 == 6, "the last one enters the hand"
    assert len({**LONE, "tricks": "6"}) + 1 == 5
    assert len({**BETL, "made": "no"}) + 1 == 4


def test_scores_are_those_of_the_same_words() -> None:
    by_words = tricks(told(table(), "2 dalje dalje skart ? ? tref dodjem dodjem moze kontra moze"), 5, 3, 2)
    by_form = entered(table(), declarer="0", game="tref", follow="both", kontra="2", tricks="5", defence="3")
    assert by_form.sheet == by_words.sheet
    assert PEOPLE[:3] == NAMES


def test_pen_02_the_form_asks_for_a_penalty_after_the_last_hand_too() -> None:
    match = table({"pen.must_kontra": True}, bule=(20, -10, -4))
    last = {**KARO, "tricks": "6", "defence": "2"}
    ended = form(match, **last)
    assert ended.questions[-1].key == "penalty"
    assert ended.after is not None
    assert ended.after.result is not None
    fined = form(match, **last, penalty="kazna 2")
    assert fined.after is not None
    assert fined.after.result is None
