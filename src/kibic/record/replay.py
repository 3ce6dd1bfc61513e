"""Playing a record through the rules: a match is the fold of its actions, and a record is nothing but their list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from kibic.game import HOUSE, Event, Game, IllegalAction, RulesError, Seat, Text, WordError, game_named
from kibic.record.deals import BLIND
from kibic.record.errors import Place, RecordContentError, RecordSyntaxError
from kibic.record.model import Deal, HandRecord, Record, Word

#: What is agreed between hands (write-off, extension, penalties, the talon shown): words of the hand before.
_AFTERWARDS: Final = ("otpis", "produzi", "preuzima", "kazna", "talon")
#: How the house and the record speak of the tricks of a hand told without its cards.
TRICKS: Final = "tricks"
_BAD_DEAL: Final = "DEAL-02"
_BAD_TRICKS: Final = "PLAY-04"


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a match and where it led.

    ``hand`` counts from 1. ``number`` is the place of the word in its hand, from 1; None for the deal and the tricks,
    which are no words. ``actor`` and ``phase`` are those of the state before, ``after`` is the state that followed.
    """

    hand: int
    number: int | None
    actor: Seat
    phase: str
    action: Any
    after: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played through: the game, the state before the first deal, every step and the final state."""

    record: Record
    game: Game[Any, Any, Any]
    start: Any
    steps: tuple[Step, ...]

    @property
    def final(self) -> Any:  # noqa: ANN401 - the state of whichever game it is
        """The state at the end of the record."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def actions(self) -> tuple[Any, ...]:
        """All actions in order, those of the house included."""
        return tuple(step.action for step in self.steps)


def replay(record: Record) -> Replay:
    """Play a record through the rules.

    Raises :class:`RecordContentError` for the first thing the rules refuse, with its hand, word, rule ID and the legal
    words, and :class:`RecordSyntaxError` for a word that is none (which :func:`read` never lets through).
    """
    return _Replayer(record).run()


class _Replayer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = game_named(record.game)
        self.state = self._start()
        self.steps: list[Step] = []

    def run(self) -> Replay:
        start = self.state
        for number, hand in enumerate(self.record.hands, 1):
            self._hand(number, hand)
        return Replay(self.record, self.game, start, tuple(self.steps))

    def _start(self) -> Any:  # noqa: ANN401 - the state of whichever game it is
        record = self.record
        try:
            rules = self.game.rules(record.rules, record.options)
        except RulesError as error:
            text = Text(str(error), error.in_language("sr"))
            raise RecordContentError(text, record.places.get("options"), record.file) from error
        players = record.players
        counts = self.game.player_counts(rules)
        if len(players) not in counts:
            allowed = " / ".join(str(count) for count in counts)
            text = Text(
                f"{len(players)} players; these rules are for {allowed}",
                f"igrača: {len(players)}; po ovim pravilima igra ih {allowed}",
            )
            raise RecordContentError(text, record.places.get("players"), record.file, rule="SEAT-01")
        for seat, name in enumerate(players):
            if name in players[:seat]:
                text = Text(f"two players are called {name}", f"dva igrača se zovu {name}")
                raise RecordContentError(text, record.places.get("players"), record.file, rule="SEAT-01")
        return self.game.start(rules, len(players), self._first_dealer())

    def _first_dealer(self) -> Seat:
        hands = self.record.hands
        if not hands or hands[0].dealer is None:
            return len(self.record.players) - 1
        return self._seat(1, hands[0])

    def _seat(self, number: int, hand: HandRecord) -> Seat:
        players, name = self.record.players, hand.dealer
        if name not in players:
            names = ", ".join(players)
            text = Text(
                f"the dealer {name!r} is not at the table: {names}", f"delilac {name!r} nije za stolom: {names}"
            )
            raise RecordContentError(text, hand.places.get("dealer"), self.record.file, hand=number, rule="DEAL-04")
        return players.index(name)

    def _hand(self, number: int, hand: HandRecord) -> None:
        self._check_between_hands(number, hand)
        if hand.dealer is None or self._seat(number, hand) == self.state.dealer:
            self._deal(number, hand)
        elif not self._dealt_otherwise(number, hand):
            right = self.record.players[self.state.dealer]
            text = Text(f"{right} is the dealer, not {hand.dealer}", f"deli {right}, a ne {hand.dealer}")
            raise RecordContentError(
                text,
                hand.places.get("dealer"),
                self.record.file,
                hand=number,
                to_act="house",
                phase="deal",
                rule="DEAL-04",
            )
        settled = False
        for index, word in enumerate(hand.words, 1):
            if not settled and is_afterwards(word.text):
                self._settle(number, hand)
                settled = True
            self._say(number, index, word)
        if not settled:
            self._settle(number, hand)

    def _dealt_otherwise(self, number: int, hand: HandRecord) -> bool:
        """Deal for another one than the next, if the game takes it: a hand without cards tells who sat out."""
        if hand.deal.text != BLIND:
            return False
        try:
            self._apply(number, None, f"{BLIND} {self._seat(number, hand) + 1}")
        except (IllegalAction, WordError):
            return False
        return True

    def _check_between_hands(self, number: int, hand: HandRecord) -> None:
        if self._between_hands():
            return
        if self.state.to_act is None:
            text = Text("the match is over", "partija je završena")
            raise RecordContentError(text, hand.place, self.record.file, hand=number, rule="MATCH-01")
        text = Text(f"hand {number - 1} is not finished", f"ruka {number - 1} nije završena")
        raise self._refusal(text, hand.place, number)

    def _between_hands(self) -> bool:
        return bool(self.state.to_act == HOUSE and self.state.phase == "deal")

    def _deal(self, number: int, hand: HandRecord) -> None:
        deal = hand.deal
        place = deal.place or hand.place
        if deal.problem is not None:
            raise self._refusal(deal.problem, place, number, rule=_BAD_DEAL)
        try:
            self._apply(number, None, deal.text)
        except IllegalAction as error:
            raise self._refusal(error.text, place, number, rule=error.rule) from error
        except WordError as error:
            raise self._refusal(Text(str(error), "nemoguće deljenje"), place, number, rule=_BAD_DEAL) from error

    def _say(self, number: int, index: int, word: Word) -> None:
        before = self.state
        try:
            action = self.game.parse(before, word.text)
        except WordError as error:
            raise RecordSyntaxError(
                Text(str(error), f"„{word.text}“ nije reč igre"), word.place, self.record.file
            ) from error
        free = action in before.agreements() or (self._between_hands() and is_afterwards(word.text))
        if word.speaker is not None and word.speaker != before.to_act and not free:
            name = self.record.players[word.speaker]
            text = Text(f"it is not {name}'s turn", f"nije na redu {name}")
            raise self._refusal(
                text,
                word.place,
                number,
                index=index,
                word=word.text,
                rule="AUC-03",
                legal=words_allowed(self.state),
            )
        try:
            self._apply(number, index, word.text)
        except IllegalAction as error:
            raise self._refusal(
                error.text,
                word.place,
                number,
                index=index,
                word=word.text,
                rule=error.rule,
                legal=words_allowed(self.state),
            ) from error

    def _settle(self, number: int, hand: HandRecord) -> None:
        """End the hand by its ``tricks``, or check them against the play that ended it."""
        if hand.tricks is None:
            return
        place = hand.places.get(TRICKS)
        numbers = " ".join(str(taken) for taken in hand.tricks)
        if len(hand.tricks) != len(self.record.players):
            text = Text(
                "one number of tricks a player is expected", "očekuje se po jedan broj štihova za svakog igrača"
            )
            raise RecordContentError(text, place, self.record.file, hand=number, rule=_BAD_TRICKS)
        if not self._between_hands() and self.state.to_act is not None:
            try:
                self._apply(number, None, f"{TRICKS} {numbers}")
            except (IllegalAction, WordError) as error:
                text = error.text if isinstance(error, IllegalAction) else Text(str(error), "štihovi nisu mogući")
                rule = error.rule if isinstance(error, IllegalAction) else _BAD_TRICKS
                raise self._refusal(text, place, number, word=f"{TRICKS} {numbers}", rule=rule) from error
            return
        taken = self.state.outcomes[-1].tricks
        if taken != hand.tricks:
            played = " ".join(str(count) for count in taken) if taken is not None else "–"
            text = Text(
                f"the tricks {numbers} do not agree with the hand, which gave {played}",
                f"štihovi {numbers} se ne slažu s rukom, u kojoj su {played}",
            )
            raise RecordContentError(text, place, self.record.file, hand=number, rule=_BAD_TRICKS)

    def _apply(self, number: int, index: int | None, text: str) -> None:
        before = self.state
        action = self.game.parse(before, text)
        self.state, events = before.apply(action)
        self.steps.append(Step(number, index, before.to_act, before.phase, action, self.state, events))

    def _refusal(
        self,
        text: Text,
        place: Place | None,
        hand: int,
        *,
        index: int | None = None,
        word: str | None = None,
        rule: str | None = None,
        legal: Sequence[str] = (),
    ) -> RecordContentError:
        to_act = self.state.to_act
        return RecordContentError(
            text,
            place,
            self.record.file,
            hand=hand,
            number=index,
            word=word,
            to_act=None if to_act is None else "house" if to_act == HOUSE else self.record.players[to_act],
            phase=self.state.phase,
            rule=rule,
            legal=legal,
        )


def is_afterwards(word: str) -> bool:
    """Whether a word is an agreement between hands, which is written as one of the hand before."""
    return word.partition(" ")[0] in _AFTERWARDS


def words_allowed(state: Any) -> tuple[str, ...]:  # noqa: ANN401 - the state of whichever game it is
    """The words that are legal now, agreements at the end."""
    return tuple(action.word for action in (*state.legal().listed(), *state.agreements()))


def record_of(
    game: str,
    rules: str,
    players: Sequence[str],
    dealer: Seat,
    actions: Sequence[Any],
    *,
    options: Mapping[str, Any] | None = None,
) -> Record:
    """The record of a match given by all the actions that made it, those of the house included.

    ``dealer`` is the seat that dealt the first hand. The dealers of later hands are left to the rules, where the deal
    does not name another.
    """
    hands: list[HandRecord] = []
    for action in actions:
        head = action.word.partition(" ")[0]
        if head in ("cards", "deck"):
            word, name = action.word, None if hands else players[dealer]
            if word.startswith(f"{BLIND} "):
                word, name = BLIND, players[int(word.split()[-1]) - 1]
            hands.append(HandRecord(Deal(word), (), name))
        elif head == TRICKS:
            hands[-1] = replace(hands[-1], tricks=tuple(int(number) for number in action.word.split()[1:]))
        else:
            hands[-1] = replace(hands[-1], words=(*hands[-1].words, Word(action.word)))
    return Record(tuple(players), tuple(hands), game, rules, options or {})
