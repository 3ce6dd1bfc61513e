"""The kontra ladder and standard pik (preferans.md sections 8 and 9)."""

from __future__ import annotations

import pytest

from kibic.cards import Hand
from kibic.games.preferans.betl import is_sure, suits_safe
from tests.rules.deals import cards, cited, dealt, legal, outcome, refused, say, supe, table, told, tricks

TREF = "2 dalje dalje skart ? ? tref "
PIK = "2 dalje dalje skart ? ? pik "


def test_kon_01_who_follows_is_asked_the_declarers_right_first() -> None:
    match = told(text=TREF + "dodjem dodjem")
    assert (match.phase, match.to_act, legal(match)) == ("kontra", 1, ["kontra", "moze"])
    assert refused(match, "rekontra") == "KON-01"
    assert say(match, "moze").to_act == 2
    assert say(match, "moze moze").phase == "play"
    assert say(match, "kontra").to_act == 0, "one kontra closes the question"


def test_kon_01_in_betl_both_defenders_are_asked() -> None:
    match = told(text="2 dalje dalje skart ? ? betl")
    assert (match.to_act, say(match, "moze").to_act) == (1, 2)


def test_kon_01_where_kontra_is_off_nobody_is_asked() -> None:
    options = {"kontra.enabled": False, "pik.needs_kontra": False}
    assert told(table(options), TREF + "dodjem dodjem").phase == "play"
    assert told(table(options), PIK + "dodjem dodjem").phase == "play"


def test_kon_02_kontra_brings_in_who_did_not_follow() -> None:
    match = told(text=TREF + "ne dodjem sam kontra moze")
    view = match.view(0)
    assert view.followers == (1, 2)
    assert view.roles == ("declarer", "pulled_in", "kontras")


@pytest.mark.parametrize(("joint", "made"), [(4, False), (5, True)])
def test_kon_03_make_05_the_kontras_needs_five_together_and_answers_alone(joint: int, made: bool) -> None:
    done = outcome(tricks(told(text=TREF + "dodjem dodjem kontra moze"), 10 - joint, 0, joint))
    assert done.made == (not made, made, None)
    assert done.bule == ((-20, 20, 0) if not made else (20, 0, 0))
    assert supe(done) == {(1, 0): 20 * joint}


def test_kon_03_a_kontras_without_a_trick_writes_no_supe() -> None:
    done = outcome(tricks(told(text=TREF + "dodjem dodjem kontra moze"), 10, 0, 0))
    assert (done.bule, supe(done)) == ((-20, 20, 0), {})


def test_kon_03_the_quota_of_the_kontras_is_a_parameter() -> None:
    done = outcome(tricks(told(table({"kontra.quota": 4}), TREF + "dodjem dodjem kontra moze"), 6, 2, 2))
    assert done.made == (True, True, None)


def test_kon_03_own_unless_called_each_writes_his_own_tricks() -> None:
    options = {"kontra.supe_owner": "own_unless_called"}
    done = outcome(tricks(told(table(options), TREF + "dodjem dodjem kontra moze"), 5, 2, 3))
    assert supe(done) == {(1, 0): 40, (2, 0): 60}
    done = outcome(tricks(told(table(options), TREF + "dodjem ne zajedno idem kontra moze"), 5, 2, 3))
    assert supe(done) == {(1, 0): 40}, "a called player writes nothing"


@pytest.mark.parametrize("owner", ["kontras_all", "own_unless_called"])
@pytest.mark.parametrize("words", ["dodjem dodjem kontra", "dodjem ne sam kontra", "dodjem ne zajedno idem kontra"])
def test_kon_03_the_sentence_about_the_other_defender_says_whether_he_writes(owner: str, words: str) -> None:
    match = told(table({"kontra.supe_owner": owner}), f"{TREF}{words} moze")
    done = outcome(tricks(match, 5, 2, 3))
    about = next(reason for reason in done.reasons if reason.seat == 2 and reason.about == "role")
    assert ("writes" in about.text("ABC").en) == ((2, 0) not in supe(done))


@pytest.mark.parametrize("value", ["each", "kontras_all"])
def test_sco_05_the_sentence_about_the_other_defender_of_a_betl_says_whether_he_writes(value: str) -> None:
    match = told(table({"betl.kontra_supe": value}), "2 dalje dalje skart ? ? betl kontra moze")
    done = outcome(tricks(match, 1, 4, 5))
    about = next(reason for reason in done.reasons if reason.seat == 2 and reason.about == "role")
    assert ("writes" in about.text("ABC").en) == ((2, 0) not in supe(done))


def test_kon_04_the_ladder_alternates_and_each_step_may_be_declined() -> None:
    match = told(text=TREF + "dodjem dodjem moze kontra")
    ladder = [(0, "rekontra", 4), (2, "subkontra", 8), (0, "mortkontra", 16)]
    factor = 2
    for seat, word, worth in ladder:
        assert (match.to_act, legal(match)) == (seat, [word, "moze"])
        declined = say(match, "moze")
        assert (declined.phase, declined.view(0).kontra) == ("play", factor)
        match, factor = say(match, word), worth
    assert (match.phase, match.view(0).kontra) == ("play", 16)
    assert outcome(tricks(match, 6, 2, 2)).bule == (-160, 0, 160)


@pytest.mark.parametrize(
    ("highest", "words"), [(2, "kontra"), (4, "kontra rekontra"), (8, "kontra rekontra subkontra")]
)
def test_kon_04_the_ladder_ends_where_the_table_says(highest: int, words: str) -> None:
    match = told(table({"kontra.max": highest}), TREF + "dodjem dodjem " + words)
    assert (match.phase, match.view(0).kontra) == ("play", highest)


def test_kon_05_all_is_decided_before_the_first_card() -> None:
    assert refused(told(text=TREF + "dodjem dodjem"), "SA") == "KON-01"
    assert refused(say(dealt(), "2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze"), "kontra") == "PLAY-01"


def test_kon_06_kontra_and_refa_multiply() -> None:
    match = told(table(refas=(1, 1, 1), refa_written=1), TREF + "dodjem dodjem kontra moze")
    done = outcome(tricks(match, 6, 2, 2))
    assert (done.kontra, done.refa, done.bule) == (2, 2, (-40, 40, 0))
    assert "KON-06" in cited(done)


@pytest.mark.parametrize(("own", "bule"), [(0, (-24, 24, 0)), (1, (24, 0, 0))])
def test_kon_07_in_betl_the_kontras_falls_when_the_declarer_makes(own: int, bule: tuple[int, ...]) -> None:
    match = told(text="2 dalje dalje skart ? ? betl kontra moze")
    assert outcome(tricks(match, own, 5, 5 - own)).bule == bule


def test_kon_07_tricks5_is_the_literal_reading_for_betl() -> None:
    options = {"betl.kontras_test": "tricks5", "end.betl_first_trick": False}
    match = told(table(options), "2 dalje dalje skart ? ? betl kontra moze")
    assert outcome(tricks(match, 0, 5, 5)).made == (True, True, None)
    assert outcome(tricks(match, 6, 2, 2)).made == (False, False, None)


def test_kon_08_sub_by_any_defender_asks_the_kontras_first() -> None:
    words = TREF + "dodjem dodjem kontra rekontra"
    assert say(told(text=words), "moze").phase == "play"
    match = told(table({"kontra.sub_by": "any_defender"}), words)
    assert match.to_act == 1
    match = say(match, "moze")
    assert (match.to_act, legal(match)) == (2, ["subkontra", "moze"])
    assert say(match, "subkontra").view(0).kontras == 1


def test_kon_08_the_giver_of_subkontra_may_take_over_the_responsibility() -> None:
    options = {"kontra.sub_by": "any_defender", "kontra.sub_responsibility": "sub_giver"}
    match = told(table(options), TREF + "dodjem dodjem kontra rekontra moze subkontra moze")
    assert match.view(0).kontras == 2
    assert outcome(tricks(match, 6, 2, 2)).bule == (-80, 0, 80)


def test_kon_09_a_first_defender_who_said_no_may_come_back_with_a_kontra() -> None:
    assert told(text=TREF + "ne dodjem sam").to_act == 2
    match = told(table({"kontra.reactivate": True}), TREF + "ne dodjem sam")
    assert match.to_act == 1
    assert say(match, "kontra moze").view(0).kontras == 1
    assert say(match, "moze").to_act == 2
    called = told(table({"kontra.reactivate": True}), TREF + "ne dodjem zajedno idem")
    assert called.to_act == 2, "a called player may not (CALL-05)"
    assert told(table({"kontra.reactivate": True}), TREF + "dodjem ne sam moze").phase == "play"


SURE = "S7 S9 SJ D7 D9 DJ H7 H9 HJ C7"


@pytest.mark.parametrize("igra", [False, True])
def test_kon_10_no_rekontra_on_a_sure_betl(igra: bool) -> None:
    hand = Hand.parse(SURE).mask
    rest = [number for number in range(32) if not hand >> number & 1]
    deal = cards(
        str(Hand(sum(1 << number for number in rest[:10]))),
        str(Hand(hand)),
        str(Hand(sum(1 << number for number in rest[10:20]))),
    )
    talon = " ".join(Hand(deal.talon).texts)
    words = "dalje betl dalje kontra" if igra else f"dalje 2 dalje skart {talon} betl kontra"
    match = say(dealt(table({"kontra.betl_rekontra": "not_if_uver"}), deal), words)
    assert (match.to_act, legal(match)) == (1, ["moze"])
    assert refused(match, "rekontra") == "KON-10"
    assert legal(say(dealt(table(), deal), words)) == ["rekontra", "moze"]


def test_kon_10_only_a_sure_betl_and_only_known_cards_count() -> None:
    options = {"kontra.betl_rekontra": "not_if_uver"}
    assert legal(say(dealt(table(options)), "dalje betl dalje kontra")) == ["rekontra", "moze"]
    assert legal(told(table(options), "dalje betl dalje kontra")) == ["rekontra", "moze"]
    assert legal(told(table(options), TREF + "dodjem dodjem kontra")) == ["rekontra", "moze"]


@pytest.mark.parametrize(
    ("holding", "safe"),
    [
        ("7.7.7.7", True),
        ("97.J97.KJ97.7", True),
        ("AKJ97...", True),
        ("8...", False),
        ("98...", False),
        (".T7..", False),
        ("..Q97.", False),
        ("...AJ97", False),
    ],
)
def test_kon_10_the_position_test(holding: str, safe: bool) -> None:
    assert suits_safe(Hand.parse(holding).mask) == safe
    assert is_sure(Hand.parse(holding).mask, leads=False) == safe


def test_kon_10_when_the_declarer_leads_sure_looking_hands_fall() -> None:
    prb3 = Hand.parse("S7 S9 H7 H9 C7 C8 C9 CT CJ CQ").mask
    uver = Hand.parse("S7 S9 ST SJ SQ SK H7 H9 HT HJ").mask
    for hand in (prb3, uver):
        assert suits_safe(hand)
        assert not is_sure(hand, leads=True)


def test_kon_10_a_lead_is_sure_when_it_must_be_overtaken() -> None:
    hand = Hand.parse("S7 D7 D9 DJ H7 H9 HJ C7 C9 CJ").mask
    assert is_sure(hand, leads=True), "the solo seven: seven spades are outside, two of them may lie in the talon"
    eight = Hand.parse("S8 D7 D9 DJ H7 H9 HJ C7 C9 CJ").mask
    assert not is_sure(eight, leads=True), "the seven may be below"
    assert is_sure(eight, leads=True, away=Hand.parse("S7 SA").mask), "unless it was put away"


def test_kon_10_a_lead_into_a_suit_that_both_may_lack_is_not_sure() -> None:
    long = Hand.parse("S7 S8 S9 ST SJ SQ D7 D9 DJ H7").mask
    assert not is_sure(long & ~Hand.parse("D7 D9 DJ H7").mask | Hand.parse("D8 D9 DJ H8").mask, leads=True)
    only_two = Hand.parse("S7 S8 S9 ST SJ SQ").mask
    assert not is_sure(only_two, leads=True), "king and ace may lie in the talon"
    assert is_sure(only_two, leads=True, away=Hand.parse("D7 D8").mask)


def test_kon_11_a_caller_may_give_kontra_and_answers_for_five() -> None:
    match = told(text=TREF + "dodjem ne zajedno idem kontra moze")
    assert match.view(0).roles == ("declarer", "kontras", "called")
    assert outcome(tricks(match, 6, 3, 1)).bule == (-20, 20, 0)


def test_kon_11_after_a_refused_call_the_lone_follower_may_give_kontra() -> None:
    match = told(text=TREF + "dodjem ne zajedno necu kontra moze")
    assert match.view(0).followers == (1, 2)
    assert match.view(0).roles == ("declarer", "kontras", "pulled_in")


def test_kon_12_who_said_moze_is_not_asked_again() -> None:
    match = told(text=TREF + "dodjem dodjem moze kontra rekontra")
    assert match.to_act == 2
    assert say(match, "moze").phase == "play"


def test_pik_01_standard_pik_is_played_only_with_kontra() -> None:
    assert told(text=PIK + "dodjem dodjem kontra moze").phase == "play"
    done = outcome(told(text=PIK + "dodjem dodjem moze moze"))
    assert (done.kind, done.tricks, done.bule, done.refa_written) == ("pik_no_kontra", None, (0, 0, 0), True)
    assert done.followers == (1, 2)
    assert "PIK-01" in cited(done)
    assert told(text="igra dalje dalje pik dodjem dodjem moze moze").phase == "play"


@pytest.mark.parametrize("options", [{"pik.needs_kontra": False}, {"pik.no_kontra": "played"}])
def test_pik_01_pik_may_be_an_ordinary_game(options: dict[str, object]) -> None:
    assert told(table(options), PIK + "dodjem dodjem moze moze").phase == "play"
    assert outcome(told(table(options), PIK + "ne ne")).bule == (-4, 0, 0)


def test_pik_02_nobody_following_is_no_kontra_either() -> None:
    done = outcome(told(text=PIK + "ne ne"))
    assert (done.kind, done.bule, done.refa_written) == ("nobody_follows", (0, 0, 0), True)
    assert outcome(told(text=PIK + "dodjem ne sam moze")).kind == "pik_no_kontra"


HAT, NOBODY = (20, -4, 30), (20, 4, 30)
DECLARER_HAT = (-6, 20, 30)
#: value of pik.no_kontra, more options, bule, refas written of two -> (bule of the declarer, refa written)
TREE = [
    ("srpski_tree", {}, HAT, 0, -4, False),
    ("srpski_tree", {}, NOBODY, 1, 0, True),
    ("srpski_tree", {}, NOBODY, 2, 0, False),
    ("refa_else_pass", {}, NOBODY, 1, 0, True),
    ("refa_else_pass", {}, NOBODY, 2, -4, False),
    ("refa_else_pass", {}, HAT, 0, -4, False),
    ("refa_else_pass", {"pik.pass_when": "declarer_in_hat_only"}, HAT, 0, 0, False),
    ("refa_else_pass", {"pik.pass_when": "declarer_in_hat_only"}, DECLARER_HAT, 0, -4, False),
    ("refa_or_gift_in_hat", {}, DECLARER_HAT, 0, -4, False),
    ("refa_or_gift_in_hat", {}, HAT, 0, 0, False),
    ("refa_or_gift_in_hat", {}, NOBODY, 0, 0, True),
    ("any_in_hat", {}, HAT, 0, -4, False),
    ("any_in_hat", {}, NOBODY, 2, 0, False),
    ("pass", {}, NOBODY, 0, -4, False),
]


@pytest.mark.parametrize("words", ["dodjem dodjem moze moze", "ne ne"])
@pytest.mark.parametrize(("value", "more", "bule", "written", "change", "writes"), TREE)
def test_pik_03_the_tree(
    words: str, value: str, more: dict[str, object], bule: tuple[int, ...], written: int, change: int, writes: bool
) -> None:
    match = told(table({"pik.no_kontra": value, **more}, bule=bule, refa_written=written), PIK + words)
    done = outcome(match)
    assert (done.bule, done.refa_written, done.supe) == ((change, 0, 0), writes, ())
    assert match.sheet.refa_written == written + writes
    assert "PIK-03" in cited(done)


def test_pik_03_a_refa_is_neither_used_nor_spent_in_the_srpski_tree() -> None:
    match = told(table({"refa.use_blocked_by_hat": False}, bule=HAT, refas=(1, 1, 1), refa_written=1), PIK + "ne ne")
    assert outcome(match).bule == (-4, 0, 0)
    assert match.sheet.refa_available == (1, 1, 1)


def test_pik_04_elsewhere_an_unblocked_refa_doubles_the_credited_pik() -> None:
    options = {"pik.no_kontra": "pass"}
    match = told(table(options, refas=(1, 1, 1), refa_written=1), PIK + "dodjem dodjem moze moze")
    assert outcome(match).bule == (-8, 0, 0)
    assert match.sheet.refa_available == (0, 1, 1)


def test_pik_04_the_credit_never_takes_more_than_is_left() -> None:
    match = told(table(bule=(6, 6, -10)), PIK + "ne ne")
    assert (outcome(match).bule, outcome(match).reduced) == ((-2, 0, 0), True)
    assert match.result is not None


def test_ref_06_a_pik_that_is_not_scored_spends_no_refa() -> None:
    match = told(table(refas=(1, 1, 1), refa_written=1), PIK + "dodjem dodjem moze moze")
    assert match.sheet.refa_available == (2, 2, 2)
