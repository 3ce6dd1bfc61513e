"""Reading: what is tolerated, and what is no record, with its line and column (exit status 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibic.record import Place, RecordSyntaxError, read, read_bytes, read_file, replay, summary, write
from tests.record.record_texts import CARDS, HEAD, record_text

PLAIN = record_text("2 dalje dalje", "skart C8 C7 karo", "dodjem dodjem", "moze moze", "SA S9 SJ", "DA D9 DJ")


def failure(text: str) -> RecordSyntaxError:
    with pytest.raises(RecordSyntaxError) as caught:
        read(text, "m.toml")
    assert str(caught.value).startswith("m.toml")
    assert caught.value.in_language("sr") != str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "actions",
    [
        ("2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze SA S9 SJ DA D9 DJ",),
        ("2", "dalje", "dalje", "skart", "C8", "C7", "karo", "dodjem dodjem", "moze moze", "SA S9 SJ DA", "D9 DJ"),
        ("2 DALJE Dalje", "Škart C8 C7 Karo", "dođem DOĐEM", "može Moze", "♠A s9 ♠j", "♦A d9 ♦️J"),
        ("Ana: 2 Boro: dalje ceca:dalje", "Ana: škart C7 C8 Ana : karo", "Boro:", "dodjem Ceca: dodjem", "moze moze",
         "Ana: SA S9 SJ", "DA D9 DJ"),
    ],
)  # fmt: skip
def test_spelling_and_grouping_have_no_meaning(actions: tuple[str, ...]) -> None:
    assert write(read(record_text(*actions))) == write(read(PLAIN))
    without_prefixes = [word.text for word in read(record_text(*actions)).hands[0].words]
    assert without_prefixes == [word.text for word in read(PLAIN).hands[0].words]


@pytest.mark.parametrize(
    "cards",
    [
        ("78QA.78KA.7q.", "9kt.9tq.ka.qk", "j.j.89tj.9tja"),
        ("AQ87.AK87.Q7.", "K109.Q109.AK.KQ", "J.J.J1098.AJ109"),
        ("♠AQ87.♦AK87.♥Q7.♣", " K T 9 . QT9 . AK . KQ ", "♠J.♦J.♥JT98.♣️AJT9"),
    ],
)
def test_holdings_in_any_order_and_with_symbols(cards: tuple[str, ...]) -> None:
    assert read(record_text(cards=cards)).hands[0].deal == read(record_text()).hands[0].deal


def test_a_name_without_colon_is_a_word() -> None:
    text = record_text("2: 2 dalje Dalje : dalje").replace('"Ana"', '"2"').replace('"Ceca"', '"dalje"')
    assert [(word.text, word.speaker) for word in read(text).hands[0].words] == [
        ("2", 0),
        ("dalje", None),
        ("dalje", 2),
    ]


def test_hold_has_three_spellings() -> None:
    texts = [record_text(f"2 3 dalje {word} dalje") for word in ("mogu", "moje", "tobija")]
    assert len({write(read(text)) for text in texts}) == 1


def test_talon_that_follows_may_be_left_out_or_given() -> None:
    assert read(record_text(more='talon = "C8, C7"')).hands[0].deal == read(record_text()).hands[0].deal


def test_seed_deals_the_same_cards_everywhere() -> None:
    text = record_text("dalje", cards=None, more='seed = "kibic"')
    cards = write(read(text)).splitlines()[7]
    assert cards == 'cards = ["K87.AQ9.K8.T7", "Q9.KJ8.7.AQ98", "AJT.7.AQJT9.K"]'


def test_windows_line_ends_and_byte_order_mark() -> None:
    content = b"\xef\xbb\xbf" + PLAIN.replace("\n", "\r\n").encode()
    assert read_bytes(content) == read(PLAIN)


def test_hands_may_be_an_inline_list() -> None:
    record = read(HEAD + 'hands = [{dealer = "Ana", actions = ["dalje dalje"]}]\n')
    assert summary(replay(record))["next"]["to_act"] == "Ana"


def test_file_name_is_part_of_the_message(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_text("kibic = 2\n", encoding="utf-8")
    with pytest.raises(RecordSyntaxError, match=r"match\.toml:1:9: format version 2 is unknown"):
        read_file(path)
    for name in ("none.toml", "nu\0ll.toml", "."):
        with pytest.raises(RecordSyntaxError, match="cannot be read"):
            read_file(f"{tmp_path}/{name}")


def test_bytes_that_are_no_text_have_a_place() -> None:
    with pytest.raises(RecordSyntaxError, match="UTF-8") as caught:
        read_bytes('kibic = 1\nevent = "čaj '.encode() + b'\xff"\n', "m.toml")
    assert caught.value.place == Place(2, 14)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("kibic = \n", (1, 9), "broken TOML"),
        ("kibic = 1\nplayers = [", (2, 12), "broken TOML"),
        (HEAD + "n = " + "9" * 5000, (3, 5), "broken TOML: the number is too long"),
        (HEAD + "n = " + "[" * 100_000, None, "nested too deeply"),
        ("", (1, 1), "kibic = 1"),
        ('players = ["A"]\n', (1, 1), "kibic = 1"),
        ("kibic = 2\n", (1, 9), "format version 2"),
        ("kibic = true\n", (1, 9), "a whole number"),
        ('kibic = "1"\n', (1, 9), "a whole number"),
        ("kibic = 1\n", (1, 1), "players is missing"),
        ("kibic = 1\nplayers = 3\n", (2, 11), "a list of texts"),
        ('kibic = 1\nplayers = ["Ana",\n  7]\n', (3, 3), "a list of texts"),
        ('kibic = 1\nplayers = ["Ana", " Boro", "Ceca"]\n', (2, 19), "' Boro' is no name"),
        ('kibic = 1\nplayers = ["", "Boro", "Ceca"]\n', (2, 12), "'' is no name"),
        (HEAD + 'game = "poker"\n', (3, 8), "preferans"),
        (HEAD + "game = 1\n", (3, 8), "a text"),
        (HEAD + 'rules = "poker"\n', (3, 9), "srpski"),
        (HEAD + "options = 1\n", (3, 11), "a table"),
        (HEAD + '[options]\n"refa.max" = 2\n"refa.maks" = 2\n', (5, 1), "unknown key 'refa.maks'"),
        (HEAD + "[options]\nrefa.max = 2\n", (4, 1), 'write keys in quotes, as "refa.max"'),
        (HEAD + '[options]\n"refa.max" = true\n', (4, 14), "wrong type"),
        (HEAD + '[options]\n"auc.hold" = 7\n', (4, 14), "first_free"),
        (HEAD + "hands = 1\n", (3, 9), r"[[hands]]"),
        (HEAD + "hands = [1]\n", (3, 10), r"[[hands]]"),
        (HEAD + "[[hands]]\n[[hands]]\ntalon = 'C7 C8'\nwinner = 1\n", (6, 1), "unknown key 'winner' in hand 2"),
        (HEAD + "[[hands]]\n[hands.x]\n", (4, 1), "unknown key 'x' in hand 1"),
        (HEAD + "[[hands]]\ndealer = 1\n", (4, 10), "a text"),
        (HEAD + "[[hands]]\nactions = 'dalje'\n", (4, 11), "a list of texts"),
        (HEAD + "[[hands]]\ntricks = [6, 3, 1.0]\n", (4, 17), "a list of whole numbers"),
        (HEAD + "[[hands]]\ntricks = [6, 3, true]\n", (4, 17), "a list of whole numbers"),
        (record_text(cards=("AQ87.AK87.Q7", *CARDS[1:])), (4, 10), "three dots"),
        (record_text(cards=(CARDS[0], "KT9.QT9.AK.K1", CARDS[2])), (4, 27), "'1' is no rank"),
        (record_text(more='talon = "C8 C6"'), (5, 9), "'C6' is no card"),
        (record_text(cards=None, more='deck = "SA XX"'), (4, 8), "'XX' is no card"),
        (record_text(cards=None, more="seed = 5"), (4, 8), "a text"),
        (record_text("2 foo"), (6, 6), "foo"),
        (record_text("2 dalje", "dalje SX"), (7, 10), "sx"),
        (record_text("skart C8"), (6, 4), "skart needs two cards"),
        (record_text("skart Ana: C8 C7"), (6, 4), "skart needs two cards"),
        (record_text("skart C8 ?"), (6, 4), "?"),
        (record_text("2 ostalo"), (6, 6), "ostalo needs a number"),
        (record_text("dajes tri"), (6, 4), "number"),
        (record_text("2 preuzima 1"), (6, 6), "preuzima needs the places of two players, from 1"),
        (record_text("preuzima Ana Boro"), (6, 4), "places of two players"),
        (record_text("kazna"), (6, 4), "kazna needs the place of a player"),
        (record_text("produzi Ana: 20"), (6, 4), "produzi needs a number of bule"),
        (record_text("2 Mara: dalje"), (6, 6), "nobody at the table is called 'Mara'; players: Ana, Boro, Ceca"),
        (record_text("Ana:2:3"), (6, 8), "nobody at the table"),
        (record_text("2 Boro:"), (6, 6), "Boro: has no word after it"),
        (record_text("2 Boro: Ceca: dalje"), (6, 6), "Boro: has no word after it"),
        (record_text("dvadeset\t2"), (6, 4), "dvadeset"),
    ],
)  # fmt: skip
def test_no_record(text: str, place: tuple[int, int] | None, message: str) -> None:
    error = failure(text)
    assert (error.place and (error.place.line, error.place.column)) == place
    assert message in str(error)


def test_a_text_of_many_megabytes_is_no_record() -> None:
    with pytest.raises(RecordSyntaxError, match="larger than 8 MB"):
        read_bytes(b"#" * 8_000_001)


def test_a_name_has_no_signs_that_a_terminal_obeys() -> None:
    with pytest.raises(RecordSyntaxError, match="is no name"):
        read('kibic = 1\nplayers = ["A\\u001b[31m", "B", "C"]\n')
