"""The rule bot in the game of levels: legal, with reasons, and sensible where a hand leaves no doubt."""

from __future__ import annotations

import pytest

from kibic.bots import bot_named
from kibic.bots.preferans.levels import prospect_of, short_of
from kibic.bots.preferans.levels_cards import as_numbers
from kibic.cards import SeededRandom
from kibic.game import HOUSE, KIBITZER, KibicError
from kibic.games.preferans import LevelMatch
from kibic.games.preferans.levels.contracts import Denomination, LevelContract
from tests.rules.deals import cards
from tests.rules.level_tables import dealt, level_table, say

BOT = bot_named("rule")


def said(match: LevelMatch) -> str:
    """What the rule bot says in the seat that is to act."""
    assert match.to_act is not None
    return BOT.choose(match.view(match.to_act), SeededRandom("bot")).action.word


@pytest.mark.parametrize("seed", range(3))
def test_rule_bots_finish_a_match_with_legal_actions_and_reasons(seed: int) -> None:
    rng = SeededRandom(f"levels {seed}")
    match = level_table({"match.deals": 9}, dealer=seed)
    kinds = set()
    while (seat := match.to_act) is not None:
        if seat == HOUSE:
            match, _ = match.apply(match.legal().sample(rng))
            continue
        view = match.view(seat)
        decision = BOT.choose(view, rng)
        assert decision.action in view.legal
        assert decision.rule.count("-") == 1
        for text in (decision.text.en, decision.text.sr):
            assert text.endswith(".")
            assert "{" not in text
        assert decision.text.en != decision.text.sr
        kinds.add(view.phase)
        match, _ = match.apply(decision.action)
    assert kinds >= {"auction", "discard", "declaration", "following", "play"}
    assert match.result is not None


@pytest.fixture
def strong() -> LevelMatch:
    """Seat 0 has ten sure tricks with diamonds, seat 2 nothing."""
    match, _ = level_table().apply(cards("AK.AKQJT98.A.", "QJT..KQJ.KQJT", "987..T987.987"))
    return match


def test_pol_02_a_strong_hand_is_bid_and_a_weak_one_passed(strong: LevelMatch) -> None:
    first = said(strong)
    assert first.endswith(("D", "NT"))
    assert said(say(strong, f"{first} pas")) == "pas"


def test_pol_03_a_solid_suit_is_declared_higher_than_it_was_bid(strong: LevelMatch) -> None:
    match = say(strong, "6D pas pas")
    match = say(match, said(match))
    assert match.phase == "declaration"
    assert said(match) in ("8D", "9D", "10D")


def test_pol_04_who_expects_his_quota_whists_and_who_expects_nothing_does_not(strong: LevelMatch) -> None:
    match = say(strong, "6D pas pas skart CA D7 9D")
    assert said(say(match, "pas")) == "pas"
    assert said(dealt("6S pas pas skart C8 C7 6S")) == "wist"


def test_pol_05_the_partner_is_summoned_where_his_tricks_pay_for_the_higher_quota() -> None:
    match = dealt("8S pas pas skart C8 C7 8S wist pas")
    assert said(match) in ("ciemno", "widno"), "one trick is owed with him as without him"


def test_pol_05_the_summoner_plays_the_open_hand() -> None:
    match = dealt("6S pas pas skart C8 C7 6S wist pas widno SA SK")
    view = match.view(1)
    assert said(match) == "SJ"
    assert as_numbers(view).viewer == 2
    assert as_numbers(view).own == view.hands[2]


def test_pol_10_expected_shortness() -> None:
    assert short_of(0, 1.0) == 0
    assert short_of(2, 0.0) > 1.5
    assert short_of(1, 3.0) < 0.05
    lower, higher = (prospect_of(LevelContract(level, Denomination.HEARTS), 7.2) for level in (6, 10))
    assert lower.points > 0 > higher.points
    assert lower.chance > higher.chance


def test_who_has_nothing_to_choose_is_told_so() -> None:
    with pytest.raises(KibicError, match="nothing to choose"):
        BOT.choose(dealt().view(1), SeededRandom("x"))
    with pytest.raises(KibicError, match="nothing to choose"):
        BOT.choose(dealt().view(KIBITZER), SeededRandom("x"))
    with pytest.raises(KibicError, match="no cards are being played"):
        as_numbers(dealt().view(0))
