"""A clock at the table, a word taken back, a pause and a rematch, by three people with pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.test_agreements import agree, say

CREATE = """async () => {
  const body = JSON.stringify({ preset: "srpski", options: { "seat.first_dealer": "host" }, name: "Ana",
    seats: ["me", "free", "free"], manners: { move: 120, bank: 300 } });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).url;
}"""


@contextmanager
def with_a_clock(browser: Browser, url: str) -> Iterator[list[Table]]:
    """Three people at a table with a clock, by seat; the first deals, so the second speaks first."""
    with (
        visiting(browser, url, QUICK) as ana,
        visiting(browser, url, QUICK, phone=True) as boro,
        visiting(browser, url, QUICK) as ceca,
    ):
        first = ana.open("/")
        address = first.evaluate(CREATE)
        first.goto(address)
        pages = [first]
        for seat, (visitor, name) in enumerate(((boro, "Boro"), (ceca, "Ceca")), 1):
            page = visitor.open(address)
            page.locator("#sit-name").fill(name)
            page.locator(f'[data-act="sit"][data-at="{seat}"]').click()
            pages.append(page)
        for page in pages:
            there(page, "main.table")
        yield [Table(page) for page in pages]


def from_the_menu(table: Table, what: str) -> None:
    """Choose something from the menu."""
    table.act("more").click()
    table.page.locator(f'[data-act="more-{what}"]').click()


def test_a_word_is_taken_back_and_the_game_paused_by_consent(browser: Browser, served: Served) -> None:
    with with_a_clock(browser, served.url) as tables:
        ana, boro, ceca = tables
        for table in tables:
            there(table.page, ".clock-n")
            expect(table.page.locator(".bank").first).to_contain_text("+5:00")
        say(boro, "2")
        expect(ceca.page.locator('.seat [data-said="2"]')).to_have_count(1)
        from_the_menu(boro, "undo")
        expect(ceca.page.locator(".proposal")).to_contain_text("Boro predlaže: vraćanje reči.")
        agree(boro, ana, ceca)
        there(boro.page, '#app[data-turn="mine"]')
        expect(ceca.page.locator('.seat [data-said="2"]')).to_have_count(0)
        expect(ana.page.locator("#log")).to_contain_text("Boro: poslednja reč je vraćena.")

        from_the_menu(ceca, "pause")
        agree(ceca, ana, boro)
        for table in tables:
            there(table.page, '[data-note="paused"]')
            expect(table.page.locator(".clock-n")).to_have_count(0)
            assert table.app.get_attribute("data-turn") == ""
        ana.act("resume").click()
        there(boro.page, '#app[data-turn="mine"]')
        there(boro.page, ".clock-n")
        say(boro, "dalje")
        there(ceca.page, '#app[data-turn="mine"]')


def test_the_rematch_is_a_new_table_to_which_all_pages_go(browser: Browser, served: Served) -> None:
    with with_a_clock(browser, served.url) as tables:
        ana, boro, ceca = tables
        before = ana.id
        for table in (boro, ceca, ana):
            say(table, "dalje")
        there(ana.page, "main.result")
        from_the_menu(ana, "write-off")
        ana.act("answer-propose").click()
        agree(ana, boro, ceca)
        there(ana.page, "main.result.over")
        ana.act("rematch").click()
        agree(ana, boro, ceca)
        for table in tables:
            there(table.page, "main.table")
            assert table.id == ana.id != before
        # Ana dealt first at the table before, Boro does now, so Ceca speaks first.
        there(ceca.page, '#app[data-turn="mine"]')
