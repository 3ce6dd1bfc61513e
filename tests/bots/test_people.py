"""The levels: players who differ the way people do, at every table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kibic.bots import bot_kinds, bot_named
from kibic.bots.preferans.pocetnik import REMEMBERED_TRICKS, hoped_tricks, remembered
from kibic.cards import SeededRandom, parse_holding
from kibic.game import HOUSE
from kibic.games.preferans import GAME
from kibic.games.preferans.view import PreferansView
from tests.bots.bot_tables import deal, seen, table

PEOPLE = [kind.name for kind in bot_kinds() if kind.name in {"pocetnik", "kafanski", "value", "majstor"}]


def hands_of(name: str, preset: str, options: dict[str, object], players: int, hands: int) -> list[str]:
    """The words of the first hands of a match in which everybody is ``name``; each decision is checked."""
    bot = bot_named(name)
    rng = SeededRandom(f"{preset}/{hands}")
    state: Any = GAME.start(GAME.rules(preset, options), players, 0)
    words = []
    while state.to_act is not None and len(state.outcomes) < hands:
        if state.to_act == HOUSE:
            state, _ = state.apply(state.legal().sample(rng))
            continue
        view = state.view(state.to_act)
        decision = bot.choose(view, rng)
        assert decision.action in view.legal
        assert decision.text.en != decision.text.sr
        assert decision.text.en.endswith(".")
        assert decision.text.sr.endswith(".")
        words.append(decision.action.word)
        state, _ = state.apply(decision.action)
    return words


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize(
    ("preset", "options", "players"),
    [
        ("srpski", {}, 3),
        ("srpski", {"agr.trick_offer": True, "kontra.reactivate": True, "end.stop_at_5": True}, 4),
        ("balkan", {}, 3),
        ("polski", {}, 3),
    ],
    ids=["srpski", "four", "balkan", "polski"],
)
def test_every_level_plays_legally_at_every_table(
    name: str, preset: str, options: dict[str, object], players: int
) -> None:
    assert hands_of(name, preset, options, players, 3)


@pytest.mark.parametrize("name", PEOPLE)
def test_every_level_does_the_same_for_the_same_seed(name: str) -> None:
    assert hands_of(name, "srpski", {}, 3, 2) == hands_of(name, "srpski", {}, 3, 2)


def test_a_beginner_counts_what_he_holds() -> None:
    hand = parse_holding("987.AK.QJ7.T9")
    assert hoped_tricks(hand, 1) == pytest.approx(2.05)
    long = parse_holding("AJT987.AK.Q7.")
    assert hoped_tricks(long, 0) > hoped_tricks(long, 2)


def in_play(tricks: int) -> PreferansView:
    """The view of who is to play after some tricks of rule bots."""
    rng = SeededRandom("people")
    match: Any = table(deal(0, parse_holding("AKQ7.AKQ.AKQ.")), "igra dalje dalje pik dodjem dodjem")
    bot = bot_named("rule")
    while match.phase != "play" or len(seen(match).played) < tricks:
        match, _ = match.apply(bot.choose(seen(match), rng).action)
    view: PreferansView = seen(match)
    return view


def test_a_beginner_forgets_small_cards_of_older_tricks() -> None:
    view = in_play(5)
    small = [trick for trick in view.played if all(card % 8 < 4 for _, card in trick.cards)]
    memory = remembered(view)
    assert memory.played[-REMEMBERED_TRICKS:] == view.played[-REMEMBERED_TRICKS:]
    assert all(trick not in memory.played[:-REMEMBERED_TRICKS] for trick in small)


def test_a_tavern_player_counts_a_dozen_layouts_and_keeps_to_the_customs_in_his_words() -> None:
    rule, tavern = bot_named("rule"), bot_named("kafanski")
    match: Any = table(deal(0, parse_holding("AKQ7.AKQ.AKQ.")))
    while match.hand is not None:
        view = seen(match)
        customary = rule.choose(view, random.Random(1))
        decision = tavern.choose(view, random.Random(1))
        if match.phase != "play":
            assert decision == customary
        elif decision != customary:
            assert "layouts" in decision.text.en
        match, _ = match.apply(decision.action)
