"""Bots in whole matches: always legal, always with a reason, nothing seen that is hidden, better than chance."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kibic.bots import Bot, bot_named, bot_names
from kibic.cards import DECK_32, bits, mask_of
from kibic.game import HOUSE, KibicError
from kibic.games.preferans import GAME, Match
from kibic.games.preferans.actions import Deal
from tests.bots.bot_tables import seen, table


def play(
    names: tuple[str, str, str], seed: int, *, options: dict[str, object] | None = None, hands: int | None = None
) -> Match:
    """A match of bots to its end, or its first ``hands`` hands; every decision is checked."""
    rng = random.Random(seed)
    bots: list[Bot] = [bot_named(name) for name in names]
    match = Match.start(GAME.rules("srpski", options or {}), 3, seed % 3)
    while match.to_act is not None and (hands is None or len(match.outcomes) < hands):
        if match.to_act == HOUSE:
            match, _ = match.apply(match.legal().sample(rng))
            continue
        view = seen(match)
        decision = bots[view.viewer].choose(view, rng)
        assert decision.action in view.legal
        assert decision.rule.count("-") >= 1
        for text in (decision.text.en, decision.text.sr):
            assert text.endswith(".")
            assert "{" not in text
        assert decision.text.en != decision.text.sr
        match, _ = match.apply(decision.action)
    return match


@pytest.mark.parametrize("seed", range(4))
def test_rule_bots_finish_a_match_with_legal_actions_and_reasons(seed: int) -> None:
    match = play(("rule", "rule", "rule"), seed, options={"match.start_bule": 30})
    assert match.result is not None
    assert sum(match.result.points) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"auc.hold": "seniority", "call.refusable": False},
        {"igra.naming": "only_if_stronger", "igra.betl_sans_turn": "any_turn", "igra.tie": "second"},
        {"igra.declare": "at_call", "agr.trick_offer": True},
        {"auc.step": "any_higher", "play.must_trump": False},
        {"auc.min": 1, "pik.needs_kontra": False, "pik.no_kontra": "played"},
        {"conv.bid_min": "intro", "conv.follow_min": "intro", "conv.pik_follow": "dv", "conv.called_lead": "nep_str"},
        {"conv.bid_min": "turnir", "conv.follow_min": "turnir", "kontra.reactivate": True},
        {"conv.bid_min": "three_honour", "conv.sans_lead": "str", "dec.two_restriction": "no_betl"},
        {"lead.suit": "first_number_bidder", "end.stop_at_5": True, "kontra.sub_by": "any_defender"},
    ],
    ids=lambda options: next(iter(options)),
)
def test_rule_bot_plays_legally_under_other_rules(options: dict[str, object]) -> None:
    match = play(("rule", "rule", "random"), 7, options=options, hands=12)
    assert len(match.outcomes) >= 12 or match.result is not None


def standing(match: Match, seat: int) -> int:
    """Points of ``seat`` if the match closed now: low is good (RES-01). Two random bots never come to total 0."""
    sheet = match.sheet
    return (
        10 * sheet.bule[seat] - sum(sheet.supe[seat]) + sum(sheet.supe[writer][seat] for writer in range(match.players))
    )


@pytest.mark.parametrize("seat", range(3))
def test_rule_bot_beats_random_bots(seat: int) -> None:
    names = ["random"] * 3
    names[seat] = "rule"
    match = play((names[0], names[1], names[2]), 40 + seat, hands=30)
    best, *others = sorted(range(3), key=lambda player: standing(match, player))
    assert best == seat
    assert standing(match, others[0]) - standing(match, seat) > 300


def hidden_cards_changed(match: Match, seed: int) -> Match:
    """The same match in which the cards the actor cannot know are dealt anew before the first word."""
    assert match.hand is not None
    actor = match.to_act
    assert actor is not None
    start = Match.start(match.rules, match.players, match.dealer)
    own = match.view(actor).own
    free = list(bits(DECK_32.full & ~own))
    random.Random(seed).shuffle(free)
    hands = [own if seat == actor else 0 for seat in range(3)]
    for seat in range(3):
        while hands[seat].bit_count() < 10:
            hands[seat] |= 1 << free.pop()
    changed, _ = start.apply(Deal(tuple(hands), mask_of(free)))
    return changed


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_do_not_change_the_first_call(seed: int) -> None:
    match = Match.start(GAME.rules("srpski"), 3, 2)
    match, _ = match.apply(match.legal().sample(random.Random(seed)))
    decision = bot_named("rule").choose(seen(match), random.Random(seed))
    for other in range(3):
        changed = hidden_cards_changed(match, seed + 100 + other)
        assert bot_named("rule").choose(seen(changed), random.Random(seed)) == decision


@pytest.mark.parametrize("seed", range(5))
def test_swapping_cards_the_defender_cannot_see_does_not_change_his_cards(seed: int) -> None:
    """The declarer's and the partner's cards of a suit neither has shown are exchanged; P1 leads the same card."""
    rng = random.Random(seed)
    cards = list(range(32))
    rng.shuffle(cards)
    own = mask_of(cards[:10])
    one, two = mask_of(cards[10:20]), mask_of(cards[20:30])
    words = "dalje igra dalje tref dodjem dodjem moze moze"
    first = table(Deal((own, one, two), mask_of(cards[30:])), words)
    second = table(Deal((own, two, one), mask_of(cards[30:])), words)
    assert seen(first) == seen(second)
    bot = bot_named("rule")
    assert bot.choose(seen(first), random.Random(9)) == bot.choose(seen(second), random.Random(9))


def test_the_same_view_and_numbers_give_the_same_decision() -> None:
    match = play(("rule", "rule", "rule"), 5, hands=2)
    match, _ = match.apply(match.legal().sample(random.Random(1)))
    bot = bot_named("rule")
    assert bot.choose(seen(match), random.Random(3)) == bot.choose(seen(match), random.Random(3))


def test_bots_refuse_a_view_in_which_they_are_not_to_act() -> None:
    match = table(Deal((0x3FF, 0xFFC00, 0x3FF00000), 0xC0000000))
    waiting = match.view(1)
    for name in bot_names():
        with pytest.raises(KibicError, match="nothing to choose"):
            bot_named(name).choose(waiting, random.Random(0))


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(KibicError, match="rule, random"):
        bot_named("genius")
    assert bot_names()[:2] == ("rule", "random")
    assert {"search:5", "search:20"} <= set(bot_names())
    assert bot_names("tarok") == ("random",)


def test_random_bot_takes_every_legal_action_sooner_or_later() -> None:
    match = table(Deal((0x3FF, 0xFFC00, 0x3FF00000), 0xC0000000))
    view = seen(match)
    rng = random.Random(2)
    drawn = {bot_named("random").choose(view, rng).action for _ in range(200)}
    assert drawn == set(view.legal)
    only = replace(view, legal=view.legal[:1])
    assert bot_named("random").choose(only, rng).action == view.legal[0]
