"""A machine that plays by random rules and checks after every step what must always hold."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kibic.cards import DECK_32, SeededRandom, bits
from kibic.game import HOUSE, KIBITZER, IllegalAction
from kibic.games.preferans import GAME, Match, Outcome, Rules
from kibic.games.preferans.actions import Action, Bid, Deal, Discard, Hold, NoDiscard, Play, Tricks
from kibic.games.preferans.auction import Auction
from kibic.games.preferans.events import Event
from tests.rules.deals import NAMES, table, told, words
from tests.rules.test_citations import RULE
from tests.rules.worlds import other_world, replay, rulesets

VIEWERS: Final = (KIBITZER, 0, 1, 2)
#: Everything that can be said or played, to be tried where it is not allowed.
EVERYTHING: Final[tuple[Action, ...]] = tuple(
    GAME.parse(state, word)
    for state in (table(), told(), told(text="igra dalje dalje"))
    for word in words(
        "dalje 1 2 3 4 5 6 7 8 mogu igra slabija dodjem ne zajedno sam idem necu dajem nedajem kontra rekontra"
        " subkontra mortkontra moze otpis pik karo herc tref betl sans preferans skart SA S7 skart SA SK skart ? ?"
        " dajes 3 ostalo 3 ostalo 11 " + " ".join(DECK_32.texts)
    )
)


def weighted(match: Match, number: int) -> Action:
    """One of the legal actions, so that hands are bid and played: fewer passes and games without the talon."""
    legal = match.legal().listed()
    if match.hand is not None and isinstance(match.hand.phase, Auction):
        if number % 3 == 0:
            return legal[0]
        bids = tuple(action for action in legal if isinstance(action, Bid | Hold))
        legal = bids if bids and number % 7 else legal
    return legal[number // 21 % len(legal)]


class Machine(RuleBasedStateMachine):
    """One match. ``actions`` are all that happened; replaying them must give the same match."""

    def __init__(self) -> None:
        super().__init__()
        self.match = table()
        self.dealer = 0
        self.actions: list[Action] = []
        self.before_hand = self.match
        self.hand: list[Action] = []
        self.checked = 0

    @initialize(rules=rulesets(), dealer=st.integers(0, 2))
    def start(self, rules: Rules, dealer: int) -> None:
        self.dealer = dealer
        self.match = Match.start(rules, 3, dealer)

    def apply(self, action: Action) -> tuple[Event, ...]:
        before = self.match
        self.match, events = before.apply(action)
        self.actions.append(action)
        self.hand.append(action)
        assert self.match != before
        return events

    @precondition(lambda self: self.match.to_act == HOUSE)
    @rule(seed=st.integers(0, 10**6))
    def deal(self, seed: int) -> None:
        deal = self.match.legal().sample(SeededRandom(str(seed)))
        assert deal in self.match.legal()
        assert GAME.parse(self.match, deal.word) == deal
        self.before_hand, self.hand = self.match, []
        self.apply(deal)

    @precondition(lambda self: self.match.hand is not None)
    @rule(numbers=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def act(self, numbers: list[int]) -> None:
        for number in numbers:
            if self.match.hand is None:
                return
            action = weighted(self.match, number)
            assert action in self.match.legal()
            assert GAME.parse(self.match, action.word) == action
            self.look_at_other_worlds(action, number)
            self.apply(action)
            self.holds()

    @precondition(lambda self: self.match.hand is not None)
    @rule(number=st.integers(0, 10**6))
    def try_what_is_not_allowed(self, number: int) -> None:
        match = self.match
        action = EVERYTHING[number % len(EVERYTHING)]
        if action in match.legal() or action in match.agreements():
            return
        try:
            match.apply(action)
        except IllegalAction as error:
            refused = error
        else:
            raise AssertionError(f"{action.word} is not legal and was applied")
        assert RULE.fullmatch(refused.rule), refused.rule
        assert refused.text.en
        assert refused.text.sr
        assert refused.legal == tuple(allowed.word for allowed in match.legal())

    def look_at_other_worlds(self, action: Action, number: int) -> None:
        """Changing hidden cards consistently changes nothing that a viewer sees, now or after the next action."""
        match, rng, viewer = self.match, SeededRandom(str(number)), VIEWERS[number % 4]
        after, events = match.apply(action)
        shown = after.hand is None and after.outcomes[-1].kind == "played" and not after.outcomes[-1].igra
        try:
            other = replay(self.before_hand, other_world(self.hand, match, viewer, rng))
        except IllegalAction:
            return  # the viewer knows that it is not this world: somebody played as he could not there
        assert other.view(viewer) == match.view(viewer)
        taken = after.view(viewer).talon != match.view(viewer).talon  # the talon is turned up for the viewer
        if shown or taken or action not in other.legal():
            return
        if isinstance(action, Discard) and match.to_act != viewer:  # other cards are put away; the viewer sees none
            action = other.legal().sample(rng)
        other_after, other_events = other.apply(action)
        assert other_after.view(viewer) == after.view(viewer)
        assert [event.seen_by(viewer) for event in other_events] == [event.seen_by(viewer) for event in events]

    @precondition(lambda self: self.match.agreements() and len(self.match.outcomes) > 1)
    @rule(number=st.integers(0, 30))
    def agree(self, number: int) -> None:
        open_now = self.match.agreements()
        if number < len(open_now) and (self.match.hand is not None or number == 0):
            action = open_now[number]
            assert GAME.parse(self.match, action.word) == action
            self.apply(action)

    @precondition(lambda self: self.match.phase == "discard")
    @rule(number=st.integers(0, 9))
    def run_out_of_time(self, number: int) -> None:
        if number == 0:
            self.apply(NoDiscard())

    @invariant()
    def holds(self) -> None:
        match = self.match
        check_actor(match)
        check_cards(match)
        for done in match.outcomes[self.checked :]:
            check_outcome(match.rules, done)
        self.checked = len(match.outcomes)
        check_sheet(match)
        for viewer in VIEWERS:
            check_view(match, viewer)

    @precondition(lambda self: self.match.to_act is None)
    @rule(rules=rulesets(), dealer=st.integers(0, 2))
    def begin_another_match(self, rules: Rules, dealer: int) -> None:
        self.teardown()
        self.actions, self.checked = [], 0
        self.start(rules, dealer)

    def teardown(self) -> None:
        assert replay(Match.start(self.match.rules, 3, self.dealer), self.actions) == self.match
        again = Match.start(self.match.rules, 3, self.dealer)
        for action in self.actions:
            again, _ = again.apply(GAME.parse(again, action.word))
        assert again.sheet == self.match.sheet
        assert again.view(0) == self.match.view(0)


def check_actor(match: Match) -> None:
    """Exactly one actor with something to do, or the match is over."""
    if match.result is not None:
        assert (match.to_act, match.phase, match.hand) == (None, "over", None)
        assert not match.legal().listed()
        return
    assert match.to_act in (HOUSE, 0, 1, 2)
    assert (match.to_act == HOUSE) == (match.phase == "deal")
    assert bool(match.legal().listed()) == (match.phase != "deal")


def check_cards(match: Match) -> None:
    """Every card is in one place."""
    if match.hand is None:
        return
    bargain = match.hand.phase.bargain
    places = [match.view(seat).own for seat in range(3)]
    if bargain is None or bargain.igra:
        places.append(match.hand.dealt.deal.talon)
    else:
        places.append(bargain.discard)
    view = match.view(KIBITZER)
    cards = [card for place in places for card in bits(place)]
    cards += [card for trick in (*view.played, view.trick) for _, card in trick.cards]
    assert sorted(cards) == list(DECK_32)


def check_outcome(rules: Rules, done: Outcome) -> None:
    """Every number of a hand has a reason with rules and a sentence in both languages."""
    for reason in done.reasons:
        assert reason.rules
        assert all(RULE.fullmatch(rule) for rule in reason.rules)
        text = reason.text(NAMES)
        assert text.en
        assert text.sr
        assert "{" not in text.en + text.sr
    for seat, change in enumerate(done.bule):
        points = [reason.points for reason in done.reasons if reason.seat == seat and reason.about == "bule"]
        assert change == 0 or change in points
    written = {(reason.seat, reason.points) for reason in done.reasons if reason.about == "supe"}
    assert {(entry.writer, entry.points) for entry in done.supe} == written
    assert all(entry.points > 0 and entry.against == done.declarer != entry.writer for entry in done.supe)
    if (
        rules.score.bule_model == "mirror93"
        and done.kind == "played"
        and any(done.bule[seat] for seat in done.followers)
    ):
        assert sum(done.bule) == 0


def check_sheet(match: Match) -> None:
    """The sheet is the sum of the hands; supe never change the bule; results add to zero with the bule."""
    sheet = match.sheet
    start = match.rules.match.start_bule
    for seat in range(3):
        bule = start + sum(done.bule[seat] for done in match.outcomes)
        if match.result is not None and match.result.write_off is not None:
            bule -= match.result.write_off[seat]
        assert sheet.bule[seat] == bule
        assert sheet.hats[seat] == (bule < 0 or (bule == 0 and match.rules.hat.at_zero))
        for other in range(3):
            assert sheet.supe[seat][other] == sum(
                entry.points
                for done in match.outcomes
                for entry in done.supe
                if (entry.writer, entry.against) == (seat, other)
            )
    assert sheet.refa_written == sum(done.refa_written for done in match.outcomes) <= match.rules.refa_budget
    spent = [sum(done.refa_spent and done.declarer == seat for done in match.outcomes) for seat in range(3)]
    assert sheet.refa_available == tuple(sheet.refa_written - count for count in spent)
    if match.result is not None:
        assert sheet.total == 0
        assert sum(match.result.points) == 0


def check_view(match: Match, viewer: int) -> None:
    """A view is the match as the viewer may know it, and nothing is legal for who is not to act."""
    view = match.view(viewer)
    assert (view.to_act, view.phase, view.sheet) == (match.to_act, match.phase, match.sheet)
    assert view.legal == (match.legal().listed() if match.to_act == viewer else ())
    for item in view.refused:
        assert item.word not in [action.word for action in view.legal]
        assert item.rule
        assert item.text.sr
    assert all(mask is None for seat, mask in enumerate(view.hands) if seat != viewer)


def test_a_match_by_random_rules_and_actions() -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=40,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],  # shrinking a match takes minutes and tells little
        ),
    )


def sensible(match: Match, rng: SeededRandom) -> Action:
    """A random action of people who do not throw the match away: they seldom follow, so most games are credited."""
    legal = match.legal()
    words = {action.word: action for action in legal}
    if "ne" in words and rng.randrange(5):
        return words["ne"]
    if "moze" in words and rng.randrange(10):
        return words["moze"]
    return legal.sample(rng)


@settings(max_examples=60)
@given(rulesets(), st.integers(0, 10**6))
def test_match_01_every_match_comes_to_its_end(rules: Rules, seed: int) -> None:
    rng = SeededRandom(str(seed))
    match = Match.start(rules, 3, 2)
    while match.to_act is not None:
        match, _ = match.apply(sensible(match, rng))
        assert len(match.outcomes) < 500
    assert match.sheet.total == 0
    assert match.result is not None
    assert sum(match.result.points) == 0


@settings(max_examples=40)
@given(rulesets(), st.integers(0, 10**6))
def test_hands_without_cards_are_scored_like_those_with_cards(rules: Rules, seed: int) -> None:
    """A hand told by its words and tricks only gives the same sheet as the hand itself (record.md section 1)."""
    rng = SeededRandom(str(seed))
    match = blind = Match.start(rules, 3, 2)
    while match.to_act is not None and len(match.outcomes) < 3:
        action = match.legal().sample(rng)
        match, _ = match.apply(action)
        told: Any = action
        if isinstance(action, Deal):
            if rules.seat.first_dealer == "card_8D":
                return
            told = GAME.parse(blind, "cards ?")
        elif action.word.startswith("skart"):
            told = GAME.parse(blind, "skart ? ?")
        if isinstance(action, Play):
            if match.hand is not None:
                continue
            taken = match.outcomes[-1].tricks
            assert taken is not None
            told = Tricks(taken)
        elif action.word == "moze" and told not in blind.legal():
            return
        blind, _ = blind.apply(told)
    if match.hand is None:
        assert blind.sheet == match.sheet
