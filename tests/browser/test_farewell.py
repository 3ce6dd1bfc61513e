"""A server that is ended on purpose says so, and the page is there again with the next one."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, visiting


def test_page_is_told_of_the_end_and_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "kibic.sqlite3") as own, visiting(browser, own.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        table = Table(page)
        table.wait()
        before = table.see()
        made = page.request.post("/api/sheets", data={"players": ["Ana", "Boro", "Ceca"]}).json()
        paper = page.context.new_page()
        paper.goto(own.url + made["url"])
        expect(paper.locator("#app")).to_have_attribute("data-link", "online")
        for each in (page, paper):
            each.evaluate(
                """window.notes = [];
                new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) =>
                  notes.push(node.textContent)
                ))).observe(document.body, { childList: true })"""
            )
        visitor.offline = True
        own.stop()
        expect(table.app).to_have_attribute("data-link", "offline")
        own.start()
        expect(table.app).to_have_attribute("data-link", "online")
        visitor.offline = False
        expect(paper.locator("#app")).to_have_attribute("data-link", "online")
        for each, what in ((page, "sto se vraća"), (paper, "papir se vraća")):
            notes = each.evaluate("window.notes")
            assert any(f"Server se ponovo pokreće; {what} sam od sebe." in note for note in notes), notes
        assert table.wait() in ("turn", "after")
        assert table.see() == before
