"""The worked examples of scores, sheets, write-offs and results, entered through the form model."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import pytest

from kibic.games.preferans import Match, Outcome
from tests.rules.deals import say, supe, table
from tests.rules.entering import entered, form
from tests.rules.examples import LADDER, WORDS, Case, cases
from tests.rules.level_tables import level_rules
from tests.rules.test_examples import NOT_COVERED
from tests.rules.test_level_scoring import CASES, SCORED

PASSED = {"declarer": "pass"}


def each(kind: str) -> pytest.MarkDecorator:
    """One test a case of ``kind`` and ruleset, named by the ID."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=f"{case.id}-{case.ruleset}") for case in cases(kind, NOT_COVERED)]
    )


def follow(case: Case) -> str:
    """Who follows, as an answer."""
    given, declarer = case.given, case.given["declarer"]
    answers = given.get("follow", dict.fromkeys(case.players, True))
    came = [case.seat(name) for name in case.players if name != declarer and answers.get(name)]
    if len(came) == 2:
        return "both"
    if not came:
        return "none"
    if "call" in given:
        other = next(seat for seat in range(3) if seat not in (came[0], case.seat(declarer)))
        return f"{came[0]}+{other}"
    return str(came[0])


def answers_of_case(case: Case) -> dict[str, str]:
    """A scoring case as answers, those of questions that are not asked included."""
    given = case.given
    declarer = case.seat(given["declarer"])
    kontra = given.get("kontra", {})
    steps = LADDER[: LADDER.index(kontra["level"]) + 1] if kontra.get("level") else ()
    by = str(case.seat(kontra["by"])) if steps else "no"
    givers = dict(zip(LADDER, (by, str(declarer), by, str(declarer)), strict=True))
    answers = {
        "declarer": str(declarer),
        "game": f"igra {WORDS[given['game']]}" if given.get("no_talon") else WORDS[given["game"]],
        "follow": follow(case),
        **{step: givers[step] if step in steps else "no" for step in LADDER},
    }
    return answers | tricks_of(case, declarer)


def tricks_of(case: Case, declarer: int) -> dict[str, str]:
    """The tricks of a scoring case as answers."""
    given = case.given
    if "tricks" in given:
        taken = case.by_seat(given["tricks"])
    elif "results" in given:
        taken = tuple(7 if seat == declarer else 2 if given["results"][name] == "made" else 1
                      for seat, name in enumerate(case.players))  # fmt: skip
    else:
        return {}
    defenders = [(declarer + 1) % 3, (declarer + 2) % 3]
    first = next((seat for seat in defenders if taken[seat] or follow(case) == "both"), defenders[0])
    made = taken[declarer] == 0 if given["game"] == "betl" else taken[declarer] == 10
    return {"tricks": str(taken[declarer]), "defence": str(taken[first]), "made": "yes" if made else "no"}


@each("score")
def test_score(case: Case) -> None:
    expect = case.expect
    match = entered(case.table(), **answers_of_case(case))
    done = match.outcomes[-1]
    assert isinstance(done, Outcome)
    assert done.bule == case.by_seat(expect["bule"])
    if "supe" in expect:
        declarer = case.seat(case.given["declarer"])
        assert supe(done) == {(case.seat(name), declarer): points for name, points in expect["supe"].items()}
    if "finished" in expect:
        assert (match.result is not None) == expect["finished"]
    if "refa_spent" in expect:
        assert done.refa_spent == expect["refa_spent"]


MADE = {"declarer": "0", "game": "tref", "follow": "both", "tricks": "6", "defence": "2"}


def sheet_after(case: Case) -> tuple[Match, Match]:
    """The match before and after the hand a case about the state of the sheet talks about."""
    given = case.given
    if "bule" in given:
        after = given["bule"]
        first = next(iter(after))
        before = table(case.rules, bule=[value + 10 * (name == first) for name, value in after.items()])
        return before, entered(before, **MADE)
    if "change" in given:
        [(name, bule)] = given["bule_before"].items()
        before = table(case.rules, bule=(bule, 100, 100))
        betl = {"declarer": "0", "game": "betl", "made": "yes"}
        return before, entered(before, **(betl if given["change"][name] == -12 else {**MADE, "game": "herc"}))
    bule = tuple(given.get("bule_before", {"P1": 100, "P2": 100, "P3": 100}).values())
    if "declarer_refas_before" in given:
        had = given["declarer_refas_before"]
        before = table(case.rules, bule=bule, refas=(had, 0, 0), refa_written=had)
        return before, entered(before, **MADE)
    before = table(case.rules, bule=bule)
    return before, entered(before, **PASSED)


@each("match_state")
def test_match_state(case: Case) -> None:
    _, after = sheet_after(case)
    given, expect, sheet = case.given, case.expect, after.sheet
    if "total" in expect:
        assert sheet.bule == tuple(given["bule"].values())
        assert (sheet.total, after.result is not None) == (expect["total"], expect["finished"])
    elif "change" in given:
        [name] = given["change"]
        assert sheet.bule[0] == expect["bule"][name]
        assert sheet.hats[0] == expect.get("hat_drawn", expect.get("in_hat", True))
    elif "declarer_refas_before" in given:
        done: Any = after.outcomes[-1]
        assert done.refa == expect.get("refa_factor", 2)
        assert sheet.refa_available[0] == expect["declarer_refas_after"]
    else:
        assert sheet.refa_available == (int(expect["refa_written_now"]),) * 3


@each("write_off")
def test_write_off(case: Case) -> None:
    before = case.given["bule"]
    start = table({**case.rules.options(), "refa.max": 0}, bule=tuple(before.values()))
    match = say(entered(start, **PASSED), "otpis")
    assert match.result is not None
    assert match.result.write_off == tuple(case.expect["write_off"][name] for name in before)
    assert match.sheet.bule == tuple(case.expect["bule"][name] for name in before)


GAMES: Final = (("sans", 14), ("tref", 10), ("herc", 8), ("karo", 6))
#: Supe that a lone follower writes in one hand: amount -> game, unit and his tricks, of which one is a fall.
STEPS: Final = {unit * count: (game, unit, count) for count in (1, 4, 3, 2) for game, unit in GAMES}


@cache
def parts_of(amount: int) -> tuple[int, ...] | None:
    """The fewest steps that add up to an amount of supe; None where none do."""
    if amount == 0:
        return ()
    rest = {step: parts_of(amount - step) for step in STEPS if step <= amount}
    found = [(step, *parts) for step, parts in rest.items() if parts is not None]
    return min(found, key=len, default=None)


@each("result")
def test_result(case: Case) -> None:
    """The columns are written by hands entered one after the other, the last of which ends the match."""
    given = case.given
    own, against = given["own_supe"], given["supe_against"]
    columns = {(0, 1): own[0], (0, 2): own[1], (1, 0): against[0], (2, 0): against[1]}
    bule, hands = [given["bule"], 0, -given["bule"]], []
    for (writer, declarer), amount in columns.items():
        parts = parts_of(amount)
        assert parts is not None, amount
        for part in parts:
            game, unit, count = STEPS[part]
            hands.append((declarer, game, writer, count))
            bule[declarer] += unit
            bule[writer] -= unit * (count == 1)
    match = table({**case.rules.options(), "refa.max": 0}, bule=bule)
    for declarer, game, writer, count in sorted(hands, key=lambda hand: hand[3] > 1):  # the falls first
        answers = {"declarer": str(declarer), "game": game, "follow": str(writer), "tricks": str(10 - count)}
        match = entered(match, **answers, defence=str(count))
    if match.result is None:  # nothing left to be written by a hand: the paper is closed
        match = say(entered(match, **PASSED), "otpis")
    assert match.sheet.bule == (given["bule"], 0, -given["bule"])
    assert [match.sheet.supe[writer][declarer] for writer, declarer in columns] == list(columns.values())
    assert match.result is not None
    assert match.result.points[0] == case.expect["result"]


@pytest.mark.parametrize("case", SCORED)
def test_levels(case: str) -> None:
    from kibic.games.preferans import GAME

    given, expect = CASES[case]["given"], CASES[case]["expect"]
    whist = given.get("whist", {"w1": True, "w2": True})
    tricks = dict(given["tricks"])
    first = tricks.setdefault("w1", 10 - tricks["declarer"])
    came = [seat for seat, name in ((1, "w1"), (2, "w2")) if whist[name]]
    match = GAME.start(level_rules(), 3, 2)
    done = form(
        match, declarer="0", game=f"{given['level']}H", follow="both" if len(came) == 2 else str(came[0]),
        tricks=str(tricks["declarer"]), defence=str(first),
    ).outcome  # fmt: skip
    assert done is not None
    seats = {"declarer": 0, "w1": 1, "w2": 2}
    for name, points in expect.get("points", {}).items():
        assert done.points[seats[name]] == points  # type: ignore[union-attr]
