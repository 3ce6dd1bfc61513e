"""A hand of levels with the mouse: bids in a grid, whist, and the column of points as the engine has it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser.kit import QUICK, Served, Table, visiting
from tests.browser.papers import engine

START = """async () => {
  const body = JSON.stringify({ preset: "polski", options: { "match.deals": 3 }, name: "Ana" });
  const answer = await fetch("/api/play", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).url;
}"""
WISHES = ("6S", "wist", "sam")


def answer(table: Table) -> None:
    """Bid the lowest contract, whist, and play the first card there is."""
    wish = next((word for word in WISHES if word in table.words), None)
    if table.phase in ("play", "discard") or wish is None:
        table.answer()
        return
    version = table.version
    table.press(table.word(wish))
    table.moved_on(version)


def test_a_hand_of_levels_and_its_points(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.goto(page.evaluate(START))
        table = Table(page)
        rows = 0
        while not rows:
            while table.wait() == "turn":
                if "6S" in table.words and table.phase == "auction":
                    assert len(table.words) == 26
                answer(table)
            match: Any = engine(page, table.id)[0]
            drawn = [
                (int(seat), int(value))
                for seat, value in zip(
                    table.attributes('.paper [data-kind="points"]', "data-seat"),
                    table.attributes('.paper [data-kind="points"]', "data-value"),
                    strict=True,
                )
            ]
            written = [(seat, mark.value) for seat, column in enumerate(match.sheet.columns) for mark in column]
            assert sorted(drawn) == sorted(written)
            changes = table.attributes("article[data-result]", "data-result")
            assert sorted(map(int, changes)) == sorted(match.outcomes[-1].points)
            rows = len(drawn)
            if not rows:
                table.next_hand()
