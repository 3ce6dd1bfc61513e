"""The protocol: versions agreed on, messages as the schema says, and a page of documentation that names every field."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kibic.server import protocol
from kibic.server.messageschema import message_types, schema
from kibic.server.refusals import Refused
from kibic.server.settings import Settings
from tests.server.kit import Page, Person, Running, first, play
from tests.server.messagecheck import problems, validator
from tests.server.sheets import KARO, SheetPage, made

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")


def test_the_highest_version_that_both_speak_is_agreed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert protocol.agreed(protocol.PROTOCOL) == protocol.PROTOCOL
    monkeypatch.setattr(protocol, "SPOKEN", (2, 3, 4))
    assert (protocol.agreed([1, 3, 2, 9]), protocol.agreed(4)) == (3, 4)
    for offered in (1, [1, 5]):
        with pytest.raises(Refused) as refused:
            protocol.agreed(offered)
        assert refused.value.code == "protocol"
        assert "2, 3, 4" in refused.value.text.en


def test_a_page_that_offers_several_is_told_which_was_chosen(tiny: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "SPOKEN", (1, 2))

    async def welcomes() -> list[int]:
        async with Person(tiny.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            chosen = [(await page.heard("welcome"))["protocol"]]
            await page.until(lambda _: page.my_turn)
            for offered in ([1, 2, 7], [1], 2):
                # What is held counts only where one version is offered: else the answer could not say which was chosen.
                since = page.version if offered == [1, 2, 7] else None
                await page.say("hello", protocol=offered, table=page.table_id, since=since)
                chosen.append((await page.heard("welcome"))["protocol"])
            await page.say("hello", protocol=[2], table=page.table_id, since=page.version)
            assert (await page.heard("welcome", "table"))["type"] == "table"
            return chosen

    assert asyncio.run(welcomes()) == [1, 2, 1, 2]


@pytest.mark.parametrize("offered", [0, 2, [5, 6]])
def test_a_page_with_which_nothing_is_common_is_told_what_is_spoken(tiny: Running, offered: Any) -> None:
    async def answers() -> list[Any]:
        sheet = await made(tiny.url)
        async with Person(tiny.url, "Ana") as ana, SheetPage(tiny.url, sheet["sheet"]) as follower:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.say("hello", protocol=offered, table=page.table_id)
            await follower.send({"type": "open", "sheet": sheet["sheet"], "protocol": offered})
            return [await page.heard("refused"), await follower.heard("refused")]

    for answer in asyncio.run(answers()):
        assert (answer["code"], answer["spoken"]) == ("protocol", [1])
        assert problems("table_server", answer) == []


def test_the_constants_of_the_page_and_of_its_documentation_are_those_of_the_server() -> None:
    script = (ROOT / "src/kibic/web/static/js/socket.js").read_text(encoding="utf-8")
    assert int(re.findall(r"PROTOCOL = (\d+);", script)[0]) == protocol.PROTOCOL == protocol.SPOKEN[-1]
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", PAGE, re.MULTILINE))
    kept = {name: getattr(protocol, name) for name in dir(protocol) if name.isupper()}
    assert told == {name: str(value).strip("(,)") for name, value in kept.items()}
    assert Settings(database="sqlite://").kept == protocol.KEPT


def test_whatever_is_said_at_tables_is_valid(tiny: Running) -> None:
    async def story() -> Page:
        async with Person(tiny.url, "Ana") as ana:
            play_with_clock = {"options": {"match.hands": 2}, "manners": {"move": 600, "bank": 60}}
            page = await ana.page((await ana.post("/api/play", **play_with_clock))["table"])
            await page.until(lambda _: page.my_turn)
            await page.say("hint", id="hint")
            await page.answer("hint")
            await page.say("talk", id="talk", word="evo")
            await page.heard("said")
            await page.say("sit", seat=0)
            await page.heard("refused")
            await page.say("ping", n=5)
            await page.heard("pong")
            await play(page, first, lambda view: bool(view["phase"] == "over"))
            return page

    heard = [msgspec.json.decode(frame) for frame in asyncio.run(story()).frames]
    assert {message["type"] for message in heard} == message_types()["table_server"].keys() - {"going"}
    assert [found for message in heard for found in problems("table_server", message)] == []


def test_whatever_is_said_at_sheets_is_valid(tiny: Running) -> None:
    async def story() -> list[Any]:
        sheet = await made(tiny.url)
        async with SheetPage(tiny.url, sheet["sheet"], sheet["key"]) as page:
            heard = [await page.heard("sheet")]
            for kind, fields in (
                ("form", {"id": "f", "answers": {}}),
                ("try", {"id": "t", "command": {"kind": "hand", "answers": KARO}}),
                ("do", {"id": "d", "version": 0, "command": {"kind": "hand", "answers": KARO}}),
                ("do", {"id": "e", "version": 0, "command": {"kind": "undo"}}),
                ("ping", {"n": 1}),
            ):
                message = {"type": kind, **fields}
                assert problems("sheet_page", message) == []
                await page.send(message)
                heard.append(await page.hear())
            while heard[-1]["type"] != "pong":
                heard.append(await page.hear())
            return heard

    heard = asyncio.run(story())
    assert {message["type"] for message in heard} == message_types()["sheet_server"].keys() - {"going"}
    assert [found for message in heard for found in problems("sheet_server", message)] == []


def test_the_schema_refuses_what_is_no_message() -> None:
    validator("table_page").check_schema(schema())
    good = {"type": "act", "id": "1", "version": 3, "word": "dalje"}
    assert problems("table_page", good) == []
    for wrong in ({"type": "ack"}, {"type": "dance"}, {"word": None}, {"version": -1}, {"id": ""}, {"more": 1}):
        assert problems("table_page", good | wrong)
    assert problems("table_server", good)
