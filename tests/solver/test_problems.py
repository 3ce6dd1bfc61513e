"""The problems of the sources with their values (strategy.md section 9, examples of kind position and lead)."""

import itertools

import pytest

from kibic.cards import DECK_32, Hand
from kibic.solver import Mode, Position, can_make, solve, solve_moves

DECLARER, RIGHT, LEFT = 0, 1, 2


def hand(text: str) -> int:
    return Hand.parse(text).mask


def position(mode: str, declarer: str, right: str, left: str, leader: int) -> Position:
    return Position((hand(declarer), hand(right), hand(left)), Mode[mode], DECLARER, leader)


def moves(asked: Position) -> dict[str, int]:
    return {DECK_32.text(card): value for card, value in solve_moves(asked).items()}


def test_prb2_a_six_tricks_with_karo_as_trump_where_the_defenders_hold_a_third_queen_and_a_third_king() -> None:
    # Seven in the text is an error; right still holds the king of spades.
    for spades in (("KJT", "9"), ("KJ9", "T"), ("KT9", "J")):
        asked = position("D", "AQ87.AK87.Q7.", f"{spades[0]}.T9.A.AJT9", f"{spades[1]}.QJ.KJT98.KQ", DECLARER)
        assert solve(asked) == 6


@pytest.mark.parametrize(
    ("right_spades", "left_spades", "tricks"),
    [("KT", "J9", 5), ("KJ", "T9", 5), ("K9", "JT", 5), ("KJT", "9", 6), ("KT9", "J", 6), ("KJ9", "T", 6)],
)
def test_prb2_b_against_four_trumps_it_takes_a_singleton_spade(
    right_spades: str, left_spades: str, tricks: int
) -> None:
    # Left has the kings of hearts and clubs, right the aces; every way to complete the hands is tried.
    for more in itertools.combinations(("HJ", "HT", "H9", "H8", "CJ", "CT", "C9", "C8"), 4 - len(left_spades)):
        left = ["DQ", "DJ", "DT", "D9", "HK", "CK", *more, *("S" + rank for rank in left_spades)]
        others = [suit + rank for suit in "HC" for rank in "AKJT98" if suit + rank not in left]
        right = [*others, *("S" + rank for rank in right_spades)]
        asked = position("D", "AQ87.AK87.Q7.", " ".join(right), " ".join(left), DECLARER)
        assert solve(asked) == tricks


def test_prb2_c_the_king_of_hearts_beats_him_and_a_club_lets_him_make() -> None:
    asked = position("S", "AQ87.K8.Q.", "..KJT.AKJT", "KJT.Q.9.98", RIGHT)
    found = moves(asked)
    assert 1 + found["HK"] == 5
    assert {1 + found[club] for club in ("CA", "CK", "CJ", "CT")} == {6}


def test_prb2_c_the_line_of_the_text_falls_with_either_diamond() -> None:
    # The text plays the seven of diamonds after the ace and names the king as no better; only hearts would make.
    asked = position("S", "AQ87.AK87.Q7.", "9.T.AKJT.AKJT", "KJT.QJ9.98.98", DECLARER)
    for text in ("DA", "DT", "D9"):
        asked = asked.play(DECK_32.parse(text))
    totals = {card: 1 + rest for card, rest in moves(asked).items()}
    assert (totals["D7"], totals["DK"]) == (5, 5)
    assert {card for card, tricks in totals.items() if tricks >= 6} == {"HQ", "H7"}


@pytest.mark.parametrize("high", list(itertools.combinations("JQKA", 2)))
def test_prb3_only_the_nine_of_hearts_makes_the_betl(high: tuple[str, str]) -> None:
    clubs = "T987" + "".join(high)
    for mine in (("KJT97", "AQ8"), ("AQJ97", "KT8")):
        right, left = f".{mine[0]}.AKQJ8.", f"AKQJT8.{mine[1]}.T."
        for order in ((right, left), (left, right)):
            asked = position("BETL", f"97..97.{clubs}", *order, DECLARER)
            found = moves(asked)
            assert found["H9"] == 0
            assert all(found[card] > 0 for card in ("C7", "C8", "C9", "CT", "S9", "S7", "H7"))


@pytest.mark.parametrize("leader", [DECLARER, RIGHT, LEFT])
def test_prb4_he_always_falls(leader: int) -> None:
    asked = position("C", "A.AK.KT.KQJT9", "QT8.QJ98.AQ9.", "KJ97..J87.A87", leader)
    assert not can_make(asked, 6)
    assert solve(asked) <= 5


def test_gul_betl_from_hand_makes_only_when_a_defender_leads() -> None:
    hands = ("KQJT97..JT97.", "A8.T987.AKQ8.", ".AKQJ..QJT987")
    assert min(moves(position("BETL", *hands, DECLARER)).values()) > 0
    for leader in (RIGHT, LEFT):
        assert can_make(position("BETL", *hands, leader), 0)


SPLITS = [cards for size in range(5) for cards in itertools.combinations("AKQT", size)]


@pytest.mark.parametrize("right_trumps", ["".join(cards) for cards in SPLITS])
def test_gul_lead_d2_drawing_trumps_fails_only_against_four_in_one_hand(right_trumps: str) -> None:
    # Trumps J987 with a solid side suit; both defenders can follow to diamonds until the trumps are gone.
    left_trumps = "".join(rank for rank in "AKQT" if rank not in right_trumps)
    rest = ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "CA", "CK", "CQ", "CJ", "C9", "C8", "C7"]
    right_rest = rest[: 10 - len(right_trumps) - 2]
    left_rest = rest[len(right_rest) : len(right_rest) + 10 - len(left_trumps) - 1]
    right = " ".join([*("H" + rank for rank in right_trumps), "DJ", "DT", *right_rest])
    left = " ".join([*("H" + rank for rank in left_trumps), "D9", *left_rest])
    found = moves(position("H", "DA DK DQ D8 D7 HJ H9 H8 H7 CT", right, left, DECLARER))
    draws = max(found[card] for card in ("HJ", "H9", "H8", "H7"))
    assert (draws >= 6) == (max(len(right_trumps), len(left_trumps)) < 4)


def test_gul_lead_d1_with_akj_the_ace_then_the_jack() -> None:
    # The third queen is out: after the ace, the jack drives it out and the nine is good.
    asked = position(
        "C", "SA HA HK HJ H9 CA CQ C8 C7 DT", "HQ HT H8 SK SQ CK CT DA DK D9", "H7 SJ ST S9 CJ C9 DJ D8 D7 S8", 0
    )
    found = moves(asked)
    assert found["HA"] == max(found.values())
