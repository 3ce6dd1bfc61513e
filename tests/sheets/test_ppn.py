"""Portable Preferans Notation, read tolerantly and written back; nothing is lost without a word."""

from __future__ import annotations

import random
import re

import pytest

from kibic.cards import DECK_32, SeededRandom, shuffled
from kibic.game import Text
from kibic.games.preferans import GAME
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.deal import deal_from_deck
from kibic.record import read, replay
from kibic.record.write import toml_value
from kibic.sheets import Book, SheetError, UnreadableError, book_of_record, record_of_book, text_of_book
from kibic.sheets.cards import cards_of
from kibic.sheets.ppn import decoded, is_ppn, read_ppn, write_ppn
from tests.rules.entering import random_answers
from tests.sheets.papers import BETL, IGRA, KARO, PASSED, do, hands, new

CARDS = "1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9"
#: The second player holds two cards of this deal that he can put away: 8 and 9 of spades.
SORTED = "123456789ABCDEFGHIJKLMNOPQRSTUVW"
HEAD = '[Bula "40"]\n[Refe "1"]\n[Player1 "Ana"]\n[Player2 "Boro"]\n[Player3 "Ceca"]\n'
RULES = '[Ruleset "srpski"]\n'
NUMBERS = [preset for preset in GAME.presets() if GAME.rules(preset).auc.ladder != "levels"]


def told(text: str, head: str = HEAD + RULES) -> list[str]:
    return [remark.en for _, remark in read_ppn(head + text).remarks]


def by_line(text: str) -> dict[int, str]:
    return {line: remark.en for line, remark in read_ppn(HEAD + RULES + text).remarks}


def with_cards(book: Book, seed: str, **answers: str) -> Book:
    """The sheet with one more hand, dealt by chance; the declarer puts the two first of his twelve away."""
    deck = shuffled(DECK_32, SeededRandom(seed))
    deal = deal_from_deck(deck, book.match.dealer)
    discard = ""
    if "declarer" in answers and answers["declarer"] != "pass" and not answers["game"].startswith("igra"):
        twelve = deal.hands[int(answers["declarer"])] | deal.talon
        one, two = [card for card in DECK_32 if twelve >> card & 1][:2]
        discard = f"skart {DECK_32.texts[one]} {DECK_32.texts[two]}"
    return do(book, "hand", answers=answers, deal=Deal(deal.hands, deal.talon).word, discard=discard)


def test_a_deal_of_the_layout_first_published_is_read() -> None:
    report = read_ppn(HEAD + RULES + f"1. 3 {CARDS} M3,P,3 AR 4 L 0 8 2A1M,M9BM 7:0:-8:0,3:24:0:0,0\n")
    [outcome] = report.book.outcomes
    assert (outcome.declarer, outcome.tricks) == (0, (7, 3, 0))
    assert report.book.match.sheet.bule == (32, 40, 40)  # type: ignore[union-attr]
    assert report.book.start.rules.match.start_bule == 40
    said = [remark.en for _, remark in report.remarks]
    assert said[:3] == [
        "The number before the cards is taken for the dealer.",
        "The course of the auctions is not taken over; the shortest ones stand in their place.",
        "The cards played are not taken over.",
    ]


def test_a_deal_of_the_later_layout_is_read_with_bare_tags_and_letters_before_the_scores() -> None:
    head = "[Bula 60]\n[Refe 2]\n[Player1 cope]\n[Player2 silvio_pu]\n[Player3 elmacedon]\n[Ruleset srpski]\n"
    line = "[1 231 ???????????????????????????????? M3,P,3 2 ?? 4 3 I3 0 8 2 - M6:-8,F4:L32,0]\n"
    report = read_ppn(head + line)
    [outcome] = report.book.outcomes
    assert (outcome.declarer, outcome.caller, outcome.called) == (1, 2, 0)
    assert report.book.match.sheet.bule == (60, 52, 60), "hearts are 8"  # type: ignore[union-attr]
    short = line.replace(" I3 0 8", " I3 8")  # the published examples leave the refa out
    assert "The line does not tell the refa." in told(short, head)
    assert read_ppn(head + short).book.match.sheet == report.book.match.sheet


@pytest.mark.parametrize(
    ("came", "follow"), [("0", ()), ("L", (1,)), ("R", (2,)), ("3", (2,)), ("B", (1, 2)), ("8", (1, 2))]
)
def test_who_came_is_told_by_letter_or_by_number(came: str, follow: tuple[int, ...]) -> None:
    report = read_ppn(HEAD + f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 {came} 0 0 8 1 - M7:-8,F2:R16,F1:L8]\n")
    assert report.book.outcomes[0].followers == follow


def test_what_contradicts_itself_is_named() -> None:
    said = told(f"1. 3 {CARDS} M3,P,3 AR 4 L 0 10 2A1M 7:0:-10:0,3:24:0:0,0\n")
    assert "The value is 10 in the file and 8 by the rules." in said
    assert "Ana: the file says 0:-10:0, the rules give 0:-8:0." in said
    assert "The tricks add up to 11 in the file and to 10 by the rules." in told(
        f"1. 3 {CARDS} 2,P,P AR 4 B 0 8 x 6:0:-8:0,3:24:0:0,2:0:0:16\n"
    )
    assert "In the file Ceca deals, by the rules and the hands before Ana." in told(
        f"1. 3 {CARDS} P,P,P\n2. 3 {CARDS} P,P,P\n"
    )
    assert "The 2. hand has the number 7." in told(f"1. 3 {CARDS} P,P,P\n7. 1 {CARDS} P,P,P\n")
    assert any("cannot be told from the auction" in one for one in told(f"1. 3 {CARDS} 2,2,P AR 4 B 0 8 x 0,0,0\n"))
    assert "The hand is left out: '9' is no contract." in told(f"1. 3 {CARDS} 2,P,P AR 9 B 0 8 x 0,0,0\n")
    assert any(remark.startswith("Left out, not told") for remark in told(f"1. 3 {CARDS} 2,P,P AR 4 B\n"))
    line = f"[1 123 {'?' * 32} 2,P,P 2 ?? 4 8 0 1 8 1 - F2:L16,M7:-8,F1]\n"
    said = told(line)
    assert "The auction was won by another than who plays." in said
    assert "The refa is 1 in the file and 0 by the rules." in said
    results = '[Place1 "Ana"]\n[Result1 "458"]\n'
    assert "Ana: the result is 458 in the file and – here." in told(results)
    assert "Ana: the result is 458 in the file and – here." in told('[Result1 "458"]\n')


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello there", "neither a tag nor a deal, and is left out: hello there"),
        ("; a remark", "neither a tag nor a deal"),
        ('[Bula "50"', "This is no tag, and is left out"),
        ('[Event "Friday"] and more', "This is no tag, and is left out: and more"),
        ('[Event "Friday"]', "The tag event is not taken over: Friday"),
        ('[Bula "50"]', "The tag bula stands twice"),
        ("1. 3", "number, order, cards and auction are needed"),
        (f"1. 132 {CARDS} P,P,P", "'132' is no order of dealing"),
        (f"[1 123 {CARDS} P,P,P", "The closing bracket is missing"),
        (f"[1 123 {CARDS[:-1]} P,P,P]", "The cards of this hand are left out: 31 cards instead of 32"),
        (f"[1 123 {CARDS[:-1]}X P,P,P]", "no cards are called X"),
        (f"[1 123 {CARDS[:-1]}1 P,P,P]", "S7 dealt twice"),
        (f"[1 123 {CARDS} P,P]", "'P,P' is no auction of three players"),
        (f"[1 123 {CARDS} P,P,P - - - - - - - - - - -]", "Too much in the line, left out: - - -"),
        (f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 Z 0 0 8 1 - M7:-8,F2:R16,F1:L8]", "'Z' does not say who follows"),
        (f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 8 I2 0 8 1 - M7:-8,F2:R16,F1:L8]", "The call 'I2' does not fit"),
        (f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 8 S 0 8 1 - M7:-8,F2:R16,F1:L8]", "'S' does not say who gave which kontra"),
        (f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 8 0 0 8 1 - M7:-8,F2:R16,?]", "'?' is no score"),
        (f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 8 0 0 8 1 - M7:-8]", "Scores of 1 players instead of three"),
        (f"[1 123 {SORTED} 2,P,P 1 ?? 4 8 0 0 8 1 - M7:-8,F2:R16,F1:L8]", "The discard is not told"),
        (f"[1 123 {SORTED} 2,P,P 1 ABC 4 8 0 0 8 1 - M7:-8,F2:R16,F1:L8]", "'ABC' are not two cards"),
        ('[Ruleset "kineski"]', "No rules are called kineski"),
        ('[Ruleset "polski"]', "No rules are called polski"),
        ('[Option1 "refa.max = many"]', "This is no rule: refa.max = many"),
        ('[Option1 "refa.max = 99"]', "refa.max"),
        ('[Dealer "9"]', "9 is not who deals first"),
        ('[Hand9 "declarer=1"]', "The tag Hand9 belongs to no deal."),
        ('[After9 "otpis"]', "The tag After9 belongs to no deal."),
    ],
)  # fmt: skip
def test_whatever_is_not_understood_is_named_with_its_line(line: str, why: str) -> None:
    text = f"{HEAD}\r\n{line}\r\n[1 123 {'?' * 32} P,P,P]\r\n"
    found = [(number, remark.en) for number, remark in read_ppn(text).remarks if why in remark.en]
    assert [number for number, _ in found] == [7], read_ppn(text).remarks


def test_numbers_of_any_length_and_from_any_script_are_no_numbers() -> None:
    for came, value in (("9" * 5000, "9" * 5000), ("\u0663", "\u0663"), ("\u00b2", "\u00b2")):
        said = told(f"[1 123 {'?' * 32} 2,P,P 1 ?? 4 {came} 0 0 {value} 1 - M\u00b2:-8,F2:R16,F1:L8]\n")
        assert any("does not say who follows" in one for one in said)
        assert any("is no score" in one for one in said)


def test_lines_of_junk_that_follow_each_other_are_told_together() -> None:
    said = by_line("junk\n" * 5 + "\n" + f"[1 123 {CARDS} P,P,P]\nmore\n")
    assert said[7] == "Lines 7 to 11 are neither tags nor deals, and are left out; the first: junk"
    assert said[14] == "This is neither a tag nor a deal, and is left out: more"


def test_a_tag_of_a_hand_that_does_not_fit_is_named_and_its_line_counts() -> None:
    said = by_line(f'[1 123 {"?" * 32} P,P,P]\n[Hand1 "declarer=7"]\n[After1 "hello"]\n[WriteOff "1 2 3"]\n')
    assert said[8].startswith("These are not the answers of a hand")
    assert "is not a word" in said[9]
    assert said[10] == "The write-off is 1 2 3 in the file and 40 40 40 by the rules."


def test_what_comes_after_the_end_is_named() -> None:
    line = f"1. 3 {CARDS} G7,P,P XX G7 0 0 16 - 0:0:-16:0,0,0\n"
    text = HEAD.replace('"40"', '"2"') + line + f'2. 1 {CARDS} P,P,P\n[WriteOff "0 0 0"]\n'
    said = [remark.en for _, remark in read_ppn(text).remarks]
    assert "The match is over before this hand." in said
    assert "The match was over before the write-off." in said


def test_which_rules_were_played_is_asked_for() -> None:
    assert any("does not say by which rules" in one for one in told("", HEAD))
    assert not any("does not say by which rules" in one for one in told(""))
    assert told("") == ["There is no hand in the file."]
    twice = told('[Option1 "match.start_bule = 60"]\n')
    assert "40 contradicts the rules in the file, which give 60; the rules count." in twice
    assert "'many' is no number." in told("", HEAD.replace('"1"', '"many"') + RULES)


def test_who_is_missing_is_told() -> None:
    with pytest.raises(SheetError, match="names of the players are missing: Player2, Player3"):
        read_ppn('[Player1 "Ana"]\n')
    with pytest.raises(SheetError, match="These rules cannot be") as caught:
        read_ppn(HEAD.replace('"40"', '"41"'))
    assert caught.value.text.sr != caught.value.text.en
    srpski, polski = GAME.rules("srpski").as_dict(), GAME.rules("polski").as_dict()
    other = [
        f"{key} = {toml_value(value)}".replace('"', '\\"') for key, value in polski.items() if value != srpski[key]
    ]
    with pytest.raises(SheetError, match="no levels"):
        read_ppn(
            "\n".join([HEAD[HEAD.index("[Player1") :], *(f'[Option{at} "{line}"]' for at, line in enumerate(other))])
        )


@pytest.mark.parametrize("text", ["", "\n \r\n", "\ufeff"])
def test_an_empty_file_is_an_error(text: str) -> None:
    with pytest.raises(UnreadableError, match="The file is empty"):
        read_ppn(text)


def test_a_file_of_nothing_but_junk_is_an_error() -> None:
    with pytest.raises(UnreadableError, match=r"no line is a tag or a deal. Line 2: .*hello"):
        read_ppn("\nhello\nthere\n")
    with pytest.raises(UnreadableError, match="too large"):
        read_ppn("x" * 2_000_001)
    with pytest.raises(UnreadableError, match="too large"):
        decoded(b"x" * 4_000_003)


NAMED = HEAD.replace("Ceca", "Đorđe Šćepanović")


@pytest.mark.parametrize(
    ("content", "guessed"),
    [
        (NAMED.encode(), None),
        (NAMED.encode("utf-8-sig"), None),
        (NAMED.replace("\n", "\r\n").encode("utf-16"), None),
        (b"\xfe\xff" + NAMED.encode("utf-16-be"), None),
        (NAMED.encode("utf-16-le"), "UTF-16"),
        (NAMED.encode("utf-16-be"), "UTF-16"),
        (NAMED.replace("\n", "\r\n").encode("cp1250"), "Windows-1250"),
        (NAMED.replace("\n", "\r").encode(), None),
    ],
)
def test_files_of_old_programs_are_read_in_their_encodings(content: bytes, guessed: str | None) -> None:
    text, remark = decoded(content)
    assert read_ppn(text).book.names == ("Ana", "Boro", "Đorđe Šćepanović")
    assert (guessed or "") in (remark or Text("", "")).en
    assert (remark is None) == (guessed is None)


@pytest.mark.parametrize("content", [b"\x81\x83\x88", b"abc\0def\0\0ghi", b"\xff\xfea", b"PK\x03\x04\0\0\0\0"])
def test_bytes_that_are_no_text_are_refused_with_the_encodings_that_are_read(content: bytes) -> None:
    with pytest.raises(UnreadableError, match="UTF-8, UTF-16 and Windows-1250"):
        decoded(content)


def test_four_players_and_levels_cannot_be_written() -> None:
    for book in (new("polski"), new("vojvodina", ("Ana", "Boro", "Ceca", "Dule"))):
        with pytest.raises(SheetError, match="three players"):
            write_ppn(book)


def lost(book: Book) -> list[tuple[int, str]]:
    """What is said of a sheet that is written, but that the notation knows no rules."""
    return [(hand, text.en) for hand, text in write_ppn(book).remarks if "does not know rules" not in text.en]


def test_what_is_written_is_read_back() -> None:
    called = {"declarer": "2", "game": "tref", "follow": "0+1", "tricks": "6"}
    nobody = {"declarer": "0", "game": "karo", "follow": "none"}
    book = hands(new(), PASSED, KARO, {**BETL, "kontra": "0", "rekontra": "1"}, IGRA, called, nobody)
    assert lost(book) == []
    again = read_ppn(write_ppn(book).text)
    assert again.book.match.sheet == book.match.sheet
    assert again.remarks == []
    assert [item.actions for item in again.book.entries] == [item.actions for item in book.entries]


def test_the_write_off_rules_and_agreements_are_written_and_read_back() -> None:
    book = hands(new("balkan", match_start_bule=60, refa_max=2, kontra_max=4), KARO)
    book = do(hands(do(book, "agree", word="produzi 20"), PASSED), "agree", word="otpis")
    assert [hand for hand, _ in lost(book)] == [0, 1]
    again = read_ppn(write_ppn(book).text)
    assert again.remarks == []
    assert (again.book.setup.preset, again.book.match.rules) == ("balkan", book.match.rules)
    assert again.book.match.result == book.match.result
    assert again.book.match.result.write_off is not None  # type: ignore[union-attr]


def test_what_the_notation_cannot_say_is_named_and_kept_in_a_tag() -> None:
    penalty = {"declarer": "0", "game": "bezskarta", "bid": "3"}
    book = do(hands(new(), penalty, KARO), "correct", hand=2, answers=IGRA)
    assert [hand for hand, _ in lost(book)] == [0, 1]
    assert any("corrected" in text for _, text in lost(book))
    text = write_ppn(book).text
    assert read_ppn(text).book.match.sheet == book.match.sheet
    bare = re.sub(r"\[Hand1 .*\]\n", "", text)
    assert any("left out" in remark.en for _, remark in read_ppn(bare).remarks)


def test_hands_behind_the_end_are_named() -> None:
    sans = {"declarer": "0", "game": "igra sans", "follow": "none"}
    book = do(hands(new(match_start_bule=4), PASSED, KARO), "correct", hand=1, answers=sans)
    assert book.counted < len(book.entries)
    assert any("1 hands after the end" in text for _, text in lost(book))


@pytest.mark.parametrize("name", ['Pera "Peki" [Pas]', "Ana \\", 'x\\"', "[Bula 40]", "a]b", "Žika; 1=2", "-"])
def test_any_name_is_read_back(name: str) -> None:
    book = hands(new(names=(name, "Boro", "Ceca")), KARO)
    again = read_ppn(write_ppn(book).text)
    assert (again.book.names, again.remarks) == (book.names, [])


def random_book(seed: int) -> Book:
    """A sheet of some hands of any kind, by any rules that have numbers, sometimes with cards and agreements."""
    rng = random.Random(seed)
    book = new(NUMBERS[seed % len(NUMBERS)], refa_max=2, match_start_bule=rng.choice([20, 100]))
    for number in range(4):
        if book.match.to_act is None:
            break
        answers = dict(book.form(random_answers(book.match, rng.choice)).answers)
        if rng.random() < 0.5 and answers.get("game") != "bezskarta":
            try:
                book = with_cards(book, f"{seed} {number}", **answers)
            except SheetError:
                continue
        else:
            book = do(book, "hand", answers=answers)
        if rng.random() < 0.2 and book.match.to_act is not None:
            book = do(book, "agree", word=rng.choice(["produzi 20", "otpis"]))
    return book


@pytest.mark.parametrize("seed", range(12))
def test_any_sheet_that_is_written_is_read_back(seed: int) -> None:
    book = random_book(seed)
    made = write_ppn(book)
    again = read_ppn(made.text)
    assert again.book.match.sheet == book.match.sheet
    assert again.book.match.result == book.match.result
    assert again.book.match.rules == book.match.rules
    assert [cards_of(item.actions) for item in again.book.entries] == [cards_of(item.actions) for item in book.entries]
    assert [text.en for _, text in again.remarks if "cards played are not in the file" not in text.en] == []
    if not lost(book):  # then other programs read the same, who know none of the tags of Kibic
        bare = re.sub(r"\[(Hand|After|WriteOff|Dealer)\d* .*\]\n", "", made.text)
        assert read_ppn(bare).book.match.sheet == book.match.sheet


def test_the_cards_dealt_and_put_away_are_kept_and_shown_by_the_replay() -> None:
    book = with_cards(new(), "one", declarer="1", game="karo", follow="both", tricks="6", defence="2")
    made = write_ppn(book).text
    assert "?" not in made.replace("? ", "")
    report = read_ppn(made)
    said = [text.en for _, text in report.remarks]
    assert said == ["The cards played are not in the file, only those dealt."]
    text = text_of_book(report.book)
    assert "cards = [" in text
    played = replay(read(text))
    first = played.steps[0].action
    assert isinstance(first, Deal)
    assert not first.blind
    assert played.final.outcomes[0].discard is not None
    assert book_of_record(read(text)).log is not None, "what was done can be taken back"
    assert record_of_book(book_of_record(read(text))) == record_of_book(report.book)


def test_cards_in_packets_are_read_where_only_so_the_discard_fits() -> None:
    tens = "[1 123 {} 2,P,P 1 {} 4 8 0 0 8 1 - M7:-8,F2:R16,F1:L8]\n"
    [first] = read_ppn(HEAD + tens.format(SORTED, "12")).book.entries
    assert cards_of(first.actions)[0].startswith("cards AKQJT987.87..")
    report = read_ppn(HEAD + tens.format(SORTED, "IL"))
    assert any("read in packets" in text.en for _, text in report.remarks)
    assert cards_of(report.book.entries[0].actions)[0].startswith("cards JT987..QJT98.")
    nowhere = read_ppn(HEAD + tens.format(SORTED, "AR"))
    assert cards_of(nowhere.book.entries[0].actions) == ("", "")
    assert any("do not fit" in text.en for _, text in nowhere.remarks)


def test_a_record_of_the_table_goes_out_with_its_cards_and_bids() -> None:
    text = (
        'kibic = 1\nplayers = ["Ana", "Boro", "Ceca"]\n[[hands]]\n'
        'cards = ["AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "J.J.JT98.AJT9"]\n'
        'actions = ["2 3 dalje mogu dalje", "skart C7 C8 karo", "ne dodjem sam", "moze", "ostalo 6"]\n'
    )
    book = book_of_record(read(text))
    made = write_ppn(book)
    assert "M3,3,P 1 PQ 3 3 0 0 6 1 - " in made.text
    again = read_ppn(made.text)
    assert cards_of(again.book.entries[0].actions) == cards_of(book.entries[0].actions)
    assert any("course of the auctions" in remark.en for _, remark in again.remarks)


def test_ppn_is_told_from_a_record() -> None:
    assert is_ppn(write_ppn(hands(new(), KARO)).text)
    assert is_ppn("[Bula 60]\n[Player1 cope]\n")
    assert is_ppn(f"1. 3 {CARDS} P,P,P\n")
    assert not is_ppn(text_of_book(hands(new(), KARO)))
    assert not is_ppn('[options]\n"refa.max" = 2\n')
    assert not is_ppn("")


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
