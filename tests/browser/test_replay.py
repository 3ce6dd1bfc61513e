"""The replay in a browser: a record and a table opened in the table's picture, stepped through in every way."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from kibic.record import read_file
from kibic.record import replay as replayed
from kibic.review import costs
from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.test_sheet_life import _FAULTS

GOLDEN: Final = Path(__file__).parents[1] / "record" / "golden"
#: How long a moment stands while the match plays by itself, in milliseconds; a finished trick not twice as long.
PACE: Final = 900
TWO: Final = GOLDEN / "two_followers.toml"


def at(page: Page, hand: int, moment: int | None = None) -> None:
    """Wait until this moment is shown."""
    there(page, f'#app[data-hand="{hand}"]' + ("" if moment is None else f'[data-at="{moment}"]'))


def last(page: Page) -> int:
    """The last moment of the hand on show."""
    return int(page.locator("#at").get_attribute("max") or 0)


def bring(page: Page, text: str) -> None:
    """Open a text."""
    page.locator("#replay-text").fill(text)
    page.locator('[data-act="bring"]').click()


def test_a_record_is_stepped_through_by_keys_buttons_slider_and_lists(browser: Browser, served: Served) -> None:
    record = read_file(TWO)
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/replay")
        page.locator("#replay-file").set_input_files(TWO)
        at(page, 1, 0)
        # Every hand lies open, and the talon.
        assert page.locator(".backs.open i").count() == 20
        assert page.locator(".hand.watched .pick .card").count() == 10
        assert page.locator(".talon .mini").count() == 2
        for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last(page)), ("Home", 0)):
            page.keyboard.press(key)
            at(page, 1, moment)
        expect(page.locator('[data-act="back"]')).to_have_attribute("aria-disabled", "true")
        # By trick: the third stop of the play has two tricks behind it.
        while page.locator(".tricklog").count() == 0:
            before = page.locator("#app").get_attribute("data-at")
            page.keyboard.press("ArrowDown")
            there(page, f'#app:not([data-at="{before}"])')
        expect(page.locator(".pile [data-played]")).to_have_count(3)
        before = page.locator("#app").get_attribute("data-at")
        page.locator('[data-act="trick"]').click()
        there(page, f'#app:not([data-at="{before}"])')
        assert page.locator(".tricklog > .n").count() == 4 + 2
        page.locator("#at").fill("3")
        at(page, 1, 3)
        # As a seat saw it: the others' cards are backs.
        page.locator("#view").select_option("1")
        expect(page.locator(".backs.open")).to_have_count(0)
        assert page.locator(".hand.watched .pick .card").count() == 10
        expect(page.locator(".me .name")).to_contain_text(record.players[1])
        at(page, 1, 3)
        # The result has the reasons, what was possible, and all cards; reading the page again leads back to it.
        page.locator("#view").select_option("open")
        page.keyboard.press("End")
        there(page, "main.result .review .possible li")
        assert page.locator(".review .possible li").count() == 6
        page.reload()
        there(page, "main.result .review")
        assert page.evaluate(_FAULTS) == []


def test_a_costly_card_is_named_where_it_falls_and_after_the_hand(browser: Browser, served: Served) -> None:
    found = costs(replayed(read_file(TWO)), 1)
    assert found
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/replay")
        bring(page, TWO.read_text())
        at(page, 1, 0)
        page.keyboard.press("End")
        there(page, ".review .costs [data-act=jump]")
        assert page.locator(".review .costs li").count() == len(found)
        page.locator(".review .costs [data-act=jump]").first.click()
        there(page, ".prompt .cost")
        assert page.locator(".prompt .cost").get_attribute("data-lost") == str(found[0].lost)


def test_it_plays_by_itself_to_the_end(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.tab()
        page.clock.install()
        page.goto("/replay")
        bring(page, (GOLDEN / "all_pass.toml").read_text())
        at(page, 1, 0)
        page.locator("body").press(" ")
        there(page, '#app[data-playing="1"]')
        for moment in (1, 2):
            page.clock.run_for(PACE)
            at(page, 1, moment)
        page.locator("body").press(" ")
        there(page, '#app[data-playing=""]')
        page.locator('[data-act="play"]').click()
        for _ in range(200):
            if page.locator('#app[data-playing=""]').count():
                break
            before = page.locator("#app").get_attribute("data-at")
            page.clock.run_for(2 * PACE)
            there(page, f'#app:not([data-at="{before}"]), #app[data-playing=""]')
        expect(page.locator('[data-act="step"]')).to_have_attribute("aria-disabled", "true")


def test_a_broken_text_says_where_and_what_is_allowed(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/replay")
        bring(page, TWO.read_text().replace("dodjem", "kontra", 1))
        fault = page.locator(".problems li")
        expect(fault).to_contain_text("dozvoljeno: dodjem, ne")
        assert fault.get_attribute("data-line")
        expect(page.locator("#replay-text")).not_to_be_empty()
        bring(page, (GOLDEN / "scorekeeper.toml").read_text())
        at(page, 1, 0)
        expect(page.locator(".no-cards")).to_be_visible()


def test_a_file_can_be_dropped_anywhere(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/replay")
        there(page, "#replay-text")
        dropped = page.evaluate_handle(
            """(text) => {
              const data = new DataTransfer();
              data.items.add(new File([text], "match.toml"));
              return data; }""",
            TWO.read_text(),
        )
        page.dispatch_event("body", "drop", {"dataTransfer": dropped})
        at(page, 1, 0)


@pytest.mark.parametrize("phone", [False, True])
def test_finished_hands_of_a_table_open_from_it(browser: Browser, served: Served, phone: bool) -> None:
    with visiting(browser, served.url, QUICK, phone=phone) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        there(page, "main.table")
        table = Table(page)
        table.play_hand()
        link = page.locator('.next [data-act="replay"]')
        assert link.get_attribute("href") == f"/t/{table.id}/replay?hand=1"
        look = visitor.open(f"/t/{table.id}/replay?hand=1")
        at(look, 1, 0)
        there(look, ".steps")
        assert look.locator("#hand option").count() == 1
        assert look.evaluate("document.documentElement.scrollWidth <= innerWidth")
        look.keyboard.press("End")
        there(look, "main.result")
        home = visitor.open("/")
        there(home, f'[data-table="{table.id}"] [data-act="replay"]')
