"""The proof: reference against plain minimax, kernel against reference, at the sizes promised."""

from collections.abc import Iterator

import pytest

from benchmarks.solver.corpora import corpus, ending
from kibic.cards import SeededRandom
from kibic.solver import Mode, Position, kernel, reference
from tests.solver.minimax import value

#: Endings by number of cards a hand; forty batches of these are 50,000.
BATCH = (0, 75, 225, 650, 255, 45)
BATCHES = 40
#: Full deals by kind; forty batches of these are 2,000.
DEALS = {"lone": 26, "suit": 13, "sans": 6, "betl": 2, "random": 3}
DEAL_BATCHES = 40


def batch(number: int) -> Iterator[Position]:
    rng = SeededRandom(f"proof {number}")
    for cards, count in enumerate(BATCH):
        for _ in range(count):
            yield ending(rng, cards)


@pytest.mark.parametrize("number", range(BATCHES))
def test_reference_and_kernel_equal_plain_minimax_on_endings(number: int) -> None:
    different = []
    seen = set()
    for position in batch(number):
        seen.add((position.mode, len(position.active), len(position.trick)))
        proper = value(position)
        if not proper == reference.solve(position) == kernel.solve(position):
            different.append(position)
    assert different == []
    wanted = {(mode, players, played) for mode in Mode for players in (2, 3) for played in range(players)}
    assert seen == wanted


def test_the_batches_add_up() -> None:
    assert BATCHES * sum(BATCH) == 50_000
    assert DEAL_BATCHES * sum(DEALS.values()) == 2_000


@pytest.mark.parametrize("number", range(DEAL_BATCHES))
def test_kernel_equals_reference_on_full_deals(number: int) -> None:
    different = [
        position
        for kind, count in DEALS.items()
        for position in corpus(kind, count, f"proof {number}")
        if reference.solve(position) != kernel.solve(position)
    ]
    assert different == []


def test_every_card_and_every_goal_is_worth_the_same_in_both() -> None:
    rng = SeededRandom("moves and goals")
    for _ in range(400):
        position = ending(rng, 1 + rng.randrange(5))
        assert kernel.solve_moves(position) == reference.solve_moves(position)
        for goal in range(position.tricks_left + 1):
            assert kernel.can_make(position, goal) == reference.can_make(position, goal)


def test_a_guess_changes_no_answer() -> None:
    rng = SeededRandom("guesses")
    for _ in range(100):
        position = ending(rng, 4)
        answers = {engine.solve(position, guess) for engine in (kernel, reference) for guess in (None, -3, 0, 2, 4, 99)}
        assert len(answers) == 1
        moves = kernel.solve_moves(position)
        assert moves == kernel.solve_moves(position, 3) == reference.solve_moves(position, 0)


def test_every_playable_card_has_its_plain_value() -> None:
    rng = SeededRandom("values of cards")
    for _ in range(150):
        position = ending(rng, 1 + rng.randrange(4))
        plain = {}
        for card in range(32):
            if position.playable >> card & 1:
                after = position.play(card)
                plain[card] = value(after) + (not after.trick and after.leader == position.declarer)
        assert kernel.solve_moves(position) == plain


def test_a_position_without_cards_is_worth_nothing() -> None:
    for engine in (kernel, reference):
        over = Position((0, 0, 0), Mode.S, 0, 1)
        assert engine.solve(over) == 0
        assert engine.solve_moves(over) == {}
