"""A fresh server for each test."""

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


@pytest.fixture
def tiny(database: Path) -> Iterator[Running]:
    """A server of the small game."""
    with Running(quick(database, game=highest.GAME.name)) as running:
        yield running
