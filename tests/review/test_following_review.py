"""Followers below the agreed minimum, and the kontra that had to be given (FMIN-1 to FMIN-8, FMIN-P, PEN-03)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.review.hands import found, rules_of, sentence, shown

PIK = "2 dalje dalje skart pik "


def follow(hand: str, words: str, **options: Any) -> list[str]:
    return rules_of(found((None, hand, None), words, **options))


def test_fmin_1_against_an_igra() -> None:
    words = "igra dalje dalje tref dodjem ne sam moze ostalo 10"
    assert follow("KQ7.AQ.97.A97", words, conv__follow_min="intro") == []
    assert follow("J97.AQ9.97.87", words, conv__follow_min="intro") == ["FMIN-1"]
    assert follow("J97.AQ9.97.87", words) == []
    assert (
        follow("J97.AQ9.97.87", words.replace("dodjem ne sam moze ostalo 10", "ne ne"), conv__follow_min="intro") == []
    )


def test_fmin_4_against_a_declarer_who_leads() -> None:
    words = "2 dalje dalje skart tref dodjem ne sam moze ostalo 10"
    kept = ("AKQ.KJT8.A.KJ", "J97.AQ9.97.A7", "T8..KQJT.QT98")
    short = ("AKQ.KJT8.A.KJ", "J97.AQ9.97.87", "T8..KQJT.AQT9")
    assert found(kept, words, conv__follow_min="gulin") == ()
    broken = found(short, words, conv__follow_min="gulin")
    assert [(item.seat, item.rule) for item in broken] == [(1, "FMIN-4")]
    assert "such as a trump trick + an ace" in sentence(broken[0]).en
    assert "adutski štih + kec" in broken[0].text.sr


def test_fmin_2_two_igras() -> None:
    # Ana and Boro called igra; Ana follows Boro's herc with her pik and one trump trick at most.
    words = "igra igra dalje pik herc ne dodjem sam moze ostalo 10"
    kept = ("AKQJ8.AQ.K9.7", "T9..AQJT8.KQJ", None)
    short = ("AKQJ8.98.97.7", "T9..AQJT8.KQJ", None)
    assert found(kept, words, conv__follow_min="intro") == ()
    assert rules_of(found(short, words, conv__follow_min="intro")) == ["FMIN-2"]


def test_fmin_3_the_second_needs_less_than_the_first() -> None:
    # Ceca plays; Ana is asked first, Boro second: a trump trick and an ace are enough only after she has come.
    hands = ("AKQ7.97.97.97", "J98.A8.JT8.A8", "T.KQJT.AQ.KQJ")
    both = "dalje dalje 2 skart tref dodjem dodjem moze moze ostalo 10"
    alone = "dalje dalje 2 skart tref ne dodjem sam moze ostalo 10"
    assert [(item.seat, item.rule) for item in found(hands, both, conv__follow_min="gulin")] == [(0, "FMIN-3")]
    assert [(item.seat, item.rule) for item in found(hands, alone, conv__follow_min="gulin")] == [(1, "FMIN-3")]


def test_fmin_5_against_two_bought_trumps() -> None:
    words = "2 dalje dalje skart tref dodjem ne sam moze ostalo 10"
    hands = ("AKQT.KJ8.AK.J", "J97.AQ9.97.A7", None)  # the talon is K and Q of clubs
    assert rules_of(found(hands, words, conv__follow_min="gulin")) == ["FMIN-5"]


def test_fmin_8_two_bought_cards_of_a_suit_open_it() -> None:
    # The talon is 8 and 7 of hearts, and Boro, who bought them, is not last to speak.
    words = "dalje 2 dalje skart karo ne dodjem sam moze ostalo 10"
    kept = ("97.97.AK9.987", "AK.AKQJT.Q.AK", "QJT8.8.JT.QJT")
    short = ("97.97.KJ9.987", "AK.AKQJT.Q.AK", "QJT8.8.AT.QJT")
    assert found(kept, words, conv__follow_min="intro") == ()
    assert rules_of(found(short, words, conv__follow_min="intro")) == ["FMIN-8"]


def test_fol_s1_turnir_counts_reasons() -> None:
    words = "igra dalje dalje tref dodjem ne sam moze ostalo 10"
    assert follow("KQ7.A97.K97.7", words, rules="turnir") == []
    assert follow("KQ7.J97.J97.7", words, rules="turnir") == ["FOL-S1"]


@pytest.mark.parametrize(
    ("agreed", "enough", "short"),
    [
        ("dv", "7.A97.A97.987", "J98.A97.K97.9"),
        ("str", "A7.A97.J97.97", "J98.A97.K97.9"),
        ("gulin", "K98.A97.J97.9", "987.K97.KQ7.9"),
    ],
)
def test_fmin_p_following_pik(agreed: str, enough: str, short: str) -> None:
    words = PIK + "dodjem ne sam moze"
    options = {"conv__pik_follow": agreed}
    assert follow(enough, words, **options) == []
    assert follow(short, words, **options) == ["FMIN-P"]


def test_fmin_p_who_gives_kontra_himself_may_come_with_less() -> None:
    hand = "J98.A97.K97.9"
    words = PIK + "dodjem ne sam kontra moze ostalo 10"
    assert follow(hand, words, conv__pik_follow="str") == []
    assert follow(hand, words, conv__pik_follow="dv") == ["FMIN-P"]


def test_rsp_01_who_followed_below_the_minimum_answers_for_his_partner() -> None:
    hands = ("AKQ7.AK987.8.", "J98.J.KJ97.Q7", None)
    words = "igra dalje dalje karo dodjem dodjem moze moze"
    options: dict[str, Any] = {"conv__follow_min": "gulin", "pen__min_follow": True}
    broken = [item for item in found(hands, words, tricks=(7, 2, 1), **options) if item.seat == 1]
    assert [(item.rule, item.victim, item.remedy) for item in broken] == [("FMIN-1", 2, "preuzima 2 3")]
    assert "Ceca fell, and Boro answers for it (RSP-01)." in sentence(broken[0]).en


#: examples.yaml C6-PENALTY: the first follower holds four trumps and five top cards of another suit.
C6 = (None, ".7.AKQJT.J987", None)


def test_pen_03_c6_penalty_the_kontra_that_had_to_be_given() -> None:
    words = "2 dalje dalje skart tref dodjem dodjem moze moze ostalo 10"
    broken = [item for item in found(C6, words, rules="vojvodina", pen__must_kontra=True) if item.rule == "FMIN-6"]
    assert [(item.seat, item.severity, item.remedy) for item in broken] == [(1, "agreed", "kazna 2")]
    assert shown(broken[0]) == "HA HK HQ HJ HT CJ C9 C8 C7"
    assert "RSP-05" in sentence(broken[0]).en


def test_fmin_6_kontra_given_or_not_agreed() -> None:
    given = "2 dalje dalje skart tref dodjem dodjem kontra moze ostalo 10"
    silent = "2 dalje dalje skart tref dodjem dodjem moze moze ostalo 10"
    assert "FMIN-6" not in rules_of(found(C6, given, pen__must_kontra=True))
    assert "FMIN-6" not in rules_of(found(C6, silent))
    assert "FMIN-6" in rules_of(found(C6, silent, conv__follow_min="gulin"))
