"""Duplicate boards: the same cards in every seating, scores that add to zero, faults that cost the seat, journals."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from kibic.arena import BoardOrder, BoardScore, Duel, play_board, play_duel, points_a_hand, seatings
from kibic.arena.boards import EntrantScore, RoleScore
from kibic.arena.journal import Journal
from kibic.arena.losses import Played, costs, played_from
from kibic.arena.situations import GROUP, situation
from kibic.arena.worth import hand_worth
from kibic.bots import bot_named
from kibic.cards import SeededRandom
from kibic.game import HOUSE, KibicError
from kibic.games.preferans import GAME, Match
from kibic.solver import trace
from tests.needs import need

#: Short matches, so that sheets are found quickly.
SHORT = {"match.start_bule": 10}
DUEL = Duel(("rule", "random"), 3, "s", options=SHORT)
MINE = "tests.arena.entrants"


def timeless(score: BoardScore) -> BoardScore:
    """The score without what the clock says."""
    return replace(score, entrants=tuple(replace(one, micros={}) for one in score.entrants))


def played(duel: Duel, jobs: int = 1, **how: Any) -> tuple[BoardScore, ...]:
    heard: list[BoardScore] = []
    scores = play_duel(duel, jobs, heard.append, **how)
    assert tuple(heard) == scores
    return tuple(timeless(score) for score in scores)


def test_two_bots_meet_in_all_six_seatings_and_three_in_all_orders() -> None:
    assert seatings(2, 3) == ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    assert len(seatings(3, 3)) == 6
    assert len(seatings(4, 4)) == 24
    assert len(seatings(2, 4)) == 14


def test_the_scores_depend_on_the_seed_alone() -> None:
    alone = played(DUEL)
    assert [score.number for score in alone] == [1, 2, 3]
    assert played(DUEL, jobs=2) == alone
    assert played(replace(DUEL, seed="t")) != alone
    assert played(replace(DUEL, deals=2)) == alone[:2]


def test_points_add_to_zero_and_equal_bots_are_equal() -> None:
    for score in played(DUEL):
        assert score.hands == 6
        assert [one.seats for one in score.entrants] == [9, 9]
        assert sum(one.points for one in score.entrants) == 0
    for score in played(replace(DUEL, bots=("rule", "rule"))):
        assert [points_a_hand(score, who) for who in (0, 1)] == [0, 0]


def test_three_bots_sit_everywhere_equally_often() -> None:
    for score in played(replace(DUEL, bots=("rule", "random", f"{MINE}.First"), deals=1)):
        assert [one.seats for one in score.entrants] == [6, 6, 6]
        assert sum(one.points for one in score.entrants) == 0


@pytest.mark.parametrize(("rules", "players"), [("vojvodina", 4), ("polski", 3)])
def test_other_rules_and_four_at_the_table(rules: str, players: int) -> None:
    duel = Duel(("rule", "random") * (players // 2) if players == 4 else ("rule", "random"), 1, "s", rules)
    (score,) = played(duel)
    assert score.players == players
    assert sum(one.points for one in score.entrants) == 0


def test_eval_07_the_worth_of_a_hand() -> None:
    state = GAME.start(GAME.rules("srpski"), 3, 0)
    rng = SeededRandom("worth")
    bot = bot_named("rule")
    seen = 0
    while isinstance(state, Match) and state.to_act is not None and seen < 12:
        if state.to_act == HOUSE:
            if state.outcomes:
                outcome = state.outcomes[-1]
                expected = [0.0] * 3
                for seat, change in enumerate(outcome.bule):
                    for other in range(3):
                        expected[other] += (-20 if seat == other else 10) / 3 * change
                for entry in outcome.supe:
                    expected[entry.writer] += entry.points
                    expected[entry.against] -= entry.points
                assert [worth / 3 for worth in hand_worth(outcome)] == pytest.approx(expected)
                seen += any(expected)
            state, _ = state.apply(state.legal().sample(rng))
        else:
            state, _ = state.apply(bot.choose(state.view(state.to_act), rng).action)  # type: ignore[arg-type]
    assert seen == 12


def test_sheets_come_from_matches_with_refas_and_late_hands() -> None:
    options = {"match.start_bule": 30}
    sheets = [situation("preferans", "srpski", options, 3, "s", number) for number in range(1, 2 * GROUP)]
    matches = [state for state in sheets if isinstance(state, Match)]
    assert matches == sheets
    assert {state.dealer for state in matches} == {0, 1, 2}
    assert len({state.hand_number for state in matches}) > 5
    assert any(any(state.sheet.refa_available) for state in matches)
    assert situation("preferans", "srpski", options, 3, "s", 5) == matches[4]


def hand_of_cards(seed: str) -> list[Played]:
    """The cards of a hand of random players that came to the play."""
    rng = SeededRandom(seed)
    state: Any = GAME.start(GAME.rules("srpski"), 3, 0)
    cards: list[Played] = []
    while not (cards and state.to_act == HOUSE):
        action = state.legal().sample(rng)
        found = played_from(state, action)
        if found is not None:
            cards.append(found)
        state, _ = state.apply(action)
    return cards


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_losses_are_those_of_the_trace_and_only_where_cards_differ(seed: str) -> None:
    cards = hand_of_cards(seed)
    traced = trace(cards[0].position, [each.card for each in cards])
    found = {cost.seat: cost for cost in costs(cards)}
    betl = cards[0].position.mode.name == "BETL"
    for seat, cost in found.items():
        mine = [one for one in traced if one.seat == seat]
        lost = [one for one in mine if one.loss]
        assert cost.critical - cost.zero <= len(lost)
        assert cost.critical <= len(mine)
        if not betl:
            assert cost.lost == sum(one.loss for one in mine)
            assert cost.critical - cost.zero == len(lost)
        assert cost.share == (1 if seat == cards[0].position.declarer else 1 / (len(found) - 1))
    assert costs([]) == ()


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        (f"{MINE}.Cheat", "illegal", "said 'mogu mogu'; allowed: "),
        (f"{MINE}.Crash", "crashed", "ZeroDivisionError: it divided by zero"),
        (f"{MINE}.Endless", "late", "no answer after 1 s"),
    ],
)
def test_a_bot_that_fails_loses_its_seat_and_the_report_says_so(bot: str, kind: str, words: str) -> None:
    duel = replace(DUEL, bots=(bot, "random"), deals=1, limit=1 if kind == "late" else 60)
    scores = play_duel(duel, 1, lambda _: None)
    report, other = duel.reports(scores)
    assert report.faults == {kind: report.faults[kind]}
    assert 1 <= report.faults[kind] <= 9
    assert report.told[0].startswith(f"{kind}: {words}")
    assert (other.faults, other.told) == ({}, ())
    assert not report.roles  # what the substitute played is not his


def test_the_substitute_is_the_usual_bot() -> None:
    order = BoardOrder(1, (f"{MINE}.Cheat", "random"), 3, "s", options=SHORT)
    as_rule = play_board(replace(order, bots=("rule", "random")))
    assert [one.points for one in play_board(order).entrants] == [one.points for one in as_rule.entrants]


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (("rule",), "1 bots; a duplicate comparison by these rules is between 2 or 3"),
        (("rule",) * 4, "4 bots"),
        (("rule", "genius"), "bots: rule"),
        (("rule", "no.such.Bot"), "'no.such.Bot' cannot be imported: ModuleNotFoundError"),
        (("rule", f"{MINE}.Nobody"), "has no bot 'Nobody'"),
        (("rule", f"{MINE}.Dumb"), r"no method choose"),
        (("rule", f"{MINE}.Broken"), "cannot be made: ValueError: not today"),
        (("rule", "cmd: "), "needs a command"),
        (("rule", "cmd: 'open"), "cannot be read"),
    ],
)
def test_wrong_bots_are_told_before_anything_is_played(bots: tuple[str, ...], message: str) -> None:
    with pytest.raises(KibicError, match=message):
        replace(DUEL, bots=bots).players()


# The journal


class Stop(Exception):
    """The power fails."""


def stopping_after(count: int) -> Callable[[BoardScore], None]:
    heard: list[BoardScore] = []

    def hear(score: BoardScore) -> None:
        heard.append(score)
        if len(heard) == count:
            raise Stop

    return hear


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "run.jsonl"
    alone = played(DUEL)
    with pytest.raises(Stop):
        play_duel(DUEL, 1, stopping_after(2), journal=journal)
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == 3
    journal.write_text("".join(lines)[:-20])  # the second board was being written
    again: list[int] = []

    def watched(order: BoardOrder) -> BoardScore:
        again.append(order.number)
        return play_board(order)

    monkeypatch.setattr("kibic.arena.duel.play_board", watched)
    assert played(DUEL, journal=journal) == alone
    assert again == [2, 3]
    assert played(DUEL, journal=journal) == alone
    assert again == [2, 3]
    longer = played(replace(DUEL, deals=4), journal=journal)
    assert (longer[:3], again) == (alone, [2, 3, 4])


def test_a_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path, {"seed": "a"}) as journal:
        journal.add(BoardScore(1, 6, 3, (EntrantScore(3, 9, {"declarer": RoleScore(1, 1, 0, 1.0)}),)))
    with Journal(path, {"seed": "a"}) as journal:
        assert journal.scores[1].entrants[0].roles["declarer"] == RoleScore(1, 1, 0, 1.0)
    before = path.read_bytes()
    with pytest.raises(KibicError, match="journal of another run"):
        Journal(path, {"seed": "b"})
    assert path.read_bytes() == before
    path.write_bytes(before + b"{}\n")
    with pytest.raises(KibicError, match=r"run.jsonl:3: this is no board"):
        Journal(path, {"seed": "a"})
    with pytest.raises(KibicError, match=r"nowhere"):
        Journal(tmp_path / "nowhere" / "run.jsonl", {})
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ana,")
    with pytest.raises(KibicError, match="another run"):
        Journal(other, {"seed": "a"})
    assert other.read_text() == "Dear Ana,"


def test_a_cluster_gives_the_same_scores() -> None:
    spec = find_spec("distributed")
    need("distributed", spec.name if spec is not None else None, "pip install kibic[cluster]")
    distributed: Any = __import__("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    )
    with cluster:
        assert played(DUEL, cluster=cluster.scheduler_address) == played(DUEL)


def test_an_address_without_a_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = find_spec("distributed")
    need("distributed", spec.name if spec is not None else None, "pip install kibic[cluster]")
    with pytest.raises(KibicError, match="no Dask scheduler answers at 'nonsense://here'"):
        play_duel(DUEL, 1, lambda _: None, cluster="nonsense://here")


def test_the_journal_is_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    (score,) = play_duel(replace(DUEL, deals=1), 1, lambda _: None, journal=path)
    head, line = path.read_text().splitlines()
    assert json.loads(head) == {"kibic_arena": 1, **json.loads(json.dumps(DUEL.identity()))}
    assert BoardScore.from_json(json.loads(line)) == score
