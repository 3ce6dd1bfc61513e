"""What callers may hand over by mistake is refused in words, by the reference and the compiled solver alike."""

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.solver.corpora import corpus
from benchmarks.solver.spoiled import HUGE, NOTHING, fields_of, spoiled, tampered
from kibic.cards import Hand, SeededRandom, Suit
from kibic.solver import (
    Mode,
    Position,
    PositionError,
    better,
    can_make,
    kernel,
    leader_of,
    moves_many,
    moves_to_json,
    position_from_json,
    position_to_json,
    reference,
    solve,
    solve_line,
    solve_many,
    solve_moves,
    table,
    table_of,
    trace,
)
from kibic.solver.engine import Engine
from kibic.solver.weights import WEIGHTS

DEAL = next(corpus("random", 1, "invalid"))
ENDING = Position((1, 4, 8), Mode.S, 0, 0)
SOLVERS = pytest.mark.parametrize("solver", [kernel, reference], ids=["kernel", "reference"])


def test_no_value_of_any_field_makes_a_position_that_is_none() -> None:
    count = 0
    for fields in spoiled(DEAL):
        with pytest.raises(PositionError) as caught:
            Position(**fields)
        assert len(str(caught.value)) < 300
        assert caught.value.text.sr not in ("", caught.value.text.en)
        count += 1
    assert count > 150


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"mode": -1}, r"mode: -1; allowed: Mode\.S .* Mode\.BETL"),
        ({"mode": 9}, "mode: 9; allowed"),
        ({"mode": "S"}, "mode: 'S'; allowed"),
        ({"mode": None}, "mode: None; allowed"),
        ({"trick": (-1,)}, "-1 is no card; cards are numbers from 0 to 31"),
        ({"trick": (HUGE,)}, r"2\*\*\d+\.\.\. is no card"),
        ({"hands": (Hand(1), 4, 8)}, "hands: <Hand> is no whole number"),
        ({"hands": (1.0, 4, 8)}, r"hands: 1\.0 is no whole number"),
        ({"hands": 7}, "hands: 7 is no tuple"),
        ({"declarer": True}, "declarer: True is no whole number"),
        ({"leader": HUGE}, r"the leader 2\*\*\d+\.\.\. is not among"),
    ],
)
def test_the_message_names_the_field_the_value_and_what_is_allowed(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Position(**{**fields_of(ENDING), **changed})


def test_lists_and_other_whole_numbers_become_plain_so_that_nothing_changes_later() -> None:
    hands: Any = [1, 4, 8]
    given: Any = {"hands": hands, "mode": 0, "declarer": Suit.SPADES, "leader": 0, "trick": [], "active": [0, 1, 2]}
    position = Position(**given)
    hands[0] = 2**32 - 1
    assert position == ENDING
    assert (type(position.mode), type(position.declarer), type(position.hands)) == (Mode, int, tuple)
    assert solve(position) == solve(ENDING)


ASKED: list[Callable[[Any], object]] = [
    solve,
    solve_moves,
    solve_line,
    table,
    table_of,
    position_to_json,
    lambda bad: can_make(bad, 1),
    lambda bad: better(bad, 1, 2),
    lambda bad: trace(bad, ()),
    lambda bad: list(solve_many([bad])),
    lambda bad: list(moves_many([ENDING, bad], 2)),
    position_from_json,
    kernel.solve,
    kernel.solve_moves,
    lambda bad: kernel.solve_all([bad]),
    reference.solve,
    reference.solve_moves,
    lambda bad: reference.can_make(bad, 1),
    lambda bad: reference.solve_all([bad]),
]


@pytest.mark.parametrize("ask", ASKED)
def test_what_is_no_position_is_refused_by_all_that_ask_for_one(ask: Callable[[Any], object]) -> None:
    for bad in (None, 3, "S", HUGE, (1, 4, 8), object()):
        if ask is table and isinstance(bad, tuple):
            continue
        with pytest.raises(PositionError):
            ask(bad)


def test_what_is_no_card_is_not_played() -> None:
    cards: list[Any] = [*NOTHING, 40, 32]
    for card in cards:
        for ask in (ENDING.play, lambda bad: trace(ENDING, [bad]), lambda bad: moves_to_json({bad: 1})):
            with pytest.raises(PositionError, match=r"no card|no whole number"):
                ask(card)


ARGUMENTS: list[tuple[Any, tuple[Any, ...]]] = [
    (solve_many, (3, 1)),
    (solve_many, ([ENDING], "2")),
    (trace, (ENDING, 3)),
    (can_make, (ENDING, 1.5)),
    (leader_of, (9, 0, 0)),
    (leader_of, (Mode.NT, 3, 0)),
    (leader_of, (Mode.S, 0, 0, ())),
    (leader_of, (Mode.S, 0, None)),
    (table, ((1, 2, 4), "0")),
    (table, ((1, 2, Hand(4)),)),
    (table, ((1, 2, 4, 8, 16, 32),)),
]


@pytest.mark.parametrize(("ask", "arguments"), ARGUMENTS)
def test_other_arguments_are_refused_in_words_too(ask: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(PositionError):
        list(ask(*arguments))


@SOLVERS
def test_goals_beyond_all_tricks_have_the_same_answers(solver: Engine) -> None:
    betl = Position((1, 4, 8), Mode.BETL, 0, 0)
    for goal in (11, 2**31 - 1, 2**31, 10**12, HUGE):
        assert solver.can_make(ENDING, goal) is False
        assert solver.can_make(ENDING, -goal) is True
        assert solver.can_make(betl, goal) is True
        assert solver.can_make(betl, -goal) is False
        assert solver.solve(ENDING, goal) == solver.solve(ENDING, -goal) == solver.solve(ENDING)
        assert solver.solve_moves(ENDING, goal) == solver.solve_moves(ENDING)


def test_a_position_tampered_with_does_not_lead_the_kernel_astray() -> None:
    wrong = Position((1, 4, 8), Mode.S, 0, 0)
    object.__setattr__(wrong, "mode", -3)
    with pytest.raises(PositionError, match="was changed after it was checked"):
        kernel.solve(wrong)
    rng = SeededRandom("tampered")
    refused = 0
    for _ in range(300):
        try:
            assert kernel.solve(tampered(DEAL, rng)) in range(11)
        except (LookupError, TypeError, ValueError, OverflowError):
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("name", ["lead", "discard", "ruff", "follow"])
def test_short_lists_of_weights_are_refused(name: str) -> None:
    try:
        with pytest.raises(IndexError):
            kernel.set_weights({**WEIGHTS, name: WEIGHTS[name][:-1]})
    finally:
        kernel.set_weights(WEIGHTS)
        kernel.set_lone_weights(WEIGHTS)
