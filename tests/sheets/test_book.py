"""Keeping a sheet: hands, corrections, undo and redo, and what each of them changed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kibic.game import RulesError
from kibic.record import read, replay, summary
from kibic.sheets import (
    Book,
    Command,
    Setup,
    SheetError,
    book_of_record,
    changes,
    entry_of_record,
    fold,
    question_json,
    record_of_book,
    state_json,
    text_of_book,
)
from kibic.sheets import record as sheet_record
from tests.rules.entering import random_answers
from tests.sheets.papers import BETL, IGRA, KARO, NAMES, PASSED, do, hands, new


def texts(before: Book, after: Book) -> list[str]:
    return [change.text.en for change in changes(before, after)]


def refused(book: Book, kind: str, **fields: object) -> str:
    with pytest.raises(SheetError) as refusal:
        do(book, kind, **fields)
    assert refusal.value.text.sr
    return refusal.value.text.en


def test_a_sheet_is_what_its_record_replays_to() -> None:
    book = hands(new(), PASSED, KARO, BETL, IGRA)
    played = summary(replay(read(text_of_book(book))))
    assert played["refa_written"] == 1
    shown = state_json(book)
    for seat, name in enumerate(NAMES):
        assert shown["sheet"]["players"][seat]["bule"] == played["sheet"][name]["bule"]
    assert [hand["outcome"]["bule"] for hand in shown["hands"]] == [
        list(hand["bule"].values()) for hand in played["hands"]
    ]


def test_undo_takes_back_the_last_step_and_redo_does_it_again() -> None:
    book = hands(new(), KARO, BETL)
    back = do(do(book, "undo"), "undo")
    assert (len(back.entries), back.match) == (0, new().match)
    again = do(do(back, "redo"), "redo")
    assert (again.page, again.match) == (book.page, book.match)
    assert refused(again, "redo") == "There is nothing to do again."
    assert refused(new(), "undo") == "There is nothing to take back."
    other = hands(do(book, "undo"), PASSED)
    assert not state_json(other)["redo"]
    assert state_json(other)["undo"]


def test_a_corrected_hand_is_marked_and_everything_after_it_is_counted_again() -> None:
    book = hands(new(), PASSED, KARO, BETL)
    after = do(book, "correct", hand=2, answers=IGRA, note="it was Ana")
    assert [item.mark for item in after.entries] == [None, "corrected", None]
    found = texts(book, after)
    assert found[0].startswith("Hand 2: Ana bule +0 → +16, Boro bule −12 → +0")
    assert found[1] == "Hand 3: Boro bule +12 → +24, Ana (Boro) supe 60 → 120, Ceca (Boro) supe 60 → 120."
    [correction] = state_json(after)["corrections"]
    assert correction == {"kind": "correct", "hand": 2, "was": KARO, "now": IGRA, "note": "it was Ana", "stands": 2}
    assert do(after, "undo").page == book.page


def test_a_removed_hand_gives_its_refa_back() -> None:
    book = hands(new(), PASSED, KARO, BETL)
    after = do(book, "remove", hand=1)
    assert texts(book, after)[0] == "Hand 1 was removed."
    assert after.outcomes[0].bule == (0, -6, 0)  # type: ignore[union-attr]
    assert [outcome.dealer for outcome in after.outcomes] == [2, 0]
    assert texts(book, do(after, "undo")) == []


def test_an_inserted_hand_is_marked_and_later_hands_are_dealt_by_others() -> None:
    book = hands(new(), KARO, BETL)
    after = do(book, "insert", hand=2, answers=PASSED)
    assert [item.mark for item in after.entries] == [None, "inserted", None]
    assert [item.dealer for item in after.entries] == [2, 0, 1]
    assert texts(book, after) == ["Hand 2 is new.", "Hand 3: Boro bule +12 → +24, Ana (Boro) supe 60 → 120, "
                                  "Ceca (Boro) supe 60 → 120."]  # fmt: skip
    assert summary(replay(read(text_of_book(after))))["hands"][2]["dealer"] == "Boro"


def test_match_01_hands_behind_an_earlier_end_are_kept_and_do_not_count() -> None:
    book = hands(new(match_start_bule=6, refa_max=0), KARO, KARO, PASSED)
    assert book.match.sheet.total == 6  # type: ignore[union-attr]
    after = do(book, "correct", hand=1, answers={"declarer": "0", "game": "igra sans", "follow": "none"})
    assert (after.counted, len(after.entries)) == (2, 3)
    assert after.match.result is not None
    assert texts(book, after)[-1] == "Hand 3: the match is over before it."
    assert [hand["counts"] for hand in state_json(after)["hands"]] == [True, True, False]
    assert len(read(text_of_book(after)).hands) == 2
    assert refused(after, "hand", answers=KARO) == "The match is over before the last hand."
    again = do(after, "correct", hand=1, answers=KARO)
    assert texts(after, again)[-1] == "Hand 3 counts again."
    assert again.match.sheet == book.match.sheet


def test_match_02_wo_01_agreements_stand_after_a_hand() -> None:
    book = do(hands(new(), KARO), "agree", word="produzi 20")
    assert book.match.sheet.total == 300 - 6 + 60  # type: ignore[union-attr]
    over = do(book, "agree", word="otpis")
    assert over.match.result is not None
    assert sum(over.match.result.points) == 0
    assert refused(over, "agree", word="otpis") == "The match is over."
    assert refused(over, "hand", answers=KARO)
    assert refused(new(), "agree", word="otpis") == "Before the first hand there is nothing to agree on."
    assert "is not a word" in refused(book, "agree", word="hokus")
    assert "SEAT" not in refused(book, "agree", word="cards ?")
    assert state_json(over)["result"]["write_off"]
    assert "next" not in state_json(over)
    assert do(over, "undo").match == book.match


def test_an_agreement_of_a_removed_hand_stands_after_the_one_before() -> None:
    book = do(hands(new(), PASSED, KARO), "agree", word="produzi 20")
    after = do(book, "remove", hand=2)
    assert after.entries[0].after == ("produzi 20",)
    assert after.match.sheet.total == 360  # type: ignore[union-attr]


def test_a_hand_that_is_not_told_completely_is_refused() -> None:
    assert refused(new(), "hand", answers={"declarer": "1", "game": "karo"}) == "Not answered yet: Who follows?"
    assert refused(new(), "hand", answers={**PASSED, "game": "karo"}) == "These answers do not fit: game."
    assert refused(hands(new(), KARO), "correct", hand=2, answers=KARO) == "There is no hand 2; there are 1."
    assert refused(hands(new(), KARO), "remove", hand=0).startswith("There is no hand 0")


def test_pen_02_a_penalty_agreed_on_later_is_an_answer_of_its_hand() -> None:
    agreed = new(pen_rezon="nep")
    fallen = {"declarer": "0", "game": "tref", "follow": "both", "tricks": "8", "defence": "2"}
    book = do(do(hands(agreed, fallen), "agree", word="preuzima 2 3"), "correct", hand=1, answers={**fallen})
    book = do(book, "agree", word="preuzima 2 3")
    last = book.entries[0]
    assert (last.answers["penalty"], last.after) == ("preuzima 2 3", ())
    again = book_of_record(read(text_of_book(book)))
    assert (again.match, again.log) == (book.match, book.log)
    assert do(again, "undo").entries == do(book, "undo").entries
    assert hands(agreed, {**fallen, "penalty": "preuzima 2 3"}).match == book.match


FOUR = (*NAMES, "Dule")


def four() -> Book:
    """Four players, Dule deals first."""
    return new("vojvodina", FOUR, dealer=3)


def test_four_01_later_hands_keep_who_sat_out() -> None:
    nobody = {"declarer": "1", "game": "karo", "follow": "none"}
    book = hands(four(), {**KARO, "declarer": "1", "follow": "both"}, nobody, {**nobody, "declarer": "3"})
    assert [item.dealer for item in book.entries] == [3, 0, 1]
    more = do(book, "insert", hand=1, answers=PASSED)
    assert [outcome.dealer for outcome in more.outcomes] == [3, 3, 0, 1]
    assert [outcome.declarer for outcome in more.outcomes] == [None, 1, 1, 3]
    less = do(book, "remove", hand=1)
    assert [outcome.dealer for outcome in less.outcomes] == [0, 1]
    assert less.match.dealer == book.match.dealer, "the next one deals as if nothing had been"
    told = do(book, "insert", hand=2, answers={**PASSED, "dealer": "2"})
    assert [outcome.dealer for outcome in told.outcomes] == [3, 2, 0, 1], "who dealt the forgotten hand can be told"
    assert do(told, "remove", hand=2).match == book.match


def test_four_01_who_dealt_is_asked_only_where_he_sits_out() -> None:
    first = four().form({}).questions[0]
    assert (first.key, first.default) == ("dealer", "3")
    assert [choice.value for choice in first.choices] == ["3", "0", "1", "2"]
    assert "dealer" not in four().form({}).answers
    assert new().form({}).questions[0].key == "declarer"
    form = four().form({"dealer": "1"})
    assert (form.dealer, form.order) == (1, (2, 3, 0))


@pytest.mark.parametrize("seed", range(2))
def test_four_01_every_hand_can_be_taken_out_and_put_in_and_the_record_is_the_sheet(seed: int) -> None:
    rng = random.Random(seed)
    book = four()
    for _ in range(5):
        book = hands(book, dict(random_answers(book.match, rng.choice)))
    for _ in range(4):
        number = rng.randint(1, book.counted)
        if rng.random() < 0.5:
            book = do(book, "remove", hand=number)
        else:
            answers = random_answers(book.position_before(number), rng.choice)
            book = do(book, "insert", hand=number, answers=dict(answers))
        record = read(text_of_book(book))
        assert [outcome.dealer for outcome in replay(record).final.outcomes] == [
            item.dealer for item in book.entries[: book.counted]
        ]
        assert replay(record).final.sheet == book.match.sheet
        again = book_of_record(record)
        assert again.match == book.match
        assert again.setup == book.setup
        assert again.log == book.log, "what was done can still be taken back"
    assert do(again, "undo").match == do(book, "undo").match


def test_four_01_a_hand_whose_dealer_is_its_own_keeps_no_cards() -> None:
    deal = "cards ... AQ87.AK87.Q7. KT9.QT9.AK.KQ J.J.JT98.AJT9"
    book = do(hands(four(), PASSED), "hand", answers=PASSED, deal=deal)
    assert book.entries[1].actions[0].word.startswith(deal)
    less = do(book, "remove", hand=1)
    assert less.entries[0].actions[0].word == "cards ? 1"
    assert book_of_record(read(text_of_book(less))).match == less.match
    assert do(less, "undo").entries == book.entries


def test_a_sheet_is_the_fold_of_its_commands() -> None:
    told: list[dict[str, Any]] = [
        {"kind": "hand", "answers": PASSED},
        {"kind": "hand", "answers": KARO},
        {"kind": "correct", "hand": 2, "answers": IGRA, "note": "  a   note "},
        {"kind": "undo"},
        {"kind": "redo"},
        {"kind": "insert", "hand": 1, "answers": BETL},
        {"kind": "agree", "word": "produzi 20"},
        {"kind": "remove", "hand": 1},
    ]
    commands = [Command.of_json(item) for item in told]
    again = [Command.of_json(json.loads(json.dumps(command.to_json()))) for command in commands]
    assert again == commands
    assert commands[2].note == "a note"
    setup = Setup(NAMES, 2)
    assert fold(setup, commands).match == fold(setup, again).match


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "burn"},
        {"kind": ["hand"]},
        {"kind": "hand", "answers": {"declarer": 1}},
        {"kind": "hand", "answers": "declarer"},
        {"kind": "remove", "hand": "1"},
        {"kind": "remove", "hand": True},
        {"kind": "agree", "word": 3},
        {"kind": "undo", "note": "x" * 300},
    ],
)
def test_what_is_no_command_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(SheetError, match="no command of a sheet"):
        Command.of_json(data)


def test_a_record_keeps_the_corrections_and_the_hand_being_entered() -> None:
    book = do(hands(new(refa_max=1), PASSED, KARO), "correct", hand=2, answers=IGRA, note="oh")
    book = do(book, "agree", word="produzi 20")
    record = read(text_of_book(book, {"declarer": "2"}))
    again = book_of_record(record)
    assert again.match.sheet == book.match.sheet
    assert again.page.corrections == book.page.corrections
    assert [item.answers["declarer"] for item in again.entries] == ["pass", "0"]
    assert [item.mark for item in again.entries] == [None, "corrected"]
    moved = do(do(do(book, "insert", hand=1, answers=BETL), "insert", hand=1, answers=PASSED), "remove", hand=3)
    marks = [item.mark for item in moved.entries]
    assert marks == ["inserted", "inserted", "corrected"]
    assert [item.mark for item in book_of_record(read(text_of_book(moved))).entries] == marks
    assert again.entries[1].after == ("produzi 20",)
    assert entry_of_record(record) == {"declarer": "2"}
    assert text_of_book(again) == text_of_book(book)
    assert entry_of_record(read(text_of_book(book))) == {}
    assert do(again, "correct", hand=1, answers=KARO).outcomes[0].declarer == 1


def test_what_can_be_taken_back_is_kept_in_the_record() -> None:
    book = do(do(hands(new(), PASSED, KARO), "remove", hand=1), "undo")
    again = book_of_record(read(text_of_book(book)))
    assert again == book
    assert again.do(Command("redo")).counted == 1
    plain = hands(new(), PASSED, KARO)
    assert "log" not in record_of_book(plain).extras
    assert book_of_record(read(text_of_book(plain))).do(Command("undo")).match == plain.do(Command("undo")).match


def test_who_deals_first_is_kept_before_there_is_a_hand() -> None:
    book = new(dealer=1)
    assert book_of_record(read(text_of_book(book))) == book
    taken_back = hands(book, KARO).do(Command("undo"))
    again = book_of_record(read(text_of_book(taken_back)))
    assert again.do(Command("redo")).match == hands(book, KARO).match
    assert "dealer" not in record_of_book(hands(book, KARO)).extras
    strange = text_of_book(book).replace('dealer = "Boro"', 'dealer = "Dara"')
    assert book_of_record(read(strange)).setup.dealer == 2


@pytest.mark.parametrize(
    "log",
    [
        '"x"',
        '["x"]',
        '[{kind = "x"}]',
        '[{kind = "undo"}]',
        '[{kind = "hand", answers = {declarer = "pass"}}]',
        '[{kind = "agree", word = "otpis"}]',
    ],
)
def test_a_log_that_does_not_lead_to_the_hands_is_left_alone(log: str) -> None:
    text = text_of_book(hands(new(), PASSED, KARO))
    text = text.replace("rules =", f"log = {log}\nrules =", 1)
    book = book_of_record(read(text))
    assert [item.answers["declarer"] for item in book.entries] == ["pass", "1"]
    assert book.log is None or len(book.log) == 2


def test_a_log_that_would_take_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    book = do(do(hands(new(), PASSED, KARO), "remove", hand=1), "undo")
    monkeypatch.setattr(sheet_record, "_MOST_AGAIN", 3)
    again = book_of_record(read(text_of_book(book)))
    assert (again.log, again.past, again.match.sheet) == (None, (), book.match.sheet)


def test_pen_02_a_penalty_of_a_record_is_read_back_as_an_answer() -> None:
    fallen = {**KARO, "tricks": "7", "defence": "1", "penalty": "preuzima 1 3"}
    book = hands(new(pen_rezon="nep"), fallen)
    again = book_of_record(read(text_of_book(book)))
    assert again.entries[0].answers["penalty"] == "preuzima 1 3"
    assert again.entries[0].after == ()
    assert again.match.sheet == book.match.sheet


def test_pen_02_a_penalty_for_the_last_hand_is_entered_corrected_taken_back_and_read_again() -> None:
    fallen = {**KARO, "tricks": "7", "defence": "1"}
    book = hands(new(pen_rezon="nep", match_end="hands:1"), fallen)
    assert book.match.result is not None
    fined = do(book, "correct", hand=1, answers={**fallen, "penalty": "preuzima 1 3"})
    assert fined.match.result is not None
    assert sum(fined.match.result.points) == 0
    assert fined.match.result != book.match.result
    assert do(fined, "undo").match == book.match
    again = book_of_record(
        read(text_of_book(hands(new(pen_rezon="nep", match_end="hands:1"), {**fallen, "penalty": "preuzima 1 3"})))
    )
    assert again.entries[0].answers["penalty"] == "preuzima 1 3"
    assert again.match == fined.match


def test_pen_03_a_fine_for_the_last_hand_lets_the_match_go_on() -> None:
    book = hands(new(pen_must_kontra=True, match_start_bule=2), {**KARO, "tricks": "6", "defence": "2"})
    assert book.match.result is not None
    fined = do(book, "correct", hand=1, answers={**book.entries[0].answers, "penalty": "kazna 3"})
    assert fined.match.result is None
    assert len(hands(fined, PASSED).outcomes) == 2


def test_a_hand_that_is_not_finished_is_no_part_of_the_sheet_of_a_record() -> None:
    text = text_of_book(hands(new(), KARO)) + '\n[[hands]]\nactions = ["dalje"]\n'
    assert len(book_of_record(read(text)).entries) == 1


def test_what_is_asked_before_an_earlier_hand() -> None:
    book = hands(new(), PASSED, KARO)
    shown = question_json(book, {}, 2)
    assert (shown["hand"], shown["dealer"]) == (2, 0)
    assert question_json(book, {})["dealer"] == 1
    with pytest.raises(SheetError):
        question_json(book, {}, 4)


def test_the_next_hand_says_who_plays_under_refa() -> None:
    shown = state_json(hands(new(), PASSED))["next"]
    assert (shown["hand"], shown["dealer"], shown["first"], shown["refa_open"]) == (2, 0, 1, True)
    assert [player["factor"] for player in shown["players"]] == [2, 2, 2]
    assert shown["players"][1]["en"] == "Boro plays under refa: x2"
    croatian = state_json(hands(new("hrvatski"), PASSED))["next"]["players"][1]
    assert (croatian["en"], croatian["sr"]) == ("Boro plays under refetl: x2", "Boro igra pod refetlom: x2")
    four = state_json(new("vojvodina", (*NAMES, "Dule"), dealer=3))["next"]["players"]
    assert (four[3]["plays"], four[3]["sr"], four[3]["en"]) == (False, "Dule deli i ne igra", "Dule deals and sits out")


def test_ref_07_a_refa_that_a_hat_blocks_is_told() -> None:
    igra = {"declarer": "0", "game": "igra sans", "follow": "none"}
    book = hands(new(match_start_bule=20), PASSED, igra)
    player = state_json(book)["next"]["players"][1]
    assert player["factor"] == 1
    assert player["en"] == "Boro has a refa, but not while somebody is in a hat"


def test_if_stopped_is_the_result_of_a_write_off_now() -> None:
    assert "if_stopped" not in state_json(new())
    book = hands(new(), KARO)
    shown = state_json(book)["if_stopped"]
    over = do(book, "agree", word="otpis")
    assert over.match.result is not None
    assert shown["points"] == list(over.match.result.points)
    assert sum(shown["write_off"]) == 294


def test_levels_are_kept_too() -> None:
    seven = {"declarer": "0", "game": "7H", "follow": "both", "tricks": "7", "defence": "2"}
    book = hands(new("polski"), seven)
    after = do(book, "correct", hand=1, answers={**seven, "tricks": "6"})
    assert texts(book, after) == ["Hand 1: Ana points +20 → −20, Boro points +40 → +60, Ceca points +20 → +60."]
    assert state_json(after)["next"]["players"][0] == {"seat": 0, "plays": True, "factor": 1}
    assert book_of_record(read(text_of_book(after))).match.sheet == after.match.sheet


def test_a_setup_that_cannot_be_is_refused() -> None:
    for setup, says in [
        (Setup(("Ana", "Boro"), 0), "By these rules 3 play"),
        (Setup(("Ana", "Boro", "ana"), 0), "Two players"),
        (Setup(("Ana", "Boro", " "), 0), "is no name"),
        (Setup(NAMES, 3), "Nobody sits"),
        (Setup(NAMES, 0, "kineski"), "There are no rules 'kineski'"),
    ]:
        with pytest.raises(SheetError, match=says):
            Book.new(setup)
    with pytest.raises(RulesError):
        Book.new(Setup(NAMES, 0, "srpski", {"refa.max": "many"}))


def test_a_correction_tells_the_number_its_hand_has_now() -> None:
    book = do(hands(new(), PASSED, KARO, BETL), "correct", hand=2, answers=IGRA)
    book = do(do(book, "insert", hand=1, answers=PASSED), "remove", hand=2)
    told = [(item["kind"], item["hand"], item.get("stands")) for item in state_json(book)["corrections"]]
    assert told == [("correct", 2, 2), ("insert", 1, 1), ("remove", 2, None)]
    gone = do(book, "remove", hand=2)
    assert [item.get("stands") for item in state_json(gone)["corrections"]] == [None, 1, None, None]
