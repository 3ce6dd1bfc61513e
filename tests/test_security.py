"""The list of threats is true: every test it names exists, and no page has anything inline."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIST = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", LIST)))
PAGES = sorted((ROOT / "src" / "kibic" / "web" / "static").glob("*.html"))


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_every_test_that_is_named_exists(path: str) -> None:
    assert (ROOT / path).is_file()
    missing = {name for file, name in NAMED if file == path} - functions(ROOT / path)
    assert missing == set()


def test_every_threat_names_a_test() -> None:
    rows = [line for line in LIST.splitlines() if line.startswith("| ") and not line.startswith("| threat |")]
    assert len(rows) > 25
    assert [row for row in rows if "::test_" not in row] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_has_anything_inline(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style", text) == []
    assert re.findall(r"\son\w+\s*=|javascript:", text) == []
    assert re.findall(r"""(?:src|href)="(?!/|#)""", text) == []
