"""The sheet for real cards on a phone of 360 x 740: a whole match of every kind of hand, and what may happen to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect

from kibic.games.preferans import Match
from kibic.record import Record, read, replay
from tests.browser.kit import QUICK, Served, there, visiting
from tests.browser.papers import drawn_paper, wanted_paper
from tests.browser.papersheet import PaperSheet, new_sheet, replayed
from tests.browser.test_phone import tap

#: The most taps of an ordinary hand.
MOST_TAPS: Final = 6
ORDINARY: Final = {"declarer": "0", "game": "herc", "follow": "both", "tricks": "6", "defence": "3"}
#: One hand of each kind.
HANDS: Final[tuple[dict[str, str], ...]] = (
    ORDINARY,
    {"declarer": "pass"},
    {"declarer": "1", "game": "karo", "follow": "both", "tricks": "5", "defence": "5"},
    {"declarer": "2", "game": "betl", "made": "yes"},
    {"declarer": "0", "game": "tref", "follow": "none"},
    {"declarer": "1", "game": "sans", "follow": "both", "tricks": "7", "defence": "1"},
    {"declarer": "2", "game": "igra herc", "follow": "both", "kontra": "0", "tricks": "5"},
    {"declarer": "0", "game": "pik", "follow": "both", "kontra": "no"},
    {"declarer": "1", "game": "pik", "follow": "2", "kontra": "2", "tricks": "4"},
    {"declarer": "2", "game": "herc", "follow": "0+1", "tricks": "7"},
    {"declarer": "0", "game": "betl", "kontra": "1", "made": "no"},
    {"declarer": "1", "game": "tref", "follow": "both", "kontra": "2", "rekontra": "1", "tricks": "5"},
    {"declarer": "2", "game": "karo", "follow": "1", "kontra": "1", "rekontra": "2", "subkontra": "1", "tricks": "3"},
    {
        "declarer": "0",
        "game": "karo",
        "follow": "1",
        "kontra": "1",
        "rekontra": "0",
        "subkontra": "1",
        "mortkontra": "0",
        "tricks": "5",
    },
    {"declarer": "1", "game": "bezskarta", "bid": "3"},
    {"declarer": "2", "game": "herc", "follow": "0?", "offer": "3"},
    {"declarer": "0", "game": "tref", "follow": "both", "tricks": "8", "defence": "2", "penalty": "preuzima 2 3"},
    {"declarer": "1", "game": "igra betl", "made": "no"},
    {"declarer": "2", "game": "igra sans", "follow": "both", "tricks": "6", "defence": "2"},
    {"declarer": "0", "game": "herc", "follow": "1", "tricks": "8"},
)


#: What a match can hold, as :func:`kinds` names it.
EVERY_KIND: Final = {
    "played", "all_pass", "nobody_follows", "pik_no_kontra", "agreed", "penalty",
    "made", "fell", "betl", "sans", "igra", "called", "kontra 2", "kontra 4", "kontra 8", "kontra 16",
    "taken over", "extension", "write-off", "refa written", "refa played", "hat", "over",
}  # fmt: skip


def kinds(found: dict[str, Any], record: Record, match: Match) -> set[str]:
    """Every kind of hand and of mark that stands in a replayed record."""
    hands = found["hands"]
    seen = {hand["outcome"] for hand in hands} | {hand["contract"] for hand in hands} & {"betl", "sans"}
    seen |= {f"kontra {hand['kontra']}" for hand in hands if hand["kontra"] > 1}
    declared = [hand["made"][hand["declarer"]] for hand in hands if hand["declarer"] in hand["made"]]
    marks = {mark.kind for column in match.sheet.middle for mark in column}
    words = {reason.key for outcome in match.outcomes for reason in outcome.reasons}
    said = {word.text for hand in record.hands for word in hand.words}
    told = {
        "made": True in declared,
        "fell": False in declared,
        "igra": any(hand["igra"] for hand in hands),
        "called": any(hand["called"] for hand in hands),
        "taken over": "took_over" in words,
        "extension": "produzi 10" in said,
        "write-off": "otpis" in said,
        "refa written": any(hand["refa_written"] for hand in hands),
        "refa played": any(hand["refa"] == 2 for hand in hands),
        "hat": "hat" in marks,
        "over": found["over"],
    }
    return seen | {kind for kind, there_is in told.items() if there_is}


def agreed_rules(page: Page) -> None:
    """Allow at the new match what the table may agree on."""
    for group in ("agr", "pen"):
        page.locator(f'details[data-group="{group}"] summary').click()
    page.locator("#rule-agr\\.trick_offer").check()
    page.locator("#rule-pen\\.rezon").select_option("nep")


def match_of(sheet: PaperSheet) -> Match:
    """The match the engine makes of the exported record."""
    match: Match = replay(read(sheet.record())).final
    return match


def test_whole_match_with_corrections_equals_its_replay(browser: Browser, served: Served, tmp_path: Path) -> None:
    with visiting(browser, served.url, QUICK, phone=True) as visitor:
        page = visitor.open("/sheet")
        there(page, '[data-setting="preset"]')
        agreed_rules(page)
        sheet = new_sheet(page, tap)
        assert sheet.enter(**HANDS[0]) <= MOST_TAPS
        for number, hand in enumerate(HANDS[1:], 2):
            sheet.enter(**hand)
            assert sheet.hands == number
            if number == 10:
                sheet.agree("produzi 10")
        told = sheet.correct(3, tricks="6", defence="2")
        assert told
        assert all(line.startswith("Ruka ") for line in told)
        assert sheet.insert(5, declarer="pass")
        assert sheet.remove(19)  # the igra betl; every other kind stands
        assert sheet.hands == len(HANDS)
        sheet.agree("otpis")
        expect(page.locator(".entry")).to_have_count(0)

        points = sheet.points()
        record = sheet.record()
        assert drawn_paper(page) == wanted_paper(match_of(sheet))
        found = replayed(record, tmp_path)
        assert len(found["hands"]) == len(HANDS)
        assert kinds(found, read(record), match_of(sheet)) == EVERY_KIND
        assert {name: points[seat] for seat, name in enumerate(found["players"])} == found["result"]
        assert [entry["kind"] for entry in read(record).extras["corrections"]] == ["correct", "insert", "remove"]
