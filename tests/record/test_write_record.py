"""Writing: the canonical form, kept keys, and TOML values."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibic.cards import SeededRandom
from kibic.game import HOUSE, game_named
from kibic.record import Replay, read, record_of, replay, write, write_replay
from kibic.record.write import toml_key, toml_value
from tests.record.record_texts import HEAD, record_text

NAMES = ("Ana", "Boro", "Ceca")


def test_canonical_form() -> None:
    text = record_text(
        "2",
        "dalje dalje skart C8 C7 karo",
        "dodjem",
        "ne zajedno",
        "idem",
        "moze",
        "DA D9 DJ SA S9",
        "SJ ostalo 3 otpis",
    )
    assert write(read(text.replace(HEAD, HEAD + 'event = "Kup"\nx.y = [1, 2]\n[options]\n"refa.max" = 3\n'))) == (
        """kibic = 1
game = "preferans"
rules = "srpski"
players = ["Ana", "Boro", "Ceca"]
event = "Kup"
x = {y = [1, 2]}

[options]
"refa.max" = 3

[[hands]]
dealer = "Ceca"
cards = ["AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "J.J.JT98.AJT9"]
talon = "C8 C7"
actions = [
  "2 dalje dalje",
  "skart C7 C8 karo",
  "dodjem ne",
  "zajedno idem",
  "moze",
  "DA D9 DJ", "SA S9 SJ",
  "ostalo 3",
  "otpis",
]
"""
    )


def test_deck_form_of_holdings_gives_the_same_hands() -> None:
    in_deck = write(read(record_text()), deck=True)
    assert 'deck = "' in in_deck
    assert write(read(in_deck)) == write(read(record_text()))


def test_several_lines_stay_several_lines() -> None:
    note = 'one "two"\n\\three\x7f\t\n'
    text = write(read(f"{HEAD}note = {toml_value(note)}\n"))
    assert '"""\none \\"two\\"\n' in text
    assert read(text).extras == {"note": note}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (False, "false"),
        (-7, "-7"),
        (16**40, "0x1" + "0" * 40),
        (1.5, "1.5"),
        (float("inf"), "inf"),
        (datetime(2026, 11, 30, 2, 18, tzinfo=UTC), "2026-11-30T02:18:00+00:00"),
        (date(2026, 11, 30), "2026-11-30"),
        (time(2, 18), "02:18:00"),
        ("š\x7f\"\\", '"š\\u007f\\"\\\\"'),
        ({"a b": [1, {"c": ()}], "d": ""}, '{"a b" = [1, {c = []}], d = ""}'),
    ],
)  # fmt: skip
def test_toml_values(value: object, text: str) -> None:
    assert toml_value(value) == text


SCALARS = (
    st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.dates()
    | st.datetimes()
    | st.times()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(VALUES, st.text(st.characters(exclude_categories=["Cs"])))
def test_toml_reads_what_is_written(value: object, key: str) -> None:
    assert tomllib.loads(f"{toml_key(key)} = {toml_value(value)}\n") == {key: value}


def random_match(seed: str, hands: int) -> Replay:
    """Some hands of random words, with what a match has: deals, claims at times, and a write-off at the end."""
    game = game_named("preferans")
    rules = game.rules("srpski", {"agr.trick_offer": True})
    rng = SeededRandom(seed)
    dealer = rng.randrange(3)
    state = start = game.start(rules, 3, dealer)
    actions = []
    while state.to_act is not None:
        closing = state.to_act == HOUSE and len(state.outcomes) == hands
        pool = state.agreements() if closing or (state.phase == "play" and not rng.randrange(20)) else ()
        action = rng.choice(pool) if pool else state.legal().sample(rng)
        actions.append(action)
        state, _ = state.apply(action)
    assert start.to_act == HOUSE
    record = record_of("preferans", "srpski", NAMES, dealer, actions, options=rules.options())
    played = replay(record)
    assert played.final == state
    return played


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_match_to_record_to_match(number: int) -> None:
    played = random_match(f"records/{number}", 4)
    in_decks = write_replay(played, deck=True)
    assert replay(read(in_decks)).final == played.final
    assert replay(read(in_decks)).actions == played.actions
    in_cards = write_replay(played)
    again = replay(read(in_cards)).final
    assert (again.outcomes, again.sheet, again.result) == (
        played.final.outcomes,
        played.final.sheet,
        played.final.result,
    )
    assert write(read(in_cards)) == in_cards
    assert write(read(in_decks), deck=True) == in_decks
