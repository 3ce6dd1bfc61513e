"""Best lines, traces, tables and many positions at once, through the public API."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.solver.corpora import corpus, deal, ending
from kibic.cards import DECK_32, Hand, SeededRandom, bits
from kibic.solver import (
    Mode,
    Position,
    PositionError,
    can_make,
    leader_of,
    moves_many,
    solve,
    solve_line,
    solve_many,
    solve_moves,
    table,
    table_of,
    trace,
)


def test_a_best_line_takes_what_the_position_is_worth_and_costs_nobody_anything() -> None:
    for position in (*corpus("lone", 40, "lines"), *corpus("endings", 200, "lines")):
        line = solve_line(position)
        traced = trace(position, line)
        assert [item.loss for item in traced] == [0] * len(line)
        assert {item.after for item in traced} == {solve(position)}
        assert len(line) == sum(position.hands[seat].bit_count() for seat in position.active)


def test_the_losses_of_random_play_add_up_to_what_was_taken() -> None:
    rng = SeededRandom("traces")
    for start in corpus("random", 30, "traces"):
        position, cards, taken = start, [], 0
        while position.tricks_left:
            card = rng.choice(tuple(bits(position.playable)))
            cards.append(card)
            position = position.play(card)
            taken += not position.trick and position.leader == position.declarer
        traced = trace(start, cards)
        assert len(traced) == 30
        given = sum(item.loss for item in traced if item.seat == start.declarer)
        won = sum(item.loss for item in traced if item.seat != start.declarer)
        sign = -1 if start.mode is Mode.BETL else 1
        assert taken == solve(start) + sign * (won - given)
        assert traced[-1].after == taken
        assert all(item.loss >= 0 for item in traced)


def test_a_loss_is_seen_where_it_happens() -> None:
    hands = tuple(Hand.parse(text).mask for text in ("AQ...", "K7...", "98..."))
    start = Position(hands, Mode.NT, 0, 1)
    cards = DECK_32.parse_cards("S7 S8 SA SQ SK S9")
    assert [(item.seat, item.loss) for item in trace(start, cards)] == [(1, 0), (2, 0), (0, 1), (0, 0), (1, 0), (2, 0)]


def test_a_card_that_was_not_allowed_cannot_be_traced() -> None:
    hands = tuple(Hand.parse(text).mask for text in ("A...A", "K...K", "9...9"))
    with pytest.raises(PositionError, match="player 1 cannot play CK now; allowed: SK"):
        trace(Position(hands, Mode.NT, 0, 0), DECK_32.parse_cards("SA CK"))


def test_the_table_has_every_game_of_every_declarer_with_the_proper_leader() -> None:
    hands, _ = deal(SeededRandom("table"))
    found = table(hands, first=1)
    assert list(found) == [(seat, mode) for seat in range(3) for mode in Mode]
    for (seat, mode), tricks in found.items():
        leader = (seat - 1) % 3 if mode is Mode.NT else 1  # LEAD-01, LEAD-02
        assert tricks == solve(Position(tuple(hands), mode, seat, leader))


def test_pol_07_the_declarer_leads_and_there_is_no_betl() -> None:
    hands, _ = deal(SeededRandom("polski"))
    found = table(hands, declarer_leads=True)
    assert len(found) == 15
    for (seat, mode), tricks in found.items():
        assert tricks == solve(Position(tuple(hands), mode, seat, seat))
        assert all(
            can_make(Position(tuple(hands), mode, seat, seat), level) == (tricks >= level) for level in range(11)
        )


def test_lead_01_the_next_who_takes_part_leads() -> None:
    assert leader_of(Mode.S, 0, 1, (0, 2)) == 2
    assert leader_of(Mode.BETL, 0, 2, (0, 1)) == 0
    assert leader_of(Mode.NT, 0, 2, (0, 1)) == 1
    assert leader_of(Mode.NT, 2, 0, (0, 2, 3)) == 0


def test_the_table_of_a_started_trick_takes_its_cards_back() -> None:
    hands, _ = deal(SeededRandom("started"))
    start = Position(tuple(hands), Mode.H, 2, 1)
    later = start.play(next(bits(start.playable)))
    assert table_of(later) == table_of(start) == table(hands, first=1)


@pytest.mark.parametrize("threads", [1, 3])
def test_many_positions_are_answered_in_order_and_as_they_come(threads: int) -> None:
    rng = SeededRandom("many")
    positions = [ending(rng, 3) for _ in range(400)]
    asked = 0

    def coming() -> object:
        nonlocal asked
        for position in positions:
            asked += 1
            yield position

    answers = solve_many(coming(), threads)  # type: ignore[arg-type]
    assert next(answers) == solve(positions[0])
    assert asked < len(positions) or threads > 1
    assert list(answers) == [solve(position) for position in positions[1:]]
    assert list(moves_many(positions[:90], threads)) == [solve_moves(position) for position in positions[:90]]


def test_many_threads_at_once_give_the_same_answers() -> None:
    positions = [*corpus("suit", 60, "threads"), *corpus("sans", 30, "threads"), *corpus("lone", 200, "threads")]
    alone = [solve(position) for position in positions]
    with ThreadPoolExecutor(8) as pool:
        rounds = [pool.submit(lambda: [solve(position) for position in positions]) for _ in range(8)]
        assert all(answers.result() == alone for answers in rounds)
    assert list(solve_many(positions * 3, threads=6)) == alone * 3
