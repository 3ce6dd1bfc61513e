"""Najveća: a tiny real game for the tests of the server, which must not care which game is played.

Three players get three cards each of a pack of twelve numbers. Everybody plays a card, the highest takes the trick, a
number follows no rule but one: the 12 may not be played first (TINY-01). After the agreed number of hands the match is
over; between hands the players may agree to stop ("kraj").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from kibic.cards import Shuffler
from kibic.game import (
    HOUSE,
    IllegalAction,
    Json,
    Legal,
    Listed,
    Opening,
    Parameter,
    RulesError,
    Speech,
    Text,
    WordError,
)

PLAYERS = 3
CARDS = 3


@dataclass(frozen=True)
class Say:
    """Any action: the word is all there is to it."""

    word: str


STOP = Say("kraj")


class Deals(Legal[Say]):
    """All permutations of the pack."""

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Say) or not action.word.startswith("deck "):
            return False
        return sorted(action.word.split()[1:], key=int) == [str(card) for card in range(1, 13)]

    def sample(self, rng: Shuffler) -> Say:
        cards = list(range(1, 13))
        rng.shuffle(cards)
        return Say("deck " + " ".join(map(str, cards)))

    def listed(self) -> tuple[Say, ...]:
        return ()


@dataclass(frozen=True)
class Happened:
    """An event; ``secret`` holds the cards of each seat."""

    kind: str
    seat: int = HOUSE
    word: str = ""
    secret: tuple[tuple[int, ...], ...] = ()

    def seen_by(self, viewer: int) -> Happened | None:
        if not self.secret:
            return self
        return replace(self, word=" ".join(map(str, self.secret[viewer])) if viewer >= 0 else "", secret=())


@dataclass(frozen=True)
class TinyRules:
    preset: str = "tiny"
    hands: int = 2

    def options(self) -> Mapping[str, Any]:
        return {} if self.hands == 2 else {"match.hands": self.hands}


@dataclass(frozen=True)
class TinyView:
    viewer: int
    to_act: int | None
    phase: str
    own: tuple[int, ...]
    counts: tuple[int, ...]
    trick: tuple[int, ...]
    points: tuple[int, ...]
    legal: tuple[Say, ...]
    hand: int
    laid: tuple[int, ...]

    @property
    def seen(self) -> frozenset[str]:
        return frozenset(map(str, (*self.own, *self.laid)))


@dataclass(frozen=True)
class Tiny:
    """The state."""

    rules: TinyRules
    players: int
    leader: int
    hand: int = 0
    hands: tuple[tuple[int, ...], ...] = ((),) * PLAYERS
    trick: tuple[int, ...] = ()
    points: tuple[int, ...] = (0,) * PLAYERS
    stopped: bool = False
    laid: tuple[int, ...] = ()

    @property
    def phase(self) -> str:
        if self.to_act is None:
            return "over"
        return "play" if any(self.hands) else "deal"

    @property
    def to_act(self) -> int | None:
        if any(self.hands):
            return (self.leader + len(self.trick)) % PLAYERS
        return None if self.stopped or self.hand == self.rules.hands else HOUSE

    def legal(self) -> Legal[Say]:
        if self.to_act == HOUSE:
            return Deals()
        if self.to_act is None:
            return Listed(())
        own = self.hands[self.to_act]
        return Listed([Say(str(card)) for card in own if self.trick or card != 12 or len(own) == 1])

    def agreements(self) -> tuple[Say, ...]:
        return (STOP,) if self.phase == "deal" and self.hand else ()

    def apply(self, action: Say) -> tuple[Tiny, tuple[Happened, ...]]:
        if action in self.agreements():
            return replace(self, stopped=True), (Happened("over"),)
        if action not in self.legal():
            said = action.word
            raise IllegalAction("TINY-01", Text(f"{said} may not be played now.", f"{said} sada ne može."))
        if self.to_act == HOUSE:
            cards = [int(card) for card in action.word.split()[1:]]
            hands = tuple(tuple(sorted(cards[CARDS * seat : CARDS * seat + CARDS])) for seat in range(PLAYERS))
            return replace(self, hand=self.hand + 1, hands=hands, laid=()), (Happened("dealt", secret=hands),)
        seat, card = self.to_act or 0, int(action.word)
        held = tuple(
            tuple(each for each in cards if each != card or owner != seat) for owner, cards in enumerate(self.hands)
        )
        after = replace(self, hands=held, trick=(*self.trick, card), laid=(*self.laid, card))
        happened = [Happened("played", seat, action.word)]
        if len(after.trick) == PLAYERS:
            winner = (self.leader + after.trick.index(max(after.trick))) % PLAYERS
            points = tuple(each + (owner == winner) for owner, each in enumerate(self.points))
            after = replace(after, trick=(), leader=winner, points=points)
            happened.append(Happened("trick", winner))
        return after, tuple(happened)

    def view(self, viewer: int) -> TinyView:
        return TinyView(
            viewer,
            self.to_act,
            self.phase,
            self.hands[viewer] if viewer >= 0 else (),
            tuple(len(cards) for cards in self.hands),
            self.trick,
            self.points,
            self.legal().listed() if viewer == self.to_act else (),
            self.hand,
            self.laid,
        )


@dataclass(frozen=True)
class Highest:
    """The game."""

    name: ClassVar[str] = "highest"
    _parameters: tuple[Parameter, ...] = field(
        default=(Parameter("match.hands", "int", 2, Text("Hands.", "Deljenja."), ("TINY-02",), low=1, high=50),)
    )

    def presets(self) -> tuple[str, ...]:
        return ("tiny",)

    def parameters(self) -> tuple[Parameter, ...]:
        return self._parameters

    def rules(self, preset: str, options: Mapping[str, Any] | None = None) -> TinyRules:
        problems = []
        for key, value in (options or {}).items():
            if key != "match.hands":
                problems.append(f"{key}: no such key")
            elif self._parameters[0].accepts(value) is None:
                problems.append(f"{key}: {self._parameters[0].expected().en}")
        if problems:
            raise RulesError(problems)
        return TinyRules(preset, **({"hands": options["match.hands"]} if options else {}))

    def speech(self, rules: TinyRules) -> Speech:
        return Speech(free=False, words=("evo",))

    def player_counts(self, rules: TinyRules) -> tuple[int, ...]:
        return (PLAYERS,)

    def opening(self, rules: TinyRules, players: int, rng: Shuffler) -> Opening:
        order = list(range(players))
        rng.shuffle(order)
        return Opening(tuple(order), 0, (tuple((person, str(person + 1)) for person in range(players)),))

    def start(self, rules: TinyRules, players: int, dealer: int) -> Tiny:
        return Tiny(rules, players, (dealer + 1) % players)

    def parse(self, state: Tiny, text: str) -> Say:
        if text != STOP.word and not all(word.isdigit() for word in text.removeprefix("deck ").split()):
            raise WordError(text)
        return Say(text)

    def public(self, state: Tiny, actions: Sequence[Say]) -> tuple[Say, ...]:
        """Everything: all cards of a finished hand have been played."""
        return tuple(actions)

    def view_json(self, view: Any, names: Sequence[str]) -> Json:
        return {
            "game": self.name,
            "viewer": view.viewer if view.viewer >= 0 else None,
            "phase": view.phase,
            "to_act": "house" if view.to_act == HOUSE else view.to_act,
            "legal": [action.word for action in view.legal],
            "cards": list(view.own),
            "counts": list(view.counts),
            "trick": list(view.trick),
            "points": dict(zip(map(str, range(PLAYERS)), view.points, strict=True)),
            "hand": view.hand,
        }

    def event_json(self, event: Any, names: Sequence[str]) -> Json:
        return {"kind": event.kind, "seat": event.seat, "word": event.word}


GAME = Highest()
