"""The points of a hand of levels: pure functions from tricks to an outcome (POL-06, POL-08..POL-11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kibic.game import Seat
from kibic.games.preferans.levels.bargain import LevelBargain
from kibic.games.preferans.levels.outcome import LevelKind, LevelOutcome, PointReason
from kibic.games.preferans.levels.phase import LevelDealt
from kibic.games.preferans.sentences import Argument


@dataclass(slots=True)
class _Ledger:
    """Points and reasons being collected for one hand."""

    dealt: LevelDealt
    points: list[int]
    made: list[bool | None]
    reasons: list[PointReason] = field(default_factory=list)

    @classmethod
    def of(cls, dealt: LevelDealt) -> _Ledger:
        """An empty ledger."""
        return cls(dealt, [0] * dealt.players, [None] * dealt.players)

    def say(
        self,
        seat: Seat | None,
        about: Literal["role", "points", "hand"],
        points: int | None,
        rules: str,
        key: str,
        /,
        **arguments: Argument,
    ) -> None:
        """Add a reason; ``rules`` are IDs separated by spaces."""
        self.reasons.append(PointReason(seat, about, points, tuple(rules.split()), key, tuple(arguments.items())))

    def write(self, seat: Seat, points: int, rules: str, key: str, /, **arguments: Argument) -> None:
        """Give a player points, with the reason."""
        self.points[seat] += points
        self.say(seat, "points", points, rules, key, points=abs(points), **arguments)


@dataclass(frozen=True, slots=True)
class _Whister:
    """Who answers in the defence: the tricks that are his, what he owes, and how many he is short (POL-10)."""

    seat: Seat
    tricks: int
    owed: int
    short: int
    key: Literal["lone", "caller", "pair"]


def score_played(dealt: LevelDealt, bargain: LevelBargain, tricks: tuple[int, ...]) -> LevelOutcome:
    """The outcome of a hand that was played (POL-08..POL-11)."""
    ledger = _Ledger.of(dealt)
    contract, declarer = bargain.game, bargain.declarer
    under = max(0, contract.level - tricks[declarer])
    _declarer(ledger, bargain, tricks[declarer], under)
    if contract.is_forced:
        for seat in bargain.followers:
            ledger.say(seat, "role", None, "POL-04", "forced")
            _reward(ledger, seat, tricks[seat], under, contract.value)
    for whister in _whisters(dealt, bargain, tricks):
        _whist(ledger, whister, bargain, tricks, under)
    if bargain.called is not None:
        ledger.say(bargain.called, "role", None, "POL-11", "called")
    return _outcome(ledger, bargain, "played", tricks)


def score_nobody(dealt: LevelDealt, bargain: LevelBargain) -> LevelOutcome:
    """Nobody whists: the declarer has made his contract (POL-06)."""
    ledger = _Ledger.of(dealt)
    ledger.say(bargain.declarer, "role", None, "POL-06", "nobody")
    ledger.made[bargain.declarer] = True
    _made(ledger, bargain)
    return _outcome(ledger, bargain, "nobody_follows")


def score_all_pass(dealt: LevelDealt) -> LevelOutcome:
    """All three passed: nothing is written (POL-13)."""
    ledger = _Ledger.of(dealt)
    ledger.say(None, "hand", None, "POL-13", "all_pass")
    return _outcome(ledger, None, "all_pass")


def score_no_discard(dealt: LevelDealt, bargain: LevelBargain) -> LevelOutcome:
    """The declarer did not discard and loses the value of his bid (PEN-01)."""
    ledger = _Ledger.of(dealt)
    ledger.say(bargain.declarer, "role", None, "PEN-01", "no_discard")
    ledger.made[bargain.declarer] = False
    value = bargain.bid.value
    ledger.write(bargain.declarer, -value, "PEN-01 POL-08", "bid_lost", game=bargain.bid.word, value=value)
    return _outcome(ledger, bargain, "penalty")


def _declarer(ledger: _Ledger, bargain: LevelBargain, own: int, under: int) -> None:
    """The declarer: the value of his contract once, or minus the value for each undertrick (POL-08)."""
    contract, seat = bargain.game, bargain.declarer
    ledger.made[seat] = not under
    if not under:
        ledger.say(seat, "role", None, "POL-08", "declarer_made", tricks=own, need=contract.level)
        _made(ledger, bargain)
        return
    ledger.say(seat, "role", None, "POL-08", "declarer_fell", tricks=own, need=contract.level, short=under)
    value = contract.value
    ledger.write(seat, -under * value, "POL-08", "undertricks", game=contract.word, short=under, value=value)


def _made(ledger: _Ledger, bargain: LevelBargain) -> None:
    contract = bargain.game
    ledger.write(bargain.declarer, contract.value, "POL-08", "contract", game=contract.word, value=contract.value)


def _whisters(dealt: LevelDealt, bargain: LevelBargain, tricks: tuple[int, ...]) -> list[_Whister]:
    """Those who owe tricks. The tricks of both count when it is asked whether one is short (POL-10)."""
    level = bargain.game.level
    joint = sum(tricks[seat] for seat in bargain.followers)
    if bargain.caller is not None:  # POL-11
        owed = dealt.rules.level.owed(level, summoned=True)
        return [_Whister(bargain.caller, joint, owed, max(0, owed - joint), "caller")]
    owed = dealt.rules.level.owed(level, summoned=False)
    seats = bargain.whisters
    missing = max(0, owed * len(seats) - joint)
    key: Literal["lone", "pair"] = "lone" if len(seats) == 1 else "pair"
    return [_Whister(seat, tricks[seat], owed, max(0, min(owed - tricks[seat], missing)), key) for seat in seats]


def _whist(ledger: _Ledger, whister: _Whister, bargain: LevelBargain, tricks: tuple[int, ...], under: int) -> None:
    """A whister: his tricks and the declarer's undertricks, less what he is short (POL-09, POL-10)."""
    seat, short, value = whister.seat, whister.short, bargain.game.value
    ledger.made[seat] = not short
    _explain_duty(ledger, whister, bargain, tricks)
    if short and not ledger.dealt.rules.level.short_keeps:
        ledger.say(seat, "points", 0, "POL-10", "short_writes_nothing")
    else:
        _reward(ledger, seat, whister.tricks, under, value)
    if short:
        ledger.write(seat, -short * value, "POL-10", "short", short=short, value=value)


def _explain_duty(ledger: _Ledger, whister: _Whister, bargain: LevelBargain, tricks: tuple[int, ...]) -> None:
    rules = {"lone": "POL-04 POL-10", "caller": "POL-05 POL-11", "pair": "POL-04 POL-10"}[whister.key]
    joint = sum(tricks[seat] for seat in bargain.followers)
    quota = whister.owed * len(bargain.whisters)
    if whister.key == "pair" and joint >= quota:
        ledger.say(whister.seat, "role", None, rules, "pair_joint", joint=joint, quota=quota)
        return
    keys = {
        "lone": ("lone_made", "lone_short"),
        "caller": ("caller_made", "caller_short"),
        "pair": ("pair_made", "pair_short"),
    }
    ledger.say(
        whister.seat, "role", None, rules, keys[whister.key][bool(whister.short)],
        tricks=whister.tricks, need=whister.owed, short=whister.short, joint=joint, quota=quota,
    )  # fmt: skip


def _reward(ledger: _Ledger, seat: Seat, tricks: int, under: int, value: int) -> None:
    """The value for each own trick, and for each undertrick of the declarer (POL-09)."""
    if tricks:
        ledger.write(seat, tricks * value, "POL-09", "own_tricks", tricks=tricks, value=value)
    if under:
        ledger.write(seat, under * value, "POL-09", "against", short=under, value=value)


def _outcome(
    ledger: _Ledger, bargain: LevelBargain | None, kind: LevelKind, tricks: tuple[int, ...] | None = None
) -> LevelOutcome:
    dealt = ledger.dealt
    declared = bargain is not None and bargain.contract is not None
    return LevelOutcome(
        number=dealt.number,
        dealer=dealt.dealer,
        kind=kind,
        declarer=bargain.declarer if bargain else None,
        contract=bargain.contract if bargain else None,
        followers=bargain.followers if bargain and declared else (),
        caller=bargain.caller if bargain else None,
        called=bargain.called if bargain else None,
        summon=bargain.summon if bargain else None,
        tricks=tricks,
        made=tuple(ledger.made),
        roles=bargain.roles() if bargain else (None,) * dealt.players,
        points=tuple(ledger.points),
        points_before=dealt.sheet.points,
        reasons=tuple(ledger.reasons),
    )
