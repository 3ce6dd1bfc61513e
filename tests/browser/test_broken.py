"""What a hand broke of the conventions stands behind its result: sentence, rule, cards, the agreed first."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Route, expect

from tests.browser.kit import QUICK, Served, Table, visiting
from tests.browser.test_match import PLAY_HAND

FOUND = [
    {"hand": 1, "seat": 1, "rule": "DEF-02", "severity": "custom", "phase": "play", "cards": ["SK", "SQ"],
     "sr": "Svaka dama se jaši.", "en": "Every queen is ridden."},
    {"hand": 1, "seat": 2, "rule": "BID-03", "severity": "agreed", "phase": "auction", "cards": ["H7", "H8", "H9"],
     "remedy": "preuzima 1 2", "sr": "Licitacija ispod minimuma.", "en": "A bid below the minimum."},
]  # fmt: skip


def test_the_broken_conventions_are_listed_after_the_hand(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        asked: list[str] = []

        def answer(route: Route) -> None:
            asked.append(route.request.url.rpartition("/")[2])
            route.fulfill(content_type="application/json", body=json.dumps({"conventions": FOUND}))

        page.route("**/api/tables/*/conventions*", answer)
        page.locator('[data-act="play"]').click()
        page.wait_for_selector("main.table, main.result")
        page.evaluate(PLAY_HAND)
        lines = page.locator(".broken li")
        expect(lines).to_have_count(2)
        assert asked == ["conventions?hand=1"]
        assert [line.get_attribute("data-rule") for line in lines.all()] == ["BID-03", "DEF-02"]
        expect(lines.first).to_contain_text("dogovoreno Licitacija ispod minimuma. BID-03")
        assert lines.first.locator(".minirow > *").count() == 3
        # The remedy can be proposed only while the rules have it open.
        expect(page.locator('.broken [data-act="propose"]')).to_have_count(0)
        Table(page).next_hand()
        expect(page.locator(".broken")).to_have_count(0)
