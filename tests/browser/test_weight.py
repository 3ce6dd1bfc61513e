"""How much comes over the wire before the first card is on the screen."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser.kit import QUICK, Served, Table, there, visiting

#: The most a first visit may load, in bytes (quality.md).
MOST = 300_000


def test_first_visit_is_light(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.tab()
        session = page.context.new_cdp_session(page)
        loaded: list[float] = []

        def finished(event: dict[str, Any]) -> None:
            loaded.append(event["encodedDataLength"])

        session.on("Network.loadingFinished", finished)
        session.send("Network.enable")
        page.goto("/")
        page.locator('[data-act="play"]').click()
        there(page, ".hand [data-card]")
        assert len(loaded) > 10
        assert sum(loaded) <= MOST
        assert len(Table(page).hand) == 10
