"""What a viewer has seen of a hand: his own cards, what was laid down and turned up, and never what is hidden."""

from __future__ import annotations

import pytest

from kibic.cards import DECK_32, SeededRandom
from kibic.game import HOUSE, KIBITZER, Disclosing
from kibic.games.preferans import GAME


@pytest.mark.parametrize("preset", ["srpski", "polski"])
def test_what_was_seen_grows_by_what_is_laid_down_and_is_the_own_hand_at_first(preset: str) -> None:
    rng = SeededRandom(preset)
    state = GAME.start(GAME.rules(preset), 3, 0)
    state, _ = state.apply(state.legal().sample(rng))  # type: ignore[arg-type]
    for viewer in range(3):
        view = state.view(viewer)
        assert isinstance(view, Disclosing)
        assert len(view.seen) == 10
        assert view.seen <= set(DECK_32.texts)
    assert state.view(KIBITZER).seen == frozenset()
    played = 0
    while played < 5:
        before = state
        actor, action = state.to_act, state.legal().sample(rng)
        state, _ = state.apply(action)  # type: ignore[arg-type]
        if HOUSE in (actor, state.to_act):
            continue
        for viewer in (0, 1, 2, KIBITZER):
            new = state.view(viewer).seen - before.view(viewer).seen
            assert before.view(viewer).seen <= state.view(viewer).seen
            if before.phase == "play" and state.phase == "play":
                assert new <= {action.word} or before.view(KIBITZER).played == ()
        played += before.phase == "play" and state.phase == "play"
