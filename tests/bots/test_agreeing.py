"""What the rule bot agrees to."""

from __future__ import annotations

from kibic.bots.preferans.bot import RuleBot
from kibic.cards import SeededRandom, bits
from kibic.game import Action
from kibic.games.preferans import Match, PreferansView
from kibic.games.preferans.actions import SHOW_TALON, WRITE_OFF, Claim, Extend, Fine, TakeOver
from tests.bots.bot_tables import deal, hand_of, table

BOT = RuleBot()
CARDS = deal(0, hand_of({"S": "AKQJ", "D": "AKQ", "H": "AKQ"}))


def view_of(match: Match, seat: int) -> PreferansView:
    view = match.view(seat)
    assert isinstance(view, PreferansView)
    return view


def test_between_hands_it_agrees_to_what_costs_it_nothing() -> None:
    view = view_of(table(CARDS, "dalje dalje dalje"), 1)
    accepted: list[Action] = [WRITE_OFF, SHOW_TALON, Extend(20), TakeOver(0, 1), Fine(2)]
    declined: list[Action] = [Extend(100), TakeOver(1, 2), Fine(1)]
    assert [BOT.agrees(view, action) for action in accepted] == [True] * 5
    assert [BOT.agrees(view, action) for action in declined] == [False] * 3


def started() -> Match:
    """Igra on spades with every trick but none proven to the others."""
    return table(CARDS, "igra dalje dalje pik dodjem ne sam moze")


def test_a_claim_that_gives_all_to_its_own_side_is_accepted() -> None:
    match = started()
    assert BOT.agrees(view_of(match, 1), Claim(0))
    assert BOT.agrees(view_of(match, 0), Claim(10))


def test_what_it_cannot_count_yet_it_declines() -> None:
    match = started()
    assert not BOT.agrees(view_of(match, 1), Claim(10))
    assert BOT.agrees(view_of(match, 2), Claim(10)), "it does not take part"


def test_an_honest_claim_at_the_end_is_accepted_and_a_bold_one_is_not() -> None:
    match = started()
    rng = SeededRandom("end")
    while view_of(match, 0).counts[0] > 3 or view_of(match, 0).trick.cards:
        match = match.apply(rng.choice(match.legal().listed()))[0]
    before = sum(view_of(match, 0).taken)
    assert before == 7
    view = view_of(match, 1)
    honest = [number for number in range(4) if BOT.agrees(view, Claim(number))]
    assert honest[0] == 0
    assert honest == list(range(len(honest))), "what is less for the declarer is accepted too"
    declarer = view_of(match, 0)
    kept = [number for number in range(4) if BOT.agrees(declarer, Claim(number))]
    assert kept[-1] == 3
    assert len(list(bits(declarer.own))) == 3
