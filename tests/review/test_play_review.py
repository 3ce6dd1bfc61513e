"""Cards of the defence: the ridden queen, partner's trick, discards against sans (DEF-01 to DEF-07, SANS-06)."""

from __future__ import annotations

from typing import Any

from kibic.review import broken_in_match, findings_json
from tests.review.hands import found, played, rules_of, sentence, shown

#: Ana plays tref and leads; Boro is second.
LEADS = "2 dalje dalje skart tref dodjem dodjem moze moze "
DECLARER = "Q98.T98.A.AK9"


def second(card: str, answer: str, hand: str = "K7.A7.KQ97.87") -> list[str]:
    return rules_of(found((DECLARER, hand, None), f"{LEADS}{card} {answer} ostalo 10"))


def test_def_02_a_queen_is_ridden() -> None:
    assert second("SQ", "SK") == []
    assert second("SQ", "S7") == ["DEF-02"]
    broken = found((DECLARER, "K7.A7.KQ97.87", None), f"{LEADS}SQ S7 ostalo 10")
    assert [(item.seat, item.severity, item.phase, shown(item)) for item in broken] == [(1, "custom", "play", "SK SQ")]
    assert "every queen but the trump queen is ridden" in sentence(broken[0]).en
    assert "svaka dama se jaši osim adutske" in broken[0].text.sr


def test_def_02_not_in_trumps_and_not_without_a_higher_card() -> None:
    trumps = ("Q98.T98.A.QJ9", "J7.A7.KQ97.A8", None)
    assert rules_of(found(trumps, f"{LEADS}CQ C8 ostalo 10")) == []
    assert second("SQ", "S7", "J7.A7.KQ97.87") == []


def test_def_07_a_doubleton_honour_is_put_up() -> None:
    assert second("DT", "DA") == []
    assert second("DT", "D7") == ["DEF-07"]
    assert second("DT", "D7", "K7.AJ7.KQ9.87") == []


#: Ana leads for the defence, Boro plays tref, Ceca is last.
DEFENCE = "dalje 2 dalje skart tref dodjem dodjem moze moze "


def test_def_03_partner_s_trick_is_left_to_him() -> None:
    hands = ("QJT.987.98.98", "987.AKQ.AK.AK", "AK.JT.QJT7.QJ")
    assert rules_of(found(hands, f"{DEFENCE}SQ S7 SA ostalo 9")) == []  # no lower spade was there
    hands = ("QJT.987.98.98", "987.AKQ.AK.AK", "K.JT.QJT7.QJT")
    assert rules_of(found(hands, f"{DEFENCE}SQ S7 SK ostalo 9")) == []
    hands = ("QJT.987.98.98", "98.AKQ.AK.AKT", "AK7.JT.QJT.QJ")
    assert rules_of(found(hands, f"{DEFENCE}SQ S8 S7 ostalo 9")) == []
    broken = found(hands, f"{DEFENCE}SQ S8 SK ostalo 9")
    assert [(item.seat, item.rule, shown(item)) for item in broken] == [(2, "DEF-03", "SK SQ S7")]
    assert "DEF-01" in sentence(broken[0]).en


def test_def_03_when_the_declarer_has_beaten_partner_it_is_no_fault() -> None:
    hands = ("JT8.987.98.98", "Q9.AKQ.AK.AKT", "AK7.JT.QJT.QJ")
    assert rules_of(found(hands, f"{DEFENCE}SJ SQ SK ostalo 9")) == []


def test_def_01_once_the_declarer_is_down_the_defenders_play_for_themselves() -> None:
    hands = ("98.T987..AKQJ", "QJ.AKQJ.AK.98", "AKT7..QJT987.")
    five = "D7 DA H7 DK H8 D8 DQ H9 D9 DJ HT DT SJ S7 S8 "
    assert rules_of(found(hands, f"{LEADS}{five}C9 HJ CA S9 SQ SK ostalo 3")) == []
    assert rules_of(found(hands, f"{LEADS}D7 DA H7 C9 HJ CA S9 SQ SK ostalo 7")) == ["DEF-03"]


#: examples.yaml DV16-mistake: Ceca takes Boro's trick with a king she need not have played; Boro falls with one trick.
MISTAKE = ("98.AKQJ.AK.AK", "QJT.T9.987.98", "AK7.87.QJT.QJ")


def test_pen_02_dv16_mistake_is_settled_by_the_word_the_checker_names() -> None:
    record = played(MISTAKE, LEADS + "S9 SQ SK", rules="vojvodina", tricks=(7, 1, 2), options={"pen.rezon": "str"})
    broken = broken_in_match(record)
    assert [(item.seat, item.rule, item.victim, item.remedy) for item in broken] == [(2, "DEF-03", 1, "preuzima 3 2")]
    assert "Boro fell, and Ceca answers for it (RSP-02)." in sentence(broken[0]).en
    assert broken[0].remedy is not None
    after, _ = record.final.apply(record.game.parse(record.final, broken[0].remedy))
    assert after.outcomes[-1].bule == (-10, 0, 10)
    assert {(entry.writer, entry.against): entry.points for entry in after.outcomes[-1].supe} == {(2, 0): 30}


def test_pen_02_without_the_penalty_there_is_nothing_to_agree_on() -> None:
    record = played(MISTAKE, LEADS + "S9 SQ SK", rules="vojvodina", tricks=(7, 1, 2))
    assert [(item.victim, item.remedy) for item in broken_in_match(record)] == [(1, None)]


#: Ana plays sans; Ceca, who plays before her, leads.
SANS = "2 dalje dalje skart sans dodjem dodjem moze moze "


def discard(thrown: str, hand: str = "987..AJ7.AKT8", **options: Any) -> list[str]:
    """What Boro throws on the third trick, after two tricks of diamonds."""
    hands = ("AK.87.KQT9.97", hand, "QJT.AKQJT.8.Q")
    return rules_of(found(hands, f"{SANS}DA D7 {thrown} ostalo 9", **options))


def test_sans_06_no_high_card_is_thrown_away() -> None:
    assert discard("S7") == []
    assert discard("CA") == ["SANS-06"]
    assert discard("HA") == ["SANS-06"]


def test_sig_05_the_first_discard_against_sans() -> None:
    assert discard("C8") == []
    assert discard("C8", conv__sans_discard="gulin") == ["SIG-05"]
    assert discard("S7", conv__sans_discard="gulin") == []
    assert discard("C8", conv__sans_discard="turnir") == []


def test_sig_05_an_ace_from_a_k_q_j_calls() -> None:
    hands = ("AKQ.87.KQT9.7", "987..J7.AKQJ8", "JT.AKQJT.A8.T")
    words = f"{SANS}DA D7 {{}} ostalo 9"
    assert rules_of(found(hands, words.format("CA"), conv__sans_discard="gulin")) == []


def test_findings_as_json() -> None:
    record = played(MISTAKE, LEADS + "S9 SQ SK", rules="vojvodina", tricks=(7, 1, 2), options={"pen.rezon": "str"})
    (entry,) = findings_json(broken_in_match(record))
    assert {key: entry[key] for key in entry if key not in {"sr", "en"}} == {
        "hand": 1,
        "seat": 2,
        "rule": "DEF-03",
        "severity": "custom",
        "phase": "play",
        "cards": ["SK", "SQ", "S7"],
        "victim": 1,
        "remedy": "preuzima 3 2",
    }
    assert entry["sr"].startswith("Ceca: ")
