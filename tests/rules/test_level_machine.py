"""A machine plays levels by random options and checks every invariant, leaks included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kibic.cards import DECK_32, SeededRandom, bits, mask_of
from kibic.game import HOUSE, KIBITZER, IllegalAction
from kibic.games.preferans import GAME, LevelMatch
from kibic.games.preferans.actions import Deal, Discard, Pass
from kibic.games.preferans.levels.actions import LevelAction, Whist
from kibic.games.preferans.levels.auction import LevelAuction
from kibic.games.preferans.levels.play import LevelPlaying
from tests.rules.level_tables import dealt, level_table
from tests.rules.test_citations import RULE

VIEWERS: Final = (KIBITZER, 0, 1, 2)
#: Keys that the game of levels acts on, with what the machine chooses from.
KEYS: Final[dict[str, Sequence[Any]]] = {
    "talon.shown": (True, False),
    "call.enabled": (True, False),
    "level.short_keeps": (True, False),
    "level.whist_quota": ("2-1-1-1", "3-2-2-1"),
    "level.summon_quota": ("4-2-1-1", "5-4-3-2"),
    "play.must_trump": (True, False),
    "play.must_overtake": (False, True),
    "lead.suit": ("declarer", "p1", "first_number_bidder"),
    "lead.sans": ("declarer", "before_declarer"),
    "deal.redeal_dealer": ("next", "same"),
    "seat.first_dealer": ("random", "card_8D"),
    "match.deals": (3, 6),
}
#: Everything that can be said or played, to be tried where it is not allowed.
EVERYTHING: Final[tuple[LevelAction, ...]] = tuple(
    GAME.parse(state, word)
    for state in (dealt(), dealt("6S pas pas skart C8 C7"), dealt("6S pas pas skart C8 C7 6S"))
    for word in [
        *["pas", "6S", "7D", "10NT", "wist", "sam", "ciemno", "widno", "otpis", "bezskarta"],
        *("skart SA S7", "skart SA SK", "skart ? ?", "ostalo 3", "ostalo 11", "tricks 6 2 2", "cards ?"),
        *DECK_32.texts,
    ]
)


@st.composite
def option_sets(draw: st.DrawFn) -> dict[str, Any]:
    """Some options on top of ``polski``."""
    keys = draw(st.lists(st.sampled_from(sorted(KEYS)), max_size=6, unique=True))
    return {"match.deals": 3} | {key: draw(st.sampled_from(KEYS[key])) for key in keys}


def weighted(match: LevelMatch, number: int) -> LevelAction:
    """One of the legal actions, so that auctions stay short and both play and summons come about."""
    legal = match.legal().listed()
    if match.hand is not None and isinstance(match.hand.phase, LevelAuction) and number % 3:
        return legal[0] if number % 5 else legal[min(1 + number // 21 % 4, len(legal) - 1)]
    return legal[number // 21 % len(legal)]


class Machine(RuleBasedStateMachine):
    """One match at a time, action by action."""

    def __init__(self) -> None:
        super().__init__()
        self.match = self.before_hand = level_table()
        self.hand: list[LevelAction] = []
        self.actions: list[LevelAction] = []
        self.beginning = self.match

    @initialize(options=option_sets(), dealer=st.integers(0, 2))
    def start(self, options: dict[str, Any], dealer: int) -> None:
        self.match = self.before_hand = self.beginning = level_table(options, dealer=dealer)
        self.hand, self.actions = [], []

    def apply(self, action: LevelAction) -> None:
        before = self.match
        self.match, _ = before.apply(action)
        assert self.match != before
        self.hand.append(action)
        self.actions.append(action)

    @precondition(lambda self: self.match.to_act == HOUSE and self.match.hand is None)
    @rule(seed=st.integers(0, 10**6), blind=st.booleans())
    def deal(self, seed: int, blind: bool) -> None:
        self.before_hand, self.hand = self.match, []
        told = Deal((0, 0, 0), 0)
        self.apply(told if blind and seed % 4 == 0 else self.match.legal().sample(SeededRandom(str(seed))))

    @precondition(lambda self: self.match.hand is not None)
    @rule(numbers=st.lists(st.integers(0, 10**4), min_size=1, max_size=12), seed=st.integers(0, 10**6))
    def act(self, numbers: list[int], seed: int) -> None:
        for number in numbers:
            if self.match.hand is None:
                return
            listed = self.match.legal().listed()
            told = self.match.legal()
            self.apply(weighted(self.match, number) if listed else told.sample(SeededRandom(str(seed))))

    @precondition(lambda self: self.match.agreements())
    @rule(number=st.integers(0, 10))
    def agree(self, number: int) -> None:
        agreements = self.match.agreements()
        if self.match.hand is not None and number < 3:
            self.apply(agreements[number % len(agreements)])

    @rule(action=st.sampled_from(EVERYTHING))
    def refuse(self, action: LevelAction) -> None:
        open_now = action in self.match.legal() or action in self.match.agreements()
        if open_now or action.word in ("cards ?", "bezskarta", "tricks 6 2 2"):
            return
        with pytest.raises(IllegalAction) as caught:
            self.match.apply(action)
        assert RULE.fullmatch(caught.value.rule)
        assert caught.value.text.en
        assert caught.value.legal == tuple(other.word for other in self.match.legal())

    @invariant()
    def there_is_one_actor(self) -> None:
        match = self.match
        assert (match.to_act is None) == (match.result is not None)
        if match.to_act is not None and match.to_act != HOUSE:
            assert match.legal().listed()
            assert match.view(match.to_act).legal == match.legal().listed()
        for viewer in VIEWERS:
            view = match.view(viewer)
            assert view.to_act == match.to_act
            assert not view.legal or viewer == match.to_act

    @invariant()
    def cards_are_conserved(self) -> None:
        hand = self.match.hand
        if hand is None or hand.dealt.deal.blind:
            return
        views = [self.match.view(seat) for seat in range(3)]
        held = [view.own for view in views]
        gone = mask_of(card for trick in (*views[0].played, views[0].trick) for _, card in trick.cards)
        bargain = hand.phase.bargain
        rest = bargain.discard if bargain is not None else hand.dealt.deal.talon
        assert sum(mask.bit_count() for mask in (*held, gone, rest)) == 32
        assert held[0] | held[1] | held[2] | gone | rest == DECK_32.full

    @precondition(lambda self: self.match.hand is not None)
    @rule(viewer=st.sampled_from(VIEWERS), first=st.integers(0, 31), second=st.integers(0, 31))
    def hidden_cards_change_nothing(self, viewer: int, first: int, second: int) -> None:
        hidden = hidden_cards(self.match, viewer)
        if len(hidden) < 2:
            return
        one, two = hidden[first % len(hidden)], hidden[second % len(hidden)]
        try:
            other = replayed(self.before_hand, swapped(self.hand, {one: two, two: one}))
        except IllegalAction:
            return
        if other.to_act == self.match.to_act:
            assert other.view(viewer) == self.match.view(viewer)

    def teardown(self) -> None:
        assert replayed(self.beginning, self.actions) == self.match
        match = self.beginning
        for action in self.actions:
            match, _ = match.apply(GAME.parse(match, action.word))
        assert match.sheet == self.match.sheet
        assert match.view(0) == self.match.view(0)


def hidden_cards(match: LevelMatch, viewer: int) -> list[int]:
    """The cards of which the viewer may not know where they lie (POL-03, POL-05), whatever the view shows."""
    assert match.hand is not None
    phase, deal = match.hand.phase, match.hand.dealt.deal
    if deal.blind or match.rules.seat.first_dealer == "card_8D":
        return []
    bargain = phase.bargain
    known = deal.hands[viewer] if viewer >= 0 else 0
    if bargain is not None and (match.rules.talon.shown or bargain.declarer == viewer):
        known |= deal.talon
    if isinstance(phase, LevelPlaying):
        known |= mask_of(card for trick in (*phase.played, phase.trick) for _, card in trick.cards)
        if phase.bargain.summon == "open" and (phase.played or phase.trick.cards):
            known |= deal.hands[phase.bargain.called or 0]
    return list(bits(DECK_32.full & ~known))


def swapped(actions: Sequence[LevelAction], exchange: dict[int, int]) -> list[LevelAction]:
    """The actions of a hand in a world where two cards have changed places."""

    def moved(mask: int) -> int:
        return mask_of(exchange.get(card, card) for card in bits(mask))

    changed: list[LevelAction] = []
    for action in actions:
        match action:
            case Deal():
                changed.append(Deal(tuple(moved(mask) for mask in action.hands), moved(action.talon)))
            case Discard() if action.mask:
                changed.append(Discard.of(*bits(moved(action.mask))))
            case _:
                changed.append(action)
    return changed


def replayed(match: LevelMatch, actions: Sequence[LevelAction]) -> LevelMatch:
    """The fold of some actions on a match."""
    for action in actions:
        match, _ = match.apply(action)
    return match


def test_a_match_of_levels_by_random_rules_and_actions() -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(max_examples=40, stateful_step_count=40, deadline=None, derandomize=True, database=None),
    )


@settings(max_examples=20)
@given(option_sets(), st.integers(0, 10**6))
def test_pol_13_every_match_comes_to_its_end(options: dict[str, Any], seed: int) -> None:
    rng = SeededRandom(str(seed))
    match = level_table(options)
    while match.to_act is not None:
        legal = match.legal()
        said = {action.word: action for action in legal if isinstance(action, Pass | Whist)}
        passes = "pas" in said and match.phase == "auction" and rng.randrange(4)
        match, _ = match.apply(said["pas"] if passes else legal.sample(rng))
        assert len(match.outcomes) < 200
    assert match.sheet.deals == match.rules.match.deals
    assert match.result is not None
    assert sum(outcome.counts for outcome in match.outcomes) == match.rules.match.deals


@settings(max_examples=20)
@given(option_sets(), st.integers(0, 10**6))
def test_hands_without_cards_are_scored_like_those_with_cards(options: dict[str, Any], seed: int) -> None:
    """A hand told by its words and tricks only gives the same points as the hand itself (record.md section 1)."""
    rng = SeededRandom(str(seed))
    options["seat.first_dealer"] = "random"
    match = blind = level_table(options)
    while match.to_act is not None:
        action = match.legal().sample(rng)
        before = match
        match, _ = match.apply(action)
        if isinstance(action, Deal):
            blind, _ = blind.apply(Deal((0, 0, 0), 0))
        elif isinstance(action, Discard):
            blind, _ = blind.apply(Discard(None, None))
        elif before.phase != "play":
            blind, _ = blind.apply(action)
        elif match.hand is None:
            taken = match.outcomes[-1].tricks
            assert taken is not None
            blind, _ = blind.apply(GAME.parse(blind, "tricks " + " ".join(map(str, taken))))
    assert blind.sheet == match.sheet
    assert blind.result == match.result
