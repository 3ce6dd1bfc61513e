"""Accounts, open tables, the host's sheet and own matches, as people see them."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.kit import QUICK, Served, Visitor, there, visiting

GOOD = "trešnje u maju"


def register(page: Page, name: str) -> None:
    page.fill("form#register #account-name", name)
    page.fill("form#register #new", GOOD)
    page.locator('[data-act="register"]').click()
    there(page, 'main[data-account="true"]')


def table_of(visitor: Visitor, **options: object) -> str:
    """The address of a new table of the visitor."""
    answer = visitor.context.request.post("/api/tables", data={"seats": ["me", "free", "free"], **options})
    assert answer.ok, answer.text()
    url: str = answer.json()["url"]
    return url


def test_a_person_makes_an_account_and_comes_back_to_it(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        expect(page.locator(".bar .to-me")).to_have_text("Prijava")
        page.locator(".bar .to-me").click()
        name = f"Nena {secrets.token_hex(3)}"
        register(page, name)
        expect(page.locator(".bar .to-me")).to_have_text(name)
        page.locator('[data-act="logout"]').click()
        there(page, 'main[data-account="false"] form#register')
        page.locator('[data-setting="way"] label').last.click()
        page.fill("form#login #account-name", name.upper())
        page.fill("form#login #old", GOOD)
        page.keyboard.press("Enter")
        there(page, 'main[data-account="true"]')
        expect(page.locator("#own-name")).to_have_value(name)
        page.locator('[data-act="delete"]').click()
        page.fill("#delete-password", GOOD)
        page.locator('[data-act="answer-delete"]').click()
        there(page, 'main[data-account="false"]')
        expect(page.locator(".bar .to-me")).to_have_text("Prijava")


def test_open_tables_come_and_go_while_one_looks(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as host, visiting(browser, served.url, QUICK, phone=True) as guest:
        page = guest.open("/")
        there(page, "#lobby")
        url = table_of(host, name="Mira", title="Subotom", public=True, options={"match.start_bule": 40, "refa.max": 3})
        row = page.locator(f'#lobby [data-open="{url.rpartition("/")[2]}"]')
        expect(row).to_contain_text("Subotom")
        expect(row).to_contain_text("Srpski · 40 bula")
        expect(row.locator(".seats")).to_have_attribute("aria-label", "1 od 3 mesta zauzeto")
        row.locator("summary").click()
        expect(row.locator(".differences li")).to_have_count(1)
        expect(row.locator(".differences")).to_contain_text("Koliko refa")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        row.locator(".btn").click()
        there(page, ".chairs")


def test_the_host_sends_away_and_hands_over(browser: Browser, served: Served) -> None:
    with (
        visiting(browser, served.url, QUICK) as host,
        visiting(browser, served.url, QUICK) as guest,
        visiting(browser, served.url, QUICK) as other,
    ):
        url = table_of(host, name="Mira")
        page, his, hers = host.open(url), guest.open(url), other.open(url)
        sit(his, "Boro")
        page.locator('[data-act="people"]').click()
        expect(page.locator(".people")).to_contain_text("1 gledalac")
        press(page, "ban", "Boro")
        expect(his.locator(".dead-end")).to_contain_text("Domaćin ovog stola ne želi")
        page.locator('[data-act="people"]').click()
        expect(page.locator(".people")).to_contain_text("Kome je zabranjeno")
        page.locator('.people [data-setting="public"] label').last.click()
        expect(page.locator('.people [data-setting="public"] input').last).to_be_checked()
        page.keyboard.press("Escape")
        sit(hers, "Ceca")
        page.locator('[data-act="people"]').click()
        press(page, "hand-over", "Ceca")
        there(hers, '[data-act="fill"]')
        expect(page.locator('[data-act="fill"]')).to_have_count(0)


def sit(page: Page, name: str) -> None:
    page.fill("#sit-name", name)
    page.locator('[data-act="sit"]').first.click()
    there(page, '[data-act="stand"]')


def press(page: Page, act: str, name: str) -> None:
    """Press a button of the open sheet and say yes."""
    button: Locator = page.locator(f'.people [data-people="{act}"]').and_(page.get_by_label(re.compile(f": {name}$")))
    button.click()
    page.locator(f'[data-act="answer-{act}"]').click()


@pytest.mark.parametrize("phone", [False, True])
def test_own_matches_are_found_and_taken_along(
    browser: Browser, served: Served, tmp_path: Path, *, phone: bool
) -> None:
    with visiting(browser, served.url, QUICK, phone=phone) as visitor:
        for title in ("Sto 19", "Sto 20"):
            table_of(visitor, name="Ana", title=title)
        page = visitor.open("/matches")
        expect(page.locator(".matches h2")).to_have_text("2 partije")
        page.fill("#q", "sto 20")
        page.keyboard.press("Enter")
        expect(page.locator(".matches h2")).to_have_text("1 partija")
        expect(page.locator("#q")).to_have_value("sto 20")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        with page.expect_download() as taken:
            page.locator('[data-act="all"]').click()
        taken.value.save_as(tmp_path / "all.zip")
        assert (tmp_path / "all.zip").read_bytes()[:2] == b"PK"
