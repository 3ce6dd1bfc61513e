"""The bots one may choose, and hints: offered, given, shown, and refused where the table has none."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting


def test_bots_are_chosen_by_seat_and_hints_can_be_left_out(browser: Browser, tmp_path: Path) -> None:
    with (
        Served(tmp_path / "kibic.sqlite3", "--bot", "Sreta=random") as served,
        visiting(browser, served.url, QUICK) as visitor,
    ):
        page = visitor.open("/")
        page.locator("#bot").select_option("Sreta")
        page.locator('[data-act="play"]').click()
        table = Table(page)
        assert table.wait() == "turn"
        page.locator('[data-act="hint"]').click()
        expect(page.locator(".why b").first).to_have_text("Savet:")
        expect(page.locator(".hinted").first).to_be_visible()

        page.goto("/")
        expect(page.locator("#bot")).to_have_value("Sreta")
        page.goto("/new")
        page.locator('[data-setting="seat2"]').get_by_label("Sreta").check()
        page.locator('[data-setting="hints"]').get_by_label("bez saveta").check()
        page.locator("#create").click()
        there(page, "main.table")
        assert table.wait() == "turn"
        expect(page.locator('[data-act="hint"]')).to_have_count(0)
        page.keyboard.press("Shift+S")
        expect(page.locator(".why b")).to_have_count(0)
