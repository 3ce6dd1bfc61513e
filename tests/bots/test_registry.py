"""The registry of bots: names with and without numbers, titles, who plays where none is chosen."""

from __future__ import annotations

import pytest

from kibic.bots import BotKind, Decision, adviser, bot_kinds, bot_named, bot_names, ladder, registry, usual_bot
from kibic.cards import Shuffler
from kibic.game import KibicError, Text, View, games


class Counting:
    """A bot that is made with a number."""

    name = "counting"

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, view: View, rng: Shuffler) -> Decision:
        raise KibicError(f"{self.number} says nothing")


@pytest.fixture
def numbered(monkeypatch: pytest.MonkeyPatch) -> BotKind:
    kind = BotKind(
        "count",
        Text("Counts", "Broji"),
        Text("It counts.", "Broji."),
        __name__,
        "Counting",
        numbers=(5, 20),
        adviser=True,
    )
    monkeypatch.setitem(registry._KINDS, "preferans", (*bot_kinds(), kind))
    return kind


def test_every_bot_of_a_game_has_a_title_and_can_be_made() -> None:
    for game in (*games(), "tarok"):
        for kind in bot_kinds(game):
            assert all(text.en and text.sr for text in (kind.title, kind.text))
        assert [bot_named(name, game).name for name in bot_names(game)] == list(bot_names(game))
        assert sorted(ladder(game)) == sorted(bot_names(game))
        assert usual_bot(game) == bot_names(game)[0]
        assert adviser(game) in bot_names(game)
    assert [kind.name for kind in bot_kinds() if kind.usual] == ["rule"]
    assert "random" not in [kind.name for kind in bot_kinds() if kind.offered]


def test_a_kind_with_numbers_is_asked_for_with_one(numbered: BotKind) -> None:
    assert numbered.rungs == ("count:5", "count:20")
    assert ladder()[-2:] == numbered.rungs
    assert adviser() == "count:20"
    made = bot_named("count:7")
    assert isinstance(made, Counting)
    assert made.number == 7


@pytest.mark.parametrize("name", ["count", "count:", "count:0", "count:x", "count:-1", "count:²", "rule:5", "genius"])
def test_a_wrong_name_is_told_with_the_known_ones(numbered: BotKind, name: str) -> None:
    with pytest.raises(KibicError, match=r"no bot for preferans is called '.*'; bots: rule, .*count:5, count:20"):
        bot_named(name)
