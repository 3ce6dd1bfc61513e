"""First leads of the defence: what was agreed, and what custom asks (OPL-01 to OPL-10, SANS-02, BTL-03, DEF-10)."""

from __future__ import annotations

from typing import Any

import pytest

from kibic.review import Finding
from tests.review.hands import found, rules_of, sentence, shown

#: Ana leads; Boro plays the game, so that she leads through him, or Ceca does, so that Ana leads through Boro.
THROUGH_DECLARER = "dalje 2 dalje skart {game} dodjem dodjem moze moze {card} ostalo 10"
THROUGH_PARTNER = "dalje dalje 2 skart {game} dodjem dodjem moze moze {card} ostalo 10"


def lead(hand: str, card: str, words: str = THROUGH_DECLARER, game: str = "tref", **options: Any) -> list[str]:
    return rules_of(led(hand, card, words, game, **options))


def led(hand: str, card: str, words: str, game: str = "tref", **options: Any) -> tuple[Finding, ...]:
    return found((hand, None, None), words.format(game=game, card=card), **options)


@pytest.mark.parametrize(
    ("hand", "good", "bad", "rule"),
    [
        ("K98.J97.AQ.87", "D7", "SK", "OPL-02"),  # through the declarer small
        ("A98.J97.QT.87", "D7", "S8", "OPL-02"),  # not under an ace with small cards
        ("KQJ.J97.87.87", "SK", "SJ", "OPL-04"),  # a sequence from the top
        ("AKJ8.J97.8.87", "SK", "SJ", "OPL-10"),
        ("AKQ8.J97.8.87", "D7", "H8", "DEF-10"),  # a plain singleton
    ],
)
def test_opl_02_through_the_declarer(hand: str, good: str, bad: str, rule: str) -> None:
    assert lead(hand, good) == []
    assert lead(hand, bad) == [rule]


@pytest.mark.parametrize(
    ("hand", "good", "bad", "rule"),
    [
        ("A98.J97.QT.87", "SA", "S8", "OPL-01"),  # through partner high
        ("A98.J97.K7.87", "DJ", "HK", "OPL-01"),  # the second king is not opened
        ("AQ8.J97.K87.7", "DJ", "SA", "OPL-01"),  # nor the fork
        ("QJT.J97.A87.7", "SQ", "ST", "OPL-04"),
    ],
)
def test_opl_01_through_partner(hand: str, good: str, bad: str, rule: str) -> None:
    assert lead(hand, good, THROUGH_PARTNER) == []
    assert lead(hand, bad, THROUGH_PARTNER) == [rule]


def test_opl_09_a_long_king_is_led_from_below() -> None:
    assert lead("K987.J97.A8.7", "S7", THROUGH_PARTNER) == []


def test_opl_01_is_a_custom_and_says_who_answers() -> None:
    broken = led("A98.J97.QT.87", "S8", THROUGH_PARTNER)
    assert [(item.seat, item.severity, item.phase) for item in broken] == [(0, "custom", "play")]
    assert "through partner high" in sentence(broken[0]).en
    assert "kroz svoga visoko" in broken[0].text.sr
    assert shown(broken[0]) == "SA S9 S8"


def test_a_singleton_trump_and_a_single_ace_are_leads() -> None:
    assert lead("J98.J97.987.7", "C7") == []
    assert lead("J98.J97.A.987", "HA") == []


@pytest.mark.parametrize(("hand", "card"), [("K8.J97.QT8.87", "S8"), ("Q98.J97.T98.8", "S8")])
def test_opl_03_leading_under_a_king_or_a_third_queen(hand: str, card: str) -> None:
    assert lead(hand, card) == []
    assert lead(hand, card, conv__lead_under="nep") == []
    broken = led(hand, card, THROUGH_DECLARER, conv__lead_under="gulin")
    assert [(item.rule, item.severity) for item in broken] == [("OPL-03", "agreed")]


def test_a_lone_follower_leads_as_he_likes() -> None:
    words = "dalje 2 dalje skart tref ne dodjem sam moze {card} ostalo 10"
    assert lead("AKQ8.J97.8.87", "H8", words) == []


def test_opl_06_the_called_player_leads_what_the_call_asks_for() -> None:
    # Ana bid pik, Boro karo; Ceca plays tref, Boro comes and calls Ana.
    hands = ("J97.J87.87.A7", "KQ8.AT9.KQ9.J", "AT.KQ.AJT.KQ9")
    words = "2 3 4 dalje dalje skart tref ne dodjem zajedno idem moze {} ostalo 10"

    def look(card: str, **options: Any) -> list[str]:
        return rules_of(found(hands, words.format(card), **options))

    assert look("SJ", conv__called_lead="nep_str") == []  # her own suit
    assert look("DJ", conv__called_lead="nep_str") == ["OPL-06"]
    assert look("DJ", conv__called_lead="gulin") == []  # the caller's suit
    assert look("SJ", conv__called_lead="gulin") == ["OPL-06"]
    assert look("SJ", conv__called_lead="turnir") == []
    assert look("DJ", conv__called_lead="turnir") == []
    assert look("H8", conv__called_lead="turnir") == ["OPL-06"]
    assert look("H8") == []


def test_opl_06_names_the_suit_and_the_fall() -> None:
    hands = ("J97.J87.87.A7", "KQ8.AT9.KQ9.J", "AT.KQ.AJT.KQ9")
    words = "2 3 4 dalje dalje skart tref ne dodjem zajedno idem moze H8"
    broken = found(hands, words, tricks=(0, 3, 7), conv__called_lead="gulin", pen__rezon="str")
    assert [(item.rule, item.victim, item.remedy) for item in broken] == [("OPL-06", 1, "preuzima 1 2")]
    assert "diamonds" in sentence(broken[0]).en
    assert "Boro fell, and Ana answers for it (RSP-02)." in broken[0].text.en
    assert shown(broken[0]) == "DJ D8 D7 H8"


#: Boro plays sans and Ana, before him, leads; Ceca gave kontra, or called Ana.
SANS_KONTRA = "dalje 2 dalje skart sans dodjem ne zajedno idem kontra moze {card} ostalo 10"
SANS_CALLED = "dalje 2 dalje skart sans dodjem ne zajedno idem moze {card} ostalo 10"


@pytest.mark.parametrize(
    ("agreed", "words", "good", "bad"),
    [
        ("s001", SANS_CALLED, "CJ", "HQ"),
        ("s001", SANS_KONTRA, "SK", "CJ"),
        ("dv16", SANS_KONTRA, "S9", "CJ"),
        ("nep", SANS_CALLED, "C8", "DJ"),
        ("str", SANS_CALLED, "CJ", "DJ"),
        ("turnir", SANS_KONTRA, "SK", "DJ"),
        ("gulin", SANS_CALLED, "CJ", "C8"),  # Gulin names the card: the highest of three
        ("gulin", SANS_KONTRA, "SK", "S9"),
    ],
)
def test_sans_02_what_is_led_against_sans(agreed: str, words: str, good: str, bad: str) -> None:
    hand = "K98.J7.QT.J98"
    assert lead(hand, good, words, conv__sans_lead=agreed) == []
    assert lead(hand, bad, words, conv__sans_lead=agreed) == ["SANS-02"]
    assert lead(hand, bad, words) == []


def test_sans_02_gulin_leads_the_lowest_of_four() -> None:
    hand = "K98.J7.Q.JT98"
    assert lead(hand, "C8", SANS_CALLED, conv__sans_lead="gulin") == []
    assert lead(hand, "CJ", SANS_CALLED, conv__sans_lead="gulin") == ["SANS-02"]


BETL = "dalje 2 dalje skart betl moze moze {card} ostalo 10"


@pytest.mark.parametrize(
    ("hand", "good", "bad", "rule"),
    [
        ("AKQ8.QT8.K.AK", "HK", "SA", "BTL-03"),  # a singleton first
        ("AKQ7.J98.KQ.A", "CA", "S7", "BTL-03"),  # a seven only alone
        ("AKQ8.JT9.KQ9.", "S8", None, "BTL-03"),
    ],
)
def test_btl_03_the_first_lead_against_betl(hand: str, good: str, bad: str | None, rule: str) -> None:
    assert lead(hand, good, BETL) == []
    if bad is not None:
        assert lead(hand, bad, BETL) == [rule]


def test_btl_04_high_cards_for_the_suit_of_the_seven() -> None:
    assert lead("AKQ8.J97.K.AK", "SA", BETL) == []


def test_btl_05_partner_s_suit_is_left_alone() -> None:
    # Ceca bid 3.
    words = "dalje 2 3 mogu 4 mogu dalje skart betl moze moze {} ostalo 10"
    hands = ("AKQ8.JT9.KQ9.", "7.87.87.87JT9", None)
    assert rules_of(found(hands, words.format("HK"))) == ["BTL-05"]
    assert rules_of(found(hands, words.format("DJ"))) == []
