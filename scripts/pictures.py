"""Make the pictures of the sheet and of the replay in docs/images again: ``.venv/bin/python scripts/pictures.py``.

Needs the extra ``test`` (Playwright) and Chromium. What the pictures show comes from ``examples``.
"""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from kibic.record import read
from kibic.server.app import create_app
from kibic.server.settings import Settings
from kibic.sheets import book_of_record
from kibic.sheets.press import typeset
from kibic.sheets.printed import printed

ROOT: Final = Path(__file__).parents[1]
IMAGES: Final = ROOT / "docs" / "images"
_IMPORT: Final = """async (text) => {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) };
  return (await fetch("/api/sheets/import", how)).json();
}"""
#: The hand being entered on the phone, and the one begun on the wide screen.
_PHONE: Final = {"declarer": "0", "game": "tref", "follow": "both", "tricks": "6", "defence": "3"}
_WIDE: Final = {"declarer": "0", "game": "tref", "follow": "both"}
_IDLE: Final = '#app[data-link="online"][data-busy=""]'


def main() -> None:
    """Make all pictures."""
    chromium = os.environ.get("KIBIC_CHROMIUM", "/usr/bin/chromium")
    with serving() as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        paper(browser)
        for name, width, height, answers in (("phone", 360, 740, _PHONE), ("desktop", 1280, 760, _WIDE)):
            page = opened(browser, url, width, height)
            sheet(page, answers)
            page.screenshot(path=IMAGES / f"sheet-{name}.png")
        for name, width, height in (("phone", 360, 740), ("desktop", 1440, 900)):
            page = opened(browser, url, width, height)
            replay(page)
            page.screenshot(path=IMAGES / f"replay-{name}.png")
        browser.close()


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """A server of its own; its address."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as line:
        url = f"http://127.0.0.1:{line.getsockname()[1]}"
        app = create_app(Settings(database=f"sqlite:///{folder}/kibic.sqlite3", address=url))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [line]})
        thread.start()
        try:
            yield url
        finally:
            server.should_exit = True
            thread.join()


def paper(browser: Browser) -> None:
    """The drawn paper, as `kibic sheet --png` draws it, as large as a page of the documentation shows it."""
    book = book_of_record(read((ROOT / "examples" / "kitchen-table.toml").read_text(encoding="utf-8")))
    drawn = typeset(printed(book, "en"), "svg")[0].decode()
    page = browser.new_page(viewport={"width": 744, "height": 1052})
    page.set_content(f"<style>body{{margin:0}} svg{{width:744px;height:1052px;display:block}}</style>{drawn}")
    page.screenshot(path=IMAGES / "sheet.png")


def opened(browser: Browser, url: str, width: int, height: int) -> Page:
    """A page of the server."""
    page = browser.new_page(viewport={"width": width, "height": height}, base_url=url, locale="sr-Latn")
    page.goto("/sheet")
    page.wait_for_selector("#player-0")
    return page


def sheet(page: Page, answers: dict[str, str]) -> None:
    """The sheet of the example before its last two hands, with a hand being entered."""
    made = page.evaluate(_IMPORT, (ROOT / "examples" / "kitchen-table.toml").read_text(encoding="utf-8"))
    page.goto(f"/sheet/{made['sheet']}#{made['key']}")
    page.wait_for_selector(_IDLE)
    while int(page.get_attribute("#app", "data-hands") or 0) > 10:
        version = page.get_attribute("#app", "data-version")
        page.click('[data-act="undo"]')
        page.wait_for_selector(f'{_IDLE}[data-sent=""]:not([data-version="{version}"])')
    for key, value in answers.items():
        page.click(f'.ask[data-question="{key}"] [data-answer="{value}"]')
        page.wait_for_selector(_IDLE)
    page.evaluate("scrollTo(0, 0)")
    if "tricks" not in answers:
        page.locator('.paper [data-col="middle"][data-seat="0"][data-value]').nth(1).click()


def replay(page: Page) -> None:
    """The example with cards, four words of play into its third hand."""
    page.goto("/replay")
    page.fill("#replay-text", (ROOT / "examples" / "three-hands.toml").read_text(encoding="utf-8"))
    page.click('[data-act="bring"]')
    page.wait_for_selector("#at")
    page.locator(".steps select").first.select_option(index=2)
    while page.locator(".tricklog").count() == 0:
        step(page, "ArrowDown")
    for _ in range(4):
        step(page, "ArrowRight")


def step(page: Page, key: str) -> None:
    """Step on, and wait until it is shown."""
    before = page.get_attribute("#app", "data-at")
    page.keyboard.press(key)
    page.wait_for_selector(f'#app:not([data-at="{before}"])')


if __name__ == "__main__":
    main()
