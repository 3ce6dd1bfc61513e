"""A sheet for real cards on a page, as somebody at the kitchen table uses it: with one thumb."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.kit import there

NAMES = ("Ana", "Boro", "Ceca", "Dule")


@dataclass
class PaperSheet:
    """A page at a sheet. ``press`` is how a button is pressed."""

    page: Page
    press: Callable[[Locator], None] = lambda button: button.click()

    @property
    def app(self) -> Locator:
        """The root with the hooks."""
        return self.page.locator("#app")

    @property
    def id(self) -> str:
        """The id of the sheet, from the address."""
        return self.page.url.rpartition("/sheet/")[2].partition("#")[0]

    @property
    def hands(self) -> int:
        """How many hands count."""
        return int(self.app.get_attribute("data-hands") or 0)

    @property
    def version(self) -> int:
        """The version on show."""
        return int(self.app.get_attribute("data-version") or -1)

    def act(self, name: str) -> Locator:
        """The button of an action."""
        return self.page.locator(f'[data-act="{name}"]:visible').first

    def settled(self) -> None:
        """Wait until the server has answered everything."""
        there(self.page, '#app[data-link="online"][data-busy=""]')

    def say(self, answers: dict[str, str]) -> int:
        """Answer questions; one that is not asked by itself is opened first. Gives the number of taps."""
        taps = 0
        for key, value in answers.items():
            self.settled()
            if not self.page.locator(f'.ask[data-question="{key}"]').count():
                self.press(self.page.locator(f'[data-ask="{key}"]'))
                taps += 1
            self.press(self.page.locator(f'.ask[data-question="{key}"] [data-answer="{value}"]'))
            taps += 1
        self.settled()
        return taps

    def enter(self, **answers: str) -> int:
        """Enter a hand and wait until it stands on the sheet. Gives the number of taps."""
        taps = self.say(answers)
        self.written(lambda: self.press(self.act("write")))
        return taps + 1

    def written(self, what: Callable[[], None]) -> None:
        """Do something that writes, and wait until it is written."""
        version = self.version
        what()
        there(self.page, f'#app[data-sent=""][data-busy=""]:not([data-version="{version}"])')

    def tab(self, name: str) -> None:
        """Go to a part of the page."""
        self.press(self.page.locator(f'[data-tab="{name}"]'))
        expect(self.page.locator(f'[data-tab="{name}"]')).to_have_attribute("aria-current", "page")

    def unfold(self, number: int) -> None:
        """Open a hand of the list."""
        self.tab("hands")
        head = self.page.locator(f'.hand-row[data-hand="{number}"] .hand-head')
        if head.get_attribute("aria-expanded") == "false":
            self.press(head)
        there(self.page, f'.hand-row[data-hand="{number}"] .who-got')

    def correct(self, number: int, **answers: str) -> list[str]:
        """Correct a hand. Gives the changes that were told before it was done."""
        self.unfold(number)
        self.press(self.act("correct"))
        self.say(answers)
        return self._confirmed()

    def insert(self, before: int, **answers: str) -> list[str]:
        """Put a hand in before another."""
        self.unfold(before)
        self.press(self.act("insert"))
        self.say(answers)
        return self._confirmed()

    def _confirmed(self) -> list[str]:
        there(self.page, ".entry .changes :is(li, p)")
        told = self.page.locator(".entry .changes li").all_text_contents()
        self.written(lambda: self.press(self.act("write")))
        return told

    def remove(self, number: int) -> list[str]:
        """Delete a hand."""
        self.unfold(number)
        self.press(self.act("remove"))
        there(self.page, "dialog[open] li")
        dialog = self.page.locator("dialog[open]")
        told = dialog.locator("li").all_text_contents()
        self.written(lambda: self.press(dialog.locator('[data-act="answer-yes"]')))
        self.tab("entry")
        return told

    def agree(self, word: str) -> None:
        """Agree on a step between hands."""
        self.press(self.page.locator(f'[data-act="agree"][data-word="{word}"]'))
        self.written(lambda: self.press(self.page.locator('dialog[open] [data-act="answer-yes"]')))

    def record(self) -> str:
        """The exported record."""
        self.tab("share")
        address = self.page.locator('[data-export="record"]').get_attribute("href")
        assert address is not None
        return self.page.request.get(address).text()

    def points(self) -> dict[int, int]:
        """The result by seat, as it stands in the account."""
        self.tab("account")
        rows = self.page.locator(".final:not(.two-rules) tr[data-seat]").evaluate_all(
            "(rows) => rows.map(({ dataset }) => [Number(dataset.seat), Number(dataset.points)])"
        )
        return {int(seat): int(points) for seat, points in rows}


def new_sheet(page: Page, press: Callable[[Locator], None], players: int = 3) -> PaperSheet:
    """Begin a match on the page ``/sheet``, which is open, and wait for the first question."""
    if players != 3:
        press(page.locator('label[for="preset-vojvodina"]'))
        press(page.locator(f'label[for="players-{players}"]'))
    for seat, name in enumerate(NAMES[:players]):
        page.locator(f"#player-{seat}").fill(name)
    press(page.locator(f'[data-dealer="{players - 1}"]'))
    press(page.locator('[data-act="create"]'))
    there(page, ".answers .chip")
    return PaperSheet(page, press)


def replayed(record: str, folder: Path) -> dict[str, Any]:
    """What ``kibic replay --json`` makes of a record."""
    file = folder / "sheet.toml"
    file.write_text(record, encoding="utf-8")
    command = [sys.executable, "-c", "from kibic.cli.app import main; main()", "replay", "--json", str(file)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found
