"""What three people agree on: tricks offered, the rest claimed, a fall taken over, the talon, a longer match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.kit import QUICK, Served, Table, there, visiting

CREATE = """async ([preset, options]) => {
  const body = JSON.stringify({ preset, options: { "seat.first_dealer": "host", ...options }, name: "Ana",
    seats: ["me", "free", "free"] });
  const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).url;
}"""

ON_ITS_SIDE = ViewportSize(width=740, height=360)
WORDS_CUT = """() => [...document.querySelectorAll(".word")].filter((word) => word.scrollWidth > word.clientWidth)
  .map((word) => word.textContent)"""


@contextmanager
def three(
    browser: Browser, url: str, preset: str = "srpski", options: dict[str, Any] | None = None
) -> Iterator[list[Table]]:
    """Three people at a table, by seat; the first deals, so the second speaks first."""
    with (
        visiting(browser, url, QUICK) as ana,
        visiting(browser, url, QUICK) as boro,
        visiting(browser, url, QUICK) as ceca,
    ):
        first = ana.open("/")
        address = first.evaluate(CREATE, [preset, options or {}])
        first.goto(address)
        pages: list[Page] = [first]
        for seat, (visitor, name) in enumerate(((boro, "Boro"), (ceca, "Ceca")), 1):
            page = visitor.open(address)
            page.locator("#sit-name").fill(name)
            page.locator(f'[data-act="sit"][data-at="{seat}"]').click()
            pages.append(page)
        for page in pages:
            there(page, "main.table")
        yield [Table(page) for page in pages]


def say(table: Table, word: str) -> None:
    """Say a word when it is asked for."""
    table.word(word).click()


def declare_karo(tables: list[Table]) -> None:
    """The second wins the auction at two, puts two cards away and plays karo."""
    ana, boro, ceca = tables
    say(boro, "2")
    say(ceca, "dalje")
    say(ana, "dalje")
    there(boro.page, '#app[data-phase="discard"][data-turn="mine"]')
    for card in boro.hand[-2:]:
        boro.card(card).click()
    say(boro, "karo")
    boro.act("declare").click()


def agree(table: Table, *others: Table) -> None:
    """Each of the others agrees to what the first has proposed."""
    there(table.page, ".proposal")
    for other in others:
        other.act("consent").click()


def test_agr_06_a_lone_follower_offers_tricks_and_the_declarer_answers(browser: Browser, served: Served) -> None:
    with three(browser, served.url, options={"agr.trick_offer": True}) as tables:
        ana, boro, ceca = tables
        declare_karo(tables)
        say(ceca, "dodjem")
        say(ana, "ne")
        ceca.act("offer").click()
        question = ceca.page.locator("dialog[open]")
        expect(question).to_contain_text("Koliko štihova tražite?")
        ceca.page.locator('[data-act="answer-dajes 3"]').click()
        expect(boro.page.locator(".ask").first).to_have_text("Ceca: „daješ 3“ – dajete li?")
        boro.page.set_viewport_size(ON_ITS_SIDE)
        assert boro.page.evaluate(WORDS_CUT) == []
        say(boro, "dajem")
        for table in tables:
            expect(table.page.locator(".who-got article")).to_have_count(3)
            expect(table.page.locator(".about-all")).to_contain_text("Dogovor: pratiocu 3 štiha. AGR-06")


def test_igr_03_who_passes_after_an_igra_says_dobra(browser: Browser, served: Served) -> None:
    with three(browser, served.url) as (ana, boro, ceca):
        say(boro, "igra")
        expect(ceca.word("dalje").locator("b")).to_have_text("dobra")
        say(ceca, "dalje")
        expect(ana.page.locator("[data-said]", has_text="dobra")).to_have_count(1)


def test_end_03_pen_02_the_rest_is_claimed_and_a_fall_taken_over(browser: Browser, served: Served) -> None:
    # No offers of tricks are agreed here, so none can be made. The first hand is the last one, and still disputed.
    with three(browser, served.url, options={"pen.rezon": "nep", "match.end": "hands:1"}) as tables:
        ana, boro, ceca = tables
        declare_karo(tables)
        say(ceca, "dodjem")
        say(ana, "ne")
        there(ceca.page, '#app[data-phase="calling"][data-turn="mine"]')
        assert set(ceca.words) == {"sam", "zajedno"}
        expect(ceca.page.locator('[data-act="offer"]')).to_have_count(0)
        say(ceca, "zajedno")
        say(ana, "idem")
        say(ceca, "moze")
        there(boro.page, '#app[data-phase="play"]')
        # Whoever defends offers the rest to the declarer, who says so of himself.
        expect(ceca.act("claim")).to_have_text("Ostatak ruke…")
        boro.act("claim").click()
        boro.page.locator('[data-act="answer-ostalo 10"]').click()
        expect(ceca.page.locator(".proposal")).to_contain_text("nosilac (Boro) uzima još 10")
        ceca.act("decline").click()
        expect(boro.page.locator(".proposal")).to_have_count(0)
        boro.act("claim").click()
        boro.page.locator('[data-act="answer-ostalo 10"]').click()
        agree(boro, ana, ceca)
        there(ana.page, "main.result")
        fall = int(ana.attributes('article[data-seat="2"]', "data-result")[0])
        assert fall > 0
        ceca.page.locator('[data-act="propose"][data-word="preuzima 1 3"]').click()
        expect(ceca.page.locator("dialog[open]")).to_contain_text("pad preuzima Ana")
        ceca.act("answer-propose").click()
        agree(ceca, ana, boro)
        for table in tables:
            there(table.page, "main.result.over")
            table.act("last-hand").click()
            expect(table.page.locator('.who-got [data-seat="0"]')).to_have_attribute("data-result", str(fall))
            expect(table.page.locator('.who-got [data-seat="2"]')).to_have_attribute("data-result", "0")
        expect(ana.page.locator('[data-word^="preuzima"]')).to_have_count(0)


def test_deal_05_match_02_wo_01_the_talon_is_turned_up_the_match_made_longer_and_written_off(
    browser: Browser, served: Served
) -> None:
    with three(browser, served.url, "hrvatski") as tables:
        ana, boro, ceca = tables
        for table in (boro, ceca, ana):
            say(table, "dalje")
        there(ana.page, "main.result")
        expect(ana.page.locator(".paper .total")).to_contain_text("refetl: 1 od")
        ana.page.locator('[data-act="propose"][data-word="talon"]').click()
        ana.act("answer-propose").click()
        agree(ana, boro, ceca)
        expect(boro.page.locator(".turned .card")).to_have_count(2)
        expect(boro.page.locator('[data-word="talon"]')).to_have_count(0)
        total = ana.page.locator(".total [data-total]")
        before = int(total.get_attribute("data-total") or "")
        ana.page.locator('[data-act="propose"][data-word="produzi 20"]').click()
        expect(ana.page.locator("dialog[open]")).to_contain_text("produženje za 20 bula")
        ana.act("answer-propose").click()
        agree(ana, boro, ceca)
        expect(total).to_have_attribute("data-total", str(before + 60))
        ana.page.locator('[data-act="propose"][data-word="otpis"]').click()
        ana.act("answer-propose").click()
        agree(ana, boro, ceca)
        for table in tables:
            there(table.page, "main.result.over")
