"""Portable Preferans Notation, read tolerantly and written back."""

from __future__ import annotations

import random

import pytest

from kibic.sheets import SheetError
from kibic.sheets.ppn import read_ppn, write_ppn
from tests.rules.entering import random_answers
from tests.sheets.papers import BETL, IGRA, KARO, PASSED, do, hands, new

CARDS = "1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9"
HEAD = '[Bula "40"]\n[Refe "1"]\n[Player1 "Ana"]\n[Player2 "Boro"]\n[Player3 "Ceca"]\n'


def told(text: str) -> list[str]:
    return [remark.en for _, remark in read_ppn(HEAD + text).remarks]


def test_a_deal_of_the_published_layout_is_read() -> None:
    report = read_ppn(HEAD + f"1. 3 {CARDS} M3,P,3 AR 4 L 0 8 2A1M,M9BM 7:0:-8:0,3:24:0:0,0\n")
    [outcome] = report.book.outcomes
    assert (outcome.declarer, outcome.tricks) == (0, (7, 3, 0))
    assert report.book.match.sheet.bule == (32, 40, 40)  # type: ignore[union-attr]
    assert report.book.start.rules.match.start_bule == 40
    assert len(report.remarks) == 2, "only what the notation never says"


def test_what_contradicts_itself_is_named() -> None:
    said = told(f"1. 3 {CARDS} M3,P,3 AR 4 L 0 10 2A1M 7:0:-10:0,3:24:0:0,0\n")
    assert "The value is 10 in the file and 8 by the rules." in said
    assert "Ana: the file says 0:-10:0, the rules give 0:-8:0." in said
    assert "The tricks add up to 11." in told(f"1. 3 {CARDS} 2,P,P AR 4 B 0 8 x 6:0:-8:0,3:24:0:0,2:0:0:16\n")
    assert "Another one should have dealt." in told(f"1. 3 {CARDS} P,P,P\n2. 3 {CARDS} P,P,P\n")
    assert "Who plays cannot be told from the auction." in told(f"1. 3 {CARDS} 2,2,P AR 4 B 0 8 x 0,0,0\n")
    assert "'9' is no contract." in told(f"1. 3 {CARDS} 2,P,P AR 9 B 0 8 x 0,0,0\n")
    assert any(remark.startswith("Left out, not told") for remark in told(f"1. 3 {CARDS} 2,P,P AR 4 B\n"))
    results = '[Place1 "Ana"]\n[Result1 "458"]\n'
    assert "Ana: the result is 458 in the file and – here." in told(results)


def test_what_comes_after_the_end_is_named() -> None:
    line = f"1. 3 {CARDS} G7,P,P XX G7 0 0 16 - 0:0:-16:0,0,0\n"
    text = HEAD.replace('"40"', '"2"') + line + f"2. 1 {CARDS} P,P,P\n"
    assert any("over" in remark.en for _, remark in read_ppn(text).remarks)


def test_who_is_missing_is_told() -> None:
    with pytest.raises(SheetError, match="is no name"):
        read_ppn('[Player1 "Ana"]\n')
    with pytest.raises(SheetError):
        read_ppn(HEAD.replace('"40"', '"999999999"'))
    with pytest.raises(SheetError, match="too large"):
        read_ppn("x" * 2_000_001)


def test_four_players_and_levels_cannot_be_written() -> None:
    for book in (new("polski"), new("vojvodina", ("Ana", "Boro", "Ceca", "Dule"))):
        with pytest.raises(SheetError, match="three players"):
            write_ppn(book)


def test_what_is_written_is_read_back() -> None:
    called = {"declarer": "2", "game": "tref", "follow": "0+1", "tricks": "6"}
    book = hands(new(), PASSED, KARO, {**BETL, "kontra": "0", "rekontra": "1"}, IGRA, called)
    again = read_ppn(write_ppn(do(book, "agree", word="otpis")))
    assert again.book.match.sheet == book.match.sheet
    assert [text.en for line, text in again.remarks if line] == []


@pytest.mark.parametrize("seed", range(6))
def test_any_sheet_that_is_written_is_read_back(seed: int) -> None:
    rng = random.Random(seed)
    book = new(refa_max=2)
    while len(book.entries) < 6:
        answers = random_answers(book.match, rng.choice)
        if answers.get("game") != "bezskarta":
            book = do(book, "hand", answers=dict(book.form(answers).answers))
    again = read_ppn(write_ppn(book)).book
    assert again.match.sheet == book.match.sheet


@pytest.mark.parametrize("seed", range(40))
def test_broken_files_raise_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    text = list(HEAD + f"[1 123 {CARDS} 2,P,P 1 AR 4 B KL 0 16 1 2A1M 7:0:-16:0,3:48:0:0,0:0:0:0]\n" * 2)
    for _ in range(rng.randint(1, 12)):
        text[rng.randrange(len(text))] = rng.choice('[]"123,:GPMKRx \n0-')
    try:
        report = read_ppn("".join(text))
    except SheetError:
        return
    assert len(report.book.entries) <= 2
