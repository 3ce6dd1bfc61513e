"""Refas, hats, the end of a match, the write-off and the result (preferans.md sections 13-18)."""

from __future__ import annotations

import pytest

from kibic.games.preferans import GAME, Match
from kibic.games.preferans.sheet import write_off_amounts
from tests.rules.deals import cited, outcome, refused, rules, say, table, told, tricks

TWO = "2 dalje dalje skart ? ? tref dodjem dodjem moze moze"
PASS = "dalje dalje dalje"


def made(match: Match) -> Match:
    """A made tref of P1 with two followers."""
    ready = told(match, TWO)
    return tricks(ready, *(6 if seat == ready.view(0).declarer else 2 for seat in range(3)))


def test_ref_01_ref_04_all_pass_writes_a_refa_for_all_three() -> None:
    match = told(text=PASS)
    assert (match.sheet.refa_written, match.sheet.refa_available) == (1, (1, 1, 1))
    assert "REF-04" in cited(outcome(match))
    assert [mark.kind for mark in match.sheet.middle[0]] == ["bule", "refa"]


def test_ref_02_only_so_many_refas_are_written_in_a_match() -> None:
    match = told(table(refa_written=2), PASS)
    assert (match.sheet.refa_written, match.sheet.refa_available) == (2, (0, 0, 0))
    assert "REF-02" in cited(outcome(match))


@pytest.mark.parametrize(
    ("value", "start", "budget"),
    [
        ("auto_50", 2, 1), ("auto_50", 100, 2), ("auto_50", 149, 2), ("auto_50", 1000, 5),
        ("auto_30", 20, 1), ("auto_30", 100, 3),
        ("hr_table", 98, 3), ("hr_table", 100, 4), ("hr_table", 200, 5),
        (0, 100, 0), (7, 100, 7),
    ],
)  # fmt: skip
def test_ref_02_the_budget_by_the_starting_bule(value: str | int, start: int, budget: int) -> None:
    assert rules({"refa.max": value, "match.start_bule": start - start % 2}).refa_budget == budget


@pytest.mark.parametrize(("value", "written"), [(True, False), (False, True)])
def test_ref_03_hat_03_no_refa_while_somebody_is_in_a_hat(value: bool, written: bool) -> None:
    match = told(table({"refa.write_blocked_by_hat": value}, bule=(10, -2, 30)), PASS)
    assert outcome(match).refa_written is written
    assert ("HAT-03" in cited(outcome(match))) is not written


@pytest.mark.parametrize(
    ("words", "trigger"),
    [
        (PASS, "all_pass"),
        ("2 dalje dalje skart ? ? pik dodjem dodjem moze moze", "pik_no_kontra"),
        ("2 dalje dalje skart ? ? pik ne ne", "pik_nobody"),
    ],
)
def test_ref_04_what_writes_a_refa(words: str, trigger: str) -> None:
    every = ["all_pass", "pik_no_kontra", "pik_nobody"]
    assert outcome(told(table({"refa.trigger": [trigger]}), words)).refa_written
    without = [value for value in every if value != trigger]
    done = outcome(told(table({"refa.trigger": without}), words))
    assert not done.refa_written
    assert "No refa is written here." in [reason.text("ABC").en for reason in done.reasons]


def test_ref_05_the_next_own_game_uses_one_refa_whatever_the_result() -> None:
    match = table(refas=(2, 2, 2), refa_written=2)
    for taken in ((6, 2, 2), (5, 3, 2)):
        after = tricks(told(match, TWO), *taken)
        assert outcome(after).refa == 2, "never four"
        assert after.sheet.refa_available == (1, 2, 2)
        assert [mark.kind for mark in after.sheet.middle[0]][:3] == ["bule", "refa_played", "refa"]


def test_ref_06_a_hand_without_a_score_spends_nothing() -> None:
    match = told(table(refas=(1, 1, 1), refa_written=1), PASS)
    assert match.sheet.refa_available == (2, 2, 2)


def test_ref_07_a_refa_is_blocked_while_somebody_is_in_a_hat() -> None:
    blocked = made(table(bule=(40, -2, 10), refas=(1, 1, 1), refa_written=1))
    assert (outcome(blocked).refa, blocked.sheet.refa_available) == (1, (1, 1, 1))
    assert "REF-07" in cited(outcome(blocked))
    free = made(table({"refa.use_blocked_by_hat": False}, bule=(40, -2, 10), refas=(1, 1, 1), refa_written=1))
    assert (outcome(free).refa, free.sheet.refa_available) == (2, (0, 1, 1))


def test_ref_08_unspent_refas_have_no_effect_at_the_end() -> None:
    with_refa = made(table(bule=(10, 10, -10), refas=(0, 1, 1), refa_written=1))
    without = made(table(bule=(10, 10, -10)))
    assert with_refa.result == without.result
    assert without.result is not None


def test_ref_09_a_played_refa_is_struck_where_it_was_written() -> None:
    match = made(told(text=PASS))
    assert outcome(match).declarer == 1
    kinds = [[mark.kind for mark in row] for row in match.sheet.middle]
    assert kinds == [["bule", "refa"], ["bule", "refa_played", "bule"], ["bule", "refa"]]


@pytest.mark.parametrize(("value", "hat"), [(False, False), (True, True)])
def test_hat_01_whether_zero_is_a_hat(value: bool, hat: bool) -> None:
    match = made(table({"hat.at_zero": value}, bule=(10, 50, 50)))
    assert (match.sheet.bule[0], match.sheet.hats[0]) == (0, hat)


def test_hat_02_a_hat_is_drawn_on_the_way_down_and_struck_on_the_way_up() -> None:
    down = made(table(bule=(4, 50, 50)))
    assert [(mark.kind, mark.value) for mark in down.sheet.middle[0]] == [("bule", 4), ("hat", 0), ("bule", -6)]
    assert "HAT-02" in cited(outcome(down))
    up = tricks(told(table(bule=(-4, 50, 50)), TWO), 5, 3, 2)
    assert [mark.kind for mark in up.sheet.middle[0]] == ["bule", "hat_off", "bule"]
    assert up.sheet.hats == (False, False, False)


def test_hat_04_the_hat_of_one_player_stops_the_refas_of_all() -> None:
    for bule in ((-2, 50, 50), (50, -2, 50), (50, 50, -2)):
        assert not outcome(told(table(bule=bule), PASS)).refa_written


def test_match_01_everybody_starts_with_the_same_bule_and_the_match_ends_at_total_zero() -> None:
    assert table({"match.start_bule": 60}).sheet.bule == (60, 60, 60)
    match = made(table(bule=(20, 10, -20)))
    assert match.sheet.bule == (10, 10, -20)
    assert match.result is not None
    assert match.agreements() == ()
    assert list(match.legal()) == []
    assert refused(match, "dalje") == "MATCH-01"
    assert match.view(0).result == match.result


def test_match_01_a_number_of_hands_ends_with_a_write_off() -> None:
    match = told(table({"match.end": "hands:2"}, bule=(20, 30, 40)), PASS)
    assert match.result is None
    match = told(match, PASS)
    assert match.result is not None
    assert match.result.write_off == (30, 30, 30)


def test_match_01_the_first_at_or_below_zero_ends_with_a_write_off() -> None:
    match = made(table({"match.end": "first_at_or_below_zero"}, bule=(10, 41, 40)))
    assert match.result is not None
    assert match.sheet.total == 0
    assert made(table({"match.end": "first_at_or_below_zero"}, bule=(12, 41, 40))).result is None


@pytest.mark.parametrize(
    ("value", "bule", "amounts"),
    [
        ("best", (20, 30, 40), (30, 30, 30)),
        ("best", (24, 34, 28), (29, 28, 29)),
        ("worst", (24, 34, 28), (28, 29, 29)),
        ("best", (8, 2, 0), (3, 3, 4)),
        ("worst", (8, 2, 0), (4, 3, 3)),
        ("best", (-10, -2, -2), (-4, -5, -5)),
    ],
)
def test_wo_01_wo_02_wo_04_who_writes_off_one_more(value: str, bule: tuple[int, ...], amounts: tuple[int, ...]) -> None:
    assert write_off_amounts(rules({"writeoff.extra_to": value}), bule, (0, 1, 2)) == amounts


def test_wo_02_of_equal_bule_the_earlier_seat_of_the_next_hand_is_better_or_worse() -> None:
    for value in ("best", "worst"):
        match = told(table({"writeoff.extra_to": value, "refa.max": 0}, bule=(4, 3, 3), dealer=2), PASS)
        assert match.dealer == 0
        match = say(match, "otpis")
        assert match.result is not None
        # P1 of the next hand is seat 1, then 2, then 0.
        assert match.result.write_off == ((3, 4, 3) if value == "best" else (4, 3, 3))
    match = told(table({"refa.max": 0}, bule=(4, 4, 5)), PASS)
    assert say(match, "otpis").sheet.bule == (0, -1, 1)


def test_wo_03_the_write_off_is_an_agreement_between_hands() -> None:
    assert table().agreements() == ()
    assert refused(table(), "otpis") == "WO-01"
    match = told(text=PASS)
    assert match.agreements()[0].word == "otpis"
    assert match.view(-2).agreements == ()
    assert match.view(1).agreements == match.agreements()
    assert say(match, "otpis").phase == "over"


@pytest.mark.parametrize(("value", "sign"), [("low_good", 1), ("high_good", -1)])
def test_res_01_res_03_the_sign_of_the_result(value: str, sign: int) -> None:
    match = made(table({"result.sign": value}, bule=(20, 10, -20)))
    assert match.result is not None
    # Ana: 10 bule, 40 supe against her; Boro: 10 bule, 20 own supe; Ceca: -20 bule, 20 own supe.
    assert match.result.points == tuple(sign * points for points in (140, 80, -220))
    assert match.result.sign == value


def test_res_02_the_results_add_to_zero() -> None:
    match = say(made(table(bule=(33, 11, 90))), "otpis")
    assert match.result is not None
    assert sum(match.result.points) == 0


def test_led_01_every_sheet_is_public_and_has_a_column_for_each_neighbour() -> None:
    match = made(table())
    sheets = [GAME.view_json(match.view(viewer), "ABC")["sheet"] for viewer in (-2, 0, 1, 2)]
    assert sheets == [sheets[0]] * 4
    boro = sheets[0]["players"][1]
    assert (boro["left_seat"], boro["right_seat"]) == (0, 2)
    assert (boro["left"], boro["right"]) == ([{"value": 20, "hand": 1}], [])


def test_led_02_the_side_columns_run_on_and_the_middle_is_written_new() -> None:
    match = made(made(table()))
    assert [mark.value for mark in match.sheet.middle[0]] == [100, 90]
    writers = [(done.declarer, done.number) for done in match.outcomes]
    assert writers == [(0, 1), (1, 2)]
    assert match.sheet.supe == ((0, 20, 0), (20, 0, 0), (20, 20, 0))


def test_led_03_a_hand_keeps_what_the_sheet_is_derived_from() -> None:
    done = outcome(made(table()))
    assert (done.number, done.dealer, done.declarer, done.tricks) == (1, 2, 0, (6, 2, 2))
    assert done.bule_before == (100, 100, 100)
