"""Rules from a file in the form of a new table, and the form as a file."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from kibic.record.rulesfile import read_rules
from tests.browser.kit import QUICK, Served, there, visiting

FAULTY = 'rules = "bosanski"\n[options]\n"auc.hold" = "third"\n"no.such_key" = 1\n'
HOUSE = 'rules = "balkan"\n[options]\n"match.start_bule" = 60\n"seat.players" = [3, 4]\n'


def opened(page: Page) -> Page:
    """The form with the part about files open."""
    page.goto("/new")
    there(page, ".param")
    page.locator('[data-group="file"] summary').click()
    return page


def test_all_faults_of_a_pasted_file_stand_below_it_with_their_lines(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = opened(visitor.tab())
        page.locator("#file-text").fill(FAULTY)
        page.locator('[data-act="read-rules"]').click()
        faults = page.locator(".file .problems li")
        expect(faults).to_have_count(3)
        assert [fault.get_attribute("data-line") for fault in faults.all()] == ["1", "3", "4"]
        expect(faults.last).to_contain_text("red 4: nepoznat ključ")
        # What was pasted is still there to be mended.
        expect(page.locator("#file-text")).to_have_value(FAULTY)
        page.locator("#file-text").fill(HOUSE)
        page.locator('[data-act="read-rules"]').click()
        expect(faults).to_have_count(0)
        expect(page.locator('[data-setting="preset"] [value="balkan"]')).to_be_checked()


def test_a_chosen_file_fills_the_form_and_the_form_makes_the_same_file(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    house = tmp_path / "ours.toml"
    house.write_text(HOUSE, encoding="utf-8")
    with visiting(browser, served.url, QUICK) as visitor:
        page = opened(visitor.tab())
        page.locator("#file").set_input_files(house)
        start = page.locator('.param[data-key="match.start_bule"]')
        expect(start).to_have_attribute("data-value", "60")
        expect(start.locator(".differs")).to_have_text("u osnovi: 100")
        expect(page.locator('[data-setting="players"]')).to_have_count(1)
        with page.expect_download() as saving:
            page.locator('[data-act="save-rules"]').click()
        assert saving.value.suggested_filename == "balkan.toml"
        saved = read_rules(Path(saving.value.path()).read_text(encoding="utf-8"))
        assert saved == read_rules(HOUSE)
        page.locator('[data-act="create"]').click()
        there(page, "main.table")
        expect(page.locator(".bar .where")).to_contain_text("60 bula")


def test_a_conflict_stands_at_the_key_that_makes_it_and_goes_with_it(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        start = page.locator('.param[data-key="match.start_bule"]')
        start.locator("input").fill("61")
        start.locator("input").press("Tab")
        expect(start.locator(".problem")).to_contain_text("match.start_bule")
        start.locator("input").fill("62")
        start.locator("input").press("Tab")
        expect(start.locator(".problem")).to_have_count(0)
