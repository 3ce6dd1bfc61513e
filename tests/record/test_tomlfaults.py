"""Broken TOML, told in the language of the reader with its place."""

from __future__ import annotations

import pytest

from kibic.record import RecordSyntaxError
from kibic.record.read import parse_toml
from kibic.record.rulesfile import RulesFileError, read_rules
from kibic.record.tomlfaults import meaning_of


@pytest.mark.parametrize(
    ("text", "place", "english", "serbian"),
    [
        ("a = \n", "1:5", "texts stand in quotes", "tekst ide u navodnike"),
        ("a = tru", "1:5", "texts stand in quotes", "tekst ide u navodnike"),
        ("a = 1 2", "1:7", "what stands after the value", "posle vrednosti stoji nešto"),
        ("a b = 1", "1:3", "after a key = is expected", "posle ključa se očekuje ="),
        ("= 1", "1:1", "a key, a table in square brackets", "očekuje se ključ"),
        ("a = 1\n[x", "2:3", "square bracket is not closed", "uglasta zagrada nije zatvorena"),
        ("a = 'x", "1:7", "quotes are not closed", "navodnici nisu zatvoreni"),
        ('a = """x', "1:9", "quotes are not closed", "navodnici nisu zatvoreni"),
        ("a = 1\na = 2", "2:6", "stands twice", "stoji dvaput"),
        ("[x]\n[x]", "2:3", "stands twice", "stoji dvaput"),
        ("a = {b = 1, b = 2}", "1:18", "stands twice", "stoji dvaput"),
        ("a = [1 2]", "1:8", "a comma is missing", "nedostaje zarez"),
        ("a = {b = 1\n}", "1:11", "in braces is not closed", "vitičastim zagradama nije zatvorena"),
        ('a = "\\q"', "1:8", "a backslash in a text is written", "obrnuta kosa crta"),
        ('a = "x\ny"', "1:7", "a text must end in its line", "mora da se završi u svom redu"),
        ("a = 1\nb = " + "9" * 5000, "2:5", "the number is too long", "broj je predugačak"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_both_languages(text: str, place: str, english: str, serbian: str) -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        parse_toml(text)
    assert str(caught.value.place) == place
    assert english in caught.value.text.en
    assert serbian in caught.value.text.sr
    assert caught.value.text.sr.startswith("neispravan TOML: ")


def test_a_fault_that_nobody_knows_is_quoted() -> None:
    text = meaning_of("Gremlins")
    assert (text.en, text.sr) == ("broken TOML (“Gremlins”)", "neispravan TOML (čitač kaže: „Gremlins“)")


def test_a_number_too_long_in_groups_has_its_place_too() -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        parse_toml("n = " + "1_" * 4400 + "1")
    assert str(caught.value.place) == "1:5"


def test_a_file_of_rules_tells_its_fault_in_serbian() -> None:
    with pytest.raises(RulesFileError) as caught:
        read_rules('rules = "srpski"\n[options]\n"refa.max" = dva\n', "nasa.toml")
    assert caught.value.lines("sr") == (
        "nasa.toml:3:14: neispravan TOML: vrednost nedostaje ili nije ispravna: tekst ide u navodnike",
    )
