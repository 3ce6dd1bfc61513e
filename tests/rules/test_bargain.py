"""Talon and declaration, following, calling, trick offers (preferans.md sections 5-7, 19, 20)."""

from __future__ import annotations

import pytest

from kibic.cards import DECK_32, Hand
from kibic.game import IllegalAction
from kibic.games.preferans import Contract, Match
from kibic.games.preferans.actions import Discard
from tests.rules.deals import cited, dealt, happen, legal, outcome, refused, say, supe, table, told, tricks

TREF = "2 dalje dalje skart ? ? tref "
OFFERS = {"agr.trick_offer": True}


def won(options: dict[str, object] | None = None) -> Match:
    return say(dealt(table(options)), "2 dalje dalje")


def test_tal_01_the_winner_takes_the_talon_for_all_to_see() -> None:
    match, events = happen(dealt(), "2 dalje dalje")
    talon = Hand.parse("C8 C7").mask
    assert [match.view(viewer).talon for viewer in (-2, 0, 1, 2)] == [talon] * 4
    assert match.view(0).own.bit_count() == 12
    assert match.view(1).counts == (12, 10, 10)
    assert [event.seen_by(2) for event in events][-1] == events[-1]


def test_tal_01_where_the_talon_is_not_shown_only_the_declarer_sees_it() -> None:
    match, events = happen(dealt(table({"talon.shown": False})), "2 dalje dalje")
    talon = Hand.parse("C8 C7").mask
    assert [match.view(viewer).talon for viewer in (-2, 0, 1, 2)] == [None, talon, None, None]
    assert [getattr(events[-1].seen_by(viewer), "cards", None) for viewer in (0, 1, -2)] == [talon, 0, 0]


def test_tal_02_any_two_of_the_twelve_cards_are_put_away() -> None:
    match = won()
    assert len(legal(match)) == 66
    assert "skart C7 C8" in legal(match)
    assert refused(match, "skart SK S7") == "TAL-02"
    assert refused(match, "skart S7 S7") == "TAL-02"
    assert refused(match, "skart ? ?") == "TAL-02"
    assert refused(match, "tref") == "TAL-02"
    high, low = DECK_32.parse("SA"), DECK_32.parse("S7")
    assert Discard(high, low) not in match.legal()
    assert Discard.of(high, low) in match.legal()


def test_tal_02_the_discard_is_seen_by_the_declarer_only() -> None:
    match, events = happen(won(), "skart C8 S7")
    put = Hand.parse("C8 S7").mask
    assert [match.view(viewer).discard for viewer in (-2, 0, 1, 2)] == [None, put, None, None]
    assert [getattr(events[0].seen_by(viewer), "cards", None) for viewer in (0, 1, 2, -2)] == [put, 0, 0, 0]
    assert [match.view(viewer).spoken[-1].action.word for viewer in (0, 1, -2)] == [
        "skart S7 C8", "skart ? ?", "skart ? ?",
    ]  # fmt: skip


def test_tal_02_in_a_hand_without_cards_the_discard_is_not_told() -> None:
    match = told(text="2 dalje dalje")
    assert legal(match) == ["skart ? ?"]
    assert refused(match, "skart SA S7") == "TAL-02"


def test_tal_03_without_the_talon_nothing_is_shown_or_put_away_not_even_after_the_hand() -> None:
    match = say(dealt(), "igra dalje dalje pik")
    assert match.phase == "following"
    assert [match.view(viewer).talon for viewer in (-2, 0, 1, 2)] == [None] * 4
    done = outcome(say(match, "dodjem dodjem moze moze ostalo 10"))
    assert (done.talon, done.discard) == (None, None)


def test_dec_01_a_game_below_the_bid_is_refused() -> None:
    match = told(text="2 3 dalje dalje skart ? ?")
    assert refused(match, "pik") == "DEC-01"
    assert refused(match, "preferans") == "AUC-01"
    assert refused(match, "dodjem") == "DEC-01"


def test_dec_02_betl_declared_after_the_talon_is_the_standard_one() -> None:
    match = tricks(told(text="2 dalje dalje skart ? ? betl moze moze"), 0, 5, 5)
    assert outcome(match).bule == (-12, 0, 0)
    assert not outcome(match).igra


@pytest.mark.parametrize(
    ("value", "games"),
    [
        ("none", ["pik", "karo", "herc", "tref", "betl", "sans"]),
        ("no_betl", ["pik", "karo", "herc", "tref", "sans"]),
        ("pik_only", ["pik"]),
    ],
)
def test_dec_03_what_a_winner_at_two_may_declare(value: str, games: list[str]) -> None:
    match = told(table({"dec.two_restriction": value}), "2 dalje dalje skart ? ?")
    assert legal(match) == games
    if value != "none":
        assert refused(match, "betl") == "DEC-03"


def test_dec_03_only_a_winner_at_two_is_restricted() -> None:
    above = told(table({"dec.two_restriction": "no_betl"}), "2 3 dalje dalje skart ? ?")
    assert "betl" in legal(above)
    opened = told(table({"dec.two_restriction": "pik_only", "auc.min": 1}), "1 dalje dalje skart ? ?")
    assert legal(opened) == ["pik", "karo", "herc", "tref", "betl", "sans"]


def test_pen_01_a_declarer_who_does_not_discard_falls_by_his_bid() -> None:
    match = say(told(text="2 3 dalje dalje"), "bezskarta")
    done = outcome(match)
    assert (done.kind, done.bule, done.supe, done.made) == ("penalty", (0, 6, 0), (), (None, False, None))
    assert "PEN-01" in cited(done)
    assert done.tricks is None


def test_pen_01_counts_with_a_refa_and_after_an_opening_with_one_as_pik() -> None:
    match = told(table({"auc.min": 1}, refas=(1, 0, 0), refa_written=1), "1 dalje dalje bezskarta")
    assert outcome(match).bule == (8, 0, 0)
    assert match.sheet.refa_available == (0, 0, 0)


def test_fol_01_in_betl_nobody_is_asked() -> None:
    match = told(text="2 dalje dalje skart ? ? betl")
    assert (match.phase, match.view(0).followers) == ("kontra", (1, 2))
    match = told(table({"auc.max": 8}), "preferans dalje dalje")
    assert (match.phase, match.view(0).followers) == ("kontra", (1, 2))


def test_fol_02_the_declarers_right_answers_first() -> None:
    match = told(text="2 3 dalje dalje skart ? ? tref")
    assert (match.phase, match.to_act, legal(match)) == ("following", 2, ["dodjem", "ne"])
    assert say(match, "dodjem").to_act == 0
    assert refused(match, "kontra") == "FOL-02"


@pytest.mark.parametrize(
    ("words", "phase", "followers"),
    [("dodjem dodjem", "kontra", (1, 2)), ("dodjem ne", "calling", (1,)), ("ne dodjem", "calling", (2,))],
)
def test_fol_03_who_takes_part(words: str, phase: str, followers: tuple[int, ...]) -> None:
    match = told(text=TREF + words)
    assert match.phase == phase
    assert match.view(0).followers == followers


def test_fol_03_a_lone_follower_plays_two_handed() -> None:
    match = say(won(), "skart C8 C7 karo dodjem ne sam moze")
    assert match.view(0).active == (0, 1)
    after = say(match, "SA S9 SQ SK")
    assert after.view(0).taken == (1, 1, 0)
    assert after.view(0).counts == (8, 8, 10), "the third player's cards lie face down"


def test_fol_04_nobody_follows_and_the_declarer_is_credited() -> None:
    done = outcome(told(text=TREF + "ne ne"))
    assert (done.kind, done.bule, done.supe, done.made) == ("nobody_follows", (-10, 0, 0), (), (True, None, None))
    assert (done.tricks, done.followers) == (None, ())
    assert "FOL-04" in cited(done)


def test_fol_04_an_available_refa_doubles_the_credit_and_is_spent() -> None:
    match = told(table(refas=(1, 1, 1), refa_written=1), TREF + "ne ne")
    assert outcome(match).bule == (-20, 0, 0)
    assert match.sheet.refa_available == (0, 1, 1)


def test_fol_04_igra_pik_that_nobody_follows_is_an_ordinary_made_game() -> None:
    assert outcome(told(text="igra dalje dalje pik ne ne")).bule == (-6, 0, 0)


@pytest.mark.parametrize(("value", "bule", "written"), [("as_no_kontra", 0, True), ("made", -4, False)])
def test_fol_04_pik_02_standard_pik_that_nobody_follows(value: str, bule: int, written: bool) -> None:
    done = outcome(told(table({"pik.nobody_follows": value}), "2 dalje dalje skart ? ? pik ne ne"))
    assert (done.kind, done.bule[0], done.refa_written) == ("nobody_follows", bule, written)


def test_fol_05_who_said_no_comes_back_by_a_call_or_a_kontra() -> None:
    assert told(text=TREF + "dodjem ne zajedno idem").view(0).followers == (1, 2)
    assert told(text=TREF + "dodjem ne sam kontra").view(0).followers == (1, 2)
    assert told(text=TREF + "dodjem ne sam moze").view(0).followers == (1,)


def test_call_01_the_lone_follower_may_call() -> None:
    match = told(text=TREF + "ne dodjem")
    assert (match.to_act, legal(match)) == (2, ["zajedno", "sam"])
    assert refused(match, "idem") == "CALL-01"
    assert refused(match, "dajes 3") == "AGR-06"


def test_call_01_where_calling_is_off_nobody_is_asked() -> None:
    assert told(table({"call.enabled": False}), TREF + "dodjem ne").phase == "kontra"
    match = told(table({"call.enabled": False, **OFFERS}), TREF + "dodjem ne")
    assert legal(match)[0] == "sam"
    assert refused(match, "zajedno") == "CALL-01"


def test_call_02_the_called_player_accepts_or_refuses() -> None:
    match = told(text=TREF + "ne dodjem zajedno")
    assert (match.phase, match.to_act, legal(match)) == ("call_answer", 1, ["idem", "necu"])
    assert refused(match, "zajedno") == "CALL-02"
    assert (say(match, "idem").view(0).caller, say(match, "idem").view(0).called) == (2, 1)
    alone = say(match, "necu")
    assert (alone.view(0).caller, alone.view(0).called, alone.view(0).followers) == (None, None, (2,))


def test_call_02_where_a_call_cannot_be_refused_it_takes_effect_at_once() -> None:
    match = told(table({"call.refusable": False}), TREF + "dodjem ne zajedno")
    assert (match.phase, match.view(0).called) == ("kontra", 2)


@pytest.mark.parametrize(("joint", "made"), [(3, False), (4, True)])
def test_call_03_make_04_the_caller_needs_four_together_and_writes_all(joint: int, made: bool) -> None:
    done = outcome(tricks(told(text=TREF + "dodjem ne zajedno idem moze"), 10 - joint, joint - 1, 1))
    assert done.made == (True, made, None)
    assert done.bule == (-10, 0 if made else 10, 0)
    assert supe(done) == {(1, 0): 10 * joint}


def test_call_03_the_quota_of_a_call_is_a_parameter() -> None:
    match = told(table({"call.quota": 3}), TREF + "dodjem ne zajedno idem moze")
    assert outcome(tricks(match, 7, 2, 1)).made == (True, True, None)


def test_call_03_with_own_only_the_caller_writes_his_own_tricks() -> None:
    match = told(table({"call.supe_owner": "own_only"}), TREF + "dodjem ne zajedno idem moze")
    done = outcome(tricks(match, 6, 3, 1))
    assert supe(done) == {(1, 0): 30}, "the called player writes nothing"
    assert done.made == (True, True, None)


def test_call_05_the_called_player_is_not_asked_for_kontra() -> None:
    match = told(text=TREF + "dodjem ne zajedno idem")
    assert match.to_act == 1
    assert say(match, "moze").phase == "play"


def test_agr_06_a_lone_follower_offers_to_settle_the_hand() -> None:
    match = told(table(OFFERS), TREF + "dodjem ne")
    assert legal(match) == ["zajedno", "sam", *(f"dajes {number}" for number in range(11))]
    match = say(match, "dajes 3")
    assert (match.phase, match.to_act, legal(match)) == ("offer_answer", 0, ["dajem", "nedajem"])
    assert refused(match, "moze") == "AGR-06"
    done = outcome(say(match, "dajem"))
    assert (done.kind, done.bule, supe(done), done.tricks) == ("agreed", (-10, 0, 0), {(1, 0): 30}, None)
    [agreed] = [reason for reason in done.reasons if reason.rules == ("AGR-06",)]
    assert agreed.text("ABC").en == "Agreed: 3 tricks for the follower."


@pytest.mark.parametrize(("k", "bule"), [(1, (-10, 10, 0)), (2, (-10, 0, 0)), (4, (-10, 0, 0)), (5, (10, 0, 0))])
def test_agr_06_declarer_and_follower_make_by_the_agreed_number(k: int, bule: tuple[int, ...]) -> None:
    assert outcome(told(table(OFFERS), f"{TREF} ne dodjem dajes {k} dajem")).bule == (bule[0], bule[2], bule[1])


def test_agr_06_a_refused_offer_is_the_only_one() -> None:
    match = told(table(OFFERS), TREF + "dodjem ne dajes 3 nedajem")
    assert (match.to_act, legal(match)) == (1, ["zajedno", "sam"])
    assert refused(match, "dajes 4") == "AGR-06"
    assert refused(match, "kontra") == "CALL-01"


def test_agr_06_an_offer_of_more_than_ten_tricks_names_the_range() -> None:
    with pytest.raises(IllegalAction, match="0 to 10"):
        told(table(OFFERS), TREF + "dodjem ne dajes 11")


def test_contract_of_a_hand_is_public_once_declared() -> None:
    assert all(told(text=TREF).view(viewer).contract == Contract.TREF for viewer in (-2, 0, 1, 2))
