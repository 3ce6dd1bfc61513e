"""Tools of the browser tests: the real server as a process of its own, and visitors whose pages may make no error."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
)

#: How long something that must come may take on a busy machine, in milliseconds.
PATIENCE_MS: Final = 60_000
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
#: What makes a page quick without changing what it does.
QUICK: Final = {"language": "sr", "botPause": 0, "trickPause": 0, "motion": "off", "guard": "off"}
WIDE: Final = ViewportSize(width=1280, height=860)
PHONE: Final = ViewportSize(width=360, height=740)

expect.set_options(timeout=PATIENCE_MS)

#: The console says nothing of a policy that is broken by a style; this does.
_POLICY_WATCH: Final = """addEventListener("securitypolicyviolation", (event) =>
  console.error("policy", event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber))"""


class Served:
    """``kibic serve`` on a free port, as a person would start it."""

    def __init__(self, database: Path, *options: str) -> None:
        self._options = options
        self._database = database
        self._log = database.with_suffix(".log")
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> Self:
        self.start(port=0)
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        log = self._log.read_text()
        assert "Traceback" not in log, log

    def start(self, port: int | None = None) -> None:
        """Start it, again on the port it had unless one is given, and wait until it serves."""
        wanted = str(port) if port is not None else self.url.rpartition(":")[2]
        command = [sys.executable, "-c", "from kibic.cli.app import main; main()"]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "serve", "--port", wanted, "--database", str(self._database), *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        found = re.search(r"http://\S+", self._process.stdout.readline())
        assert found, self._log.read_text()
        assert self.url in ("", found[0])
        self.url = found[0]

    def stop(self) -> None:
        """End it as whoever runs it does."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self.kill()

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None and self._process.stdout is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdout.close()
            self._process = None


@dataclass
class Visitor:
    """Somebody with a browser of his own. ``problems`` is what went wrong on his pages."""

    context: BrowserContext
    problems: list[str] = field(default_factory=list)
    #: Whether the server is down on purpose.
    offline: bool = False

    def tab(self) -> Page:
        """A new tab that shows nothing yet."""
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)
        return page

    def open(self, path: str = "/") -> Page:
        """A new tab with a page in it."""
        page = self.tab()
        page.goto(path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        lost = self.offline and "WebSocket" in message.text
        if message.type in ("error", "warning") and not lost:
            self.problems.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _failed(self, request: Request) -> None:
        # A page that is left drops what it still waits for.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"request failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status} for {response.url}")


@contextmanager
def visiting(
    browser: Browser, url: str, settings: dict[str, Any] | None = None, *, phone: bool = False, locale: str = "sr-Latn"
) -> Iterator[Visitor]:
    """A visitor with stored ``settings`` (None: a stranger with none). At the end nothing may have gone wrong."""
    context = browser.new_context(
        base_url=url,
        viewport=PHONE if phone else WIDE,
        has_touch=phone,
        is_mobile=phone,
        locale=locale,
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(_POLICY_WATCH)
    if settings is not None:
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(f'localStorage["kibic.settings"] ??= {stored}')
    visitor = Visitor(context)
    try:
        yield visitor
        assert not visitor.problems, "\n".join(visitor.problems)
    finally:
        context.close()


def there(page: Page, selector: str) -> None:
    """Wait until the page has such an element. No handle is kept: it would keep the element alive."""
    page.locator(selector).first.wait_for(state="attached")


#: What a player wishes to say: to play rather than to pass.
WISHES: Final = ("2", "3", "dodjem", "sam", "idem", "moze")


def wished(words: list[str]) -> str:
    """The word that leads to play, else the first."""
    return next((wish for wish in WISHES if wish in words), words[0])


@dataclass
class Table:
    """A page at a table, as a player looks at it and touches it.

    ``press`` is how a button is pressed.
    """

    page: Page
    press: Callable[[Locator], None] = lambda button: button.click()

    @property
    def app(self) -> Locator:
        """The root with the hooks."""
        return self.page.locator("#app")

    def _data(self, name: str) -> str:
        return self.app.get_attribute(f"data-{name}") or ""

    @property
    def id(self) -> str:
        """The table's id, from the address."""
        return self.page.url.rpartition("/t/")[2].partition("#")[0]

    @property
    def version(self) -> int:
        """The version on show."""
        return int(self._data("version"))

    @property
    def phase(self) -> str:
        """The phase on show."""
        return self._data("phase")

    @property
    def seat(self) -> int:
        """The own seat."""
        return int(self._data("seat"))

    @property
    def hand(self) -> list[str]:
        """The own cards, as they are sorted."""
        return self.attributes(".hand [data-card]", "data-card")

    @property
    def legal_cards(self) -> list[str]:
        """The own cards that are not greyed."""
        return self.attributes('.hand [data-card]:not([aria-disabled="true"])', "data-card")

    @property
    def words(self) -> list[str]:
        """The words on the buttons."""
        return self.attributes(".words [data-word]", "data-word")

    def attributes(self, selector: str, name: str) -> list[str]:
        """One attribute of all that the selector finds."""
        found = self.page.locator(selector).evaluate_all(
            "(all, name) => all.map((one) => one.getAttribute(name))", name
        )
        return [str(value) for value in found]

    def see(self) -> dict[str, Any]:
        """Everything a player sees, to be compared with another look."""
        return {
            "version": self.version,
            "phase": self.phase,
            "seat": self.seat,
            "hand": self.hand,
            "legal": self.legal_cards,
            "words": self.words,
            "said": self.attributes("[data-said]", "data-said"),
            "cloth": self.attributes(".pile [data-played]", "data-played"),
            "taken": self.attributes("[data-taken]", "data-taken"),
            "paper": self.attributes(".paper [data-col]", "data-value"),
            "text": self.page.locator("main").inner_text(),
        }

    def wait(self) -> str:
        """Wait until this player is asked or the hand is over; gives ``turn``, ``after`` or ``final``."""
        there(self.page, '#app[data-turn="mine"], main.result')
        if self._data("turn") == "mine":
            return "turn"
        return "final" if self.page.locator("main.result.over").count() else "after"

    def moved_on(self, version: int) -> None:
        """Wait until the page no longer shows this version."""
        there(self.page, f'#app:not([data-version="{version}"])')

    def card(self, card: str) -> Locator:
        """The button of a card."""
        return self.page.locator(f'.hand [data-card="{card}"]')

    def word(self, word: str) -> Locator:
        """The button of a word."""
        return self.page.locator(f'.words [data-word="{word}"]')

    def act(self, name: str) -> Locator:
        """The button of an action that can be seen."""
        return self.page.locator(f'[data-act="{name}"]:visible').first

    def answer(self) -> None:
        """Do what is asked, in the way that leads to play."""
        version, phase = self.version, self.phase
        if phase == "play":
            card = self.legal_cards[0]
            self.press(self.card(card))
        elif phase == "discard":
            self.discard()
        else:
            word = wished(self.words)
            self.press(self.word(word))
        self.moved_on(version)

    def discard(self) -> None:
        """Put away the last two cards and declare the first game there is."""
        for card in self.hand[-2:]:
            self.press(self.card(card))
            expect(self.card(card)).to_have_attribute("aria-pressed", "true")
        game = self.words[0]
        self.press(self.word(game))
        expect(self.word(game)).to_have_attribute("aria-pressed", "true")
        self.press(self.act("declare"))

    def play_hand(self, each: Callable[[int], None] = lambda _: None) -> bool:
        """Play to the end of the hand; ``each`` is called before every own card. Tells whether cards were played."""
        played = 0
        while self.wait() == "turn":
            if self.phase == "play":
                each(played)
                played += 1
            self.answer()
        return played > 0

    def next_hand(self) -> None:
        """Ask for the next hand and wait for its cards."""
        self.press(self.act("next"))
        there(self.page, "main.table")
