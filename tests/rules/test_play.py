"""Lead, tricks, early end and claims (preferans.md section 10)."""

from __future__ import annotations

import pytest

from kibic.cards import Hand, SeededRandom, mask_of
from kibic.game import HOUSE, IllegalAction
from kibic.games.preferans import Match
from kibic.games.preferans.actions import Claim, Tricks
from kibic.tricks import beating, playable, winner
from tests.rules.deals import card, dealt, happen, legal, outcome, refused, say, supe, table, told, tricks

KARO = "2 dalje dalje skart C8 C7 karo dodjem dodjem moze moze"


def karo(options: dict[str, object] | None = None) -> Match:
    return say(dealt(table(options)), KARO)


def leader(words: str, options: dict[str, object] | None = None, dealer: int = 2) -> int | None:
    match = told(table(options, dealer=dealer), words)
    assert match.phase == "play"
    return match.view(0).leader


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_lead_01_p1_leads_in_suit_games_whether_declarer_or_not(dealer: int) -> None:
    first = (dealer + 1) % 3
    assert leader("2 dalje dalje skart ? ? tref dodjem dodjem moze moze", dealer=dealer) == first
    assert leader("dalje 2 dalje skart ? ? tref dodjem dodjem moze moze", dealer=dealer) == first
    assert leader("dalje 2 dalje skart ? ? betl moze moze", dealer=dealer) == first


def test_lead_01_who_does_not_take_part_does_not_lead() -> None:
    assert leader("dalje 2 dalje skart ? ? tref dodjem ne sam moze") == 1
    assert leader("dalje dalje 2 skart ? ? tref ne dodjem sam moze") == 1


def test_lead_01_the_first_bidder_of_a_number_may_lead_instead() -> None:
    options: dict[str, object] = {"lead.suit": "first_number_bidder", "lead.betl": "first_number_bidder"}
    assert leader("dalje 2 3 dalje skart ? ? tref dodjem dodjem moze moze", options) == 1
    assert leader("dalje 2 3 dalje skart ? ? tref dodjem ne sam moze", options) == 2, "seat 1 does not take part"
    assert leader("dalje 2 3 dalje skart ? ? betl moze moze", options) == 1
    assert leader("igra dalje dalje tref dodjem dodjem moze moze", options) == 0, "an igra voids the numbers"


def test_lead_01_the_declarer_may_lead_instead() -> None:
    assert leader("dalje 2 dalje skart ? ? tref dodjem dodjem moze moze", {"lead.suit": "declarer"}) == 1


def test_lead_02_sans_is_led_by_the_defender_before_the_declarer() -> None:
    assert leader("2 dalje dalje skart ? ? sans dodjem dodjem moze moze") == 2
    assert leader("dalje 2 dalje skart ? ? sans dodjem dodjem moze moze") == 0
    assert leader("dalje sans dalje dodjem dodjem moze moze") == 0
    assert leader("preferans dalje dalje moze moze", {"auc.max": 8}) == 2


def test_lead_02_the_only_defender_leads_wherever_he_sits() -> None:
    assert leader("2 dalje dalje skart ? ? sans dodjem ne sam moze") == 1
    assert leader("2 dalje dalje skart ? ? sans ne dodjem sam moze") == 2


def test_lead_02_the_declarer_may_lead_to_sans() -> None:
    assert leader("2 dalje dalje skart ? ? sans dodjem dodjem moze moze", {"lead.sans": "declarer"}) == 0


def test_play_01_the_leader_plays_any_card_and_the_winner_leads_next() -> None:
    match = karo()
    assert len(legal(match)) == 10
    assert refused(match, "SK") == "PLAY-01"
    match, events = happen(match, "HQ HK HJ")
    assert match.to_act == 1
    assert [type(event).__name__ for event in events] == ["Played", "Played", "Played", "TrickTaken"]
    assert match.view(0).taken == (0, 1, 0)


def test_play_02_follow_suit() -> None:
    match = say(karo(), "SA")
    assert legal(match) == ["SK", "ST", "S9"]
    assert refused(match, "HA") == "PLAY-02"
    refusals = {item.word: item.rule for item in match.view(1).refused}
    assert refusals["HA"] == "PLAY-02"
    assert "SK" not in refusals


def test_play_02_void_of_the_suit_a_trump_must_be_played() -> None:
    match = say(karo(), "SA SK SJ S7 S9")
    assert legal(match) == ["DJ"]
    assert refused(match, "H8") == "PLAY-02"
    assert match.view(2).refused, "the table says why the other cards are dimmed"


def test_play_02_without_a_trump_anything_goes() -> None:
    match = say(karo(), "SA SK SJ DA DQ DJ S7 S9")
    assert legal(match) == ["HJ", "HT", "H9", "H8", "CA", "CJ", "CT", "C9"]


def test_play_02_must_trump_can_be_off() -> None:
    match = say(karo({"play.must_trump": False}), "SA SK SJ S7 S9")
    assert "H8" in legal(match)
    assert match.view(2).refused == ()


def test_play_02_must_overtake() -> None:
    match = say(karo({"play.must_overtake": True}), "S8")
    assert legal(match) == ["SK", "ST", "S9"]
    match = say(karo({"play.must_overtake": True}), "SQ")
    assert legal(match) == ["SK"]
    assert refused(match, "S9") == "PLAY-02"
    assert legal(say(karo(), "SQ")) == ["SK", "ST", "S9"]
    assert legal(say(karo({"play.must_overtake": True}), "SA")) == ["SK", "ST", "S9"], "nothing beats the ace"


@pytest.mark.parametrize(
    ("cards", "trump", "wins"),
    [
        ("HA H7 H9", None, 0),
        ("HA H7 S7", 0, 2),
        ("H7 S7 S8", 0, 2),
        ("H7 SA CA", None, 0),
        ("H7 CA H8", 0, 2),
        ("S7 HA S8", 0, 2),
    ],
)
def test_play_03_crd_03_the_highest_trump_else_the_highest_of_the_led_suit(
    cards: str, trump: int | None, wins: int
) -> None:
    assert winner([card(text) for text in cards.split()], trump) == wins


def test_play_03_helpers_agree_on_what_beats_what() -> None:
    hand = Hand.parse("S8 SA H7 C7").mask
    assert Hand(beating(hand, card("S9"), None)).texts == ["SA"]
    assert Hand(beating(hand, card("S9"), 2)).texts == ["SA", "H7"]
    assert playable(hand, None, 0) == hand
    assert playable(hand, 1, None) == hand
    assert Hand(playable(hand, 1, 2)).texts == ["H7"]
    assert playable(hand, 1, 2, must_trump=False) == hand


def test_play_04_ten_tricks_of_two_or_three_cards() -> None:
    rng = SeededRandom("play-04")
    for words, size in ((KARO, 3), ("2 dalje dalje skart C8 C7 karo dodjem ne sam moze", 2)):
        match = say(dealt(), words)
        while match.phase == "play":
            match, _ = match.apply(match.legal().sample(rng))
        done = outcome(match)
        assert done.tricks is not None
        assert sum(done.tricks) == 10
        assert [len(trick.cards) for trick in done.play] == [size] * 10
        won = [trick.winner for trick in done.play]
        assert tuple(won.count(seat) for seat in range(3)) == done.tricks


def test_play_04_told_tricks_must_be_a_possible_result() -> None:
    match = told(text="2 dalje dalje skart ? ? karo dodjem ne sam moze")
    assert (match.to_act, match.phase, legal(match)) == (HOUSE, "play", [])
    assert match.agreements() == ()
    assert match.hand is not None
    assert match.hand.phase.legal(match.hand.dealt) == ()
    for text in ("6 3 1", "6 3 0", "11 0 0", "6 4", "6 4 0 0"):
        assert refused(match, f"tricks {text}") == "PLAY-04", text
    assert Tricks((11, -1, 0)) not in match.legal()
    assert refused(match, "SA") == "PLAY-01"
    assert refused(match, "ostalo 3") == "PLAY-01"
    with pytest.raises(IllegalAction, match="not told"):
        match.apply(Claim(3))
    assert Tricks((6, 4, 0)) in match.legal()
    assert "tricks 6 4 0" not in match.legal()
    assert match.legal().sample(SeededRandom("told")) in match.legal()
    assert outcome(tricks(match, 6, 4, 0)).tricks == (6, 4, 0)


def test_play_04_tricks_told_in_the_middle_of_the_play_may_not_take_back_any() -> None:
    match = say(karo(), "SA SK SJ")
    assert refused(match, "tricks 0 5 5") == "PLAY-04"
    assert outcome(tricks(match, 6, 2, 2)).tricks == (6, 2, 2)


def test_play_05_taken_tricks_are_counted_for_everybody() -> None:
    match = say(karo(), "SA SK SJ DA DQ DJ")
    assert [match.view(viewer).taken for viewer in (-2, 0, 1, 2)] == [(2, 0, 0)] * 4


def test_end_01_the_hand_stops_when_the_defence_has_five() -> None:
    words = "2 dalje dalje skart ? ? karo dodjem dodjem moze moze"
    match = told(table({"end.stop_at_5": True}), words)
    for text in ("3 3 3", "4 3 3", "2 2 2"):
        assert refused(match, f"tricks {text}") == "PLAY-04"
    assert outcome(tricks(match, 3, 3, 2)).tricks == (3, 3, 2)
    assert outcome(tricks(match, 5, 3, 2)).tricks == (5, 3, 2)
    assert refused(told(text=words), "tricks 3 3 2") == "PLAY-04"


def test_end_01_in_the_play_itself() -> None:
    match = say(dealt(table({"end.stop_at_5": True})), "igra dalje dalje tref dodjem dodjem moze moze")
    rng = SeededRandom("end")
    while match.phase == "play":
        match, _ = match.apply(match.legal().sample(rng))
    done = outcome(match)
    assert done.tricks is not None
    assert done.tricks[1] + done.tricks[2] == 5
    assert sum(done.tricks) < 10


def test_end_02_betl_stops_with_the_declarers_first_trick() -> None:
    betl = "2 dalje dalje skart C8 C7 betl moze moze"
    done = outcome(say(dealt(), f"{betl} SA SK SJ"))
    assert (done.bule, done.tricks) == ((12, 0, 0), (1, 0, 0))
    assert supe(done) == {(1, 0): 60, (2, 0): 60}
    on = say(dealt(table({"end.betl_first_trick": False})), f"{betl} SA SK SJ")
    assert on.phase == "play"


def test_end_02_preferans_stops_with_the_first_trick_of_the_defence() -> None:
    options = {"auc.max": 8}
    words = "preferans dalje dalje moze moze HJ"
    done = outcome(say(dealt(table(options)), f"{words} HQ HA"))
    assert (done.bule, done.tricks) == ((18, 0, 0), (0, 1, 0))
    on = say(dealt(table({**options, "end.betl_first_trick": False})), f"{words} HQ HA")
    assert on.phase == "play"
    goes_on = say(dealt(table(options)), f"{words} HQ HK")
    assert goes_on.outcomes, "the king took it"


def test_end_02_preferans_goes_on_while_the_declarer_takes_everything() -> None:
    match = say(dealt(table({"auc.max": 8})), "preferans dalje dalje moze moze SJ SA S9")
    assert (match.phase, match.view(0).taken) == ("play", (1, 0, 0))


@pytest.mark.parametrize(
    ("words", "good", "bad"),
    [
        ("betl dalje dalje moze moze", ("1 4 5", "1 0 0", "1 5 3", "0 5 5"), ("0 5 4", "2 3 4")),
        ("preferans dalje dalje moze moze", ("9 1 0", "0 0 1", "10 0 0", "3 1 0"), ("9 0 0", "3 2 1")),
    ],
)
def test_end_02_told_tricks_of_a_game_that_stops_early(words: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    match = told(table({"auc.max": 8}), words)
    for text in good:
        taken = tuple(map(int, text.split()))
        assert outcome(tricks(match, *taken)).tricks == taken
    for text in bad:
        assert refused(match, f"tricks {text}") == "PLAY-04"


def test_end_03_the_rest_can_be_settled_by_agreement() -> None:
    match = say(karo(), "SA SK SJ")
    assert [action.word for action in match.agreements()] == ["ostalo 9"]
    assert refused(match, "ostalo 10") == "END-03"
    assert refused(match, "ostalo 8") == "END-03", "two followers write their own tricks"
    done = outcome(say(match, "ostalo 9"))
    assert done.tricks == (10, 0, 0)


@pytest.mark.parametrize(
    ("words", "taken", "written"),
    [
        ("2 dalje dalje skart C8 C7 karo dodjem ne sam moze", (7, 3, 0), {(1, 0): 18}),
        ("2 dalje dalje skart C8 C7 karo ne dodjem zajedno idem moze", (7, 0, 3), {(2, 0): 18}),
        ("2 dalje dalje skart C8 C7 karo dodjem dodjem moze kontra moze", (7, 0, 3), {(2, 0): 36}),
    ],
)
def test_end_03_where_one_player_writes_for_the_defence_any_number_can_be_claimed(
    words: str, taken: tuple[int, ...], written: dict[tuple[int, int], int]
) -> None:
    match = say(dealt(), words)
    assert len(match.agreements()) == 11
    done = outcome(say(match, "ostalo 7"))
    assert (done.tricks, supe(done)) == (taken, written)


def test_end_03_a_claim_stops_at_five_where_the_hand_does() -> None:
    match = say(dealt(table({"end.stop_at_5": True})), "2 dalje dalje skart C8 C7 karo dodjem ne sam moze")
    assert outcome(say(match, "ostalo 2")).tricks == (2, 5, 0)


def test_end_03_betl_can_be_claimed() -> None:
    match = say(dealt(), "2 dalje dalje skart C8 C7 betl moze moze")
    assert outcome(say(match, "ostalo 0")).bule == (-12, 0, 0)
    assert dealt(table()).agreements() == ()


def test_cards_are_never_lost_or_doubled_in_the_play() -> None:
    match = say(karo(), "SA SK SJ DA")
    view = match.view(0)
    seen = mask_of(number for trick in (*view.played, view.trick) for _, number in trick.cards)
    left = [match.view(seat).own for seat in range(3)]
    assert sum(left) + seen + Hand.parse("C8 C7").mask == (1 << 32) - 1
