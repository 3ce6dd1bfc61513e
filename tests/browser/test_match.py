"""A whole match against fast bots: every hand on the paper, the final result, and a page that does not grow."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, expect

from kibic.games.preferans import Match
from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.papers import (
    drawn_general,
    drawn_panel,
    drawn_paper,
    engine,
    newest_numbers,
    numbers_explained,
    numbers_written,
    printed,
    wanted_general,
    wanted_numbers,
    wanted_panel,
    wanted_paper,
)

START: Final = 6
#: Nodes for each element on show: texts, attributes, and the copies of the pictures of cards make five.
NODES: Final = 8
#: Plays a hand in the page about as fast as its server lets a page speak: passes, then says this word or that, and
#: plays the first card that may be played. It gives up when nothing moves for a minute.
PLAY_HAND: Final = """() => new Promise((done, failed) => {
  const app = document.getElementById("app");
  let version = "", since = Date.now();
  const press = (selector, at = 0) => { const all = app.querySelectorAll(selector); all[at % all.length]?.click(); };
  const timer = setInterval(() => {
    const end = (how) => { clearInterval(timer); how(app.dataset.version); };
    if (app.dataset.version !== version) { version = app.dataset.version; since = Date.now(); }
    if (Date.now() - since > 60_000) return end(failed);
    if (app.querySelector("main.result")) return end(done);
    if (app.dataset.turn !== "mine") return;
    const { phase } = app.dataset;
    if (phase === "play") press('.hand [data-card]:not([aria-disabled="true"])');
    else if (phase !== "discard") press(".words [data-word]", phase === "following" ? Number(version) : 0);
    else if (app.querySelectorAll('.hand [aria-pressed="true"]').length < 2) press('.hand [aria-pressed="false"]');
    else if (!app.querySelector('.words [aria-pressed="true"]')) press(".words [data-word]");
    else press('[data-act="declare"]');
  }, 55);
})"""


def size(page: Page, session: CDPSession) -> dict[str, float]:
    """What the page holds after its garbage was collected: nodes, listeners, bytes; and the elements on show."""
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    shown = page.locator("*").count()
    return {metric["name"]: metric["value"] for metric in metrics} | {"elements": shown}


def final_rows(page: Page) -> list[dict[str, Any]]:
    """Points and cells of the final results by seat."""
    rows: list[dict[str, Any]] = page.locator(".final tr[data-seat]").evaluate_all(
        """(rows) => rows.map((row) => ({ seat: Number(row.dataset.seat), points: Number(row.dataset.points),
          cells: [...row.cells].slice(2).map((cell) => cell.textContent) }))"""
    )
    return sorted(rows, key=lambda row: int(row["seat"]))


def wanted_rows(match: Match) -> list[dict[str, Any]]:
    """The same by the engine: bule, supe written and suffered, points."""
    assert match.result is not None
    rows = []
    for seat, points in enumerate(match.result.points):
        written, against = sum(match.sheet.supe[seat]), sum(row[seat] for row in match.sheet.supe)
        cells = [printed(match.sheet.bule[seat]), str(written), str(against), printed(points)]
        rows.append({"seat": seat, "points": points, "cells": cells})
    return rows


def test_match_of_the_form_ends_with_the_engines_result(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        bule = page.locator('.param[data-key="match.start_bule"]')
        bule.locator("input, select").first.fill(str(START))
        bule.locator("input, select").first.press("Enter")
        expect(bule).to_have_attribute("data-value", str(START))
        page.locator("#title").fill("Kratka partija")
        page.locator('[data-act="create"]').click()
        there(page, "main.table, main.result")
        table = Table(page)
        expect(page.locator(".bar .where")).to_contain_text("Kratka partija")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        sizes = []

        while True:
            page.evaluate(PLAY_HAND)
            match, names = engine(page, table.id)
            outcome = match.outcomes[-1]
            assert drawn_paper(page) == wanted_paper(match)
            assert drawn_panel(page) == wanted_panel(outcome, names)
            assert drawn_general(page) == wanted_general(outcome, names)
            assert numbers_explained(outcome) == numbers_written(outcome)
            sizes.append(size(page, session))
            if match.result is not None:
                break
            table.next_hand()
        table.act("next").click()
        there(page, "main.result.over")

        assert match.rules.match.start_bule == START
        assert final_rows(page) == wanted_rows(match)
        assert drawn_paper(page) == wanted_paper(match)
        assert newest_numbers(drawn_paper(page)) == wanted_numbers(match)
        table.act("last-hand").click()
        assert drawn_panel(page) == wanted_panel(match.outcomes[-1], names)

        # Hands come and go: nothing of them stays behind the page that is shown.
        for one in sizes:
            assert one["Nodes"] <= NODES * one["elements"]
            assert one["JSEventListeners"] <= sizes[0]["JSEventListeners"] + 10
            assert one["Documents"] == sizes[0]["Documents"]
            assert one["JSHeapUsedSize"] <= sizes[0]["JSHeapUsedSize"] + 4_000_000
