"""The auction: numbers, mogu, igra, betl and sans, and the naming of an igra (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import ClassVar

from kibic.game import Seat
from kibic.games.preferans import refusals
from kibic.games.preferans.actions import (
    BETL,
    BIDS,
    CEDE,
    HOLD,
    IGRA,
    PASS,
    PREFERANS,
    SANS,
    WEAKER,
    Action,
    Betl,
    Bid,
    Hold,
    Igra,
    NameSuit,
    Pass,
    Preferans,
    Sans,
    Weaker,
)
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract
from kibic.games.preferans.exchange import Discarding
from kibic.games.preferans.following import after_declaration
from kibic.games.preferans.kontra import KontraRound
from kibic.games.preferans.minimums import may_bid
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Dealt, Finished, Phase, Why, wrong_phase
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.scoring import score_all_pass

_CALL_CONTRACTS: dict[Action, Contract] = {BETL: Contract.BETL, SANS: Contract.SANS, PREFERANS: Contract.PREFERANS}
_NAMES = {contract: NameSuit(contract) for contract in SUIT_CONTRACTS}


@dataclass(frozen=True, slots=True)
class IgraCall:
    """A call of a game without the talon; ``contract`` is None until the suit is named or when it stays secret."""

    seat: Seat
    contract: Contract | None


@dataclass(frozen=True, slots=True)
class Auction:
    """The state of the auction (AUC-03..AUC-11, IGR-01..IGR-03).

    ``number`` is the current bid, ``holder`` its owner, ``held`` whether mogu was said at it. ``spoken`` are the seats
    that had their first turn, ``bidders`` those who bid a number in order, ``passed`` those who are out. ``calls`` are
    the games called without the talon; ``pending`` the seats that still may answer a call made on a later turn
    (IGR-03).
    """

    name: ClassVar[str] = "auction"

    actor: Seat
    number: int | None = None
    holder: Seat | None = None
    held: bool = False
    spoken: frozenset[Seat] = frozenset()
    bidders: tuple[Seat, ...] = ()
    passed: frozenset[Seat] = frozenset()
    calls: tuple[IgraCall, ...] = ()
    pending: tuple[Seat, ...] = ()

    @property
    def bargain(self) -> Bargain | None:
        """Nothing is agreed in the auction."""
        return None

    @property
    def first_turn(self) -> bool:
        """Whether the actor has not spoken yet."""
        return self.actor not in self.spoken

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The pseudo-code of section 4.4, in the order dalje, numbers, mogu, igra, betl, sans, preferans."""
        return tuple(action for action in self._legal(dealt) if not self._below_minimum(dealt, action))

    def _below_minimum(self, dealt: Dealt, action: Action) -> bool:
        """Whether a number is bid or held on a hand below the minimum, where that is enforced (AGR-05)."""
        conv = dealt.rules.conv
        if not conv.enforce_bid_min or dealt.deal.blind:
            return False
        number = action.number if isinstance(action, Bid) else self.number if isinstance(action, Hold) else None
        return number is not None and not may_bid(conv.bid_min, dealt.deal.hands[self.actor], number)

    def _legal(self, dealt: Dealt) -> Iterator[Action]:
        rules = dealt.rules
        yield PASS
        if self.calls:
            yield from self._answers(rules)
            return
        if self.first_turn:
            if rules.auc.hold_first_turn and self.number is not None and not self.held:  # AUC-10
                yield HOLD
            yield from self._raises(rules)
            if rules.igra.enabled:
                yield IGRA
                yield from _named_calls(rules)
            return
        if self._may_hold(dealt):
            yield HOLD
        else:
            yield from self._raises(rules)
        if rules.igra.enabled and rules.igra.betl_sans_turn == "any_turn":  # IGR-03
            yield from _named_calls(rules)

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether the call is legal."""
        return action in self.legal(dealt)

    def _raises(self, rules: Rules) -> Iterator[Bid]:
        lowest = rules.auc.min if self.number is None else self.number + 1
        highest = min(lowest, rules.auc.max) if rules.auc.step == 1 else rules.auc.max
        for number in range(lowest, highest + 1):
            yield BIDS[number]

    def _may_hold(self, dealt: Dealt) -> bool:
        if dealt.rules.auc.hold == "seniority":  # AUC-08
            return self.actor == self._senior(dealt)
        return not self.held  # AUC-07

    def _senior(self, dealt: Dealt) -> Seat:
        return next(seat for seat in dealt.order if seat in self.bidders and seat not in self.passed)

    def _answers(self, rules: Rules) -> Iterator[Action]:
        """What may be called after a game without the talon (IGR-03, IGR-08)."""
        best = max((call.contract for call in self.calls if call.contract), default=None)
        fixed = best is not None and not best.is_suit
        if not fixed and self.first_turn:
            yield IGRA
        for call in _named_calls(rules):
            contract = _CALL_CONTRACTS[call]
            if (
                not fixed
                or best is None
                or contract > best
                or (contract == best and rules.igra.repeat_betl == "allowed")
            ):
                yield call

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule of the auction a call breaks."""
        rules = dealt.rules
        if action in tuple(self._legal(dealt)):
            return refusals.BELOW_MINIMUM
        match action:
            case Hold():
                return self._refuse_hold(dealt)
            case Bid(number=number):
                return self._refuse_bid(dealt, number)
            case Igra() | Betl() | Sans() | Preferans():
                if not rules.igra.enabled:
                    return refusals.IGRA_OFF
                if isinstance(action, Preferans) and rules.auc.max < Contract.PREFERANS:
                    return refusals.NO_SUCH_GAME
                return refusals.CANNOT_WIN if self.calls and self.first_turn else refusals.IGRA_LATE
            case _:
                return wrong_phase(self.name)

    def _refuse_hold(self, dealt: Dealt) -> Why:
        if self.calls:
            return refusals.NUMBERS_DEAD
        if self.first_turn:
            return refusals.HOLD_FIRST_TURN
        return refusals.HOLD_NOT_SENIOR if dealt.rules.auc.hold == "seniority" else refusals.HOLD_TAKEN

    def _refuse_bid(self, dealt: Dealt, number: int) -> Why:
        if self.calls:
            return refusals.NUMBERS_DEAD
        if number > dealt.rules.auc.max:
            return refusals.BID_MAX
        if not self.first_turn and self._may_hold(dealt):
            seniority = dealt.rules.auc.hold == "seniority"
            return refusals.RAISE_BY_SENIOR if seniority else refusals.RAISE_BEFORE_HOLD
        return refusals.BID_LOW if self.number is not None and number <= self.number else refusals.BID_STEP

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Enter the call and give the turn on, or end the auction (AUC-05)."""
        seat = self.actor
        answered = tuple(other for other in self.pending if other != seat)
        after = replace(self, spoken=self.spoken | {seat}, pending=answered)
        match action:
            case Pass():
                after = replace(after, passed=after.passed | {seat})
            case Bid(number=number):
                bidders = after.bidders if seat in after.bidders else (*after.bidders, seat)
                after = replace(after, number=number, holder=seat, held=False, bidders=bidders)
            case Hold():
                bidders = after.bidders if seat in after.bidders else (*after.bidders, seat)
                after = replace(after, holder=seat, held=True, bidders=bidders)
            case Igra():
                after = replace(after, calls=(*after.calls, IgraCall(seat, None)))
                if dealt.rules.igra.declare == "at_call":  # IGR-04
                    return Naming(after, (seat,), resume=True)
            case _:
                contract = known(_CALL_CONTRACTS.get(action))
                after = after._called(dealt, seat, contract, later=not self.first_turn)
        return after.proceed(dealt)

    def _called(self, dealt: Dealt, seat: Seat, contract: Contract, *, later: bool) -> Auction:
        pending = self.pending
        if later and not self.calls:  # IGR-03: every other player who has not passed gets one answer
            place = dealt.order.index(seat)
            after = (*dealt.order[place + 1 :], *dealt.order[:place])
            pending = tuple(other for other in after if other not in self.passed)
        return replace(self, calls=(*self.calls, IgraCall(seat, contract)), pending=pending)

    def proceed(self, dealt: Dealt) -> Phase | Finished:
        """The next turn, or the end of the auction."""
        turn = self._next_turn(dealt)
        if turn is not None:
            return replace(self, actor=turn)
        if self.calls:
            return _resolve_igra(self, dealt)
        if self.holder is None or self.number is None:
            return Finished(score_all_pass(dealt.facts), None)
        return Discarding(
            Bargain(self.holder, igra=False, ring=dealt.order, number=self.number, first_bidder=self.bidders[0])
        )

    def _next_turn(self, dealt: Dealt) -> Seat | None:
        place = dealt.order.index(self.actor)
        around = (*dealt.order[place + 1 :], *dealt.order[: place + 1])
        for seat in around:
            if seat not in self.spoken:
                return seat
        if self.calls:
            return self.pending[0] if self.pending else None
        if self.held and self.number == dealt.rules.auc.max:  # AUC-11
            return None
        return next((seat for seat in around if seat not in self.passed and seat != self.holder), None)


@dataclass(frozen=True, slots=True)
class Naming:
    """Igra callers name their suits in speaking order (IGR-04, IGR-05); ``waiting`` are those still to name.

    ``resume`` tells that the naming interrupts the auction (``igra.declare=at_call``).
    """

    name: ClassVar[str] = "naming"

    auction: Auction
    waiting: tuple[Seat, ...]
    resume: bool = False

    @property
    def actor(self) -> Seat:
        """The caller whose turn it is to name."""
        return self.waiting[0]

    @property
    def bargain(self) -> Bargain | None:
        """Nothing is agreed yet."""
        return None

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """The suits that may be named, and slabija where it may be said."""
        rules = dealt.rules
        best = self._best
        suits = [contract for contract in SUIT_CONTRACTS if self._may_name(rules, contract, best)]
        weaker = (WEAKER,) if best is not None and rules.igra.naming == "only_if_stronger" else ()
        return (*(_NAMES[contract] for contract in suits), *weaker)

    @property
    def _best(self) -> Contract | None:
        return max((call.contract for call in self.auction.calls if call.contract), default=None)

    @property
    def _later(self) -> bool:
        return self.auction.calls[0].seat != self.actor

    def _may_name(self, rules: Rules, contract: Contract, best: Contract | None) -> bool:
        if self._later and contract == Contract.PIK and rules.igra.second_pik != "allowed":  # IGR-08
            return False
        if best is None or rules.igra.naming == "each":
            return True
        return contract > best or (contract == best and rules.igra.tie != "first")  # IGR-05, IGR-07

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether the suit may be named."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Which rule of naming a word breaks."""
        match action:
            case NameSuit(contract=Contract.PIK) if self._later and dealt.rules.igra.second_pik != "allowed":
                return refusals.SECOND_PIK
            case NameSuit():
                return refusals.NAME_STRONGER
            case Weaker():
                return refusals.NAME_YOURS
            case _:
                return wrong_phase(self.name)

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Note the suit; after the last caller the strongest game plays (IGR-06)."""
        contract = action.contract if isinstance(action, NameSuit) else None
        calls = tuple(IgraCall(call.seat, contract) if call.seat == self.actor else call for call in self.auction.calls)
        auction = replace(self.auction, calls=calls)
        if self.resume:
            return auction.proceed(dealt)
        rest = self.waiting[1:]
        return Naming(auction, rest) if rest else _strongest(auction, dealt)


def _named_calls(rules: Rules) -> Iterator[Betl | Sans | Preferans]:
    yield BETL
    yield SANS
    if rules.auc.max >= Contract.PREFERANS:
        yield PREFERANS


def _resolve_igra(auction: Auction, dealt: Dealt) -> Phase | Finished:
    fixed = any(call.contract is not None and not call.contract.is_suit for call in auction.calls)
    if fixed or dealt.rules.igra.declare == "at_call":
        return _strongest(auction, dealt)
    return Naming(auction, tuple(call.seat for call in auction.calls))


def _strongest(auction: Auction, dealt: Dealt) -> Phase | Finished:
    """The strongest game wins; of equal ones the first or the second caller (IGR-06, IGR-07)."""
    named = [(call.contract, call.seat) for call in auction.calls if call.contract is not None]
    if dealt.rules.igra.tie == "second":
        named.reverse()
    contract, seat = max(named, key=itemgetter(0))  # the first of equal ones
    bargain = Bargain(seat, igra=True, ring=dealt.order, contract=contract)
    tied = [other for game, other in named if game == contract and other != seat]
    if tied and dealt.rules.igra.tie == "first_may_cede_with_kontra":
        return Ceding(bargain, tied[0])
    return after_declaration(dealt, bargain)


@dataclass(frozen=True, slots=True)
class Ceding:
    """Of two equal games the first caller keeps his ("mogu") or cedes it to the other ("uzmi") and then gives kontra
    (IGR-07).
    """

    name: ClassVar[str] = "naming"

    first: Bargain
    other: Seat

    @property
    def actor(self) -> Seat:
        """The first caller."""
        return self.first.declarer

    @property
    def bargain(self) -> Bargain | None:
        """Nothing is agreed yet."""
        return None

    def legal(self, dealt: Dealt) -> tuple[Action, ...]:
        """Mogu or uzmi."""
        return (HOLD, CEDE)

    def allows(self, dealt: Dealt, action: Action) -> bool:
        """Whether it is one of the two answers."""
        return action in self.legal(dealt)

    def refuse(self, dealt: Dealt, action: Action) -> Why:
        """Only the two answers are possible here."""
        return refusals.KEEP_OR_CEDE

    def step(self, dealt: Dealt, action: Action) -> Phase | Finished:
        """Keep the game, or give it to the other and kontra it: then both defenders take part (KON-02)."""
        if isinstance(action, Hold):
            return after_declaration(dealt, self.first)
        bargain = replace(self.first, declarer=self.other, follows=(True, True))
        return KontraRound(bargain, 2, (self.actor,), obliged=True)
