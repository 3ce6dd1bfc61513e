"""Who has to take how many tricks, and whether he did (section 11)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Seat
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.sentences import Argument


@dataclass(frozen=True, slots=True)
class Duty:
    """A seat and whether it made; ``made`` is None for a player who takes part but cannot fall.

    ``rules``, ``key`` and ``arguments`` explain it (:mod:`kibic.games.preferans.sentences`).
    """

    seat: Seat
    made: bool | None
    rules: str
    key: str
    arguments: tuple[tuple[str, Argument], ...] = ()


def duties(rules: Rules, bargain: Bargain, tricks: tuple[int, ...], players: int) -> list[Duty]:
    """The duties of a played hand: the declarer first, then the defenders, his right first (MAKE-01..MAKE-07)."""
    declarer = _declarer(rules, bargain, tricks, players)
    return [declarer, *_defence(rules, bargain, tricks, players, declarer.made is True)]


def _declarer(rules: Rules, bargain: Bargain, tricks: tuple[int, ...], players: int) -> Duty:
    seat, own = bargain.declarer, tricks[bargain.declarer]
    if bargain.game == Contract.BETL:
        made = own == 0
        return Duty(seat, made, "MAKE-01", "betl_made" if made else "betl_fell")
    if bargain.game == Contract.PREFERANS:
        made = not any(tricks[other] for other in bargain.followers)
        return Duty(seat, made, "MAKE-01", "preferans_made" if made else "preferans_fell")
    need = rules.make.declarer
    made = own >= need
    return Duty(seat, made, "MAKE-01", "declarer_made" if made else "declarer_fell", (("tricks", own), ("need", need)))


def _defence(rules: Rules, bargain: Bargain, tricks: tuple[int, ...], players: int, declarer_made: bool) -> list[Duty]:
    followers = bargain.followers
    joint = sum(tricks[seat] for seat in followers)
    if bargain.kontras is not None:
        return [_under_kontra(rules, bargain, seat, joint, declarer_made, players) for seat in followers]
    if bargain.game.is_forced:
        return [Duty(seat, None, "MAKE-06", "betl_defender") for seat in followers]
    if bargain.caller is not None:
        return [_called_pair(rules, bargain, seat, joint) for seat in followers]
    if len(followers) == 1:
        return [_lone(rules, followers[0], tricks[followers[0]])]
    return [_pair(rules, seat, tricks[seat], joint) for seat in followers]


def _under_kontra(rules: Rules, bargain: Bargain, seat: Seat, joint: int, declarer_made: bool, players: int) -> Duty:
    if seat != bargain.kontras:
        writes = _writes_beside_kontra(rules, bargain, seat)
        if bargain.roles(players)[seat] == "pulled_in":
            return Duty(seat, None, "KON-02 KON-03", "pulled_in_writes" if writes else "pulled_in")
        return Duty(seat, None, "MAKE-05 KON-03", "beside_kontra_writes" if writes else "beside_kontra")
    if bargain.game.is_forced and rules.betl.kontras_test == "declarer_made":
        made = not declarer_made
        return Duty(seat, made, "MAKE-05 KON-07", "kontras_betl_made" if made else "kontras_betl_fell")
    need = rules.kontra.quota
    made = joint >= need
    return Duty(seat, made, "MAKE-05", "kontras_made" if made else "kontras_fell", (("joint", joint), ("need", need)))


def _writes_beside_kontra(rules: Rules, bargain: Bargain, seat: Seat) -> bool:
    """Whether the defender beside the kontras can write supe (SCO-05, ``kontra.supe_owner``)."""
    if bargain.game.is_forced:
        return rules.betl.kontra_supe == "each"
    return rules.kontra.supe_owner == "own_unless_called" and seat != bargain.called


def _called_pair(rules: Rules, bargain: Bargain, seat: Seat, joint: int) -> Duty:
    if seat == bargain.called:
        return Duty(seat, None, "MAKE-04 CALL-03", "called")
    need = rules.call.quota
    made = joint >= need
    return Duty(seat, made, "MAKE-04", "caller_made" if made else "caller_fell", (("joint", joint), ("need", need)))


def _lone(rules: Rules, seat: Seat, own: int) -> Duty:
    need = rules.make.lone
    made = own >= need
    return Duty(seat, made, "MAKE-02", "lone_made" if made else "lone_fell", (("tricks", own), ("need", need)))


def _pair(rules: Rules, seat: Seat, own: int, joint: int) -> Duty:
    if rules.make.pair_saves and joint >= rules.make.pair_joint:
        return Duty(seat, True, "MAKE-03", "pair_joint", (("joint", joint), ("need", rules.make.pair_joint)))
    each = rules.make.pair_each
    made = own >= each
    return Duty(
        seat, made, "MAKE-03", "pair_made" if made else "pair_fell",
        (("tricks", own), ("each", each), ("joint", joint)),
    )  # fmt: skip
