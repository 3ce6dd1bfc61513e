"""A whole match against fast bots, and that the page does not grow while it is played."""

from __future__ import annotations

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.browser.kit import QUICK, Served, Table, visiting
from tests.browser.papers import drawn_paper, engine, printed, wanted_paper

#: Plays in the page, as fast as a person could press: the first thing that may be pressed, until the final result.
_PLAY = """() => new Promise((done) => {
  const app = document.getElementById("app");
  const press = (selector) => app.querySelector(selector)?.click();
  const timer = setInterval(() => {
    if (app.querySelector("main.result.over")) { clearInterval(timer); done(); }
    else if (app.querySelector("main.result")) press('[data-act="next"]:not([aria-disabled])');
    else if (app.dataset.turn !== "mine") return;
    else if (app.dataset.phase === "play") press('.hand [data-card]:not([aria-disabled="true"])');
    else if (app.dataset.phase === "discard") {
      const chosen = app.querySelectorAll('.hand [aria-pressed="true"]').length;
      if (chosen < 2) press('.hand [data-card][aria-pressed="false"]');
      else if (!app.querySelector('.words [aria-pressed="true"]')) press(".words [data-word]");
      else press('[data-act="declare"]');
    } else press(".words [data-word]");
  }, 55);
})"""


def grown(session: CDPSession) -> dict[str, float]:
    """What the page holds after its garbage was collected: nodes, listeners, bytes."""
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def final_rows(page: Page) -> dict[int, tuple[int, list[str]]]:
    """Points and cells of the final results by seat."""
    rows = page.locator(".final tr[data-seat]").evaluate_all(
        """(rows) => rows.map((row) =>
          [row.dataset.seat, row.dataset.points, [...row.cells].map((cell) => cell.textContent)])"""
    )
    return {int(seat): (int(points), cells) for seat, points, cells in rows}


def test_match_of_the_form_ends_with_the_engines_result(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.open("/new")
        field = page.locator('.param[data-key="match.start_bule"]')
        field.locator("input, select").first.fill("10")
        field.locator("input, select").first.press("Enter")
        expect(page.locator('.param[data-key="match.start_bule"]')).to_have_attribute("data-value", "10")
        page.locator("#title").fill("Kratka partija")
        page.locator('[data-act="create"]').click()
        table = Table(page)
        while table.wait() == "turn":
            table.answer()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        before = grown(session)
        page.evaluate(_PLAY)
        after = grown(session)

        match, names = engine(page, table.id)
        assert match.rules.match.start_bule == 10
        assert match.result is not None
        rows = final_rows(page)
        for seat, points in enumerate(match.result.points):
            shown, cells = rows[seat]
            assert shown == points
            assert names[seat] in cells[1]
            written = sum(match.sheet.supe[seat])
            against = sum(row[seat] for row in match.sheet.supe)
            assert cells[2:5] == [printed(match.sheet.bule[seat]), str(written), str(against)]
            assert cells[-1] == printed(points)
        assert drawn_paper(page) == wanted_paper(match)

        # Hands come and go, the page stays as large as it was.
        assert after["JSEventListeners"] <= before["JSEventListeners"] + 20
        assert after["Nodes"] <= 2 * before["Nodes"] + 2_000
        assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] + 4_000_000
        assert after["Documents"] <= before["Documents"] + 1
