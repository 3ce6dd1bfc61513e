"""``kibic protocol``: the versions that are spoken, the messages, and their schema."""

from __future__ import annotations

import json

from kibic.server.messageschema import schema
from kibic.server.protocol import SPOKEN
from tests.cli.commands import kibic


def test_the_schema_is_printed() -> None:
    ran = kibic("protocol", "--schema")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == schema()


def test_versions_and_messages_are_listed() -> None:
    lines = kibic("protocol").out.splitlines()
    assert lines[0].endswith(f" {', '.join(map(str, SPOKEN))}")
    listed = {who: kinds.split() for who, _, kinds in (line.partition(":") for line in lines[1:])}
    assert {"act", "hello"} <= set(listed["table_page"])
    assert {"event", "welcome"} <= set(listed["table_server"])
    assert {"do", "open"} <= set(listed["sheet_page"])
    assert {"form", "sheet"} <= set(listed["sheet_server"])
