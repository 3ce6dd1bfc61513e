"""Four at the table: chosen in the form, the dealer sits out, four sheets with a column more."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.papers import drawn_panel, drawn_paper, engine, wanted_panel, wanted_paper


def test_four_01_four_play_a_hand_and_its_paper_is_the_engines(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        there(page, ".param")
        # The first ruleset is for three: there is nothing to choose.
        expect(page.locator('[data-setting="players"]')).to_have_count(0)
        page.locator('[data-setting="preset"] label', has=page.locator('[value="vojvodina"]')).click()
        page.locator('[data-setting="players"] label', has=page.locator('[value="4"]')).click()
        expect(page.locator('[data-setting^="seat"]')).to_have_count(3)
        page.locator('[data-act="create"]').click()
        there(page, "main.table")
        table = Table(page)
        for place in ("l", "t", "r"):
            expect(page.locator(f".seat-{place}")).to_have_count(1)
        played = table.play_hand()
        while not played:
            table.next_hand()
            played = table.play_hand()
        match, names = engine(page, table.id)
        assert match.players == 4
        assert drawn_paper(page) == wanted_paper(match)
        assert drawn_panel(page) == wanted_panel(match.outcomes[-1], names)
        rows = page.locator(".hands .hrow")
        expect(rows).to_have_count(4)
        # Whoever dealt had no cards in this hand.
        dealer = names[match.outcomes[-1].dealer]
        expect(rows.filter(has_text=dealer).locator(".card")).to_have_count(0)


def test_four_01_a_ruleset_for_three_takes_four_when_the_form_says_so(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        there(page, ".param")
        page.locator('[data-group="seat"] summary').click()
        page.locator("#rule-seat\\.players-4").check()
        choice = page.locator('[data-setting="players"]')
        choice.locator("label", has=page.locator('[value="4"]')).click()
        expect(page.locator('[data-setting^="seat"]')).to_have_count(3)
        page.locator("#rule-seat\\.players-4").uncheck()
        expect(choice).to_have_count(0)
        expect(page.locator('[data-setting^="seat"]')).to_have_count(2)
        page.locator("#rule-seat\\.players-4").check()
        choice.locator("label", has=page.locator('[value="4"]')).click()
        page.locator('[data-act="create"]').click()
        there(page, "main.table")
        expect(page.locator(".seat-t")).to_have_count(1)
