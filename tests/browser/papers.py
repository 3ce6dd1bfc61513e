"""The paper and the panel after a hand: as the page draws them, and as the engine's sheet and reasons want them."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from kibic.games.preferans import Match, Outcome
from kibic.record import read, replay

_DRAWN: Final = """(sheets) => sheets.map((sheet) => ({
  seat: Number(sheet.dataset.seat), hat: sheet.dataset.hat === "1",
  marks: [...sheet.querySelectorAll("[data-col]")].map(({ dataset, children: [picture, hidden] }) => ({
    col: dataset.col, kind: dataset.kind, value: Number(dataset.value), hand: Number(dataset.hand),
    struck: dataset.struck === "1", line: picture.querySelector(".strike") !== null,
    strokes: picture.querySelectorAll("use").length, told: hidden.textContent })) }))"""
_PANEL: Final = """(articles) => articles.map((one) => ({
  seat: Number(one.dataset.seat), change: Number(one.dataset.result), bule: one.querySelector(".vals b").textContent,
  reasons: [...one.querySelectorAll("li")].map((line) => line.textContent) }))"""
#: What the marks are called for the ear.
_CALLED: Final = {"refa": "refa", "refa_played": "refa, odigrano", "hat": "šešir", "hat_off": "okrenut šešir"}


def engine(page: Page, table: str) -> tuple[Match, list[str]]:
    """The match replayed by the engine from the record of its finished hands, and the names by seat."""
    answer = page.request.get(f"/api/tables/{table}/record")
    assert answer.ok, answer.text()
    record = read(answer.text())
    match: Match = replay(record).final
    return match, list(record.players)


def printed(number: int) -> str:
    """A number as the page prints it."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def drawn_paper(page: Page) -> list[dict[str, Any]]:
    """The sheets on the page by seat: what they tell programs, eyes and ears."""
    sheets: list[dict[str, Any]] = page.locator(".paper .psheet").evaluate_all(_DRAWN)
    return sorted(sheets, key=lambda sheet: int(sheet["seat"]))


def wanted_paper(match: Match) -> list[dict[str, Any]]:
    """The sheets as they must be drawn: left and right the supe against the neighbours, the bule between."""
    sheet, players = match.sheet, len(match.sheet.bule)
    sheets = []
    for seat in range(players):
        # The next to act sits to the right.
        left, right = sheet.sides[seat][(seat - 1) % players], sheet.sides[seat][(seat + 1) % players]
        last = max(i for i, mark in enumerate(sheet.middle[seat]) if mark.kind == "bule")
        middle = [
            _number("middle", "bule", abs(mark.value), mark.hand, struck=i < last)
            if mark.kind == "bule"
            else _mark(mark.kind, abs(mark.value), mark.hand)
            for i, mark in enumerate(sheet.middle[seat])
        ]
        across = sheet.sides[seat][(seat + 2) % players] if players == 4 else ()
        sides = {
            name: [_number(name, "supe", mark.value, mark.hand) for mark in marks]
            for name, marks in (("left", left), ("across", across), ("right", right))
        }
        marks = [*sides["left"], *middle, *sides["across"], *sides["right"]]
        sheets.append({"seat": seat, "hat": sheet.hats[seat], "marks": marks})
    return sheets


def _number(column: str, kind: str, value: int, hand: int, *, struck: bool = False) -> dict[str, Any]:
    told = f"precrtano {value}" if struck else str(value)
    shape = {"struck": struck, "line": struck, "strokes": len(str(value)), "told": told}
    return {"col": column, "kind": kind, "value": value, "hand": hand, **shape}


def _mark(kind: str, value: int, hand: int) -> dict[str, Any]:
    shape = {"struck": False, "line": False, "strokes": 1, "told": _CALLED[kind]}
    return {"col": "middle", "kind": kind, "value": value, "hand": hand, **shape}


def newest_numbers(paper: list[dict[str, Any]]) -> list[tuple[int, int, int, int]]:
    """What counts on a drawn paper, by seat: bule, supe to the left and to the right, open refas."""
    counts = []
    for sheet in paper:
        newest = {mark["col"]: mark["value"] for mark in sheet["marks"] if mark["kind"] in ("bule", "supe")}
        refas = [mark["kind"] for mark in sheet["marks"]].count("refa")
        counts.append((newest["middle"], newest.get("left", 0), newest.get("right", 0), refas))
    return counts


def wanted_numbers(match: Match) -> list[tuple[int, int, int, int]]:
    """The same of the engine's columns, which it keeps apart from the marks."""
    sheet, players = match.sheet, len(match.sheet.bule)
    return [
        (
            abs(sheet.bule[seat]),
            sheet.supe[seat][(seat - 1) % players],
            sheet.supe[seat][(seat + 1) % players],
            sheet.refa_available[seat],
        )
        for seat in range(players)
    ]


def drawn_panel(page: Page) -> list[dict[str, Any]]:
    """The panel after the hand by seat."""
    panel: list[dict[str, Any]] = page.locator(".who-got article").evaluate_all(_PANEL)
    return sorted(panel, key=lambda one: int(one["seat"]))


def wanted_panel(outcome: Outcome, names: list[str]) -> list[dict[str, Any]]:
    """The panel as the outcome wants it: each number, and the engine's reasons for it with their rules."""
    return [
        {
            "seat": seat,
            "change": change,
            "bule": printed(outcome.bule_before[seat] + change),
            "reasons": [
                " ".join([reason.text(names).sr, *reason.rules]) for reason in outcome.reasons if reason.seat == seat
            ],
        }
        for seat, change in enumerate(outcome.bule)
    ]


def drawn_general(page: Page) -> list[str]:
    """What the panel tells about all at once."""
    return page.locator(".who-got .about-all li").all_text_contents()


def wanted_general(outcome: Outcome, names: list[str]) -> list[str]:
    """The reasons that belong to nobody alone, such as a refa that is written."""
    return [" ".join([reason.text(names).sr, *reason.rules]) for reason in outcome.reasons if reason.seat is None]


def numbers_explained(outcome: Outcome) -> list[tuple[int, int]]:
    """Change of bule and supe written, by seat, as the reasons tell: the last of the bule, the sum of the supe."""
    numbers = []
    for seat in range(len(outcome.bule)):
        told = {about: [0] for about in ("bule", "supe")}
        for reason in outcome.reasons:
            if reason.seat == seat and reason.points is not None:
                told[reason.about].append(reason.points)
        numbers.append((told["bule"][-1], sum(told["supe"])))
    return numbers


def numbers_written(outcome: Outcome) -> list[tuple[int, int]]:
    """Change of bule and supe written, by seat, as they stand on the sheet."""
    return [
        (change, sum(entry.points for entry in outcome.supe if entry.writer == seat))
        for seat, change in enumerate(outcome.bule)
    ]
