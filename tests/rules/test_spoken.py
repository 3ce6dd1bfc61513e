"""The words of the table in a hand (SPE-01)."""

from __future__ import annotations

from kibic.game import Speaking
from kibic.games.preferans import GAME


def test_spe_01_in_a_hand_only_the_words_of_the_table_are_said_unless_speech_is_free() -> None:
    assert isinstance(GAME, Speaking)
    speech = GAME.speech(GAME.rules("srpski"))
    assert not speech.free
    assert speech.words == (
        *("dva", "tri", "četiri", "pet", "šest", "betl", "sans", "igra", "dobra", "dalje", "mogu"),
        *("uzmi", "može", "dođem", "ne", "zajedno", "kontra", "rekontra", "subkontra", "mortkontra"),
    )
    assert GAME.speech(GAME.rules("srpski", {"table.speech": "free"})).free


def test_auc_12_the_word_for_holding_is_that_of_the_rules() -> None:
    words = GAME.speech(GAME.rules("balkan")).words
    assert "moje" in words
    assert "mogu" not in words


def test_pol_04_the_game_of_levels_has_words_of_its_own() -> None:
    assert GAME.speech(GAME.rules("polski")).words == ("pas", "wist", "sam", "ciemno", "widno")
