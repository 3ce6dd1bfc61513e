"""Whist, summons and play of levels (section 21: POL-04 to POL-07, POL-11, POL-12)."""

from __future__ import annotations

import pytest

from kibic.cards import Hand
from kibic.game import HOUSE, KIBITZER
from kibic.games.preferans import GAME, LevelMatch
from kibic.games.preferans.levels.events import LaidOpen
from tests.rules.level_tables import BLIND_6, SPADES_6, dealt, happen, legal, refused, say, scored, told

OPEN = SPADES_6 + "wist pas widno "


def open_hand(match: LevelMatch, viewer: int, seat: int) -> list[str] | None:
    """The cards of ``seat`` as ``viewer`` sees them."""
    mask = match.view(viewer).hands[seat]
    return None if mask is None else Hand(mask).texts


def play_on(match: LevelMatch) -> LevelMatch:
    """The match after the first legal card each time, to the end of the hand."""
    while match.phase == "play":
        match, _ = match.apply(match.legal().listed()[0])
    return match


def test_pol_04_each_opponent_whists_or_passes_the_declarers_left_first() -> None:
    match = dealt(SPADES_6)
    assert (match.phase, match.to_act, legal(match)) == ("following", 1, ["wist", "pas"])
    assert refused(match, "sam") == "POL-04"
    match = say(match, "wist")
    assert match.to_act == 2
    match = say(match, "wist")
    assert match.phase == "play"
    assert match.view(0).followers == (1, 2)
    assert match.view(KIBITZER).roles == ("declarer", "follower", "follower")
    other = dealt("pas 6S pas skart SK C8 6S")
    assert (other.to_act, say(other, "pas").to_act) == (2, 0)


@pytest.mark.parametrize(("level", "owed"), [(6, 2), (7, 1), (8, 1), (9, 1), (10, 0)])
def test_pol_04_quota_of_a_whister(level: int, owed: int) -> None:
    assert dealt().rules.level.owed(level, summoned=False) == owed


@pytest.mark.parametrize(("level", "owed"), [(6, 4), (7, 2), (8, 1), (9, 1), (10, 0)])
def test_pol_05_quota_of_who_summons(level: int, owed: int) -> None:
    assert dealt().rules.level.owed(level, summoned=True) == owed


def test_pol_04_at_level_ten_nobody_is_asked_and_nothing_is_owed() -> None:
    match = told("6S pas pas skart ? ? 10D")
    assert match.phase == "play"
    assert match.to_act == HOUSE
    assert match.view(1).active == (0, 1, 2)
    done = scored("6S pas pas skart ? ? 10D", 10, 0, 0)
    assert (done.made, done.points) == ((True, None, None), (50, 0, 0))
    assert done.roles == ("declarer", "follower", "follower")
    done = scored("6S pas pas skart ? ? 10D", 7, 3, 0)
    assert done.points == (-150, 300, 150)


def test_pol_05_a_lone_whister_plays_alone_or_summons_dark_or_open() -> None:
    match = dealt(SPADES_6 + "pas wist")
    assert (match.phase, match.to_act, legal(match)) == ("calling", 2, ["sam", "ciemno", "widno"])
    assert refused(match, "wist") == "POL-05"
    alone = say(match, "sam")
    assert alone.view(0).active == (0, 2)
    assert alone.view(0).roles == ("declarer", "out", "follower")
    dark = say(match, "ciemno")
    assert dark.view(0).active == (0, 1, 2)
    assert dark.view(0).roles == ("declarer", "called", "caller")
    assert (dark.view(0).caller, dark.view(0).called, dark.view(0).summon) == (2, 1, "dark")
    assert dark.view(0).followers == (1, 2)


def test_pol_05_without_calls_a_lone_whister_plays_alone() -> None:
    match = dealt(SPADES_6 + "pas wist", {"call.enabled": False})
    assert match.phase == "play"
    assert match.view(0).active == (0, 2)


def test_pol_05_in_the_dark_the_partner_plays_his_own_cards() -> None:
    match = dealt(SPADES_6 + "wist pas ciemno SA SK")
    assert match.to_act == match.view(2).turn == 2
    assert match.view(0).open_hand is None
    assert open_hand(match, 0, 2) is None


def test_pol_05_an_open_hand_is_laid_down_after_the_first_card_and_played_by_the_summoner() -> None:
    match = dealt(OPEN)
    for viewer in (0, 1, KIBITZER):
        assert open_hand(match, viewer, 2) is None, "nothing is shown before the first card"
    match, events = happen(match, "SA")
    laid = [event for event in events if isinstance(event, LaidOpen)]
    assert [(event.seat, Hand(event.cards)) for event in laid] == [(2, Hand.parse("J.J.JT98.AJT9"))]
    for viewer in (0, 1, 2, KIBITZER):
        shown = open_hand(match, viewer, 2)
        assert shown is not None
        assert len(shown) == 10
        assert match.view(viewer).open_hand == 2
        assert open_hand(match, viewer, 1) is None or viewer == 1
    match = say(match, "SK")
    assert (match.view(0).turn, match.to_act) == (2, 1)
    assert legal(match) == ["SJ"]
    assert match.view(2).legal == ()
    assert [action.word for action in match.view(1).legal] == ["SJ"]
    assert match.view(1).refused[0].rule == "PLAY-02"
    assert refused(match, "CA") == "PLAY-02"
    assert refused(match, "S9") == "PLAY-01"
    after, events = happen(match, "SJ")
    assert not [event for event in events if isinstance(event, LaidOpen)]
    assert after.to_act == 0
    done = play_on(after).outcomes[-1]
    assert done.summon == "open"
    assert sum(done.tricks or ()) == 10


def test_pol_05_the_partner_plays_the_very_first_card_himself() -> None:
    """Where the rules let another than the declarer lead, nothing lies open before the first card."""
    match = dealt("pas pas 6S skart SJ DJ 6S pas wist widno", {"lead.suit": "p1"})
    assert (match.phase, match.view(0).called, match.to_act) == ("play", 0, 0)
    match, events = happen(match, legal(match)[0])
    assert [event.seat for event in events if isinstance(event, LaidOpen)] == [0]


def test_pol_06_nobody_whists_and_the_declarer_has_made() -> None:
    done = dealt("7H pas pas skart C8 C7 8H pas pas").outcomes[-1]
    assert (done.kind, done.points, done.tricks) == ("nobody_follows", (30, 0, 0), None)
    assert done.made == (True, None, None)
    assert done.roles == ("declarer", "out", "out")
    assert done.hands == (None, None, None)
    assert {rule for reason in done.reasons for rule in reason.rules} == {"POL-06", "POL-08"}


def test_pol_07_the_declarer_leads_any_card_and_void_must_trump() -> None:
    match = dealt("pas 6S pas skart SK C8 6H wist wist")
    assert match.to_act == 1
    assert len(legal(match)) == 10
    match = dealt(SPADES_6 + "wist wist")
    assert match.to_act == 0
    match = say(match, "DA D9 DJ DK DT")
    assert match.to_act == 2
    assert legal(match) == ["SJ"], "void of diamonds: the trump must be played"
    assert refused(match, "CA") == "PLAY-02"


def test_pol_07_there_is_no_duty_to_overtake() -> None:
    match = dealt(SPADES_6 + "wist wist S7")
    assert set(legal(match)) == {"SK", "ST", "S9"}


def test_pol_12_two_handed_play_and_no_trump_are_led_by_the_declarer() -> None:
    match = dealt("6NT pas pas skart C8 C7 6NT pas wist sam")
    assert match.to_act == 0
    match = say(match, "DA DJ")
    assert match.view(0).taken == (1, 0, 0)
    assert match.to_act == 0
    assert match.view(0).trump is None
    assert sum(play_on(match).outcomes[-1].tricks or ()) == 10
    first = dealt("6NT pas pas skart C8 C7 6NT pas wist sam", {"lead.sans": "before_declarer"})
    assert first.to_act == 2


def test_end_03_a_claim_gives_the_rest_to_the_declarer_or_to_one_defender() -> None:
    two = dealt(SPADES_6 + "wist wist SA SK SJ")
    assert [action.word for action in two.agreements()] == ["ostalo 9"]
    assert refused(two, "ostalo 3") == refused(two, "ostalo 11") == "END-03"
    assert say(two, "ostalo 9").outcomes[-1].tricks == (10, 0, 0)
    alone = dealt(SPADES_6 + "wist pas sam SA SK")
    assert len(alone.agreements()) == 10
    assert say(alone, "ostalo 4").outcomes[-1].tricks == (5, 5, 0)
    summoned = dealt(SPADES_6 + "wist pas ciemno SA SK SJ")
    assert say(summoned, "ostalo 4").outcomes[-1].tricks == (5, 5, 0)
    assert refused(summoned, "wist") == "PLAY-01"


def test_play_04_told_tricks_are_ten_and_only_of_those_who_play() -> None:
    match = told(BLIND_6 + "wist pas sam")
    assert match.agreements() == ()
    assert legal(match) == []
    for wrong in ("tricks 6 3 1", "tricks 6 3 0", "tricks 6 4", "tricks 11 0 0"):
        assert refused(match, wrong) == "PLAY-04"
    assert refused(match, "SA") == "PLAY-01"
    after, events = match.apply(GAME.parse(match, "tricks 6 4 0"))
    assert after.outcomes[-1].tricks == (6, 4, 0)
    assert [type(event).__name__ for event in events] == ["LevelHandOver"]
    begun = dealt(SPADES_6 + "wist wist SA SK SJ")
    assert refused(begun, "tricks 0 5 5") == "PLAY-04"
    end, _ = begun.apply(GAME.parse(begun, "tricks 5 4 1"))
    assert end.outcomes[-1].hands != (None, None, None)
