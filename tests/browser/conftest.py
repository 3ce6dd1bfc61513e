"""A server for all browser tests of a process, and a browser for each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.kit import FLAGS, Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server with a database of its own; each test plays at tables of its own."""
    with Served(tmp_path_factory.mktemp("browser") / "kibic.sqlite3") as running:
        yield running


# Not for the session: the library holds an event loop as long as it lives, and other modules start theirs.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()
