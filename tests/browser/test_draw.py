"""The first deal of a match: the cards drawn for it, or the one card whose holder speaks first."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting

CREATE = """async (options) => {
  const body = JSON.stringify({ preset: "srpski", options, name: "Ana", seats: ["me", "bot", "bot"] });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).url;
}"""
RANKS = "789TJQKA"


def opened(page: Page, options: dict[str, Any]) -> Table:
    """A new table, which waits in the auction until the person speaks."""
    page.goto(page.evaluate(CREATE, options))
    there(page, '#app[data-phase="auction"][data-turn="mine"]')
    return Table(page)


@pytest.mark.parametrize("mode", ["lowest_card", "lowest_card_reseat"])
def test_seat_03_the_lowest_card_drawn_deals_first(browser: Browser, served: Served, mode: str) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        table = opened(visitor.open("/"), {"seat.first_dealer": mode})
        drawn = table.attributes(".draw.on-cloth li", "data-drawn")
        assert len(drawn) == 3
        dealers = [cards.split() for cards in table.attributes(".draw.on-cloth li.deals", "data-drawn")]
        assert len(dealers) == 1
        first_round = [RANKS.index(cards.split()[0][1]) for cards in drawn]
        assert RANKS.index(dealers[0][0][1]) == min(first_round)
        expect(table.page.locator(".draw.on-cloth .mini svg")).to_have_count(sum(len(one.split()) for one in drawn))


def test_seat_03_card_8d_speaks_first(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        table = opened(visitor.open("/"), {"seat.first_dealer": "card_8D"})
        told = table.page.locator(".draw.on-cloth p")
        expect(told).to_have_count(1)
        expect(table.page.locator(".draw.on-cloth li")).to_have_count(0)
        speaks_first = "Ana" in told.inner_text()
        assert speaks_first == (table.attributes("[data-said]", "data-said") == [])
        assert speaks_first or "D8" not in table.hand
