"""docs/protocol.md names every message and every field there is, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from kibic.server import infos
from kibic.server.manners import Manners
from kibic.server.messageschema import message_types

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
#: Where the table of each kind of message begins.
TABLES = {
    "table_page": "## Messages of the page",
    "table_server": "## Messages of the server",
    "sheet_page": "| of the page |",
    "sheet_server": "| of the server |",
}
#: On sheets they are as on tables, and told there.
TOLD_THERE = {"going"}
#: The objects in the table object, and where in the page their fields stand: a bullet begins with these words.
OBJECTS: dict[str, type[msgspec.Struct]] = {
    "proposal": infos.ProposalInfo,
    "opening": infos.OpeningInfo,
    "away": infos.AwayInfo,
    "clock": infos.ClockInfo,
    "manners": Manners,
    "fair": infos.FairInfo,
    "door": infos.DoorInfo,
}


def fields_of(kind: type[msgspec.Struct]) -> set[str]:
    return set(kind.__struct_encode_fields__)


def rows(heading: str) -> list[tuple[set[str], str]]:
    """The rows of the table after a heading: the types in the first cell, and the cell of the fields."""
    lines = PAGE.partition(heading)[2].splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    found = []
    for line in lines[begin + 1 :]:
        if not line.startswith("|"):
            break
        kinds, fields, *_ = line.strip("|").split("|")
        found.append((set(re.findall("`([a-z]+)`", kinds)), fields))
    return found


def bare(text: str) -> str:
    """The text without what stands in parentheses."""
    while (less := re.sub(r"\([^()]*\)", "", text)) != text:
        text = less
    return text


def named(kinds: set[str], text: str) -> set[str]:
    """The fields a cell names: what stands in backticks, but for the types of a row of several."""
    found = set(re.findall(r"`([a-z_]+)\??`", bare(text)))
    return found - kinds if len(kinds) > 1 else found


def keys(text: str) -> set[str]:
    """The keys of an object written as ``{a, b: {...}, c: "x"|"y"}``, of which ``text`` is the inside."""
    while (less := re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", "", text)) != text:
        text = less
    return {part.partition(":")[0].strip() for part in text.split(",")}


def inside(text: str, after: str) -> str:
    """What stands in the braces that come next after ``after``."""
    begin = text.index("{", text.index(after))
    depth = 0
    for place in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return text[begin + 1 : place]
    raise AssertionError(f"no end: {text[begin : begin + 80]}")


@pytest.mark.parametrize("who", TABLES)
def test_every_message_and_field_is_named_and_all_that_is_named_exists(who: str) -> None:
    types = message_types()[who]
    told: set[str] = set()
    for kinds, fields in rows(TABLES[who]):
        told |= kinds
        assert kinds <= types.keys()
        if fields.strip() != "as above":
            assert named(kinds, fields) == set[str]().union(*(fields_of(types[kind]) for kind in kinds)), kinds
    assert types.keys() - told == (TOLD_THERE if who == "sheet_server" else set())


def test_the_table_object_is_told_whole() -> None:
    whole = inside(PAGE, "The table object: ")
    assert keys(whole) == fields_of(infos.TableInfo)
    assert keys(inside(whole, "seats: ")) == fields_of(infos.SeatInfo)


@pytest.mark.parametrize("name", OBJECTS)
def test_the_objects_in_it_are_told_whole(name: str) -> None:
    assert keys(inside(PAGE, f"\n- `{name}` is ")) == fields_of(OBJECTS[name])


def test_what_was_said_is_told_whole() -> None:
    assert keys(inside(PAGE, "| `said` | `said` ")) == fields_of(infos.SaidInfo)
