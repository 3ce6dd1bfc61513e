"""The form of a new table: no press is lost because the form changed under it."""

from __future__ import annotations

from playwright.sync_api import Browser, Route, expect

from tests.browser.kit import QUICK, Served, there, visiting

START_BULE = "#rule-match\\.start_bule"


def test_button_pressed_straight_from_a_field_makes_the_table(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        field = page.locator(START_BULE)
        field.fill("")
        field.press_sequentially("60")
        box = page.locator('[data-act="create"]').bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        there(page, "main.table")
        expect(page.locator(".bar .where")).to_contain_text("60 bula")


def test_form_changes_in_place(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        field = page.locator(START_BULE)
        kept = field.element_handle()
        before = field.input_value()
        field.fill("76")
        field.press("Tab")
        expect(page.locator('.param[data-key="match.start_bule"].changed')).to_have_count(1)
        page.locator("#reset").click()
        expect(field).to_have_value(before)
        assert field.evaluate("(now, then) => now === then", kept)
        choice = page.locator('[data-setting="preset"] label').last
        choice.click()
        expect(choice.locator("input")).to_be_checked()
        note = page.evaluate("fetch('/api/rules?game=preferans').then((answer) => answer.json())")["presets"][-1][
            "note"
        ]
        expect(page.get_by_text(note["sr"])).to_be_visible()
        assert field.evaluate("(now, then) => now === then", kept)


def test_press_that_begins_before_the_rules_arrive_is_not_lost(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.tab()
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route("**/api/rules?*", hold)
        with page.expect_request("**/api/rules?*"):
            page.goto("/new")
        box = page.locator('[data-act="create"]').bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 9, box["y"] + 9)
        page.mouse.down()
        with page.expect_response("**/api/rules?*"):
            waiting[0].continue_()
        page.mouse.up()
        there(page, "main.table")
