"""What happens to a sheet in real life: a dead server, several phones, other hands than a thumb, a foreign language."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from kibic.record import read, replay
from tests.browser.kit import QUICK, Served, there, visiting
from tests.browser.papers import drawn_paper, wanted_paper
from tests.browser.papersheet import PaperSheet, new_sheet
from tests.browser.test_phone import tap

ORDINARY: Final = {"declarer": "0", "game": "herc", "follow": "both", "tricks": "6", "defence": "3"}
#: The most the page of a sheet may load, in bytes: half of what a first visit to a table may.
MOST: Final = 150_000

#: What a screen reader could not name, or would name wrong.
_FAULTS: Final = """() => {
  const faults = [];
  const seen = new Set();
  for (const one of document.querySelectorAll("[id]")) {
    if (seen.has(one.id)) faults.push(`two elements #${one.id}`);
    seen.add(one.id);
  }
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const told = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim();
  for (const one of document.querySelectorAll("button, a[href]")) {
    if (shown(one) && !told(one)) faults.push(`no name: ${one.outerHTML.slice(0, 120)}`);
  }
  for (const one of document.querySelectorAll("input, select, textarea")) {
    if (shown(one) && !one.labels?.length && !one.getAttribute("aria-label")) faults.push(`no label: #${one.id}`);
  }
  for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      const target = one.getAttribute(name);
      if (!document.getElementById(target)) faults.push(`${name} leads nowhere: ${target}`);
    }
  }
  for (const one of document.querySelectorAll("[role=group], nav, section[aria-label]")) {
    if (!one.ariaLabel && !one.getAttribute("aria-labelledby")) faults.push(`unnamed ${one.className}`);
  }
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  return faults; }"""


def started(page: Page, players: int = 3) -> PaperSheet:
    """A new match on a phone, once the rules are there."""
    there(page, '[data-setting="preset"]')
    return new_sheet(page, tap, players)


def test_killed_server_loses_nothing_between_two_taps(browser: Browser, tmp_path: Path) -> None:
    with Served(tmp_path / "killed.sqlite3") as served, visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        sheet = started(page)
        sheet.enter(**ORDINARY)
        sheet.say({"declarer": "1", "game": "karo"})
        visitor.offline = True
        served.kill()
        expect(page.locator(".no-line")).to_be_visible()
        tap(page.locator('[data-answer="both"]'))
        served.start()
        sheet.settled()
        expect(page.locator(".no-line")).to_have_count(0)
        sheet.say({"tricks": "5", "defence": "2"})
        served.kill()
        there(page, '#app[data-link="offline"]')
        tap(sheet.act("write"))
        there(page, '#app[data-sent="1"]')
        address = page.url
        page.close()

        served.start()
        page = visitor.open(address)
        there(page, '#app[data-hands="2"][data-sent=""]')
        again = PaperSheet(page, tap)
        again.settled()
        again.enter(declarer="pass")
        assert again.hands == 3
        assert drawn_paper(page) == wanted_paper(replay(read(again.record())).final)


def test_hand_half_entered_survives_a_reload(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        sheet = started(page)
        sheet.say({"declarer": "2", "game": "sans", "follow": "both"})
        page.reload()
        there(page, '.ask[data-question="tricks"]')
        expect(page.locator('[data-ask="game"]')).to_have_attribute("data-value", "sans")
        sheet.say({"tricks": "7", "defence": "1"})
        sheet.written(lambda: tap(sheet.act("write")))
        assert sheet.hands == 1


def test_phones_follow_live_and_only_the_key_writes(browser: Browser, served: Served) -> None:
    with (
        visiting(browser, served.url, QUICK, phone=True) as mine,
        visiting(browser, served.url, QUICK, phone=True) as theirs,
        visiting(browser, served.url, QUICK) as another,
    ):
        sheet = started(mine.open("/sheet"), players=4)
        sheet.tab("share")
        follow = sheet.page.locator("#link-follow").input_value()
        write = sheet.page.locator("#link-write").input_value()
        sheet.tab("entry")
        watching = theirs.open(follow)
        there(watching, '#app[data-hands="0"]')
        expect(watching.locator(".answers, [data-act=undo]")).to_have_count(0)
        sheet.say({"declarer": "0"})
        second = PaperSheet(another.open(write))
        second.enter(**ORDINARY)
        for page in (sheet.page, watching):
            there(page, '#app[data-hands="1"]')
        assert drawn_of(watching) == drawn_of(second.page)
        expect(sheet.page.locator(".toast")).to_contain_text("na drugom telefonu")
        # Of four it is always told who dealt; nothing was answered yet.
        expect(sheet.page.locator('[data-ask]:not([data-ask="dealer"])')).to_have_count(0)
        second.written(lambda: second.act("undo").click())
        there(watching, '#app[data-hands="0"]')
        second.written(lambda: second.act("redo").click())
        there(watching, '#app[data-hands="1"]')
        theirs.open("/sheet")
        expect(watching.locator(".paper .psheet")).to_have_count(4)


def drawn_of(page: Page) -> list[str]:
    """What stands on the paper, in order."""
    return [
        str(one)
        for one in page.locator(".paper [data-col]").evaluate_all(
            "(all) => all.map((one) => one.dataset.mark + one.dataset.value)"
        )
    ]


def test_keyboard_alone_enters_a_hand_and_asks_for_its_rules(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK | {"language": "en"}) as visitor:
        page = visitor.open("/sheet")
        there(page, '[data-setting="preset"]')
        page.locator("#player-0").press_sequentially("Vuk")
        page.locator('[data-act="create"]').press("Enter")
        there(page, ".answers .chip")
        sheet = PaperSheet(page)
        expect(page.locator(".ask h3")).to_have_text("Who plays?")
        page.locator(".answers .chip").first.focus()
        for key, value in ORDINARY.items():
            there(page, f'.ask[data-question="{key}"] .chip:focus')
            for _ in range(14):
                if page.locator(f'.chip[data-answer="{value}"]:focus').count():
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            sheet.settled()
        there(page, '[data-act="write"]:focus')
        sheet.written(lambda: page.keyboard.press("Enter"))
        there(page, ".answers .chip:focus")

        number = page.locator('.paper [data-seat="0"][data-col="middle"][data-value="92"]')
        number.focus()
        page.keyboard.press("Enter")
        note = page.locator(".paper .note")
        expect(note).to_contain_text("Vuk, hand 1")
        expect(note).to_contain_text("2 x 4 = 8")
        expect(note.locator(".rule-id").first).to_have_text("SCO-01")


def test_account_settles_to_zero_and_compares_rules(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        sheet = started(page)
        sheet.enter(**ORDINARY)
        points = sheet.points()
        assert sum(points.values()) == 0
        page.locator("#factor").fill("0,25")
        tap(page.locator("#settle button"))
        there(page, ".payments li")
        paid = [(int(one["payer"]), int(one["receiver"]), float(one["amount"])) for one in payments(page)]
        for seat, number in points.items():
            balance = sum(amount * ((seat == receiver) - (seat == payer)) for payer, receiver, amount in paid)
            assert balance == -number / 4
        # A price that is none leaves no payments of another, and is told where it stands.
        for price, told in (("", "Upišite"), ("-1", "nije cena poena"), ("evro", "nije cena poena")):
            page.locator("#factor").fill(price)
            expect(page.locator(".payments")).to_have_count(0)
            tap(page.locator("#settle button"))
            expect(page.locator("#unsettled")).to_contain_text(told)
            expect(page.locator(".payments")).to_have_count(0)
        refused = [one for one in visitor.problems if "/settlement?factor=" in one]
        assert len(refused) == 4, visitor.problems
        visitor.problems.clear()
        page.locator("#factor").fill("1")
        expect(page.locator("#unsettled")).to_have_count(0)
        tap(sheet.act("presets"))
        tap(page.locator('[data-preset="turnir"]'))
        there(page, ".two-rules")
        expect(page.locator(".two-rules thead")).to_contain_text("turnir")
        expect(page.locator(".two-rules tbody tr > :first-child:visible")).to_have_count(3)
        expect(page.locator(".other-paper .psheet")).to_have_count(3)


def payments(page: Page) -> list[dict[str, str]]:
    """Who pays whom, as the page tells."""
    found: list[dict[str, str]] = page.locator(".payments li").evaluate_all(
        "(all) => all.map((one) => ({ ...one.dataset }))"
    )
    return found


def test_every_part_can_be_read_aloud(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        there(page, '[data-setting="preset"]')
        assert page.evaluate(_FAULTS) == []
        sheet = started(page)
        sheet.enter(**ORDINARY)
        sheet.say({"declarer": "1", "game": "herc", "follow": "both"})
        assert page.evaluate(_FAULTS) == []
        for name in ("hands", "account", "share"):
            sheet.tab(name)
            assert page.evaluate(_FAULTS) == []
        sheet.unfold(1)
        assert page.evaluate(_FAULTS) == []


def test_page_of_a_sheet_is_light_and_other_pages_do_not_load_it(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK) as visitor:
        page = visitor.tab()
        loaded: list[str] = []
        page.on("response", lambda response: loaded.append(response.url))
        page.goto("/")
        there(page, '[data-act="sheet"]')
        assert not [url for url in loaded if "sheet" in url]
        page.locator('[data-act="sheet"]').click()
        there(page, '[data-setting="preset"]')
        made = page.request.post(
            "/api/sheets", data={"players": ["Ana", "Boro", "Ceca"]}, headers={"Origin": served.url}
        )
        address = made.json()

        session = page.context.new_cdp_session(page)
        sizes: list[float] = []

        def finished(event: dict[str, Any]) -> None:
            sizes.append(event["encodedDataLength"])

        session.on("Network.loadingFinished", finished)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.goto(f"{address['url']}#{address['key']}")
        there(page, ".answers .chip")
        assert len(sizes) > 10
        assert sum(sizes) <= MOST


def test_a_record_is_imported_and_what_is_lost_is_told(browser: Browser, served: Served) -> None:
    text = Path(__file__).parents[2].joinpath("examples/three-hands.toml").read_text(encoding="utf-8")
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        page.locator('details[data-group="import"] summary').click()
        page.locator("#import-text").fill("kibic = 1\nplayers = [\n")
        page.locator('[data-act="import"]').click()
        expect(
            page.locator('details[data-group="import"] [role="alert"] li[data-line]:not([data-line=""])')
        ).to_have_count(1)
        page.locator("#import-text").fill(text)
        page.locator('[data-act="import"]').click()
        expect(page.locator('details[data-group="import"] [role="status"] li').first).to_be_visible()
        page.locator('[data-act="open-import"]').click()
        there(page, "#app[data-hands]")
        assert PaperSheet(page).hands == replay(read(text)).final.hand_number


def test_two_who_write_the_same_hand_in_the_same_second_lose_nothing(browser: Browser, served: Served) -> None:
    with (
        visiting(browser, served.url, QUICK, phone=True) as mine,
        visiting(browser, served.url, QUICK, phone=True) as theirs,
    ):
        first = started(mine.open("/sheet"))
        first.tab("share")
        link = first.page.locator("#link-write").input_value()
        first.tab("entry")
        second = PaperSheet(theirs.open(link))
        first.say(ORDINARY)
        second.say({**ORDINARY, "game": "karo"})
        for sheet in (first, second):
            sheet.page.evaluate("""() => document.querySelector('[data-act="write"]')?.click()""")
        for sheet in (first, second):
            there(sheet.page, '#app[data-hands="1"][data-sent=""]')
        # Whoever was second is told so, and has what he entered.
        late, quick = (second, first) if second.page.locator(".aside").count() else (first, second)
        game = "Karo" if late is second else "Herc"
        kept = late.page.locator(".aside")
        expect(kept).to_contain_text("Vaš upis je sačuvan.")
        expect(kept).to_contain_text(game)
        late.page.reload()
        expect(kept).to_have_count(1)
        late.written(lambda: tap_through(late))
        expect(kept).to_have_count(0)
        quick.tab("hands")
        expect(quick.page.locator(".hand-row")).to_contain_text("ispravljena")
        expect(quick.page.locator(".hand-row b").first).to_contain_text(game)


def tap_through(late: PaperSheet) -> None:
    """What was put aside becomes a correction of the hand that the other one wrote."""
    tap(late.act("aside-correct"))
    late.settled()
    tap(late.act("write"))


def test_a_correction_and_a_deletion_stay_with_their_hand_while_another_phone_writes(
    browser: Browser, served: Served
) -> None:
    with (
        visiting(browser, served.url, QUICK, phone=True) as mine,
        visiting(browser, served.url, QUICK, phone=True) as theirs,
    ):
        first = started(mine.open("/sheet"))
        page = first.page
        first.tab("share")
        link = page.locator("#link-write").input_value()
        first.tab("entry")
        for declarer, game in (("0", "herc"), ("1", "karo"), ("2", "tref")):
            first.enter(**{**ORDINARY, "declarer": declarer, "game": game})
        second = PaperSheet(theirs.open(link))
        there(second.page, '#app[data-hands="3"]')

        # A hand put in before it: the correction goes on to the new number, and changes no other.
        first.unfold(3)
        first.press(first.act("correct"))
        first.say({"tricks": "5"})
        second.insert(1, declarer="pass")
        there(page, '#app[data-hands="4"]')
        expect(page.locator(".entry h2")).to_have_text("Ispravka: 4. ruka")
        first.say({"defence": "4"})
        there(page, ".entry .changes :is(li, p)")
        first.written(lambda: first.press(first.act("write")))
        first.tab("hands")
        for number, game in ((2, "herc"), (3, "karo"), (4, "tref")):
            row = page.locator(f'.hand-row[data-hand="{number}"]')
            expect(row.locator("b").first).to_contain_text(game, ignore_case=True)
            expect(row).to_have_attribute("data-mark", "corrected" if number == 4 else "")

        # The open question of a deletion asks about the same hand, and no more once that was corrected.
        first.unfold(4)
        first.press(first.act("remove"))
        expect(page.locator("dialog[open] h2")).to_have_text("Da se 4. ruka izbriše?")
        second.remove(1)
        expect(page.locator("dialog[open] h2")).to_have_text("Da se 3. ruka izbriše?")
        second.correct(3, tricks="6", defence="2")
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert first.hands == 3

        # A correction of a hand that another corrected is put aside, and can be taken up.
        first.tab("hands")
        first.press(first.act("correct"))
        first.say({"tricks": "7"})
        second.correct(3, tricks="5", defence="3")
        expect(page.locator(".aside")).to_contain_text("Vaš upis je sačuvan.")
        expect(page.locator('.aside [data-act="aside-correct"]')).to_have_text("Ispravi 3. ruku ovim")


def test_what_is_half_entered_outlives_undo_deletions_and_corrections(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        sheet = started(visitor.open("/sheet"))
        page = sheet.page
        for game in ("herc", "karo"):
            sheet.enter(**{**ORDINARY, "game": game})
        sheet.say({"declarer": "2", "game": "tref"})
        sheet.press(sheet.act("undo"))
        there(page, '.ask[data-question="game"]')
        sheet.settled()
        assert sheet.hands == 2
        sheet.say({"game": "pik"})

        # A correction that is given up, one that is written, and a deletion.
        sheet.unfold(1)
        sheet.press(sheet.act("correct"))
        sheet.settled()
        sheet.press(sheet.act("restart"))
        expect(page.locator('[data-ask="game"]')).to_have_attribute("data-value", "pik")
        sheet.correct(1, tricks="7", defence="2")
        expect(page.locator('[data-ask="game"]')).to_have_attribute("data-value", "pik")
        sheet.remove(2)
        sheet.settled()
        expect(page.locator(".entry h2")).to_have_text("2. ruka")
        expect(page.locator('[data-ask="game"]')).to_have_attribute("data-value", "pik")
        page.reload()
        there(page, '[data-ask="game"][data-value="pik"]')
        sheet.settled()
        for _ in range(2):
            sheet.press(sheet.act("undo"))
            sheet.settled()
        there(page, '.ask[data-question="declarer"]')
        assert sheet.hands == 1
        sheet.written(lambda: sheet.press(sheet.act("undo")))
        assert sheet.hands == 2


def test_rules_and_records_that_were_not_loaded_keep_the_sheet_closed_until_they_are_clear(
    browser: Browser, served: Served
) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        there(page, '[data-setting="preset"]')
        create = page.locator('[data-act="create"]')
        page.locator('details[data-group="file"] summary').click()
        page.locator("#file-text").fill('rules = "vojvodina"\n\n[options]\n"refa.max" = "many"\n')
        create.click()
        wrong = page.locator('details[data-group="file"]')
        expect(wrong).to_contain_text("Ovaj tekst se ne može učitati")
        expect(wrong.locator('li[data-line="4"]')).to_have_count(1)
        assert page.url.endswith("/sheet")
        assert "many" in page.locator("#file-text").input_value()
        page.locator("#file-text").fill('rules = "vojvodina"\n\n[options]\n"match.start_bule" = 60\n')
        expect(wrong).not_to_contain_text("Ovaj tekst se ne može učitati")

        page.locator('details[data-group="import"] summary').click()
        page.locator("#import-text").fill("kibic = 1")
        create.click()
        expect(page.locator('details[data-group="import"] [role="alert"]')).to_contain_text("nije uvezen")
        page.locator("#import-text").fill("")

        page.locator("#player-0").fill("Žika")
        page.locator("#player-1").fill("ŽIKA ")
        create.click()
        expect(page.locator("#player-1-wrong")).to_contain_text("Dva igrača se zovu")
        there(page, "#player-1:focus")
        page.locator("#player-1").fill("Boro")
        create.click()
        # The text that was brought and not loaded is what the sheet is played by.
        there(page, "#app .sheet-tabs")
        expect(page.locator(".bar")).to_contain_text("vojvodina")
        expect(page.locator(".paper [data-col=middle]").first).to_have_attribute("data-value", "60")


def test_a_name_of_24_letters_leaves_every_part_as_wide_as_the_phone(browser: Browser, served: Served) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        there(page, '[data-setting="preset"]')
        for seat, name in enumerate(("W" * 24, "Prestolonaslednikovićeva", "Ana")):
            page.locator(f"#player-{seat}").fill(name)
        page.locator('[data-act="create"]').click()
        there(page, ".answers .chip")
        sheet = PaperSheet(page, tap)
        sheet.enter(**ORDINARY)
        for tab in ("entry", "hands", "account", "share"):
            sheet.tab(tab)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
