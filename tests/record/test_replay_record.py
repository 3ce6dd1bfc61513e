"""Replaying: what the rules refuse, with hand, word, actor, rule and legal words (exit status 1)."""

from __future__ import annotations

import pytest

from kibic.game import HOUSE, Text
from kibic.record import (
    Deal,
    HandRecord,
    Place,
    Record,
    RecordContentError,
    RecordSyntaxError,
    Word,
    read,
    record_of,
    replay,
    summary,
    words_allowed,
)
from tests.record.record_texts import CARDS, HEAD, record_text

PLAY = ("2 dalje dalje", "skart C8 C7 karo", "dodjem ne", "sam", "moze")
SECOND = '\n[[hands]]\nactions = ["dalje"]\n'


def refusal(text: str) -> RecordContentError:
    record = read(text, "m.toml")
    with pytest.raises(RecordContentError) as caught:
        replay(record)
    assert caught.value.file == "m.toml"
    return caught.value


@pytest.mark.parametrize(
    ("actions", "number", "word", "to_act", "rule", "legal"),
    [
        (("2 4",), 2, "4", "Boro", "AUC-04", ("dalje", "3", "igra", "betl", "sans")),
        (("mogu",), 1, "mogu", "Ana", "AUC-10", ("dalje", "2", "igra", "betl", "sans")),
        (("2 dalje dalje kontra",), 4, "kontra", "Ana", "TAL-02", None),
        (("3 dalje",), 1, "3", "Ana", "AUC-04", ("dalje", "2", "igra", "betl", "sans")),
        ((*PLAY[:1], "skart SK C7"), 4, "skart SK C7", "Ana", "TAL-02", None),
        (("2 3 dalje dalje", "skart C8 C7 pik"), 6, "pik", "Boro", "DEC-01", ("karo", "herc", "tref", "betl", "sans")),
        ((*PLAY[:2], "moze"), 6, "moze", "Boro", "FOL-02", ("dodjem", "ne")),
        ((*PLAY, "SA HA"), 11, "HA", "Boro", "PLAY-02", ("SK", "ST", "S9", *(f"ostalo {n}" for n in range(11)))),
        ((*PLAY, "ostalo 11"), 10, "ostalo 11", "Ana", "END-03", None),
        (("dalje dalje dalje dalje",), 4, "dalje", "house", "DEAL-02",
         ("otpis", "produzi 10", "produzi 20", "produzi 50", "produzi 100")),
        (("otpis",), 1, "otpis", "Ana", "AUC-03", ("dalje", "2", "igra", "betl", "sans")),
        (("dalje dalje dalje otpis dalje",), 5, "dalje", None, "MATCH-01", ()),
    ],
)  # fmt: skip
def test_illegal_word(
    actions: tuple[str, ...],
    number: int,
    word: str,
    to_act: str | None,
    rule: str,
    legal: tuple[str, ...] | None,
) -> None:
    error = refusal(record_text(*actions))
    assert (error.hand, error.number, error.word, error.to_act, error.rule) == (1, number, word, to_act, rule)
    assert legal is None or error.legal == legal
    assert error.place is not None
    assert rule in str(error)
    assert rule in error.in_language("sr")


def test_message_says_all_that_a_reader_needs() -> None:
    error = refusal(record_text("2 dalje  4"))
    assert error.place == Place(6, 13)
    assert str(error) == (
        'm.toml:6:13: hand 1, word 3 "4": to act: Ceca (auction): Only the next number may be bid. (AUC-04); '
        "legal words: dalje, 3, igra, betl, sans"
    )
    assert error.in_language("sr") == (
        "m.toml:6:13: ruka 1, reč 3 „4“: na redu: Ceca (licitacija): Licitira se samo sledeći broj. (AUC-04); "
        "dozvoljeno: dalje, 3, igra, betl, sans"
    )


def test_long_lists_of_legal_words_are_cut() -> None:
    error = refusal(record_text("2 dalje dalje dalje"))
    assert len(error.legal) == 66
    assert str(error).endswith("… (in all 66)")
    assert error.in_language("sr").endswith("… (ukupno 66)")


def test_prefix_is_checked() -> None:
    error = refusal(record_text("2 Ceca: dalje"))
    assert (error.number, error.word, error.to_act) == (2, "dalje", "Boro")
    assert "it is not Ceca's turn" in str(error)
    assert error.legal == ("dalje", "3", "igra", "betl", "sans")


def test_agreements_are_nobodys_turn() -> None:
    text = record_text(*PLAY, "DA D9 DK", "Ana: ostalo 5 Ceca: otpis")
    assert replay(read(text)).final.result is not None


@pytest.mark.parametrize(
    ("text", "place", "rule", "message"),
    [
        (record_text(cards=("AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "A.J.JT98.AJT9")), (4, 10), "DEAL-02", "Dealt twice: SA"),
        (record_text(cards=("AAQ8.AK87.Q7.", *CARDS[1:])), (4, 10), "DEAL-02", "SA is dealt twice"),
        (record_text(cards=("AQ87.AK87.Q.", *CARDS[1:])), (4, 10), "DEAL-02", "9 cards"),
        (record_text(cards=("AQ87.AK87.Q7.7", *CARDS[1:])), (4, 10), "DEAL-02", "11 cards"),
        (record_text(cards=("...", "...", "...")), (4, 10), "DEAL-02", "Three players get cards"),
        (record_text(cards=CARDS[:2]), (4, 9), "DEAL-02", "2 holdings for 3 players"),
        (record_text(cards=(*CARDS, "...")), (4, 9), "DEAL-02", "4 holdings for 3 players"),
        (record_text(cards=()), (4, 9), "DEAL-02", "0 holdings for 3 players"),
        (record_text(more='talon = "C8 D7"'), (4, 10), "DEAL-02", "talon must be C8 C7"),
        (record_text(more='talon = "C8 C8"'), (4, 10), "DEAL-02", "C8 is dealt twice"),
        (record_text(more='talon = "C8"'), (4, 10), "DEAL-02", "talon must be C8 C7"),
        (record_text(cards=None, more='talon = "C8 C7"'), (4, 1), "DEAL-02", "beside cards"),
        (record_text(more='seed = "x"'), (5, 1), "DEAL-02", "told twice"),
        (record_text(cards=None, more='deck = "SA SK"'), (4, 8), "DEAL-02", "32 cards"),
        (record_text(cards=None, more='deck = ""'), (4, 8), "DEAL-02", "32 cards"),
    ],
)  # fmt: skip
def test_impossible_deal(text: str, place: tuple[int, int], rule: str, message: str) -> None:
    error = refusal(text)
    assert error.place == Place(*place)
    assert "na redu: delilac (deljenje): " in error.in_language("sr")
    assert (error.hand, error.number, error.to_act, error.phase, error.rule) == (1, None, "house", "deal", rule)
    assert message in str(error)


@pytest.mark.parametrize(
    ("text", "place", "rule", "message"),
    [
        (record_text(more='dealer = "Mara"'), (5, 10), "DEAL-04", "'Mara' is not at the table: Ana, Boro, Ceca"),
        (record_text("dalje dalje dalje") + SECOND.replace("actions", 'dealer = "Boro"\nactions'), (10, 10), "DEAL-04",
         "Ana is the dealer, not Boro"),
        (record_text("dalje") + SECOND, (9, 1), None, "hand 1 is not finished"),
        (record_text("dalje dalje dalje otpis") + SECOND, (9, 1), "MATCH-01", "the match is over"),
        ('kibic = 1\nplayers = ["Ana", "Boro"]\n', (2, 11), "SEAT-01", "2 players"),
        ('kibic = 1\nplayers = ["Ana", "Boro", "Ana"]\n', (2, 11), "SEAT-01", "two players are called Ana"),
        (HEAD + '[options]\n"refa.max" = -1\n', (3, 1), None, "refa.max"),
        (HEAD + '[options]\n"match.start_bule" = 7\n"auc.hold" = "never"\n', (3, 1), None, "auc.hold"),
        (HEAD + '[options]\n"score.bule_model" = "mirror93"\n', (3, 1), None, "match.end"),
    ],
)  # fmt: skip
def test_other_contradictions(text: str, place: tuple[int, int], rule: str | None, message: str) -> None:
    error = refusal(text)
    assert error.place == Place(*place)
    assert error.rule == rule
    assert message in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (record_text(*PLAY, more="tricks = [6, 4]"), "one number of tricks a player"),
        (record_text(*PLAY, more="tricks = [6, 3, 1]"), "PLAY-04"),
        (record_text(*PLAY, more="tricks = [6, 5, 0]"), "PLAY-04"),
        (record_text(*PLAY, more="tricks = [600, 5, 0]"), "PLAY-04"),
        (record_text(*PLAY, "DA D9 DK DT", more="tricks = [1, 9, 0]"), "PLAY-04"),
        (record_text(*PLAY[:2], more="tricks = [6, 4, 0]"), "FOL-02"),
        (record_text(*PLAY[:2], "ne ne", more="tricks = [10, 0, 0]"), "which gave –"),
        (record_text(*PLAY, "ostalo 6", more="tricks = [7, 3, 0]"), "which gave 6 4 0"),
    ],
)
def test_tricks_that_disagree(text: str, message: str) -> None:
    error = refusal(text)
    assert error.place == Place(5, 10)
    assert error.hand == 1
    assert message in str(error)


def test_tricks_that_agree_are_no_action() -> None:
    played = replay(read(record_text(*PLAY, "ostalo 6", more="tricks = [6, 4, 0]")))
    assert played.actions == replay(read(record_text(*PLAY, "ostalo 6"))).actions


def test_tricks_may_end_a_hand_before_the_match_is_closed() -> None:
    played = replay(read(record_text(*PLAY, "DA D9 otpis", more="tricks = [6, 4, 0]")))
    assert [action.word for action in played.actions[-2:]] == ["tricks 6 4 0", "otpis"]
    assert summary(played)["over"] is True


def test_words_made_by_hand_must_be_words() -> None:
    record = Record(("Ana", "Boro", "Ceca"), (HandRecord(Deal("cards ?"), (Word("foo"),)),))
    with pytest.raises(RecordSyntaxError, match="foo"):
        replay(record)


def test_deals_made_by_hand_must_be_deals() -> None:
    record = Record(("Ana", "Boro", "Ceca"), (HandRecord(Deal("cards A"), ()),))
    with pytest.raises(RecordContentError, match="DEAL-02"):
        replay(record)


def test_empty_record_waits_for_the_first_deal() -> None:
    played = replay(read(HEAD))
    assert (played.steps, played.final) == ((), played.start)
    assert (played.final.to_act, words_allowed(played.final)) == (HOUSE, ())
    assert summary(played)["next"] == {"to_act": "house", "phase": "deal", "legal": []}


def test_first_dealer_is_the_last_player_unless_told() -> None:
    assert replay(read(record_text())).final.to_act == 0
    assert replay(read(record_text(more='dealer = "Ana"'))).final.to_act == 1


def test_actions_make_the_record_again() -> None:
    text = record_text(*PLAY, "DA D9 DK DT", more="tricks = [6, 4, 0]\ndealer = 'Ceca'") + SECOND
    played = replay(read(text))
    record = record_of("preferans", "srpski", ("Ana", "Boro", "Ceca"), 2, played.actions)
    assert replay(record).final == played.final
    assert [hand.tricks for hand in record.hands] == [(6, 4, 0), None]


def test_a_refusal_made_by_hand_says_what_it_knows() -> None:
    assert str(RecordContentError(Text("no", "ne"), to_act="Ana")) == "to act: Ana: no"
