"""A table of every ruleset, made with the form, and a hand of cards played at it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from kibic.games.preferans import GAME
from tests.browser.kit import QUICK, Served, Table, there, visiting
from tests.browser.papers import engine

#: Plays hands in the page until one with cards is over, by pressing what leads to play.
PLAY: str = """() => new Promise((done, failed) => {
  const app = document.getElementById("app");
  const wishes = ["2", "6S", "dodjem", "wist", "sam", "idem", "moze"];
  let version = "", since = Date.now(), played = false;
  const press = (selector) => { const button = app.querySelector(selector); button?.click(); return Boolean(button); };
  const timer = setInterval(() => {
    const end = (how, what) => { clearInterval(timer); how(what); };
    const { phase } = app.dataset;
    if (app.dataset.version !== version) { version = app.dataset.version; since = Date.now(); }
    if (Date.now() - since > 60_000) return end(failed, new Error(`nothing moves in ${phase} at ${version}`));
    if (app.querySelector("main.result")) return played ? end(done, version) : press('[data-act="next"]');
    if (app.dataset.turn !== "mine") return;
    if (phase === "play") played = press('.felt button[data-card]:not([aria-disabled="true"])');
    else if (phase !== "discard") {
      if (!wishes.some((word) => press(`.words [data-word="${word}"]`))) press(".words [data-word]");
    }
    else if (app.querySelectorAll('.hand [aria-pressed="true"]').length < 2) press('.hand [aria-pressed="false"]');
    else if (!app.querySelector('.words [aria-pressed="true"]')) press(".words [data-word]");
    else press('[data-act="declare"]');
  }, 40);
})"""


@pytest.mark.parametrize("preset", GAME.presets())
def test_a_table_of_the_ruleset_is_made_and_a_hand_is_played(browser: Browser, served: Served, preset: str) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        there(page, ".param")
        page.locator('[data-setting="preset"] label', has=page.locator(f'[value="{preset}"]')).click()
        page.locator('[data-act="create"]').click()
        there(page, "main.table")
        expect(page.locator(".bar .rules").first).to_have_text(preset)
        page.evaluate(PLAY)
        table = Table(page)
        match, _ = engine(page, table.id)
        assert match.rules.preset == preset
        assert match.rules.options() == {}
        outcome = match.outcomes[-1]
        assert outcome.kind == "played"
        changes = table.attributes(".who-got [data-result]", "data-result")
        assert len(changes) == 3
