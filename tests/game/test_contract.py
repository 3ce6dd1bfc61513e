"""The contract of a game: errors, parameters, sets of legal actions, the registry."""

from __future__ import annotations

import pytest

from kibic.cards import SeededRandom
from kibic.game import (
    BrokenStateError,
    IllegalAction,
    KibicError,
    Listed,
    Parameter,
    RulesError,
    Text,
    WordError,
    game_named,
    games,
    registry,
)
from kibic.game.parameters import Value, show
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import PASS, Action, Bid
from kibic.games.preferans.narrow import as_a, known


def test_a_text_has_both_languages() -> None:
    text = Text("Pass", "Dalje")
    assert (text.in_language("sr"), text.in_language("en"), text.in_language("de")) == ("Dalje", "Pass", "Pass")


def test_errors_say_what_is_wrong_and_what_is_allowed() -> None:
    illegal = IllegalAction("AUC-04", Text("Too low.", "Prenisko."), ["dalje", "3"])
    assert (str(illegal), illegal.rule, illegal.legal) == ("Too low. (AUC-04)", "AUC-04", ("dalje", "3"))
    assert RulesError(["a", "b"]).problems == ("a", "b")
    assert str(RulesError(["a", "b"])) == "a; b"
    for error in (IllegalAction, RulesError, WordError, BrokenStateError):
        assert issubclass(error, KibicError)


def test_a_state_that_only_a_bug_can_make_says_so() -> None:
    assert known(3) == 3
    assert as_a(Bid, Bid(2)) == Bid(2)
    with pytest.raises(BrokenStateError, match="must be decided"):
        known(None)
    with pytest.raises(BrokenStateError, match="is no Bid"):
        as_a(Bid, PASS)


def test_a_listed_set_of_actions_is_asked_sampled_and_listed() -> None:
    actions: Listed[Action] = Listed([PASS, Bid(2)])
    assert PASS in actions
    assert Bid(3) not in actions
    assert list(actions) == [PASS, Bid(2)]
    assert actions.sample(SeededRandom("x")) in actions


def test_a_game_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "preferans" in games()
    assert game_named("preferans") is GAME
    with pytest.raises(KibicError, match=r"games: .*preferans"):
        game_named("poker")
    monkeypatch.setattr(registry, "_GAMES", {})
    monkeypatch.setattr(registry, "_HOMES", {"preferans": "kibic.games.preferans", "empty": "kibic.game.errors"})
    with pytest.raises(KibicError, match="empty"):
        game_named("empty")


def make(kind: str, default: Value, *values: Value, low: int | None = None, high: int | None = None) -> Parameter:
    return Parameter("group.name", kind, default, Text("A.", "B."), ("AUC-01",), values, low, high)


@pytest.mark.parametrize(
    ("parameter", "good", "bad"),
    [
        (make("bool", True, True, False), [True, False], [1, 0, "true", None]),
        (make("choice", 2, 2, 4), [2, 4], [3, "2", 2.0, True]),
        (make("int", 5, low=1, high=9), [1, 9], [0, 10, True, "5"]),
        (make("int", 5, low=1), [1, 900], [0]),
        (make("int", 5, high=9), [-3, 9], [10]),
        (make("choice", "a", "a", "b"), ["a", "b"], ["c", 1]),
        (make("choices", ("a",), "a", "b"), [["a"], ("b", "a"), []], [["c"], "a", 1, [1]]),
        (
            Parameter("g.n", "choice", "x", Text("A.", "B."), ("AUC-01",), ("x",), pattern=r"n:\d"),
            ["x", "n:3"],
            ["n:33", "y"],
        ),
    ],
)
def test_what_a_parameter_accepts(parameter: Parameter, good: list[object], bad: list[object]) -> None:
    for value in good:
        assert parameter.accepts(value) is not None
        assert parameter.right_type(value)
    for value in bad:
        assert parameter.accepts(value) is None


def test_a_list_is_kept_in_the_order_of_the_values() -> None:
    assert make("choices", ("a",), "a", "b").accepts(["b", "a"]) == ("a", "b")


def test_a_value_of_the_wrong_type_is_told_from_one_that_is_not_allowed() -> None:
    assert make("int", 5, low=1, high=9).right_type(99)
    assert not make("int", 5, low=1, high=9).right_type("5")
    assert not make("choices", ("a",), "a").right_type("a")
    assert Parameter("g.n", "text", "x", Text("A.", "B."), (), pattern="x").right_type("y")


def test_what_may_stand_in_a_parameter_is_shown() -> None:
    assert make("choices", ("a",), "a", "b").expected().en == "a list of a, b"
    assert make("choice", 2, 2, "any", low=1, high=3).expected().en == "2 | any | a whole number from 1 to 3"
    assert Parameter("g.n", "text", "x", Text("A.", "B."), (), pattern="n:.").expected().en == "a text like n:."
    assert [show(value) for value in (True, False, 3, "x", (1, 2), ["a"])] == [
        "true",
        "false",
        "3",
        "x",
        "[1, 2]",
        "[a]",
    ]
    assert (make("int", 5, low=1).group, make("int", 5, low=1).name) == ("group", "name")
