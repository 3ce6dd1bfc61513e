"""Fair cards on the page: the deck of a hand is checked against the seal that was shown before the deal."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.browser.kit import PATIENCE_MS, QUICK, Served, Table, there, visiting
from tests.browser.test_match import PLAY_HAND


def test_the_deck_of_a_hand_is_checked_and_explained(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        there(page, "main.table")
        table = Table(page)
        table.act("more").click()
        table.act("more-fair").click()
        # The first is that of hand 1, dealt already or not.
        seal = page.locator("dialog .seal-text code").first.inner_text()
        page.keyboard.press("Escape")
        page.evaluate(PLAY_HAND)
        panel = page.locator("details.fair")
        expect(panel).to_have_count(1, timeout=PATIENCE_MS)
        status = panel.get_attribute("data-status")
        assert status in ("agrees", "closed")
        panel.locator("summary").click()
        expect(panel.locator("code").first).to_have_text(seal)
        if status == "agrees":
            expect(panel.locator("code").nth(1)).to_contain_text("kibic-deal-1 ")
            expect(panel).to_contain_text("Ova stranica je videla pečat pre deljenja.")


def test_a_deck_that_was_changed_is_told(browser: Browser, served: Served) -> None:
    def change(route: Route) -> None:
        """As a dishonest server would: another seal than the one that was shown."""
        answer: dict[str, Any] = route.fetch().json()
        answer["hands"][0] |= {"hash": "0" * 64}
        route.fulfill(content_type="application/json", body=json.dumps(answer))

    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.route("**/api/tables/*/fair*", change)
        page.locator('[data-act="play"]').click()
        there(page, "main.table")
        page.evaluate(PLAY_HAND)
        panel = page.locator('details.fair[data-status="differs"]')
        expect(panel).to_have_count(1, timeout=PATIENCE_MS)
        panel.locator("summary").click()
        expect(panel).to_contain_text("Pečat nije onaj koji je ova stranica videla pre deljenja.")
