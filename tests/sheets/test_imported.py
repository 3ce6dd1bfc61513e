"""A sheet made from a text that somebody brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibic.record import RecordError, read
from kibic.sheets import Command, SheetError, book_of_record, fold, text_of_book
from kibic.sheets import imported as into_sheet
from kibic.sheets.cards import cards_of
from kibic.sheets.imported import imported
from kibic.sheets.ppn import write_ppn
from tests.sheets.papers import BETL, IGRA, KARO, PASSED, do, hands, new

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_record_of_a_sheet_comes_back_with_its_corrections_and_what_can_be_taken_back() -> None:
    book = do(hands(new(), PASSED, KARO, BETL), "correct", hand=2, answers=IGRA)
    found = imported(text_of_book(do(book, "undo")))
    assert found.remarks == ()
    again = fold(found.setup, found.commands)
    assert again.do(Command("redo")).page == book.page


def test_corrections_whose_log_is_lost_are_named() -> None:
    book = do(hands(new(), PASSED, KARO, BETL), "correct", hand=2, answers=IGRA)
    text = "\n".join(line for line in text_of_book(book).split("\n") if not line.startswith("log = "))
    found = imported(text)
    assert fold(found.setup, found.commands).match.sheet == book.match.sheet
    assert [(line, text.en) for line, text in found.remarks] == [(0, "The list of corrections is not taken over.")]


def test_hands_that_cannot_be_entered_without_their_cards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of_book(hands(new(), KARO))
    monkeypatch.setattr(into_sheet, "fold", lambda setup, _: fold(setup, [Command("hand", answers=PASSED)]))
    with pytest.raises(SheetError, match="would give another sheet"):
        imported(text)


def test_what_was_agreed_between_hands_comes_too() -> None:
    book = do(hands(new(), KARO), "agree", word="otpis")
    found = imported(text_of_book(book))
    assert [command.kind for command in found.commands] == ["hand", "agree"]
    assert fold(found.setup, found.commands).match.result == book.match.result


def test_a_match_of_the_table_gives_a_sheet_with_its_cards_but_without_the_play() -> None:
    text = (EXAMPLES / "three-hands.toml").read_text(encoding="utf-8")
    found = imported(text)
    assert len(found.commands) >= 2
    lost = "The auctions and the play are not taken over, only the cards dealt and put away."
    assert lost in [remark.en for _, remark in found.remarks]
    there = book_of_record(read(text))
    again = fold(found.setup, [Command.of_json(command.to_json()) for command in found.commands])
    assert [cards_of(item.actions) for item in again.entries] == [cards_of(item.actions) for item in there.entries]
    assert all(cards_of(item.actions)[0] for item in again.entries)


def test_cards_that_need_their_own_auction_are_named() -> None:
    """By these rules the holder of the eight of diamonds speaks first, so that the cards change who says what."""
    text = (
        'kibic = 1\nplayers = ["Ana", "Boro", "Ceca"]\n[options]\n"seat.first_dealer" = "card_8D"\n[[hands]]\n'
        'cards = ["AQ87.AK7.Q7.Q", "KT9.QT98.AK.K", "J.J.JT98.AJT9"]\n'
        'actions = ["2 dalje dalje", "skart C7 C8 karo", "ne ne"]\n'
    )
    found = imported(text)
    assert found.commands[0].deal == ""
    assert "Hand 1: its cards are not taken over, they need its own auction." in [text.en for _, text in found.remarks]


def test_a_ppn_text_is_told_by_its_tags_and_brings_its_report() -> None:
    book = hands(new(), PASSED, KARO)
    found = imported(write_ppn(book).text + "junk\n")
    assert fold(found.setup, found.commands).match.sheet.bule == book.match.sheet.bule  # type: ignore[union-attr]
    assert [text.en for _, text in found.remarks] == ["This is neither a tag nor a deal, and is left out: junk"]


def test_what_is_neither_is_refused_with_its_place() -> None:
    with pytest.raises(RecordError) as caught:
        imported("kibic = 1\nplayers = [\n")
    assert caught.value.place is not None
    with pytest.raises(SheetError, match="Player2, Player3"):
        imported('[Player1 "Ana"]\n')
