"""Servers for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import highest
from tests.server.kit import Running, quick


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the database of the test lies."""
    return tmp_path / "kibic.sqlite3"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of the small game; each test plays at tables of its own."""
    with Running(quick(tmp_path_factory.mktemp("tiny") / "kibic.sqlite3", game=highest.GAME.name)) as running:
        yield running
