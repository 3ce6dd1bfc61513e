"""A hand by taps on a phone of 360 x 740."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from tests.browser.kit import PHONE, QUICK, Served, Table, there, visiting

#: The least size of what is tapped, in CSS pixels.
LEAST = 44


def tap(button: Locator) -> None:
    """Tap a button, which must be large enough for a finger and lie inside a page that does not scroll sideways."""
    wide = button.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"the page is {wide} wide"
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST, f"{button}: {box}"
    assert box["x"] >= 0
    button.tap()


def test_phone_plays_a_hand_by_taps(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/")
        tap(page.locator('[data-act="play"]'))
        there(page, "main.table")
        table = Table(page, press=tap)
        while not table.play_hand():
            table.next_hand()
        tap(page.locator(".bar .brand"))
        there(page, "main.home")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_touched_card_can_be_taken_back(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK | {"guard": "touch"}, phone=True) as visitor:
        page = visitor.open("/")
        tap(page.locator('[data-act="play"]'))
        table = Table(page, press=tap)
        while table.wait() != "turn" or table.phase != "play" or len(table.legal_cards) < 2:
            if table.wait() == "turn":
                table.answer()
            else:
                table.next_hand()
        card, version, hand = table.legal_cards[0], table.version, table.hand
        tap(table.card(card))
        tap(table.act("take-back"))
        expect(table.card(card)).to_be_visible()
        assert (table.version, table.hand) == (version, hand)
        tap(table.card(card))
        table.moved_on(version)
        assert card not in table.hand
