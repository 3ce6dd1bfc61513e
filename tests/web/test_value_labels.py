"""Every value that the form of a new table can offer has a label in Serbian and in English."""

from __future__ import annotations

import re
from pathlib import Path

import kibic.web
from kibic.games.preferans import GAME

SOURCE = (Path(kibic.web.__file__).parent / "static/js/games/preferans/values.js").read_text(encoding="utf-8")
_BLOCK = re.compile(r'^  "(\w+\.\w+)": (.*?)(?=^  "|^\};)', re.MULTILINE | re.DOTALL)
_ENTRY = re.compile(r'(?:"([^"]+)"|(\w+)): (?:both\("[^"]+", "[^"]+"\)|word\("[^"]+"\)|([A-Z_]+))')


def _constant(name: str) -> str:
    """The source of a constant that several keys share."""
    found = re.search(rf"^const {name} = (.*?);$", SOURCE, re.MULTILINE | re.DOTALL)
    assert found, f"values.js uses {name} and does not say what it is"
    return found[1]


def labelled() -> dict[str, set[str]]:
    """The values with both labels, by key, read from the source of the page."""
    _, _, table = SOURCE.partition("export const VALUES")
    table, _, _ = table.partition("\n};")
    values: dict[str, set[str]] = {}
    for key, shown in _BLOCK.findall(table + "\n};"):
        shared = re.fullmatch(r"([A-Z_]+),\s*", shown)
        entries = _ENTRY.findall(_constant(shared[1]) if shared else shown)
        assert all(re.match(r"both\(|\{", _constant(name)) for _, _, name in entries if name)
        values[key] = {quoted or plain for quoted, plain, _ in entries}
    return values


def offered() -> dict[str, set[str]]:
    """The values of every key that is chosen from a list, as the server delivers them."""
    return {
        parameter.key: {str(value) for value in parameter.values}
        for parameter in GAME.parameters()
        if parameter.kind in ("choice", "choices")
    }


def test_every_value_of_every_choice_has_a_label_and_no_label_is_left_over() -> None:
    assert len(offered()) > 50
    assert labelled() == offered()


def test_every_key_that_takes_other_values_says_so() -> None:
    wanted = {
        parameter.key
        for parameter in GAME.parameters()
        if parameter.kind == "choice" and (parameter.pattern is not None or parameter.low is not None)
    }
    _, _, other = SOURCE.partition("export const OTHER")
    entry = re.compile(r'^  "(\w+\.\w+)": \{ \.\.\.both\("[^"]+", "[^"]+"\), start: "\w', re.MULTILINE)
    assert set(entry.findall(other)) == wanted
