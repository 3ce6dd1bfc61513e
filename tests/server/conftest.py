"""Servers for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kibic.game import registry
from kibic.server.database import url_of
from tests.server import highest
from tests.server.kit import Running, quick


# Not for the package: directories without __init__.py are none, and it would last to the end of the session.
@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """The small game is known while the tests of the server run, and only then: others list all games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._GAMES, highest.GAME.name, highest.GAME)
        yield


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the database of the test lies."""
    return tmp_path / "kibic.sqlite3"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database: the test runs on each kind there is."""
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgres_url")
        return url
    return url_of(str(request.getfixturevalue("database")))


@pytest.fixture(scope="module")
def tiny(known: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of the small game; each test plays at tables of its own."""
    with Running(quick(tmp_path_factory.mktemp("tiny") / "kibic.sqlite3", game=highest.GAME.name)) as running:
        yield running
