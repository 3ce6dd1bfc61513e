"""``make stress`` plays what it is asked for, says how each story ended, and fails with any of them."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from stress.__main__ import NAMES, main

DOCS = Path(__file__).parents[1] / "docs/reliability.md"


def _well() -> dict[str, object]:
    return {"words": 7}


def _badly() -> dict[str, object]:
    raise AssertionError("a word was lost\nand more")


def test_every_story_is_played_and_one_that_ends_badly_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], {"bad": _badly, "good": _well}) == 1
    said = re.sub(r"\d+ s\)", "N s)", capsys.readouterr().out)
    assert "good:\n  words: 7\nsummary:\n  bad: FAILED, a word was lost (N s)\n  good: ok (N s)\n" in said


def test_the_stories_that_are_named_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["good"], {"bad": _badly, "good": _well}) == 0
    assert main(["nothing"], {"bad": _badly, "good": _well}) == 2
    assert "stories: bad, good" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_every_story_is_there_and_described(name: str) -> None:
    assert callable(import_module(f"stress.{name}").main)
    assert f"make stress STRESS={name}" in DOCS.read_text(encoding="utf-8")
