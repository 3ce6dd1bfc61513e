"""What leaves a sheet: other rules, money, CSV, the drawn paper."""

from __future__ import annotations

import csv
import io
import json
import random
import sys
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
import typst
from rich.console import Console

from kibic.cli.paper import show_match
from kibic.game import RulesError
from kibic.games.preferans import GAME, Match, Result
from kibic.record import replay
from kibic.sheets import Book, SheetError, record_of_book
from kibic.sheets.drawing import TEMPLATE
from kibic.sheets.html import _REFAS, page
from kibic.sheets.press import inputs, typeset
from kibic.sheets.printed import Column, Stroke, printed
from kibic.sheets.settlement import fewest, settle
from kibic.sheets.tables import hands_csv, sheet_csv
from kibic.sheets.whatif import what_if, what_if_json
from tests.rules.entering import random_answers
from tests.sheets.papers import BETL, IGRA, KARO, NAMES, PASSED, do, hands, new

SANS = {"declarer": "1", "game": "igra sans", "follow": "none"}
PIK = {"declarer": "0", "game": "pik", "follow": "both", "kontra": "no"}
SEVEN = {"declarer": "0", "game": "7H", "follow": "both", "tricks": "7", "defence": "2"}


def test_what_if_writes_the_same_hands_by_other_rules() -> None:
    book = hands(new(), PASSED, {**BETL, "kontra": "0"}, KARO)
    other = what_if(book, "vojvodina")
    assert other.remarks == ()
    mine, theirs = book.outcomes[1], other.book.outcomes[1]
    assert [entry.points for entry in mine.supe] == [240, 240]  # type: ignore[union-attr]
    assert [entry.points for entry in theirs.supe] == [480], "the kontraš writes both shares (SCO-05)"  # type: ignore[union-attr]
    assert what_if(book, "srpski").book.match.sheet == book.match.sheet


def test_what_if_says_what_nobody_told() -> None:
    other = what_if(hands(new(), PIK, KARO), "hrvatski")
    assert [(number, text.en) for number, text in other.remarks] == [(1, "Not told, so left out: Tricks of Ana?")]
    assert len(other.book.entries) == 1
    shown = what_if_json(other)
    assert shown["remarks"][0]["hand"] == 1
    assert shown["state"]["rules"]["preset"] == "hrvatski"


def test_what_if_keeps_agreements_where_it_can_and_ends_where_the_match_would() -> None:
    book = do(hands(new(), KARO), "agree", word="produzi 20")
    assert what_if(book, "balkan").book.entries[0].after == ("produzi 20",)
    over = what_if(book, "hrvatski", {"match.start_bule": 2})
    assert [(number, text.en) for number, text in over.remarks] == [(1, "The match is over.")]
    sans = {"declarer": "0", "game": "igra sans", "follow": "none"}
    short = what_if(hands(new(), sans, KARO), "srpski", {"match.start_bule": 2})
    assert [text.en for _, text in short.remarks] == ["The match would have been over."]
    deep = what_if(hands(new("balkan"), {**KARO, "tricks": "5", "defence": "3"}), "srpski")
    assert deep.book.outcomes[0].tricks == (2, 5, 3)
    with pytest.raises(RulesError):
        what_if(book, "srpski", {"refa.max": "many"})


def test_what_if_takes_over_what_was_agreed_for_the_match() -> None:
    book = hands(new(match_start_bule=40, agr_trick_offer=True, pen_rezon="nep", last_reduce=False), KARO)
    other = what_if(book, "vojvodina")
    assert other.book.match.sheet.bule == (40, 34, 40)  # type: ignore[union-attr]
    assert [(item.key, item.value) for item in other.carried] == [
        ("match.start_bule", 40), ("agr.trick_offer", True), ("pen.rezon", "nep"),
    ], "a rule of writing is not carried: it is what is compared"  # fmt: skip
    assert other.book.match.rules.refa_budget == book.match.rules.refa_budget
    said = what_if_json(other)["carried"]
    assert said[0] == {
        "key": "match.start_bule",
        "value": 40,
        "en": "Bule every player starts with: 40",
        "sr": "Sa koliko bula svako počinje: 40",
    }
    assert [item["en"].rsplit(": ")[-1] for item in said] == ["40", "yes", "nep"]


def test_what_if_takes_over_the_number_of_refas_and_the_last_word_is_the_users() -> None:
    book = hands(new(match_start_bule=40), PASSED)
    croatian = what_if(book, "hrvatski")
    assert [(item.key, item.value) for item in croatian.carried] == [("match.start_bule", 40), ("refa.max", 1)]
    asked = what_if(book, "hrvatski", {"match.start_bule": 60, "refa.max": "hr_table"})
    assert asked.carried == ()
    assert asked.book.match.rules.refa_budget == 3
    assert what_if(book, "srpski").carried == what_if(book, "vojvodina").carried


def test_what_if_leaves_out_what_the_other_rules_cannot_have() -> None:
    book = hands(new(match_end="hands:4"), KARO)
    assert [item.key for item in what_if(book, "vojvodina").carried] == ["match.end"]
    mirror = {"score.bule_model": "mirror93", "match.end": "hands:9"}
    assert what_if(book, "vojvodina", mirror).carried == ()
    ending = hands(new(score_bule_model="mirror93", match_end="hands:9"), KARO)
    assert [item.key for item in what_if(ending, "polski").carried] == []


def test_four_01_what_if_lets_four_stay_four() -> None:
    four = hands(new("vojvodina", ("Ana", "Boro", "Ceca", "Dule"), 3), {**KARO, "declarer": "0"})
    other = what_if(four, "srpski")
    assert [(item.key, item.value) for item in other.carried] == [("seat.players", [3, 4])]
    with pytest.raises(SheetError, match="3 play, not 4"):
        what_if(four, "polski")  # the game of levels is for three


@pytest.mark.parametrize("seed", range(60))
def test_a_settlement_adds_up_to_zero_and_pays_every_balance(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.choice([3, 4])
    points = tuple(rng.randint(-900, 900) for _ in range(count))
    found = settle(Result(points, rng.choice(["low_good", "high_good"])), Decimal(rng.choice(["1", "0.05", "0.333"])))
    assert sum(found.balance) == 0
    assert len(found.payments) < count
    paid = [Decimal(0)] * count
    for payment in found.payments:
        assert payment.amount > 0
        paid[payment.receiver] += payment.amount
        paid[payment.payer] -= payment.amount
    assert tuple(paid) == found.balance


def test_a_settlement_of_points_is_what_players_expect() -> None:
    found = settle(Result((-120, 40, 80), "low_good"), Decimal("0.5"))
    assert found.balance == (Decimal(60), Decimal(-20), Decimal(-40))
    assert {(item.payer, item.receiver, item.amount) for item in found.payments} == {
        (1, 0, Decimal(20)),
        (2, 0, Decimal(40)),
    }
    assert settle(Result((20, 40, 30), "high_good"), Decimal(1)).balance == (Decimal(-10), Decimal(10), Decimal(0))
    thirds = settle(Result((1, 0, 0), "high_good"), Decimal("0.01")).balance
    assert sum(thirds) == 0
    assert settle(Result((0, 0, 0), "low_good"), Decimal(1)).payments == ()


def test_the_fewest_payments_are_found() -> None:
    assert len(fewest([5, -5, 7, -7])) == 2
    assert len(fewest([10, -3, -3, -4])) == 3


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_hands_as_csv() -> None:
    book = do(hands(new(), PASSED, KARO, BETL), "correct", hand=2, answers=IGRA)
    found = rows(hands_csv(book))
    assert [row["outcome"] for row in found] == ["all_pass", "played", "played"]
    assert (found[1]["declarer"], found[1]["game"], found[1]["igra"], found[1]["mark"]) == (
        "Ana",
        "karo",
        "1",
        "corrected",
    )
    assert (found[1]["bule Ana"], found[1]["supe Boro>Ana"], found[1]["tricks Ana"]) == ("16", "80", "5")
    assert found[0]["refa_written"] == "1"
    levels = rows(hands_csv(hands(new("polski"), SEVEN)))
    assert (levels[0]["points Ana"], levels[0]["game"]) == ("20", "7H")


def test_the_marks_as_csv_and_no_name_is_a_formula() -> None:
    names = ("=A1", "Boro", "'Ceca")
    book = hands(new(names=names), PASSED, KARO)
    found = rows(sheet_csv(book))
    assert {row["player"] for row in found} == {"'=A1", "Boro", "''Ceca"}
    assert {row["player"].removeprefix("'") for row in found} == set(names), "one apostrophe off is the name again"
    assert [row["bule Boro"] for row in rows(hands_csv(book))] == ["0", "-12"], "numbers are no texts"
    middle = [row for row in found if row["player"] == "Boro" and row["column"] == "bule"]
    assert [row["value"] for row in middle if row["kind"] == "bule"] == ["100", "88"]
    assert rows(sheet_csv(hands(new("polski"), SEVEN)))[0]["column"] == "points"


def random_sheet(seed: int) -> Book:
    """A sheet of a few hands of any kind, by one ruleset after the other."""
    rng = random.Random(seed)
    book = new(GAME.presets()[seed % len(GAME.presets())])
    for _ in range(4):
        if book.match.to_act is not None:
            book = do(book, "hand", answers=dict(book.form(random_answers(book.match, rng.choice)).answers))
    if book.match.to_act is not None and isinstance(book.match, Match):
        book = do(book, "agree", word="produzi 20")
    return book


@pytest.mark.parametrize("seed", range(8))
def test_the_tables_read_back_come_to_the_numbers_of_the_sheet(seed: int) -> None:
    book = random_sheet(seed)
    hands_, marks, match = rows(hands_csv(book)), rows(sheet_csv(book)), book.match
    assert [int(row["hand"]) for row in hands_] == [outcome.number for outcome in book.outcomes]
    more = sum(int(word.split()[1]) for row in hands_ for word in row["after"].split("; ") if word)

    def last(player: str, column: str, kind: str) -> int:
        found = [row["value"] for row in marks if (row["player"], row["column"], row["kind"]) == (player, column, kind)]
        return int(found[-1]) if found else 0

    for seat, name in enumerate(NAMES):
        if not isinstance(match, Match):
            assert sum(int(row[f"points {name}"]) for row in hands_) == match.sheet.points[seat]
            assert last(name, "points", "points") == match.sheet.points[seat]
            continue
        start = match.rules.match.start_bule + more
        assert start + sum(int(row[f"bule {name}"]) for row in hands_) == match.sheet.bule[seat]
        assert last(name, "bule", "bule") == match.sheet.bule[seat]
        for against, other in enumerate(NAMES):
            if other != name:
                total = match.sheet.supe[seat][against]
                assert sum(int(row[f"supe {name}>{other}"]) for row in hands_) == total
                assert last(name, f"supe {other}", "supe") == total
    for row, outcome in zip(hands_, book.outcomes, strict=True):
        assert row["dealer"] == NAMES[outcome.dealer]
        assert row["followers"] == "; ".join(NAMES[seat] for seat in outcome.followers)
        assert row["game"] == ("" if outcome.contract is None else outcome.contract.word)
        assert [row[f"tricks {name}"] for name in NAMES] == [str(n) for n in outcome.tricks or ("",) * 3]


def test_the_paper_is_drawn_as_players_draw_it() -> None:
    book = hands(new(match_start_bule=8, refa_max=2), PASSED, PASSED, SANS)
    paper = printed(book, "sr")
    boro = paper.papers[1]
    assert (boro.name, boro.hat) == ("Boro", True)
    assert [column.heading for column in boro.columns] == ["Ana", "bule", "Ceca"]
    strokes = [(stroke.kind, stroke.text, stroke.struck) for stroke in boro.columns[1].strokes]
    signs = [("refa_played", "dashes", False), ("refa", "dashes", False), ("hat", "", False)]
    assert strokes == [("number", "8", True), *signs, ("number", "16", False)]
    assert paper.lines[0].text == "svi dalje, piše se refa"
    assert paper.result
    four = printed(new("vojvodina", (*NAMES, "Dule")), "en")
    assert len(four.papers[0].columns) == 4
    levels = printed(hands(new("polski"), SEVEN), "en")
    assert [column.heading for column in levels.papers[0].columns] == ["points"]
    assert levels.lines[0].text == "Ana, 7H"


@pytest.mark.parametrize(
    ("preset", "drawn", "lines", "terminal"),
    [
        ("srpski", "dashes", 3, ("-----", "--/--")),
        ("balkan", "triangle", 3, ("△", "△/")),
        ("hrvatski", "strokes", 1, ("60 – –", "60 + –")),
    ],
)
def test_ref_09_a_refa_is_drawn_as_the_ruleset_draws_it(
    preset: str, drawn: str, lines: int, terminal: tuple[str, str]
) -> None:
    book = hands(new(preset, match_start_bule=60, refa_max=2), PASSED, PASSED)
    assert book.match.rules.ui.refa_mark == drawn
    middle = printed(book, "sr").papers[1].columns[1]
    assert [(stroke.kind, stroke.text) for stroke in middle.strokes[1:]] == [("refa", drawn)] * 2
    assert sum(not stroke.beside for stroke in middle.strokes) == lines
    played = hands(book, KARO)
    texts, pages = [], []
    for one in (book, played):
        console = Console(file=io.StringIO(), width=160)
        show_match(console, replay(record_of_book(one)), lang="sr", explain=False)
        texts.append(console.file.getvalue())  # type: ignore[attr-defined]
        pages.append(page(printed(one, "sr")))
    assert terminal[0] in texts[0]
    assert terminal[1] in texts[1]
    open_line, struck = _REFAS[drawn][1:]
    assert f'd="{open_line}"' in pages[0]
    assert f'd="{struck}"' not in pages[0]
    assert f'd="{struck}"' in pages[1]
    assert typeset(printed(played, "sr"), "svg")[0].startswith(b"<svg")


def test_the_page_shows_every_number_and_escapes_names() -> None:
    book = hands(new(names=("<Ana>", "Boro & co", "Ceca")), PASSED, KARO, {**BETL, "kontra": "0"})
    text = page(printed(do(book, "correct", hand=2, answers=IGRA), "en"))
    assert "<Ana>" not in text
    assert "&lt;Ana&gt;" in text
    assert "Boro &amp; co" in text
    for seen in ("<s>100</s>", 'aria-label="refa"', 'aria-label="--/--"', "(corrected)", "kontra"):
        assert seen in text
    assert "<script" not in text
    assert "šešir" in page(printed(hands(new(match_start_bule=8), {**KARO, "game": "igra sans"}), "sr"))


@pytest.mark.parametrize("language", ["sr", "en"])
def test_the_paper_is_typeset(language: str) -> None:
    paper = printed(hands(new(names=("Žika", "Đoka", "Čeda")), PASSED, KARO, IGRA, BETL), language)
    assert typeset(paper, "pdf")[0].startswith(b"%PDF")
    assert typeset(paper, "png")[0].startswith(b"\x89PNG")
    assert b"<svg" in typeset(paper, "svg")[0]
    assert typeset(printed(hands(new("polski"), SEVEN), language), "pdf")[0].startswith(b"%PDF")
    assert typeset(printed(new(), language), "pdf")[0].startswith(b"%PDF")


def test_without_typst_the_way_to_get_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SheetError, match=r"kibic\[print\]"):
        typeset(printed(new(), "sr"), "pdf")


def fitted(book: Book) -> dict[str, Any]:
    """The names as the drawn page has them where there is little room, and the size of the columns, in points."""
    told = typst.query(TEMPLATE.encode(), "<fitted>", field="value", one=True, sys_inputs=inputs(printed(book, "sr")))
    found: dict[str, Any] = json.loads(told)
    return found


@pytest.mark.parametrize(
    "names",
    [
        ("Aleksandra Jo", "Aleksandra Jo.", "WWWWWWWWWWWWWWWWWWWWWWWW", "Ana"),
        ("Ћирилица Петровић", "Prestolonaslednikovićeva", "Ana", "Maksimilijan"),
        ("Ћирилица-Петровићевљева", "Prestolonaslednikovićeva", "WWWWWWWWWWWWWWWWWWWWWWWW"),
    ],
)
def test_names_too_long_for_their_column_are_cut_and_none_are_alike(names: tuple[str, ...]) -> None:
    found = fitted(hands(new("vojvodina", names, len(names) - 1), PASSED))["names"]
    assert len(set(found)) == len(names)
    for name, short in zip(names, found, strict=True):
        assert short == name or (len(short) <= 16 and "…" in short and name.startswith(short.partition("…")[0]))
    assert [short for short in found if short == "Ana"] == [name for name in names if name == "Ana"]
    for language in ("sr", "en"):
        assert len(typeset(printed(hands(new("vojvodina", names, len(names) - 1), PASSED), language), "png")) == 1


def test_a_long_paper_is_drawn_smaller_and_stays_on_one_page() -> None:
    assert fitted(hands(new(), KARO))["size"] == 10
    entries = [Column("bule", tuple(Stroke("number", str(n), struck=n < 89) for n in range(90)), middle=True)] * 3
    sheet = printed(new(), "sr")
    papers = tuple(replace(paper, columns=tuple(entries)) for paper in sheet.papers)
    assert len(typeset(replace(sheet, papers=papers), "png")) == 1


def test_wo_01_the_drawn_paper_tells_what_everybody_wrote_off() -> None:
    over = printed(do(hands(new(), KARO), "agree", word="otpis"), "sr")
    assert (over.write_off_heading, over.write_off) == ("Otpis", ("98", "98", "98"))
    assert page(over).count("<small>Otpis: 98</small>") == 3
    played_out = hands(new(match_start_bule=2), {"declarer": "0", "game": "igra sans", "follow": "none"})
    assert printed(played_out, "en").write_off == ()
    assert "<small>" not in page(printed(played_out, "en"))
