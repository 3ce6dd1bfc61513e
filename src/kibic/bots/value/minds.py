"""What declarer and defenders expect: the model's chances of tricks and of what the others will say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from kibic.bots.value.features import (
    BETL_MODE,
    NO_TRUMP_MODE,
    Floats,
    Ints,
    Masks,
    auction_row,
    contract_rows,
    declarer_rows,
    defender_rows,
    kind_of,
)
from kibic.bots.value.net import Part, net, tilted
from kibic.game import Seat
from kibic.games.preferans.actions import Action, Answer, Call, Follow, Kontra
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.following import CallAnswering, Calling, Following
from kibic.games.preferans.kontra import KontraRound
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Phase

TRICKS: Final = 11
#: How often a declarer raises a kontra, and what it tells that he did (of the one who raises) or did not, by trick.
RAISES: Final = 0.25
RAISED_TILT: Final = 0.6
UNRAISED_TILT: Final = -0.12
#: How often at most nobody follows: in a game of six tricks, more with each further one, and its bounds.
ALONE_AT_SIX: Final = 0.12
ALONE_A_TRICK: Final = 0.12
ALONE_LEAST: Final = 0.03
ALONE_MOST: Final = 0.6
#: A called defender hardly ever refuses (CALL-02).
ACCEPTS: Final = 1.0
#: How often a partner doubles a pik, which is not played otherwise, after one has declined.
PARTNER_DOUBLES_PIK: Final = 0.12
_TINY: Final = 1e-9
_NONE, _RIGHT, _LEFT, _RIGHT_CALLS, _LEFT_CALLS, _BOTH = range(6)


def mode_of(contract: Contract) -> int:
    """The solver's mode of a game; preferans is played like sans."""
    if contract is Contract.BETL:
        return BETL_MODE
    return NO_TRUMP_MODE if contract.trump is None else contract.trump


def _full(value: int, size: int) -> Ints:
    return np.full(size, value, np.int64)


def _ends(made: Floats) -> Floats:
    """A made game and a lost one as 0 and 1 tricks."""
    chances = np.zeros((len(made), TRICKS), np.float32)
    chances[:, 0], chances[:, 1] = made, 1 - made
    return chances


def _all_or_not(chances: Floats) -> Floats:
    """A preferans: all ten tricks or not."""
    told = np.zeros_like(chances)
    told[:, 10] = chances[:, 10]
    told[:, 9] = 1 - chances[:, 10]
    return told


@dataclass(frozen=True)
class DeclarerMind:
    """One game as its declarer sees it, for several possible hands and discards at once.

    ``hands`` and ``away`` are masks, ``bought`` those of the talon (0 in an igra), ``place`` his place in the first
    trick, ``number`` the price.
    """

    seat: Seat
    contract: Contract
    hands: Masks
    away: Masks
    bought: Masks
    place: int
    igra: bool
    number: int
    #: Chances of exact play that were seen in drawn deals, for one hand; empty where none were drawn.
    seen: tuple[float, ...] = ()

    @property
    def size(self) -> int:
        """How many hands are weighed."""
        return len(self.hands)

    @cached_property
    def _part(self) -> Part:
        return net().part(f"declarer_{kind_of(mode_of(self.contract))}")

    @cached_property
    def _hidden(self) -> Floats:
        size, mode = self.size, mode_of(self.contract)
        return self._part.hidden(
            declarer_rows(
                _full(mode, size), self.hands, self.away, _full(self.place, size), _full(int(self.igra), size)
            )
        )

    @cached_property
    def _known(self) -> Floats:
        size = self.size
        return contract_rows(
            _full(mode_of(self.contract), size), self.bought, _full(int(self.igra), size), _full(self.number, size)
        )

    @cached_property
    def answers(self) -> Floats:
        """Chances of the six ways to answer: nobody, right, left, right calls, left calls, both.

        The bots of the tables stay away from games they hardly know, such as sans; others do not. So nobody follows at
        most as often as the strength of the game deserves, and what is taken from it goes to the other answers.
        """
        told: Floats = np.exp(self._part.real("answer", self._hidden, known=self._known))
        tricks = np.exp(self._ways["both"]) @ np.arange(TRICKS)
        most = np.clip(ALONE_AT_SIX + ALONE_A_TRICK * (tricks - 6), ALONE_LEAST, ALONE_MOST)
        alone = np.minimum(told[:, _NONE], most)
        came = told[:, 1:] * ((1 - alone) / (1 - told[:, _NONE] + 1e-9))[:, None]
        return np.concatenate([alone[:, None], came], axis=1).astype(np.float32)

    def _logs(self, head: str) -> Floats:
        base = self._part.exact(head, self._hidden)
        if self.seen and head == "both":
            # Half what the model expects, half what the drawn deals showed: each mends the other's errors.
            base = np.log((np.exp(base) + np.array([self.seen], np.float32)) / 2 + 1e-6)
        return self._part.real(f"real_{head}", self._hidden, base)

    def promise(self, need: int) -> Floats:
        """The chance to make the game against both defenders, for each hand; ``need`` are the tricks of a game."""
        if self.contract is Contract.BETL:
            return np.exp(self._logs("both"))[:, 1]
        chances: Floats = np.exp(self._ways["both"])[:, 10 if self.contract is Contract.PREFERANS else need :].sum(
            axis=1
        )
        return chances

    def made(self, need: int) -> tuple[float, float | None]:
        """The first hand's chance to make the game when it is played, and the tricks expected of it (None in betl).

        ``need`` are the tricks a game needs.
        """
        if self.contract is Contract.BETL:
            return float(np.exp(self._logs("both"))[0, 1]), None
        both = np.exp(self._ways["both"])[0]
        if self.contract is Contract.PREFERANS:
            return float(both[10]), float(both @ np.arange(TRICKS))
        weights = self.answers[0, 1:] / self.answers[0, 1:].sum()
        part, ways = self._part, self._ways
        heads = (("lone_right",) * 2, ("lone_left",) * 2, ("both", "call"), ("both", "call"), ("both", "both"))
        mixed = sum(w * tilted(ways[head], part.tilt(word))[0] for w, (head, word) in zip(weights, heads, strict=True))
        chances = np.asarray(mixed)
        return float(chances[need:].sum()), float(chances @ np.arange(TRICKS))

    def alone(self, bargain: Bargain) -> float:
        """How likely nobody follows."""
        return 0.0 if bargain.game.is_forced else float(self.answers[0, _NONE])

    @cached_property
    def _ways(self) -> dict[str, Floats]:
        return {head: self._logs(head) for head in ("both", "lone_right", "lone_left")}

    def tricks(self, bargain: Bargain) -> Floats:
        """Chances of tricks, knowing who came and who doubled."""
        if self.contract is Contract.BETL:
            return _ends(np.exp(self._logs("both"))[:, 1])
        if self.contract is Contract.PREFERANS:
            return _all_or_not(np.exp(self._ways["both"]))
        if len(bargain.active) == 3:
            word = "kontra" if bargain.kontra > 1 else "call" if bargain.called is not None else "both"
            more = -RAISED_TILT if bargain.kontra > 4 else 0.0
            return tilted(self._ways["both"], self._part.tilt(word) + more)
        head = "lone_right" if bargain.defenders[0] in bargain.active else "lone_left"
        return tilted(self._ways[head], self._part.tilt(head))

    def right_share(self, bargain: Bargain) -> float:
        """Nothing is known of the split."""
        return 0.5

    def chance(self, phase: Phase, action: Action) -> Floats:
        """How likely a defender says ``action``."""
        yes = self._yes(phase).astype(np.float32)
        return yes if _agrees(action) else 1 - yes

    def _yes(self, phase: Phase) -> Floats:
        """How likely the defender whose turn it is comes, calls, accepts or doubles."""
        bargain = known(phase.bargain)
        if isinstance(phase, KontraRound):
            return self._doubles(phase, bargain)
        if isinstance(phase, CallAnswering):
            return np.full(self.size, ACCEPTS, np.float32)
        p = self.answers
        is_right = phase.actor == bargain.defenders[0]
        if isinstance(phase, Calling):
            alone, calls = (_RIGHT, _RIGHT_CALLS) if is_right else (_LEFT, _LEFT_CALLS)
            return (p[:, calls] / (p[:, alone] + p[:, calls] + _TINY)).astype(np.float32)
        right = p[:, _RIGHT] + p[:, _RIGHT_CALLS]
        if is_right:
            return (right + p[:, _BOTH]).astype(np.float32)
        yes, no = (p[:, _BOTH], right) if bargain.follows[0] else (p[:, _LEFT] + p[:, _LEFT_CALLS], p[:, _NONE])
        return (yes / (yes + no + _TINY)).astype(np.float32)

    def _doubles(self, phase: KontraRound, bargain: Bargain) -> Floats:
        """How likely the one asked doubles. Of two it is the first who does: to the declarer it is all one."""
        if len(phase.asked) == 1 and (bargain.game.is_forced or all(bargain.follows)):
            return np.zeros(self.size, np.float32)
        if self.contract is Contract.BETL:
            both = np.exp(self._part.real("kontra", self._hidden, known=self._known))[:, 1]
        elif self.contract is Contract.PREFERANS:
            both = np.zeros(self.size, np.float32)
        else:
            way = np.zeros((self.size, 6), np.float32)
            way[:, _answer_of(bargain)] = 1
            known_too = np.concatenate([self._known, way], axis=1)
            both = np.exp(self._part.real("kontra", self._hidden, known=known_too))[:, 1]
        return both


def _agrees(action: Action) -> bool:
    """Whether a word comes, calls, accepts or doubles."""
    return isinstance(action, Kontra) or action in (Follow(True), Call(True), Answer(True))


def _answer_of(bargain: Bargain) -> int:
    right, left = bargain.follows
    if bargain.caller is not None:
        return _RIGHT_CALLS if bargain.caller == bargain.defenders[0] else _LEFT_CALLS
    if right and left:
        return _BOTH
    return _RIGHT if right else _LEFT if left else _NONE


@dataclass(frozen=True)
class DefenderMind:
    """A declared game as a defender sees it. ``place`` is the declarer's in the first trick."""

    seat: Seat
    contract: Contract
    hand: int
    bought: int
    place: int
    igra: bool
    number: int
    second: bool
    own_bid: bool
    partner_bid: bool

    @property
    def size(self) -> int:
        """One hand is weighed."""
        return 1

    @cached_property
    def _part(self) -> Part:
        return net().part(f"defender_{kind_of(mode_of(self.contract))}")

    @cached_property
    def _hidden(self) -> Floats:
        auction = np.array(
            [auction_row(int(self.contract), self.number, self.own_bid, self.partner_bid)], dtype=np.float32
        )
        return self._part.hidden(
            defender_rows(
                _full(mode_of(self.contract), 1), np.array([self.hand], dtype=np.uint32),
                np.array([self.bought], dtype=np.uint32), _full(self.place, 1), _full(int(self.igra), 1),
                _full(int(self.second), 1), auction,
            )
        )  # fmt: skip

    def tricks(self, bargain: Bargain) -> Floats:
        """Chances of tricks of the declarer, with what the other defender's answer tells of his hand."""
        way = "both"
        if not self.contract.is_forced and len(bargain.active) < 3:
            way = "alone" if self.seat in bargain.active else "other"
        logs = self._part.real(f"real_{way}", self._hidden, self._part.exact(way, self._hidden))
        if self.contract is Contract.BETL:
            return _ends(np.exp(logs)[:, 1])
        if self.contract is Contract.PREFERANS:
            return _all_or_not(np.exp(logs))
        answer = bargain.follows[1 - bargain.defenders.index(self.seat)]
        raised = RAISED_TILT if bargain.kontra > 2 else UNRAISED_TILT if bargain.kontra > 1 else 0.0
        tilt = 0.0 if way == "other" or answer is None else self._part.tilt(f"{way}_{'yes' if answer else 'no'}")
        return tilted(logs, tilt + raised)

    def right_share(self, bargain: Bargain) -> float:
        """How often a trick of the defence is the right defender's."""
        if "share" not in self._part:
            return 0.5
        own = float(np.exp(self._part.real("share", self._hidden))[0, 1])
        return 1 - own if self.second else own

    def chance(self, phase: Phase, action: Action) -> Floats:
        """How likely the other defender, or the declarer in the ladder, says ``action``."""
        yes = self._yes(phase)
        return np.array([yes if _agrees(action) else 1 - yes], np.float32)

    def _head(self, name: str) -> Floats:
        row: Floats = np.exp(self._part.real(name, self._hidden))[0]
        return row

    def _yes(self, phase: Phase) -> float:
        bargain = known(phase.bargain)
        match phase:
            case Following():
                if bargain.follows[0]:
                    return float(self._head("left_if_yes")[1])
                return float(1 - self._head("left_if_no")[0])
            case Calling():
                if self.second:
                    return float(self._head("right_calls")[1])
                answers = self._head("left_if_no")
                return float(answers[2] / (answers[1] + answers[2] + 1e-9))
            case CallAnswering():
                return ACCEPTS
            case KontraRound() if phase.factor == 4:
                return RAISES
            case _:
                return PARTNER_DOUBLES_PIK if self.contract is Contract.PIK and not self.igra else 0.0
