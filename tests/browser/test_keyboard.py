"""A hand with the keyboard alone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting

SUIT_KEYS = {"S": "p", "D": "k", "H": "h", "C": "t"}
#: Words said by their first letter or digit; others are looked up with the arrows.
BY_KEY = ("2", "3", "dodjem", "zajedno", "sam", "kontra", "moze")


class Keys:
    """Hands on a keyboard."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page: Page = table.page
        self.pressed: list[str] = []

    def press(self, key: str) -> None:
        """Press a key."""
        self.pressed.append(key)
        self.page.keyboard.press(key)

    def focused(self, selector: str) -> bool:
        """Whether the focus is on what the selector finds."""
        return bool(self.page.locator(f":is({selector}):focus").count())

    def tab_to(self, selector: str) -> None:
        """Tab until the focus is there, at most once around the page."""
        for _ in range(40):
            if self.focused(selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}: {self.pressed}")

    def arrow_to(self, selector: str) -> None:
        """Walk along the row with the arrows."""
        for _ in range(16):
            if self.focused(selector):
                return
            self.press("ArrowRight")
        raise AssertionError(f"the arrows never come to {selector}: {self.pressed}")

    def answer(self) -> None:
        """Do what is asked."""
        phase, version = self.table.phase, self.table.version
        if phase == "play":
            self.play_card()
        elif phase == "discard":
            self.discard()
        else:
            self.say(self.table.words)
        self.table.moved_on(version)

    def play_card(self) -> None:
        """The next card of a suit by its letter, then Enter; every second time by the arrows."""
        card = self.table.legal_cards[-1]
        if len(self.table.hand) % 2:
            while not self.focused(f'.hand [data-card="{card}"]'):
                before = self.table.attributes(":focus", "data-card")
                self.press(SUIT_KEYS[card[0]])
                after = self.table.attributes(":focus", "data-card")
                assert after[0][0] == card[0]
                assert after != before or after == [card]
        else:
            self.tab_to(".hand [data-card]")
            self.arrow_to(f'.hand [data-card="{card}"]')
        self.press("Enter")

    def say(self, words: list[str]) -> None:
        """A word by its letter, or by walking there."""
        word = next((word for word in BY_KEY if word in words), None)
        if word is not None:
            self.press(word[0])
            return
        self.tab_to(".words [data-word]")
        self.press("End")
        self.press("Home")
        assert self.focused(f'.words [data-word="{words[0]}"]')
        self.press("Enter")

    def discard(self) -> None:
        """Two cards and a game, then the button that says all three."""
        self.tab_to(".hand [data-card]")
        self.press("End")
        self.press("Space")
        self.press("ArrowLeft")
        self.press("Space")
        expect(self.page.locator('.hand [data-card][aria-pressed="true"]')).to_have_count(2)
        self.press("Backspace")
        expect(self.page.locator('.hand [data-card][aria-pressed="true"]')).to_have_count(1)
        self.press("Space")
        game = self.table.words[0]
        self.tab_to(".words [data-word]")
        self.arrow_to(f'.words [data-word="{game}"]')
        self.press("Enter")
        self.tab_to('[data-act="declare"]')
        self.press("Enter")


def test_keyboard_plays_a_hand_and_never_loses_the_focus(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        table = Table(page)
        keys = Keys(table)
        keys.tab_to('[data-act="play"]')
        keys.press("Enter")
        there(page, "main.table")
        table.wait()
        keys.tab_to('.hand [data-card], [data-act="next"]')
        played = False
        while not played:
            while table.wait() == "turn":
                assert keys.focused("#app *"), f"focus lost after {keys.pressed}"
                played = played or table.phase == "play"
                keys.answer()
            assert keys.focused('[data-act="next"]'), f"focus lost after {keys.pressed}"
            keys.press("Enter")
            there(page, "main.table")


def test_keys_open_and_close_what_stands_beside_the_table(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        table = Table(page)
        keys = Keys(table)
        page.locator('[data-act="play"]').click()
        assert table.wait() == "turn"
        keys.press("?")
        expect(page.locator("dialog[open] dl.keys")).to_be_visible()
        keys.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        for key, place in (("Shift+P", ".paper"), ("Shift+H", ".side .panel"), ("Escape", ".hand [data-card]")):
            keys.press(key)
            expect(page.locator(f"{place}:focus")).to_have_count(1)
        keys.press("Shift+S")
        expect(page.locator(".why b").first).to_have_text("Savet:")


def test_keys_walk_over_the_paper_and_ask_where_a_number_is_from(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/")
        table = Table(page)
        keys = Keys(table)
        page.locator('[data-act="play"]').click()
        there(page, "main.table")
        while not table.play_hand():
            table.next_hand()
        table.next_hand()
        table.wait()

        def mark() -> str:
            """The number that has the focus."""
            return table.attributes(":focus", "data-mark")[0]

        keys.press("Shift+P")
        expect(page.locator(".paper:focus")).to_have_count(1)
        keys.press("ArrowDown")
        stop = mark()
        # The newest bule of the own sheet hold the one tab stop of the paper.
        assert stop.startswith(f"{table.seat}.middle.")
        expect(page.locator('.paper button[tabindex="0"]')).to_have_count(1)
        keys.press("Home")
        assert mark() == f"{table.seat}.middle.0"
        keys.press("Enter")
        note = page.locator(".paper .note")
        expect(note).to_contain_text("početne bule")
        expect(page.locator(":focus")).to_have_attribute("aria-describedby", "paper-note")
        seen = {mark()}
        for key in ("End", *["ArrowRight"] * 9, "ArrowUp", "ArrowLeft"):
            keys.press(key)
            seen.add(mark())
        assert len({place.split(".")[0] for place in seen}) == 3
        assert len(seen) > 3
        hand = table.attributes(":focus", "data-hand")[0]
        keys.press("Space")
        expect(note).to_contain_text(f"{hand}. ruka" if hand != "0" else "početne bule")
        keys.press("Escape")
        expect(note).to_be_empty()
        expect(page.locator(".hand [data-card]:focus")).to_have_count(1)
