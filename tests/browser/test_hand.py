"""A hand with the mouse: from the home page to the paper, with a reload in the middle."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.papers import (
    drawn_general,
    drawn_panel,
    drawn_paper,
    engine,
    newest_numbers,
    numbers_explained,
    numbers_written,
    wanted_general,
    wanted_numbers,
    wanted_panel,
    wanted_paper,
)


def test_mouse_plays_a_hand_and_the_paper_is_the_engines(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        there(page, "main.table")
        table = Table(page)
        looks = []

        def reload_once(played: int) -> None:
            if played == 3:
                before = table.see()
                page.reload()
                assert table.wait() == "turn"
                assert table.see() == before
                looks.append(before)

        # Only a hand with cards has a middle; the rare other ones are gone through too.
        while not looks:
            if table.wait() == "after":
                table.next_hand()
            table.play_hand(reload_once)
            match, names = engine(page, table.id)
            outcome = match.outcomes[-1]
            assert drawn_paper(page) == wanted_paper(match)
            assert newest_numbers(drawn_paper(page)) == wanted_numbers(match)
            assert drawn_panel(page) == wanted_panel(outcome, names)
            assert drawn_general(page) == wanted_general(outcome, names)
            assert numbers_explained(outcome) == numbers_written(outcome)
        assert len(looks[0]["hand"]) == 7


def test_hint_names_a_legal_word_or_card(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        table = Table(page)
        assert table.wait() == "turn"
        table.act("hint").click()
        expect(page.locator(".why b").first).to_have_text("Savet:")
