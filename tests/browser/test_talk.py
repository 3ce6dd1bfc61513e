"""The talk at the table: free before a hand, the words of the table in it, what one does not want to hear, reports."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.test_agreements import CREATE, say


def last_said(table: Table) -> Locator:
    """The last line of the talk."""
    return table.page.locator(".talk .said").last


def test_people_talk_at_the_table(browser: Browser, served: Served) -> None:
    with (
        visiting(browser, served.url, QUICK) as ana,
        visiting(browser, served.url, QUICK, phone=True) as boro,
        visiting(browser, served.url, QUICK) as ceca,
    ):
        page = ana.open("/")
        address = page.evaluate(CREATE, ["srpski", {}])
        page.goto(address)
        tables = [Table(page)]
        for seat, (visitor, name) in enumerate(((boro, "Boro"), (ceca, "Ceca")), 1):
            page = visitor.open(address)
            if seat == 2:  # everybody is there but the last: one may say what one likes
                one, two = tables
                two.act("talk").click()
                two.page.locator("#talk-text").fill("Dobro veče <b>svima</b>")
                two.page.locator("#talk-text").press("Enter")
                expect(last_said(two)).to_contain_text("Dobro veče <b>svima</b>")
                expect(two.page.locator("#talk-text")).to_have_value("")
                expect(one.act("talk")).to_have_attribute("aria-label", "Razgovor: 1 nova poruka")
                expect(one.page.locator("#log")).to_contain_text("Boro: Dobro veče")
                one.page.keyboard.press("Shift+C")
                expect(last_said(one)).to_contain_text("Dobro veče <b>svima</b>")
                one.page.keyboard.press("Escape")
                expect(one.page.locator(".talk")).to_have_count(0)
                two.page.locator('.talk [data-act="talk"]').click()
            page.locator("#sit-name").fill(name)
            page.locator(f'[data-act="sit"][data-at="{seat}"]').click()
            there(page, "main.table" if seat == 2 else '[data-act="stand"]')
            tables.append(Table(page))
        one, two, three = tables
        for table in tables:
            there(table.page, "main.table")
        three.act("talk").click()
        expect(three.page.locator("#talk-text")).to_have_count(0)
        expect(three.page.locator(".talk-why")).to_have_text("Dok ruka traje, govore se samo reči igre.")
        three.page.locator('.say-word[data-say="dobra"]').click()
        one.act("talk").click()
        expect(last_said(one)).to_contain_text("dobra")

        # Ana does not want to hear Boro, and reports what Ceca said.
        one.page.locator(".talk .said").first.locator('[data-act="talk-about"]').click()
        one.page.locator('[data-act="answer-mute"]').click()
        expect(one.page.locator(".talk .said")).to_have_count(1)
        expect(one.page.locator(".talk-muted")).to_contain_text("Boro")
        last_said(one).locator('[data-act="talk-about"]').click()
        one.page.locator('[data-act="answer-report"]').click()
        one.page.locator('dialog[open] [data-act="answer-report"]').click()
        expect(one.page.locator(".toast")).to_have_text("Prijavljeno. Hvala.")
        one.act("unmute").click()
        expect(one.page.locator(".talk .said")).to_have_count(2)

        for table in (two, three, one):
            say(table, "dalje")
        expect(three.page.locator("#talk-text")).to_have_count(1)
