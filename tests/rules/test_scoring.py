"""Who makes, and what is written (preferans.md sections 11, 12 and 15)."""

from __future__ import annotations

from itertools import product

import pytest

from kibic.games.preferans import Contract, Outcome
from tests.rules.deals import cited, outcome, supe, table, told, tricks

TWO = "2 dalje dalje skart ? ? tref dodjem dodjem moze moze"
LONE = "2 dalje dalje skart ? ? tref dodjem ne sam moze"
BETL = "2 dalje dalje skart ? ? betl "
HAND: dict[str, object] = {"match.end": "hands:9", "score.bule_model": "mirror93"}


def played(
    words: str, *taken: int, options: dict[str, object] | None = None, **sheet: tuple[int, ...] | int
) -> Outcome:
    return outcome(tricks(told(table(options, **sheet), words), *taken))  # type: ignore[arg-type]


@pytest.mark.parametrize(("own", "made"), [(5, False), (6, True), (10, True)])
def test_make_01_the_declarer_needs_six(own: int, made: bool) -> None:
    assert played(TWO, own, 10 - own, 0).made[0] is made
    assert played(TWO.replace("tref", "sans"), own, 10 - own, 0).made[0] is made


def test_make_01_the_number_is_a_parameter() -> None:
    assert played(TWO, 5, 3, 2, options={"make.declarer": 5}).made[0] is True


@pytest.mark.parametrize(("own", "made"), [(0, True), (1, False)])
def test_make_01_betl_is_made_without_a_trick(own: int, made: bool) -> None:
    assert played(BETL + "moze moze", own, 10 - own, 0).made[0] is made


@pytest.mark.parametrize(("own", "made"), [(10, True), (9, False)])
def test_make_01_preferans_needs_all_ten(own: int, made: bool) -> None:
    done = played("preferans dalje dalje moze moze", own, 10 - own, 0, options={"auc.max": 8})
    assert done.made == (made, None, None)
    assert supe(done) == ({} if made else {(1, 0): 90, (2, 0): 90})


@pytest.mark.parametrize(("own", "made"), [(1, False), (2, True)])
def test_make_02_a_lone_follower_needs_two(own: int, made: bool) -> None:
    assert played(LONE, 10 - own, own, 0).made == (True, made, None)


def test_make_02_the_number_is_a_parameter() -> None:
    assert played(LONE, 9, 1, 0, options={"make.lone": 1}).made[1] is True


@pytest.mark.parametrize(
    ("right", "left", "made"),
    [
        (4, 0, (True, True)),
        (3, 1, (True, True)),
        (2, 2, (True, True)),
        (3, 0, (True, False)),
        (2, 1, (True, False)),
        (1, 1, (False, False)),
        (0, 0, (False, False)),
    ],
)
def test_make_03_two_followers_make_with_four_together_or_two_each(
    right: int, left: int, made: tuple[bool, bool]
) -> None:
    assert played(TWO, 10 - right - left, right, left).made == (True, *made)


def test_make_03_both_numbers_are_parameters() -> None:
    assert played(TWO, 7, 3, 0, options={"make.pair_joint": 3}).made == (True, True, True)
    assert played(TWO, 7, 2, 1, options={"make.pair_each": 1}).made == (True, True, True)


def test_make_06_defenders_of_a_betl_never_fall_without_kontra() -> None:
    assert played(BETL + "moze moze", 0, 0, 10).made == (True, None, None)


def test_make_07_declarer_and_followers_are_judged_apart() -> None:
    assert played(TWO, 7, 3, 0).bule == (-10, 0, 10)
    assert played(TWO, 5, 5, 0).bule == (10, 0, 0)


def test_sco_01_made_writes_off_the_unit_and_a_fall_writes_it_on() -> None:
    assert played(TWO, 6, 2, 2).bule == (-10, 0, 0)
    assert played(TWO, 5, 3, 2).bule == (10, 0, 0)
    assert played(LONE, 9, 1, 0).bule == (-10, 10, 0)


def test_sco_02_each_trick_of_the_defence_is_worth_the_unit() -> None:
    done = played(TWO, 7, 1, 2)
    assert supe(done) == {(1, 0): 10, (2, 0): 20}
    assert done.bule == (-10, 10, 0), "written although the writer fell"
    texts = [reason.text(["Ana", "Boro", "Ceca"]) for reason in done.reasons if reason.about == "supe"]
    assert [text.en for text in texts] == [
        "1 trick x 10 = 10 supe against Ana.",
        "2 tricks x 10 = 20 supe against Ana.",
    ]
    assert texts[1].sr == "2 štiha x 10 = 20 supa (Ana)."


def test_sco_03_nobody_followed_no_supe() -> None:
    assert supe(outcome(told(text="2 dalje dalje skart ? ? tref ne ne"))) == {}


@pytest.mark.parametrize(("words", "points"), [(BETL + "moze moze", 60), ("betl dalje dalje moze moze", 70)])
def test_sco_04_fixed_supe_of_a_betl_that_fell(words: str, points: int) -> None:
    assert supe(played(words, 3, 7, 0)) == {(1, 0): points, (2, 0): points}
    assert supe(played(words, 0, 7, 3)) == {}


def test_sco_05_fixed_supe_under_kontra() -> None:
    words = BETL + "kontra moze"
    assert supe(played(words, 1, 4, 5)) == {(1, 0): 120, (2, 0): 120}
    assert supe(played(words, 1, 4, 5, options={"betl.kontra_supe": "kontras_all"})) == {(1, 0): 240}


def test_sco_06_refa_doubles_everything() -> None:
    done = played(TWO, 7, 2, 1, refas=(1, 1, 1), refa_written=1)
    assert (done.refa, done.bule, supe(done)) == (2, (-20, 0, 20), {(1, 0): 40, (2, 0): 20})
    assert "SCO-06" in cited(done)


@pytest.mark.parametrize(("value", "points"), [(True, 120), (False, 60)])
def test_sco_06_fixed_supe_are_doubled_where_that_is_agreed(value: bool, points: int) -> None:
    done = played(BETL + "moze moze", 1, 9, 0, options={"refa.doubles_fixed": value}, refas=(1, 1, 1), refa_written=1)
    assert (done.bule[0], supe(done)[1, 0]) == (24, points)


def test_sco_07_the_values_of_the_games() -> None:
    assert [contract.unit(igra=False) for contract in Contract] == [4, 6, 8, 10, 12, 14, 16]
    assert [contract.unit(igra=True) for contract in Contract] == [6, 8, 10, 12, 14, 16, 18]
    assert Contract.TREF.unit(igra=True, multiplier=4) == 48


def test_sco_08_the_total_changes_by_the_unit_for_each_fall_and_each_made_game() -> None:
    for right, left in product(range(6), repeat=2):
        done = played(TWO, 10 - right - left, right, left)
        falls = sum(made is False for made in done.made)
        assert sum(done.bule) == 10 * falls - 10 * (done.made[0] is True)
        assert sum(supe(done).values()) == 10 * (right + left)


@pytest.mark.parametrize(
    ("words", "taken", "bule"),
    [
        (TWO, (6, 3, 1), (-10, 5, 5)),
        (TWO, (5, 3, 2), (10, -5, -5)),
        (LONE, (9, 1, 0), (-10, 10, 0)),
        ("2 dalje dalje skart ? ? tref dodjem ne zajedno idem moze", (5, 3, 2), (10, -10, 0)),
        ("2 dalje dalje skart ? ? tref dodjem dodjem moze kontra moze", (6, 2, 2), (-20, 0, 20)),
        (BETL + "moze moze", (0, 5, 5), (-12, 0, 0)),
        (BETL + "kontra moze", (1, 5, 4), (24, -24, 0)),
    ],
)
def test_sco_09_in_mirror93_the_defence_moves_opposite_to_the_declarer(
    words: str, taken: tuple[int, ...], bule: tuple[int, ...]
) -> None:
    done = played(words, *taken, options=HAND)
    assert done.bule == bule
    assert "SCO-09" in cited(done)


def test_sco_09_in_mirror93_nobody_following_moves_only_the_declarer() -> None:
    assert outcome(told(table(HAND), "2 dalje dalje skart ? ? tref ne ne")).bule == (-10, 0, 0)


def test_last_01_the_declarer_takes_only_what_is_left_and_the_match_ends() -> None:
    match = tricks(told(table(bule=(10, 4, -8)), TWO), 6, 2, 2)
    done = outcome(match)
    assert (done.bule, done.reduced) == ((-6, 0, 0), True)
    assert match.sheet.total == 0
    assert (match.to_act, match.phase) == (None, "over")
    assert match.result is not None
    assert "LAST-01" in cited(done)


def test_last_01_a_unit_equal_to_what_is_left_is_not_reduced() -> None:
    match = tricks(told(table(bule=(10, 8, -8)), TWO), 6, 2, 2)
    assert (outcome(match).bule[0], outcome(match).reduced) == (-10, False)
    assert match.result is not None


def test_last_01_without_reduction_the_full_unit_is_written() -> None:
    match = tricks(told(table({"last.reduce": False}, bule=(10, 4, -8)), TWO), 6, 2, 2)
    assert outcome(match).bule == (-10, 0, 0)
    assert match.result is not None
    assert match.result.write_off == (-1, -2, -1)
    assert sum(match.sheet.bule) == 0


def test_last_01_counts_for_a_credited_game_too() -> None:
    match = told(table(bule=(10, 4, -8)), "2 dalje dalje skart ? ? tref ne ne")
    assert outcome(match).bule == (-6, 0, 0)
    assert match.result is not None


def test_last_02_a_fall_lifts_the_reduction() -> None:
    match = tricks(told(table(bule=(10, 4, -8)), TWO), 7, 3, 0)
    assert outcome(match).bule == (-10, 0, 10)
    assert "LAST-02" in cited(outcome(match))
    assert match.result is None


@pytest.mark.parametrize(("value", "worth"), [("full", 10), ("reduced", 6)])
def test_last_03_supe_of_a_reduced_hand(value: str, worth: int) -> None:
    done = played(TWO, 6, 2, 2, options={"last.supe": value}, bule=(10, 4, -8))
    assert supe(done) == {(1, 0): 2 * worth, (2, 0): 2 * worth}


@pytest.mark.parametrize(
    ("value", "bule", "change"),
    [
        ("off", (10, 4, -8), 10),
        ("unit_ge_total", (10, 4, -8), 20),
        ("unit_ge_total", (10, 4, -4), 20),
        ("unit_ge_total", (10, 4, -2), 10),
        ("total_2", (10, 4, -8), 10),
        ("total_2", (6, 4, -8), 20),
    ],
)
def test_last_04_a_fall_in_the_last_hand_can_count_twice(value: str, bule: tuple[int, ...], change: int) -> None:
    done = played(TWO, 5, 3, 2, options={"last.fall_double": value}, bule=bule)
    assert done.bule == (change, 0, 0)
    assert supe(done) == {(1, 0): 30, (2, 0): 20}, "supe stay normal"
    assert ("LAST-04" in cited(done)) == (change == 20)


def test_every_number_on_the_sheet_has_a_reason() -> None:
    for right, left in product(range(4), repeat=2):
        done = played(TWO, 10 - right - left, right, left)
        for seat, change in enumerate(done.bule):
            reasons = [reason for reason in done.reasons if reason.seat == seat and reason.about == "bule"]
            assert bool(change) == any(reason.points == change for reason in reasons)
        for (writer, _), points in supe(done).items():
            assert any(
                (reason.seat, reason.about, reason.points) == (writer, "supe", points) for reason in done.reasons
            )
