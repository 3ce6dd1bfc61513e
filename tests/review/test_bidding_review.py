"""Bids below the agreed minimum are found on the cards the bidder had (AGR-05, BID-01 to BID-06, BID-11)."""

from __future__ import annotations

import pytest

from kibic.record import read, replay
from kibic.review import broken as look
from tests.review.hands import found, rules_of, sentence, shown

#: The bidder wins at 2 and plays a suit; nobody follows.
WON_AT_2 = "2 dalje dalje skart herc ne ne"


@pytest.mark.parametrize(
    ("agreed", "rule", "kept", "short"),
    [
        ("three", "BID-02", "9.J9.JT98.JT9", None),
        ("three_honour", "BID-02", "9.J9.QT98.JT9", "JT98.J9.JT98."),
        ("intro", "BID-01", "J9.J9.AK98.87", "J9.J9.KQ98.87"),
        ("gulin", "BID-03", "AK.Q98.AK98.7", "AK.Q98.J987.7"),
        ("turnir", "BID-04", "AK.Q98.J987.7", "KQ8.KQ8.K98.7"),
    ],
)
def test_agr_05_each_table(agreed: str, rule: str, kept: str, short: str | None) -> None:
    assert found((kept, None, None), WON_AT_2, conv__bid_min=agreed) == ()
    if short is not None:
        broken = found((short, None, None), WON_AT_2, conv__bid_min=agreed)
        assert [(finding.seat, finding.rule, finding.severity) for finding in broken] == [(0, rule, "agreed")]
        assert "bid up to 2" in sentence(broken[0]).en
        assert len(broken[0].cards) == 10


def test_nothing_is_agreed_so_nothing_is_broken() -> None:
    assert found(("J9.J9.KQ98.87", None, None), WON_AT_2) == ()


def test_bid_04_up_to_what_he_bid_or_held() -> None:
    # Ana covers pik, not herc; mogu at 4 counts as a bid of 4.
    hands = ("AK987.AQ.A9.7", "T.T98.KQJT8.A", None)
    assert rules_of(found(hands, "2 3 dalje mogu dalje skart karo ne ne", conv__bid_min="gulin")) == ["BID-03"]
    assert found(hands, "2 3 dalje dalje skart karo ne ne", conv__bid_min="gulin") == ()


def test_bid_05_introductory_pik_is_free_and_stops_there() -> None:
    hand = "A97.AK9.AQ.J8"
    other = "KQT8.QJT8.KJ."
    assert found((hand, other, None), "2 3 dalje dalje skart karo ne ne", conv__bid_min="gulin") == ()
    again = found((hand, other, None), "2 3 dalje mogu dalje skart karo ne ne", conv__bid_min="gulin")
    assert [(finding.seat, finding.rule) for finding in again] == [(0, "BID-03")]


def test_bid_06_who_starts_towards_betl_goes_on_to_it() -> None:
    hand = "A87.987.87.87"
    reached = "2 dalje dalje skart betl moze moze S7 ostalo 10"
    assert rules_of(found((hand, None, None), reached, conv__bid_min="gulin")) == []
    stopped = found((hand, None, None), WON_AT_2, conv__bid_min="gulin")
    assert rules_of(stopped) == ["BID-06"]
    assert "did not go on" in sentence(stopped[0]).en


def test_bid_06_an_igra_of_another_cuts_the_way_off() -> None:
    hand = "A87.987.87.87"
    assert found((hand, None, None), "2 igra dalje karo ne ne", conv__bid_min="gulin") == ()
    weak = found(("KJ9.KJ9.QJ.98", None, None), "2 igra dalje karo ne ne", conv__bid_min="gulin")
    assert rules_of(weak) == ["BID-03"]


def test_rsp_04_the_bluffer_answers_for_his_partner() -> None:
    # Ana bids 2 on nothing and stops; Boro plays, Ceca relies on it and falls.
    hands = ("J987.J97.J9.9", "KQT.KQT8.AKQ.", None)
    words = "2 3 dalje dalje skart karo dodjem ne sam moze"
    broken = found(hands, words, tricks=(0, 9, 1), conv__bid_min="gulin", pen__min_bid=True)
    assert rules_of(broken) == ["BID-03"]
    assert broken[0].victim == 2
    assert broken[0].remedy == "preuzima 1 3"
    assert "Ceca fell, and Ana answers for it (RSP-04)." in sentence(broken[0]).en
    assert found(hands, words, tricks=(0, 9, 1), conv__bid_min="gulin")[0].remedy is None


def test_bid_11_igra_with_the_sequence_as_trump_is_only_noted() -> None:
    hand = "AQ98.AKQJ.A.7"
    broken = found((hand, None, None), "igra dalje dalje karo ne ne")
    assert [(finding.rule, finding.severity, shown(finding)) for finding in broken] == [
        ("BID-11", "note", "SA SQ S9 S8 DA DK DQ DJ")
    ]
    assert "RSP-03" in sentence(broken[0]).en
    assert found((hand, None, None), "igra dalje dalje pik ne ne") == ()


def test_unknown_cards_are_not_checked() -> None:
    text = (
        'kibic = 1\nplayers = ["Ana", "Boro", "Ceca"]\n[options]\n"conv.bid_min" = "gulin"\n'
        '[[hands]]\nactions = ["2 dalje dalje skart ? ? herc ne ne"]\n'
    )
    assert look(replay(read(text)), 1) == ()
