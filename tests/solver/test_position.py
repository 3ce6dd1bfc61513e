"""Positions: what is refused and in which words, and the JSON they travel in."""

import json
import random
from typing import Any

import pytest

from benchmarks.solver.corpora import ending
from kibic.cards import DECK_32, Hand, SeededRandom, bits
from kibic.games.preferans import GAME, Contract, LevelMatch, Match
from kibic.solver import (
    Mode,
    Position,
    PositionError,
    declarer_leads,
    position_from_json,
    position_of,
    position_to_json,
    solve_moves,
)

GOOD: dict[str, Any] = {
    "hands": {"0": "SA SK H7", "1": "S7 DA HA", "2": "S8 HK CK"},
    "mode": "S",
    "declarer": 0,
    "active": [0, 1, 2],
    "leader": 1,
    "trick": [],
}


def changed(**values: Any) -> dict[str, Any]:
    return {**GOOD, **values}


WRONG = [
    (changed(hands={"0": "SA SK H7", "1": "SA DA HA", "2": "S8 HK CK"}), "given twice: SA"),
    (changed(hands={"0": "SA SA H7", "1": "S7 DA HA", "2": "S8 HK CK"}), "given twice"),
    (changed(trick=[[1, "SA"]]), "given twice: SA"),
    (changed(hands={"0": "SA SK", "1": "S7 DA HA", "2": "S8 HK CK"}), "unequal hands .*0: 2, 1: 3, 2: 3"),
    (changed(trick=[[1, "CA"]]), "unequal hands .*1: 4"),
    (changed(leader=3), "the leader 3 is not among the active players 0, 1, 2"),
    (changed(declarer=3), "the declarer 3 is not among"),
    (changed(active=[0, 1], leader=2), "the leader 2 is not among"),
    (changed(active=[0]), "there must be two or three"),
    (changed(active=[0, 0, 1]), "there must be two or three"),
    (changed(active=[0, 1, 3]), "no cards of player 3"),
    (changed(mode="X"), "\"mode\" is 'X'; allowed: S D H C NT BETL"),
    (changed(hands={"0": "SA SK H6"}), "player 0: 'H6' is no card"),
    (changed(hands={"9": "SA SK H7"}), "'9' is no seat"),
    (changed(hands={"0": 3}), "are not a text"),
    (changed(hands=[]), "object from seat to cards"),
    (changed(trick="SA"), "list of"),
    (changed(trick=[["SA"]]), "list of"),
    (changed(trick=[[1, "XX"]]), "trick: 'XX' is no card"),
    (changed(leader="1"), "is no seat"),
    (changed(declarer=True), "is no seat"),
    (changed(active=3), "list of seats"),
    ({key: value for key, value in GOOD.items() if key != "mode"}, '"mode" is missing; keys: hands, mode'),
    ([], "JSON object"),
    (
        changed(hands={"0": "SA SK H7", "1": "DA HA", "2": "S8 HK CK"}, trick=[[0, "S7"]]),
        "wrong player in the trick: S7 is said to be of 0, but it is the turn of 1",
    ),
    (
        changed(hands={"0": "SA SK H7", "1": "S7 DA", "2": "DK HK"}, trick=[[1, "HA"], [2, "CK"]]),
        "revoke in the trick: player 2 played CK and still holds H",
    ),
    (
        changed(hands={"0": "SA SK H7", "1": "S7 DA", "2": "S8 DK"}, trick=[[1, "HA"], [2, "CK"]]),
        "revoke in the trick: player 2 played CK and still holds S",
    ),
    (changed(hands={"0": "SA SK", "1": "S7 DA", "2": "S8 HK"}, trick=[[1, "HA"], [2, "CK"], [0, "H7"]]), "at most 2"),
    (changed(hands={"0": "", "1": "", "2": "", "3": ""}, active=[0, 1, 2, 3]), "two or three"),
    (
        changed(hands={"0": "AKQJT987.AKQ..", "1": "..AKQJT987.AKQ", "2": ".JT987.. "}, active=[0, 1]),
        "11 cards a hand; at most 10",
    ),
]


@pytest.mark.parametrize(("value", "message"), WRONG)
def test_what_is_wrong_is_said(value: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        position_from_json(value)
    assert caught.value.text.sr not in ("", caught.value.text.en)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (changed(hands={"0": "SA SK H6"}), "igrač 0: 'SA SK H6' nisu karte; karta je boja"),
        (changed(trick=[[1, "XX"]]), "štih: 'XX' nije karta; karta je boja"),
    ],
)
def test_the_serbian_sentence_on_cards_is_serbian_throughout(value: Any, told: str) -> None:
    with pytest.raises(PositionError) as caught:
        position_from_json(value)
    assert caught.value.text.sr.startswith(told)
    assert "is no card" not in caught.value.text.sr


def test_cards_outside_the_pack_and_too_many_hands_are_refused() -> None:
    with pytest.raises(PositionError, match="outside the pack"):
        Position((1 << 32, 1, 2), Mode.S, 0, 0)
    with pytest.raises(PositionError, match="1 hands"):
        Position((1,), Mode.S, 0, 0, active=(0,))


def test_what_a_lone_player_out_holds_is_no_matter_but_counted_once() -> None:
    out = position_from_json(changed(hands={"0": "SA", "1": "S7", "2": "S8 HK CK"}, active=[0, 1]))
    assert out.tricks_left == 1
    with pytest.raises(PositionError, match="given twice: S7"):
        position_from_json(changed(hands={"0": "SA", "1": "S7", "2": "S7 HK CK"}, active=[0, 1]))


def test_positions_travel_unchanged() -> None:
    rng = SeededRandom("wire")
    for _ in range(300):
        position = ending(rng, 1 + rng.randrange(8))
        back = position_from_json(json.loads(json.dumps(position_to_json(position))))
        assert position_to_json(back) == position_to_json(position)
        assert (back.order, back.trick, back.playable) == (position.order, position.trick, position.playable)


def test_holdings_and_loose_writing_are_read() -> None:
    loose = changed(hands={"0": "AK..7.", "1": "s7, DA ♥A", "2": "8..K.K"})
    assert position_from_json(loose) == position_from_json(GOOD)


def test_four_at_the_table() -> None:
    position = position_from_json(
        changed(hands={"0": "SA", "2": "S7", "3": "S8"}, active=[0, 2, 3], declarer=2, leader=3)
    )
    assert position.order == (3, 0, 2)
    assert position.play(DECK_32.parse("S8")).to_play == 0


def test_play_02_a_card_that_may_not_be_played_is_refused() -> None:
    position = position_from_json(GOOD).play(DECK_32.parse("HA"))
    with pytest.raises(PositionError, match="player 2 cannot play S8 now; allowed: HK"):
        position.play(DECK_32.parse("S8"))


def test_play_03_the_winner_leads() -> None:
    position = position_from_json(GOOD)
    for text in ("S7", "S8"):
        position = position.play(DECK_32.parse(text))
    assert position.trick_winner == 2
    position = position.play(DECK_32.parse("SK"))
    assert (position.leader, position.trick, position.trick_winner) == (0, (), None)
    assert str(Hand(position.hands[0])) == "A..7."


def test_modes_of_contracts() -> None:
    assert [Mode.of(contract).name for contract in Contract] == ["S", "D", "H", "C", "BETL", "NT", "NT"]


def test_the_play_of_a_match_gives_positions_whoever_spoke_first() -> None:
    for dealer in range(3):
        for seed in range(4):
            match = GAME.start(GAME.rules("srpski"), 3, dealer)
            assert isinstance(match, Match)
            rng = random.Random(seed)
            while match.phase != "play":
                match, _ = match.apply(match.legal().sample(rng))
            position = position_of(match)
            assert position.to_play == match.to_act
            assert set(solve_moves(position)) == set(bits(position.playable))
            assert {action.word for action in match.legal()} == set(Hand(position.playable).texts)


def test_pol_07_the_play_of_levels_gives_positions_in_which_the_declarer_leads() -> None:
    for seed in range(4):
        match: Any = GAME.start(GAME.rules("polski"), 3, seed % 3)
        rng = random.Random(seed)
        while match.phase != "play":
            match, _ = match.apply(match.legal().sample(rng))
        assert isinstance(match, LevelMatch)
        position = position_of(match)
        assert declarer_leads(match)
        assert position.to_play == position.declarer == match.view(0).declarer
        assert position.mode.trump == match.view(0).trump
        assert set(solve_moves(position)) == set(bits(position.playable))
