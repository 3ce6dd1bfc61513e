"""What cards cost against open cards, and what the declarer's hand was good for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibic.cards import DECK_32
from kibic.games.preferans.actions import Play
from kibic.record import Replay, read_file, replay
from kibic.review import costs, costs_json, possible
from kibic.solver import Mode, position_of, solve, trace
from tests.review.hands import played

GOLDEN = Path(__file__).parents[1] / "record" / "golden"

#: Ana plays herc and leads.
LEADS = "2 dalje dalje skart herc dodjem dodjem moze moze "


def traced(record: Replay) -> list[tuple[int, int]]:
    """The steps and tricks of the cards of the first hand that cost something, as the solver traces the whole line."""
    before, first, cards = record.start, None, []
    for number, step in enumerate(record.steps):
        if step.hand == 1 and isinstance(step.action, Play):
            first = first or position_of(before)
            cards.append((number, step.action.card))
        before = step.after
    assert first is not None
    found = trace(first, [card for _, card in cards])
    return [(number, item.loss) for (number, _), item in zip(cards, found, strict=True) if item.loss]


@pytest.mark.parametrize("name", ["two_followers", "sans_lead", "one_follower", "claim"])
def test_costs_are_those_of_the_traced_line(name: str) -> None:
    record = replay(read_file(GOLDEN / f"{name}.toml"))
    assert [(item.step, item.lost) for item in costs(record, 1)] == traced(record)


def test_a_card_that_throws_a_trick_away_is_named_with_the_better_ones() -> None:
    record = played(("AQ.K87.AKQ7.A", "KJ.A.JT98.KQJ", None), f"{LEADS}SQ SJ S7 ostalo 9")
    found = costs(record, 1)
    assert [(item.step, item.lost) for item in found] == traced(record)
    assert found
    for item in found:
        assert record.steps[item.step].action.card not in item.best
        assert item.best


def test_in_betl_only_the_game_counts_not_the_tricks() -> None:
    record = replay(read_file(GOLDEN / "betl_kontra.toml"))
    assert all(item.lost == 1 for item in costs(record, 1))


def test_what_was_possible_is_solved_for_every_game_of_the_declarer() -> None:
    record = replay(read_file(GOLDEN / "two_followers.toml"))
    games = possible(record, 1)
    assert list(games) == ["pik", "karo", "herc", "tref", "betl", "sans"]
    before = next(
        before
        for before, step in zip((record.start, *(step.after for step in record.steps)), record.steps, strict=False)
        if isinstance(step.action, Play)
    )
    position = position_of(before)
    assert games[("pik", "karo", "herc", "tref")[position.mode]] == solve(position)
    assert position.mode is not Mode.NT


def test_as_json_with_the_cards_as_texts() -> None:
    record = played(("AQ.K87.AKQ7.A", "KJ.A.JT98.KQJ", None), f"{LEADS}SQ SJ S7 ostalo 9")
    told = costs_json(record, 1)
    assert [one["step"] for one in told["cards"]] == [item.step for item in costs(record, 1)]
    assert all(card in DECK_32.texts for one in told["cards"] for card in one["best"])
    assert {one["game"]: one["tricks"] for one in told["possible"]} == possible(record, 1)


@pytest.mark.parametrize("name", ["scorekeeper", "all_pass", "polski", "nobody_follows"])
def test_without_cards_played_there_is_nothing_to_say(name: str) -> None:
    record = replay(read_file(GOLDEN / f"{name}.toml"))
    assert costs_json(record, 1) == {"cards": [], "possible": []}
