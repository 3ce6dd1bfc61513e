"""Points of levels and the examples of examples.yaml (section 21: POL-08 to POL-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from kibic.games.preferans.levels.contracts import LEVELS, Denomination, LevelContract
from kibic.games.preferans.levels.sentences import SENTENCES
from tests.rules.deals import NAMES
from tests.rules.examples import all_cases
from tests.rules.level_tables import BLIND_6, level_rules, scored
from tests.rules.test_texts import ENGINE

CASES: Final = {case["id"]: case for case in all_cases() if case["ruleset"] == "polski"}
SCORED: Final = [key for key, case in CASES.items() if case["kind"] == "score"]


def played(level: int, answers: str, *taken: int, **options: Any) -> tuple[int, ...]:
    """The points of a hand at ``level`` after the answers of the opponents."""
    text = f"6S pas pas skart ? ? {level}H {answers}"
    return scored(text, *taken, options={key.replace("_", ".", 1): value for key, value in options.items()}).points


def test_the_cases_of_polski_are_those_driven_here() -> None:
    assert set(CASES) == {*SCORED, "POL-table"}
    assert len(SCORED) == 5


@pytest.mark.parametrize("case", SCORED)
def test_examples_of_the_source(case: str) -> None:
    given: Mapping[str, Any] = CASES[case]["given"]
    expect: Mapping[str, Any] = CASES[case]["expect"]
    whist = given.get("whist", {"w1": True, "w2": True})
    tricks = dict(given["tricks"])
    first = tricks.setdefault("w1", 10 - tricks["declarer"])
    tricks.setdefault("w2", 10 - tricks["declarer"] - first)
    answers = " ".join("wist" if whist[name] else "pas" for name in ("w1", "w2"))
    if not all(whist.values()):
        answers += " sam"
    text = f"6S pas pas skart ? ? {given['level']}H {answers}"
    done = scored(text, *(tricks[name] for name in ("declarer", "w1", "w2")))
    seats = {"declarer": 0, "w1": 1, "w2": 2}
    for name, points in expect.get("points", {}).items():
        assert done.points[seats[name]] == points
    for name, short in expect.get("undertricks", {}).items():
        assert done.made[seats[name]] is (short == 0)
        assert not [reason for reason in done.reasons if reason.seat == seats[name] and reason.key == "short"]


def test_pol_08_the_table_of_the_source() -> None:
    expect: Mapping[str, list[int | None]] = CASES["POL-table"]["expect"]
    levels = CASES["POL-table"]["given"]["level"]
    assert levels == list(LEVELS)
    assert [LevelContract(level, Denomination.HEARTS).value for level in levels] == expect["made"]
    assert [-LevelContract(level, Denomination.HEARTS).value for level in levels] == expect["per_undertrick"]
    rules = level_rules().level
    assert [rules.owed(level, summoned=False) for level in levels] == expect["whist_quota"]
    assert [rules.owed(level, summoned=True) or None for level in levels] == expect["summon_quota"]
    for level in LEVELS:
        answers = "" if level == 10 else "wist wist"
        value = 10 * (level - 5)
        assert played(level, answers, level, 10 - level, 0)[0] == value
        assert played(level, answers, level - 1, 11 - level, 0)[0] == -value


def test_pol_08_overtricks_are_worthless() -> None:
    assert played(6, "wist wist", 9, 1, 0)[0] == played(6, "wist wist", 6, 2, 2)[0] == 10


def test_pol_09_a_whister_scores_his_tricks_and_both_score_each_undertrick() -> None:
    assert played(7, "wist wist", 5, 3, 2) == (-40, 100, 80)
    assert played(8, "wist pas sam", 6, 4, 0) == (-60, 4 * 30 + 2 * 30, 0)
    assert played(9, "wist wist", 9, 0, 1) == (40, -40, 40)


def test_pol_10_short_only_when_both_together_have_less_than_their_quotas() -> None:
    assert played(6, "wist wist", 6, 0, 4) == (10, 0, 40)
    assert played(6, "wist wist", 7, 0, 3) == (10, -10, 30), "one trick is missing together, though two are his"
    assert played(6, "wist wist", 8, 0, 2) == (10, -20, 20)
    assert played(6, "wist wist", 9, 1, 0) == (10, 10 - 10, -20)
    assert played(6, "wist wist", 10, 0, 0) == (10, -20, -20)
    assert played(6, "wist pas sam", 9, 1, 0) == (10, 10 - 10, 0)
    done = scored(BLIND_6 + "wist wist", 7, 0, 3)
    assert done.made == (True, False, True)


def test_pol_10_whether_a_short_whister_keeps_the_points_of_his_tricks() -> None:
    assert played(6, "wist pas sam", 9, 1, 0, level_short_keeps=False) == (10, -10, 0)
    assert played(6, "wist pas sam", 8, 2, 0, level_short_keeps=False) == (10, 20, 0)


def test_pol_11_the_summoner_scores_everything_and_the_summoned_nothing() -> None:
    assert played(6, "wist pas ciemno", 5, 2, 3) == (-10, 50 + 10, 0)
    assert played(6, "pas wist widno", 6, 4, 0) == (10, 0, 40)
    assert played(6, "pas wist widno", 8, 1, 1) == (10, 0, 20 - 20)
    done = scored(BLIND_6 + "pas wist widno", 8, 1, 1)
    assert (done.made, done.roles) == ((True, None, False), ("declarer", "called", "caller"))
    assert (done.caller, done.called, done.summon, done.followers) == (2, 1, "open", (1, 2))
    assert played(7, "pas wist ciemno", 9, 1, 0) == (20, 0, 20 - 20)


def test_pol_04_other_quotas_may_be_agreed() -> None:
    assert played(6, "wist pas sam", 8, 2, 0, level_whist_quota="3-2-1-1") == (10, 20 - 10, 0)
    assert played(7, "wist pas widno", 8, 1, 1, level_summon_quota="4-3-2-1") == (20, 40 - 20, 0)


def test_every_number_has_a_reason_with_its_arithmetic() -> None:
    done = scored(BLIND_6 + "wist wist", 5, 1, 4)
    for seat in range(3):
        explained = [reason.points or 0 for reason in done.reasons if reason.seat == seat and reason.about == "points"]
        assert sum(explained) == done.points[seat]
    texts = {reason.text(NAMES).en: reason.text(NAMES).sr for reason in done.reasons}
    assert texts["6S: 1 short x 10 = -10 points."] == "6S: manjka 1 x 10 = -10 poena."
    assert texts["The defence has 5 tricks together, 4 are enough for both."].startswith("Odbrana ima 5 štihova")
    assert texts["4 tricks x 10 = 40 points."] == "4 štiha x 10 = 40 poena."


@pytest.mark.parametrize("answers", ["wist wist", "wist pas sam", "pas wist widno", "wist pas ciemno"])
@pytest.mark.parametrize("keeps", [True, False])
def test_the_reasons_add_up_to_the_points(answers: str, keeps: bool) -> None:
    for own in range(11):
        rest = 10 - own
        taken = (own, rest, 0) if answers == "wist pas sam" else (own, rest // 3, rest - rest // 3)
        done = scored(BLIND_6 + answers, *taken, options={"level.short_keeps": keeps})
        sums = [0, 0, 0]
        for reason in done.reasons:
            assert reason.rules
            assert "{" not in reason.text(NAMES).en + reason.text(NAMES).sr
            if reason.seat is not None:
                sums[reason.seat] += reason.points or 0
        assert tuple(sums) == done.points
        assert done.points_before == (0, 0, 0)


def test_every_sentence_is_used() -> None:
    files = [path for path in (ENGINE / "levels").glob("*.py") if path.name != "sentences.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    assert {key for key in SENTENCES if f'"{key}"' not in source} == set()
