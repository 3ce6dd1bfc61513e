"""Agreements after a hand, and matches of four, in records."""

from __future__ import annotations

import pytest

from kibic.record import Place, RecordContentError, read, record_of, replay, summary, write
from tests.record.record_texts import CARDS, record_text

PLAY = ("2 dalje dalje", "skart C8 C7 karo", "dodjem ne sam", "moze")
FOUR = 'kibic = 1\nrules = "vojvodina"\nplayers = ["Ana", "Boro", "Ceca", "Dana"]\n'
HELD = (*CARDS, "...")


def refusal(text: str) -> RecordContentError:
    with pytest.raises(RecordContentError) as caught:
        replay(read(text, "m.toml"))
    assert caught.value.in_language("sr") != str(caught.value)
    return caught.value


def test_match_02_words_after_a_hand_belong_to_it() -> None:
    text = record_text(*PLAY, "ostalo 6 Produži 20", "Boro: produzi 4", "otpis") + "\n"
    played = replay(read(text))
    assert [step.action.word for step in played.steps[-3:]] == ["produzi 20", "produzi 4", "otpis"]
    assert [step.hand for step in played.steps[-3:]] == [1, 1, 1]
    assert '  "produzi 20 produzi 4 otpis",\n' in write(played.record)
    assert write(read(write(played.record))) == write(played.record)
    again = record_of("preferans", "srpski", played.record.players, 2, played.actions)
    assert replay(again).final == played.final


def test_tricks_come_before_what_is_agreed_after_the_hand() -> None:
    text = record_text(*PLAY, "produzi 20 otpis", cards=None, more="tricks = [6, 4, 0]").replace("C8 C7", "? ?")
    played = replay(read(text))
    assert [step.action.word for step in played.steps[-3:]] == ["tricks 6 4 0", "produzi 20", "otpis"]
    assert replay(read(write(played.record))).final == played.final


@pytest.mark.parametrize(
    ("word", "rule", "place"),
    [
        ("produzi 3", "MATCH-02", (11, 4)),
        ("preuzima 2 3", "PEN-02", (11, 4)),
        ("kazna 2", "PEN-02", (11, 4)),
        ("talon", "PEN-02", (11, 4)),
    ],
)
def test_agreements_the_rules_do_not_know(word: str, rule: str, place: tuple[int, int]) -> None:
    error = refusal(record_text(*PLAY, "ostalo 6", word))
    assert (error.rule, error.place, error.word, error.to_act) == (rule, Place(*place), word, "house")


def test_agreements_are_no_words_of_a_hand_in_progress() -> None:
    assert refusal(record_text("2 produzi 20")).to_act == "Boro"
    assert refusal(record_text("2 Ana: produzi 20")).rule == "AUC-03"


def test_four_01_the_dealer_has_an_empty_holding() -> None:
    text = record_text("2", head=FOUR, cards=HELD)
    data = summary(replay(read(text)))
    assert (data["hands"][0]["dealer"], data["next"]["to_act"]) == ("Dana", "Boro")
    assert 'cards = ["AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "J.J.JT98.AJT9", "..."]' in write(read(text))
    in_deck = write(read(text), deck=True)
    assert summary(replay(read(in_deck))) == data
    seeded = replay(read(record_text("dalje", head=FOUR, cards=None, more='seed = "x"\ndealer = "Ana"')))
    assert [bool(mask) for mask in seeded.final.hand.dealt.deal.hands] == [False, True, True, True]


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (CARDS, '3 holdings for 4 players: one a player, in the order of players, is expected; "..." is that'),
        (("...", *CARDS), "The dealer sits this hand out."),
        (("...", "...", *CARDS[:2]), "Three players get cards."),
        ((*CARDS, CARDS[0]), "Three players get cards."),
    ],
)
def test_four_01_wrong_holdings(cards: tuple[str, ...], message: str) -> None:
    error = refusal(record_text(head=FOUR, cards=cards))
    assert (error.rule, error.to_act) == ("DEAL-02", "house")
    assert message in str(error)


def test_four_01_a_hand_without_cards_tells_who_sat_out() -> None:
    told = record_text("dalje dalje dalje", head=FOUR, cards=None)
    second = '[[hands]]\ndealer = "Ceca"\nactions = ["dalje dalje dalje"]\n'
    played = replay(read(told + second))
    assert [outcome.dealer for outcome in played.final.outcomes] == [3, 2]
    assert summary(played)["hands"][1]["dealer"] == "Ceca"
    text = write(read(told + second))
    assert 'dealer = "Ceca"\nactions' in text
    assert write(read(text)) == text
    again = record_of("preferans", "vojvodina", played.record.players, 3, [step.action for step in played.steps])
    assert [hand.dealer for hand in again.hands] == ["Dana", "Ceca"]
    assert replay(again).final == played.final
    dealt = record_text(head=FOUR, cards=HELD) + "\n"
    wrong = told + dealt[dealt.index("[[hands]]") :].replace("[[hands]]", '[[hands]]\ndealer = "Dana"')
    assert refusal(wrong).rule == "DEAL-04", "a deal that tells its cards leaves its dealer to the rules"


def test_four_01_tricks_of_four() -> None:
    told = record_text(*PLAY, head=FOUR, cards=None).replace("C8 C7", "? ?")
    data = summary(replay(read(told.replace("[[hands]]", "[[hands]]\ntricks = [6, 4, 0, 0]"))))
    assert data["hands"][0]["tricks"] == {"Ana": 6, "Boro": 4, "Ceca": 0, "Dana": 0}
    assert data["hands"][0]["made"] == {"Ana": True, "Boro": True}
    for tricks, message in (("[6, 4, 0]", "one number of tricks a player"), ("[6, 3, 0, 1]", "PLAY-04")):
        assert message in str(refusal(told.replace("[[hands]]", f"[[hands]]\ntricks = {tricks}")))


def test_srpski_is_for_three() -> None:
    assert "4 players; these rules are for 3" in str(refusal(FOUR.replace("vojvodina", "srpski")))
