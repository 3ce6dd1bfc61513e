"""Records of every situation of a match, each result computed by hand (the arithmetic is in the record's note)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibic.game import HOUSE
from kibic.record import read, read_file, replay, summary, write
from kibic.record.replay import is_afterwards

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.toml"))
#: Situations that must have a record.
SITUATIONS = {
    "two_followers", "one_follower", "call_accepted", "call_refused", "nobody_follows", "nobody_follows_refa",
    "kontra_won", "kontra_failed", "kontra_ladder", "pik_no_kontra_refa", "pik_no_kontra_hat", "pik_no_kontra_repeated",
    "igra_against_igra", "betl", "betl_kontra", "sans_lead", "all_pass", "refa_used", "hat_crossed", "last_hand",
    "write_off", "claim", "trick_offer", "scorekeeper", "mirror93", "herc_kontra_refa", "unfinished",
    "polski", "polski_open_hand",
    "vojvodina_pik", "balkan_preferans", "balkan_kontra_own", "balkan_stop_at_5", "balkan_pik", "balkan_equal_igra",
    "turnir_reactivation", "turnir_subkontra", "turnir_pik", "hrvatski_hat_at_zero", "hrvatski_last_hand",
    "hrvatski_rekontra", "gulin_seniority", "gulin_last_hand", "iklub_double_fall", "iklub_pik", "four_players",
    "extension", "take_over_nep", "take_over_str", "fine", "ceded_igra",
}  # fmt: skip


def test_every_situation_has_a_record() -> None:
    assert set(RECORDS) >= SITUATIONS
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_record_gives_the_result_computed_by_hand(name: str) -> None:
    expected = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert summary(replay(read_file(GOLDEN / f"{name}.toml"))) == expected


@pytest.mark.parametrize("name", RECORDS)
def test_record_is_canonical(name: str) -> None:
    text = (GOLDEN / f"{name}.toml").read_text(encoding="utf-8")
    assert write(read(text)) == text


@pytest.mark.parametrize("name", RECORDS)
def test_deck_form_gives_the_same_match(name: str) -> None:
    record = read_file(GOLDEN / f"{name}.toml")
    in_decks = write(record, deck=True)
    again = read(in_decks)
    assert write(again, deck=True) == in_decks
    assert summary(replay(again)) == summary(replay(record))
    assert [hand.words for hand in again.hands] == [hand.words for hand in record.hands]


@pytest.mark.parametrize("name", RECORDS)
def test_replay_is_the_fold_of_its_actions(name: str) -> None:
    played = replay(read_file(GOLDEN / f"{name}.toml"))
    state = played.start
    for step in played.steps:
        assert (state.to_act, state.phase) == (step.actor, step.phase)
        assert (step.number is None) == (step.actor == HOUSE and not is_afterwards(step.action.word))
        state, events = state.apply(step.action)
        assert events == step.events
        assert state == step.after
    assert state == played.final


@pytest.mark.parametrize("name", RECORDS)
def test_results_of_a_finished_match_add_to_zero(name: str) -> None:
    told = summary(replay(read_file(GOLDEN / f"{name}.toml")))
    if told["rules"] != "polski":  # points of levels are won from nobody (POL-08)
        assert told["result"] is None or sum(told["result"].values()) == 0  # RES-02
