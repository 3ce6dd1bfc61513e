"""What a fixed match says and hears, frame by frame, is what transcript.txt has and what the schema allows."""

from __future__ import annotations

import pytest

from tests.server.messagecheck import problems
from tests.server.transcript import FILE, Stage, perform


@pytest.fixture(scope="module")
def stage(known: None) -> Stage:
    """The match, played once."""
    return perform()


def test_the_match_is_told_as_it_was_told_before(stage: Stage) -> None:
    kept = FILE.read_text(encoding="utf-8").splitlines()
    for number, (now, before) in enumerate(zip(stage.lines, kept, strict=False), 1):
        assert now == before, f"{FILE.name}:{number} differs; what is meant to change is renewed as its module says"
    assert len(stage.lines) == len(kept)


def test_every_message_of_the_match_is_valid(stage: Stage) -> None:
    assert {message["type"] for message in stage.heard} >= {"welcome", "event", "table", "said", "ack", "refused"}
    assert [found for message in stage.heard for found in problems("table_server", message)] == []
    assert [found for message in stage.said for found in problems("table_page", message)] == []
