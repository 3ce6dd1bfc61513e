"""What the table agrees on after a hand, and the switches clubs differ in (preferans.md sections 15, 18-20)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibic.cards import DECK_32
from kibic.game import HOUSE, RulesError, WordError
from kibic.games.preferans import GAME, Match
from kibic.games.preferans.actions import Deal, TakeOver
from kibic.games.preferans.afterwards import must_kontra
from kibic.games.preferans.events import MatchOver
from tests.rules.deals import (
    cards,
    cited,
    dealt,
    happen,
    legal,
    outcome,
    refused,
    rules,
    say,
    supe,
    table,
    told,
    tricks,
)

TWO = "2 dalje dalje skart ? ? tref dodjem dodjem moze moze"
FOUR = {"seat.players": [3, 4]}


def words_agreed(match: Match) -> list[str]:
    return [action.word for action in match.agreements()]


def test_match_02_everybody_s_bule_are_raised_and_the_hats_follow() -> None:
    match = say(tricks(told(table(bule=(4, 60, 60)), TWO), 6, 2, 2), "produzi 20")
    assert match.sheet.bule == (14, 80, 80)
    assert [mark.kind for mark in match.sheet.middle[0]] == ["bule", "hat", "bule", "hat_off", "bule"]
    assert match.sheet.hats == (False, False, False)


@pytest.mark.parametrize("word", ["produzi 0", "produzi 7", "produzi 1002"])
def test_match_02_a_match_is_made_longer_by_an_even_number(word: str) -> None:
    assert refused(told(text="dalje dalje dalje"), word) == "MATCH-02"
    assert refused(table(), "produzi 20") == "MATCH-02"


@pytest.mark.parametrize(("rezon", "written"), [("nep", {(1, 0): 10, (2, 0): 20}), ("str", {(2, 0): 30})])
def test_pen_02_rsp_02_the_offender_takes_over_a_fall(rezon: str, written: dict[tuple[int, int], int]) -> None:
    match = tricks(told(table({"pen.rezon": rezon}), TWO), 7, 1, 2)
    assert "preuzima 3 2" in words_agreed(match)
    after, events = happen(match, "preuzima 3 2")
    done = outcome(after)
    assert (done.bule, supe(done), done.penalty) == ((-10, 0, 10), written, "take_over")
    assert after.sheet.bule == (90, 100, 110)
    assert "PEN-02" in cited(done)
    assert [event.seen_by(0) for event in events] == list(events)
    assert refused(after, "preuzima 3 2") == "PEN-02"


def test_pen_02_nobody_takes_over_a_fall_when_he_fell_himself_or_it_is_not_agreed() -> None:
    both = tricks(told(table({"pen.rezon": "nep"}), TWO), 8, 1, 1)
    assert refused(both, "preuzima 3 2") == "PEN-02"
    assert refused(tricks(told(text=TWO), 7, 1, 2), "preuzima 3 2") == "PEN-02"


@pytest.mark.parametrize("key", ["pen.bluff", "pen.min_bid", "pen.min_follow"])
def test_pen_04_pen_05_pen_06_the_same_for_bids_and_following_below_the_minimum_and_for_a_bluff(key: str) -> None:
    match = tricks(told(table({key: True}), TWO), 7, 1, 2)
    assert TakeOver(2, 1) in match.agreements()


def holds(text: str) -> int:
    return sum(1 << DECK_32.parse(word) for word in text.split())


def test_fmin_6_four_trumps_and_five_top_cards_of_another_suit_oblige_to_kontra() -> None:
    trump = DECK_32.parse("HA") // 8
    assert must_kontra(holds("HJ H9 H8 H7 SA SK SQ SJ ST C7"), trump)
    assert not must_kontra(holds("HJ H9 H8 D7 SA SK SQ SJ ST C7"), trump)
    assert not must_kontra(holds("HJ H9 H8 H7 SA SK SQ SJ S9 C7"), trump)


def test_pen_03_who_had_to_give_kontra_and_did_not_falls_by_twenty_when_it_is_demanded() -> None:
    # Boro holds four clubs and the five top spades.
    deal = cards("97.AK.AKJ.AKQ", "AKQJT..T.T987", "8.QJT987.Q98.", talon="CJ H7")
    match = say(dealt(table({"pen.must_kontra": True}), deal), "2 dalje dalje skart S9 S7 tref dodjem dodjem moze moze")
    done = say(match, "ostalo 10")
    assert "kazna 2" in words_agreed(done)
    after = say(done, "kazna 2")
    assert outcome(after).bule[1] - outcome(done).bule[1] == 20
    assert "PEN-03" in cited(outcome(after))
    assert refused(after, "kazna 2") == "PEN-02"


def after_the_last_hand(options: dict[str, object], bule: tuple[int, int, int], *given: int) -> Match:
    match = tricks(told(table(options, bule=bule), TWO), *given)
    assert match.result is not None
    assert match.to_act is None
    return match


@pytest.mark.parametrize(("end", "bule"), [("hands:1", (60, 60, 60)), ("first_at_or_below_zero", (10, 60, 60))])
def test_pen_02_a_fall_in_the_hand_that_ends_the_match_is_taken_over_and_the_result_is_made_again(
    end: str, bule: tuple[int, int, int]
) -> None:
    match = after_the_last_hand({"pen.rezon": "str", "match.end": end}, bule, 7, 1, 2)
    assert words_agreed(match) == ["preuzima 3 2"]
    after, events = happen(match, "preuzima 3 2")
    was, now = match.result, after.result
    assert was is not None
    assert now is not None
    assert outcome(after).bule == (-10, 0, 10)
    assert (sum(was.points), sum(now.points), sum(after.sheet.bule)) == (0, 0, 0)
    # Ceca bears the fall of Boro (100 points), and has his supe besides.
    assert [b - a for a, b in zip(was.points, now.points, strict=True)] == [0, -90, 90]
    assert [event.seen_by(0) for event in events] == list(events)
    assert events[-1] == MatchOver(now)
    assert words_agreed(after) == []


def test_pen_02_hat_02_the_hats_are_told_as_they_are_after_the_fall_was_taken_over() -> None:
    match = tricks(told(table({"pen.rezon": "nep"}, bule=(60, -4, 60)), TWO), 7, 1, 2)
    assert (match.sheet.hats[1], "hat_off" in told_keys(match)) == (False, True)
    after = say(match, "preuzima 3 2")
    assert (after.sheet.hats[1], "hat_off" in told_keys(after)) == (True, False)


def told_keys(match: Match) -> list[str]:
    return [reason.key for reason in outcome(match).reasons]


@pytest.mark.parametrize("cut", ["full", "reduced"])
def test_pen_03_last_02_a_fine_for_the_last_hand_is_a_fall_so_that_nothing_is_cut_and_the_match_goes_on(
    cut: str,
) -> None:
    match = after_the_last_hand({"pen.must_kontra": True, "last.supe": cut}, (20, -10, -4), 6, 2, 2)
    assert outcome(match).bule == (-6, 0, 0)
    after = say(match, "kazna 2")
    done = outcome(after)
    assert (done.bule, done.reduced, supe(done)) == ((-10, 20, 0), False, {(1, 0): 20, (2, 0): 20})
    assert (after.result, after.to_act, after.phase) == (None, HOUSE, "deal")
    assert after.sheet.bule == (10, 10, -4)
    assert {"LAST-02", "PEN-03"} <= cited(done)
    assert "LAST-01" not in cited(done)
    points = [reason.points for reason in done.reasons if reason.about == "supe"]
    assert points == [20, 20]
    assert all(reason.text("ABC").en for reason in done.reasons)
    assert "kazna 2" not in words_agreed(after)
    assert words_agreed(after)[0] == "otpis"


def test_wo_03_a_paper_closed_by_agreement_stays_closed() -> None:
    match = say(tricks(told(table({"pen.rezon": "nep"}), TWO), 7, 1, 2), "otpis")
    assert words_agreed(match) == []
    assert refused(match, "preuzima 3 2") == "MATCH-01"


def test_match_01_after_the_end_only_the_last_hand_is_disputed() -> None:
    match = after_the_last_hand({"pen.rezon": "nep", "match.end": "hands:1"}, (60, 60, 60), 7, 1, 2)
    for word in ("otpis", "produzi 20"):
        assert refused(match, word) == "MATCH-01"
    assert refused(match, "preuzima 2 3") == "PEN-02"
    assert not list(match.legal().listed())


def test_pen_03_nobody_is_fined_without_such_a_hand() -> None:
    match = say(
        dealt(table({"pen.must_kontra": True})), "2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze ostalo 10"
    )
    assert not [word for word in words_agreed(match) if word.startswith("kazna")]


def test_an_agreement_is_told_to_everybody() -> None:
    _, events = happen(told(text="dalje dalje dalje"), "produzi 20")
    assert [GAME.event_json(event, "ABC") for event in events] == [{"kind": "agreed", "word": "produzi 20"}]


def test_deal_05_the_talon_is_turned_up_if_everybody_agrees() -> None:
    match = say(dealt(table({"allpass.show_talon": "by_consent"})), "dalje dalje dalje")
    assert "talon" in words_agreed(match)
    after = say(match, "talon")
    assert GAME.view_json(after.view(0), "ABC")["outcome"]["talon"] == ["C8", "C7"]
    assert "talon" not in words_agreed(after)
    assert refused(say(dealt(), "dalje dalje dalje"), "talon") == "PEN-02"


def test_igr_07_the_first_of_two_equal_callers_keeps_or_cedes_and_then_must_kontra() -> None:
    options = {"igra.tie": "first_may_cede_with_kontra"}
    match = told(table(options), "igra igra dalje herc herc")
    assert (match.to_act, match.phase, legal(match)) == (0, "naming", ["mogu", "uzmi"])
    assert refused(match, "herc") == "IGR-07"
    assert say(match, "mogu").view(0).declarer == 0
    ceded = say(match, "uzmi")
    assert (ceded.view(0).declarer, ceded.phase, ceded.to_act, legal(ceded)) == (1, "kontra", 0, ["kontra"])
    assert refused(ceded, "moze") == "IGR-07"
    played = tricks(say(ceded, "kontra moze"), 2, 6, 2)
    assert outcome(played).bule == (20, -20, 0)
    with pytest.raises(RulesError, match="first_may_cede_with_kontra"):
        rules({**options, "kontra.enabled": False, "pik.needs_kontra": False})


def test_auc_10_the_third_player_may_hold_before_he_has_bid_where_clubs_allow_it() -> None:
    match = told(table({"auc.hold_first_turn": True}), "2 3")
    assert legal(match) == ["dalje", "mogu", "4", "igra", "betl", "sans"]
    held = say(match, "mogu")
    assert (held.view(0).holder, held.to_act, legal(held)) == (2, 0, ["dalje", "4"])


def test_last_04_iklub_a_failed_herc_with_six_bule_left_costs_sixteen_and_forty() -> None:
    match = told(table(GAME.rules("iklub"), bule=(6, 4, -4)), TWO.replace("tref", "herc"))
    done = outcome(tricks(match, 5, 5, 0))
    assert done.bule == (16, 0, 0)
    assert supe(done) == {(1, 0): 40}


def test_four_01_the_dealer_of_four_sits_out_and_has_a_column() -> None:
    match = Match.start(rules(FOUR), players=4, dealer=3)
    deal = GAME.parse(match, "cards AQ87.AK87.Q7. KT9.QT9.AK.KQ J.J.JT98.AJT9 ...")
    match, _ = match.apply(deal)
    assert match.view(3).roles[3] is None
    match = say(match, "2 dalje dalje skart C8 C7 karo dodjem ne sam moze")
    assert match.view(3).own == 0
    assert match.view(0).roles == ("declarer", "follower", "out", "out")
    done = say(match, "ostalo 8")
    assert outcome(done).bule == (-6, 0, 0, 0)
    assert done.sheet.supe[1] == (12, 0, 0, 0)
    assert done.dealer == 0
    page = GAME.view_json(done.view(3), "ABCD")["sheet"]["players"]
    assert (page[1]["left_seat"], page[1]["right_seat"], page[1]["across_seat"]) == (0, 2, 3)
    again, _ = done.apply(GAME.parse(done, "cards ... AQ87.AK87.Q7. KT9.QT9.AK.KQ J.J.JT98.AJT9"))
    passed = say(again, "dalje dalje dalje")
    assert passed.sheet.refa_available == (1, 1, 1, 1)
    assert passed.dealer == 1
    assert sum(say(passed, "otpis").sheet.bule) == 0


def test_four_01_the_dealer_gets_no_cards_and_three_do() -> None:
    match = Match.start(rules(FOUR), players=4, dealer=2)
    assert refused(match, "cards AQ87.AK87.Q7. KT9.QT9.AK.KQ J.J.JT98.AJT9 ...") == "DEAL-02"
    assert refused(match, "cards AQ87.AK87.Q7. KT9.QT9.AK.KQ ... ...") == "DEAL-02"


def test_four_01_a_hand_told_without_cards_tells_who_dealt() -> None:
    match = Match.start(rules(FOUR), players=4, dealer=3)
    dealt, events = match.apply(GAME.parse(match, "cards ? 2"))
    assert (dealt.dealer, dealt.to_act, dealt.last) == (1, 2, None)
    assert [event.dealer for event in events] == [1]  # type: ignore[union-attr]
    done = say(dealt, "dalje dalje dalje")
    assert (outcome(done).dealer, done.dealer) == (1, 2)
    told = GAME.public(done, [GAME.parse(match, "cards ? 2"), *[GAME.parse(dealt, "dalje")] * 3])
    assert told[0].word == "cards ? 2", "what is public still says who dealt"
    for word in ("cards ? 0", "cards ? 5"):
        assert refused(match, word) == "DEAL-02"
    three = Match.start(rules({}), players=3, dealer=2)
    assert refused(three, "cards ? 1") == "DEAL-02"
    cards = GAME.parse(match, "cards AQ87.AK87.Q7. KT9.QT9.AK.KQ J.J.JT98.AJT9 ...")
    assert isinstance(cards, Deal)
    assert replace(cards, dealer=0) not in match.legal()
    assert cards in match.legal()
    for text in ("cards ? x", "cards ? 12"):
        with pytest.raises(WordError):
            GAME.parse(match, text)


@pytest.mark.parametrize("preset", GAME.presets())
def test_presets_are_rules_without_conflicts(preset: str) -> None:
    assert GAME.rules(preset).validate() == []
    assert GAME.rules(preset).options() == {}
