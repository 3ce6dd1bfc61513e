"""Languages, the form, people who come by link, tabs, and a server that goes away."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting


@pytest.mark.parametrize(
    ("locale", "lang", "play"), [("en-GB", "en", "Play now"), ("sr-Latn-RS", "sr-Latn", "Igraj odmah")]
)
def test_stranger_reads_the_language_of_his_browser(
    browser: Browser, served: Served, locale: str, lang: str, play: str
) -> None:
    with visiting(browser, served.url, locale=locale) as visitor:
        page = visitor.open("/")
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator('[data-act="play"]')).to_have_text(play)


def test_language_changes_at_the_table(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        table = Table(page)
        assert table.wait() == "turn"
        expect(table.act("hint")).to_have_text("Savet")
        table.act("settings").click()
        page.locator('[data-setting="language"] label', has_text="English").click()
        page.keyboard.press("Escape")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(table.act("hint")).to_have_text("Hint")
        page.reload()
        assert table.wait() == "turn"
        expect(table.act("hint")).to_have_text("Hint")


def test_second_person_comes_by_link_and_a_second_tab_shows_the_same(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as host, visiting(browser, served.url, QUICK) as guest:
        page = host.open("/new")
        # The form is whole once the rules are there.
        there(page, ".param")
        page.locator("#name").fill("Mira")
        page.locator('[data-setting="seat1"] label', has=page.locator('[value="free"]')).click()
        page.locator('[data-act="create"]').click()
        link = page.locator("#link").input_value()
        expect(page.locator("#app")).to_have_attribute("data-phase", "waiting")

        other = guest.open(link)
        other.locator("#sit-name").fill("Boro")
        other.locator('[data-act="sit"]').click()
        mine, his = Table(page), Table(other)
        for each in (page, other):
            there(each, "main.table")
            expect(each.locator(".seat", has_text="Mira").first).to_be_visible()
            expect(each.locator(".seat", has_text="Boro").first).to_be_visible()
        # Both answer what they are asked until a trick lies on the cloth of both.
        while not mine.attributes(".pile [data-played]", "data-played"):
            asked = whose_turn(mine, his)
            if asked is None:
                mine.act("next").click()
                his.act("next").click()
                for each in (page, other):
                    there(each, "main.table")
            else:
                asked.answer()
        whose_turn(mine, his)
        shown_at(his, mine.version)
        assert not set(mine.hand) & set(his.hand)
        assert mine.attributes(".pile [data-played]", "data-played") == his.attributes(
            ".pile [data-played]", "data-played"
        )

        tab = host.open(f"/t/{mine.id}")
        shown_at(Table(tab), mine.version)
        assert Table(tab).see() == mine.see()


def shown_at(table: Table, version: int) -> None:
    """Wait until the page shows this version."""
    there(table.page, f'#app[data-version="{version}"]')


def whose_turn(mine: Table, his: Table) -> Table | None:
    """The one of two people at a table who is asked; None when the hand is over. Both pages are at it then."""
    neighbour = f'.seat.turn[data-seat="{his.seat}"]'
    there(mine.page, f'#app[data-turn="mine"], {neighbour}, main.result')
    shown_at(his, mine.version)
    if mine.page.locator("main.result").count():
        return None
    return his if mine.page.locator(neighbour).count() else mine


def test_page_comes_back_by_itself_after_a_crash_of_the_server(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "kibic.sqlite3") as own, visiting(browser, own.url, QUICK) as visitor:
        page = visitor.open("/")
        page.locator('[data-act="play"]').click()
        table = Table(page)
        for _ in range(3):
            if table.wait() == "turn":
                table.answer()
            else:
                table.next_hand()
        table.wait()
        before = table.see()
        visitor.offline = True
        own.kill()
        expect(table.app).to_have_attribute("data-link", "offline")
        own.start()
        expect(table.app).to_have_attribute("data-link", "online")
        visitor.offline = False
        assert table.wait() in ("turn", "after")
        assert table.see() == before
        if table.wait() == "turn":
            table.answer()
        else:
            table.next_hand()
        assert table.version > before["version"]
