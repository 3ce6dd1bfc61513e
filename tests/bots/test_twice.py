"""The second look against betl: one own card must do for all worlds that look the same."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from kibic.bots.belief import worlds_of
from kibic.bots.search.bot import SearchBot
from kibic.bots.search.stakes import stakes_of
from kibic.bots.search.twice import beats_twice
from kibic.bots.search.values import question_of, tricks_in
from tests.bots.bot_tables import deal, hand_of, seen, table


def against_betl() -> list[Any]:
    """Views of defenders against betl, from hands in which the third player holds low cards."""
    found = []
    rng = random.Random(2)
    for seed in range(6):
        low = hand_of({"S": "987", "H": "T87", "D": "J9", "C": "97"})
        match = table(deal(2, low, seed=seed), "dalje dalje betl")
        while match.phase != "play":
            match, _ = match.apply(next(action for action in match.legal() if action.word in ("ne", "moze", "dalje")))
        while match.hand is not None:
            if match.to_act != 2 and len(seen(match).legal) > 1:
                found.append(seen(match))
            match, _ = match.apply(match.legal().sample(rng))
    return found


def test_in_one_world_the_second_look_sees_what_open_cards_show() -> None:
    views = against_betl()
    assert len(views) > 8
    for view in views:
        worlds = worlds_of(view, 6, random.Random(3), enumerate_up_to=0)
        question = question_of(view, view.viewer, stakes_of(view, view.viewer))
        for world in range(len(worlds)):
            beats = beats_twice(question, worlds, np.ones(6), [world], question.cards, lambda: False)
            tricks = tricks_in(question, worlds.hand(world), question.cards)
            assert [beats[card] for card in question.cards] == [min(1, count) for count in tricks]


def test_over_many_worlds_it_never_hopes_for_more_than_open_cards() -> None:
    lower = 0
    for view in against_betl():
        worlds = worlds_of(view, 40, random.Random(4), enumerate_up_to=0)
        question = question_of(view, view.viewer, stakes_of(view, view.viewer))
        beats = beats_twice(question, worlds, np.full(40, 1 / 40), range(40), question.cards, lambda: False)
        open_cards = np.mean([tricks_in(question, worlds.hand(world), question.cards) for world in range(40)], axis=0)
        for card, hoped in zip(question.cards, open_cards, strict=True):
            assert beats[card] <= hoped + 1e-9
            lower += beats[card] < hoped - 0.02
    assert lower


def test_the_defender_still_plays_a_legal_card_and_gives_figures() -> None:
    for view in against_betl():
        decision = SearchBot(20).choose(view, random.Random(5))
        assert decision.action in view.legal


def test_out_of_time_one_world_is_enough() -> None:
    view = against_betl()[0]
    worlds = worlds_of(view, 4, random.Random(6), enumerate_up_to=0)
    question = question_of(view, view.viewer, stakes_of(view, view.viewer))
    one = beats_twice(question, worlds, np.ones(4), range(4), question.cards, lambda: True)
    assert one == beats_twice(question, worlds, np.ones(4), [0], question.cards, lambda: False)
