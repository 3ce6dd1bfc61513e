"""What is sent of a sheet after a command leads to the very state, and is small."""

from __future__ import annotations

import msgspec

from kibic.server.patch import without_nulls
from kibic.server.sheetpatch import change_of, changed
from kibic.sheets import Book, Command, state_json
from tests.sheets.papers import BETL, IGRA, KARO, PASSED, new

COMMANDS = (
    *(Command("hand", answers=answers) for answers in (PASSED, KARO, BETL, IGRA)),
    Command("correct", hand=2, answers=BETL, note="oops"),
    Command("undo"),
    Command("redo"),
    Command("insert", hand=1, answers=KARO),
    Command("remove", hand=2),
    Command("agree", word="produzi 20"),
    Command("agree", word="otpis"),
    Command("undo"),
)


def test_every_change_leads_to_the_state_of_the_sheet() -> None:
    book = new(refa_max=1)
    state = state_json(book)
    for command in COMMANDS:
        book = book.do(command)
        after = state_json(book)
        state = changed(state, change_of(state, after))
        assert without_nulls(state) == without_nulls(after)


def test_a_hand_more_does_not_send_the_hands_before() -> None:
    book: Book = new(match_start_bule=200)
    for _ in range(12):
        book = book.do(Command("hand", answers=KARO))
    before = state_json(book)
    after = state_json(book.do(Command("hand", answers=KARO)))
    change = change_of(before, after)
    assert (change["kept"], len(change["hands"])) == (12, 1)
    assert len(msgspec.json.encode(change)) < len(msgspec.json.encode(after)) / 4
