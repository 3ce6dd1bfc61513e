"""The places of keys, values and characters in a TOML text."""

from __future__ import annotations

import tomllib

import pytest

from kibic.record import Place
from kibic.record.positions import scan


def place(source: str, *path: str | int, index: int | None = None) -> str:
    assert tomllib.loads(source) is not None  # only valid TOML is scanned
    return str(scan(source).of_value(path, index))


def test_keys_and_values() -> None:
    source = (
        '# head\n\na = 1 # one\n  "b c" . d = [ 1, # x\n 2 , ]\n'
        '[t]\ne={f = {}, g = [[], [3]], "h" = 1979-05-27 07:32:00}\n'
    )
    assert place(source, "a") == "3:5"
    assert place(source, "b c", "d", 0) == "4:17"
    assert place(source, "b c", "d", 1) == "5:2"
    assert place(source, "t", "e", "f") == "7:8"
    assert place(source, "t", "e", "g", 1, 0) == "7:22"
    assert place(source, "t", "e", "h") == "7:33"
    found = scan(source)
    assert found.of_key("b c") == Place(4, 3)
    assert found.of_key("t") == Place(6, 1)
    assert found.of_key("t", "missing", "key") == Place(6, 1)
    assert found.of_key("missing") is None
    assert found.of_value(("t", "missing")) == Place(6, 1)


def test_tables_in_lists_of_tables() -> None:
    source = "[[a]]\nx = 1\n[[a.b]]\n[[a.b]]\ny = 2\n[a.c]\n[[a]]\nx = 3\n[a.c]\nz = 4\n"
    assert place(source, "a", 0, "b", 1, "y") == "5:5"
    assert place(source, "a", 1, "x") == "8:5"
    assert place(source, "a", 1, "c", "z") == "10:5"
    assert scan(source).of_key("a", 0, "c") == Place(6, 1)


@pytest.mark.parametrize(
    ("literal", "index", "expected"),
    [
        ('"abc"', 0, "1:6"),
        ('"abc"', 2, "1:8"),
        ("'a\\c'", 2, "1:8"),
        ('"\\u0041\\U00000042\\tc"', 3, "1:24"),
        ('"\\"\\\\c"', 2, "1:10"),
        ('""', 5, "1:5"),
        ('"""\nab\nc"""', 3, "3:1"),
        ('"""a \\\n   \n  c"""', 2, "3:3"),
        ("'''\na''c'''", 3, "2:4"),
        ('"""a""\\"c"""""', 4, "1:13"),
    ],
)
def test_characters_of_a_text(literal: str, index: int, expected: str) -> None:
    assert place(f"k = {literal}\nnext = 1\n", "k", index=index) == expected
    assert place(f"k = {literal}\nnext = 1\n", "next").endswith(":8")
