"""Walking a hand from question to question: what is given is said to the engine, what is open is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

from kibic.game import Seat, Text
from kibic.games.preferans.actions import Fine, TakeOver
from kibic.games.preferans.contracts import CONTRACT_BY_WORD
from kibic.games.preferans.form import texts
from kibic.games.preferans.form.answers import (
    DEALER_KEY,
    LADDER_KEYS,
    NO,
    PASS_ANSWER,
    TRICK_KEYS,
    UNDISCARDED_ANSWER,
    YES,
)
from kibic.games.preferans.form.defence import (
    asked_for_kontra,
    defenders,
    offered,
    ways_of_kontra,
    ways_to_follow,
)
from kibic.games.preferans.form.model import Choice, Form, Position, Question
from kibic.games.preferans.form.openings import IGRA, openings
from kibic.games.preferans.form.results import Results
from kibic.games.preferans.form.steps import Path, dealt


def entry(position: Position, names: Sequence[str], answers: Mapping[str, str]) -> Form:
    """The next hand of ``position`` as far as ``answers`` tell it, with what is still to be asked.

    ``position`` stands between hands; ``names`` are by seat. Answers that do not fit, or are not asked any more, are
    left out. Raises :class:`kibic.game.IllegalAction` when the match is over.
    """
    return _Walk(position, names, answers).form()


class _Open(Exception):
    """An open question."""


class _Walk:
    def __init__(self, position: Position, names: Sequence[str], answers: Mapping[str, str]) -> None:
        self.position = position
        self.names = names
        self.given = answers
        self.questions: list[Question] = []
        self.start = dealt(position)

    def form(self) -> Form:
        path: Path | None = None
        with suppress(_Open):
            path = self._penalty(self._result(self._bargain()))
        return Form(
            number=len(self.position.outcomes) + 1,
            dealer=self.start.position.dealer,
            order=self.start.order,
            questions=tuple(self.questions),
            answers={item.key: item.answer for item in self.questions if item.answer is not None},
            actions=() if path is None else path.actions,
            after=None if path is None else path.position,
        )

    def _ask(
        self,
        key: str,
        text: Text,
        choices: Sequence[Choice],
        default: str | None = None,
        same: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        """What holds for a question; ``same`` gives answers that mean a choice. Raises :class:`_Open` for none."""
        given = self.given.get(key)
        if given is not None:
            given = same.get(given, given)
        answer = given if any(choice.value == given for choice in choices) else None
        question = Question(key, text, tuple(choices), answer, default)
        self.questions.append(question)
        if question.value is None:
            raise _Open
        return question.value

    def _bargain(self) -> Path:
        """Declarer, game, and what the defence said."""
        self._dealt()
        possible = openings(replace(self.position, dealer=self.start.position.dealer))
        declarers = [Choice(str(seat), texts.name(self.names, seat)) for seat in self.start.order]
        who = self._ask("declarer", texts.WHO, [*declarers, Choice(PASS_ANSWER, texts.ALL_PASS)])
        if who == PASS_ANSWER:
            return self.start.all_of(possible.all_pass)
        declarer = int(who)
        own = sorted((word for seat, word in possible.games if seat == declarer), key=_in_order)
        choices = [Choice(word, texts.game(word), IGRA if word.startswith(IGRA) else "talon") for word in own]
        choices.append(Choice(UNDISCARDED_ANSWER, texts.UNDISCARDED, "penalty"))
        game = self._ask("game", texts.what_plays(self.names, declarer), choices)
        if game == UNDISCARDED_ANSWER:
            bids = [word for seat, word in possible.undiscarded if seat == declarer]
            bid = self._ask("bid", texts.BID, [Choice(word, texts.game(word)) for word in bids])
            return self.start.all_of(possible.undiscarded[declarer, bid])
        return self._kontra(self._following(self.start.all_of(possible.games[declarer, game])))

    def _dealt(self) -> None:
        """Who dealt, where he sits out: whose turn it is, unless the table did otherwise (FOUR-01)."""
        if len(self.start.order) == self.position.players:
            return
        seats = [(self.position.dealer + step) % self.position.players for step in range(self.position.players)]
        choices = [Choice(str(seat), texts.name(self.names, seat)) for seat in seats]
        dealer = self._ask(DEALER_KEY, texts.DEALS, choices, str(self.position.dealer))
        self.start = dealt(self.position, int(dealer))

    def _following(self, path: Path) -> Path:
        if path.phase != "following":
            return path
        ways = ways_to_follow(path)
        choices = [Choice(value, texts.following(self.names, value, defenders(path))) for value in ways]
        value = self._ask("follow", texts.FOLLOW, choices)
        if not value.endswith("?"):
            return path.all_of(ways[value][0].actions)
        by_number = {str(offered(way)): way for way in ways[value]}
        numbers = [Choice(number, texts.count(int(number), others_same=False)) for number in by_number]
        offer = self._ask("offer", texts.agreed_tricks(self.names, int(value[:-1])), numbers)
        return path.all_of(by_number[offer].actions)

    def _kontra(self, path: Path) -> Path:
        factor = asked_for_kontra(path)
        if factor is None:
            return path
        key = LADDER_KEYS[factor]
        ways = ways_of_kontra(path)
        nothing = texts.NO_KONTRA if factor == 2 else texts.NO
        choices = [
            Choice(value, nothing if value == NO else texts.name(self.names, int(value)))
            for value in sorted(ways, key=lambda value: value != NO)
        ]
        decides = ways[NO].over  # standard pik: whether it is played at all (PIK-02)
        return self._kontra(ways[self._ask(key, texts.ladder(key), choices, None if decides else NO)])

    def _result(self, path: Path) -> Path:
        """The tricks, as far as the sheet depends on them."""
        if path.over:
            return path
        results = Results.of(path)
        declarer = results.seats[0]
        by_making = results.by_making()
        if by_making is not None:
            choices = [Choice(YES, texts.MADE), Choice(NO, texts.FELL)]
            return by_making[self._ask("made", texts.made_it(self.names, declarer), choices) == YES].first.path
        for key, seat in zip(TRICK_KEYS, results.seats, strict=False):
            if not results.decided:
                results = self._tricks(results, key, seat)
        return results.first.path

    def _tricks(self, results: Results, key: str, seat: Seat) -> Results:
        by_tricks = results.by_tricks(seat)
        choices = []
        same: dict[str, str] = {}
        for number, part in by_tricks.items():
            made = {result.outcome.made[seat] for result in part.results}
            note = texts.verdict(made.pop()) if len(made) == 1 else None
            others = {result.tricks[seat] for result in part.results}
            choices.append(Choice(str(number), texts.count(number, len(others) > 1), note=note))
            same |= {str(other): str(number) for other in others}
        return by_tricks[int(self._ask(key, texts.how_many(self.names, seat), choices, same=same))]

    def _penalty(self, path: Path) -> Path:
        """What the table agrees on after the hand because somebody broke a convention (section 19)."""
        open_now = [action for action in path.position.agreements() if isinstance(action, TakeOver | Fine)]
        if not open_now:
            return path
        choices = [Choice(NO, texts.NO)]
        choices += [Choice(action.word, texts.penalty(self.names, action)) for action in open_now]
        value = self._ask("penalty", texts.PENALTY, choices, NO)
        return path if value == NO else path.then(next(action for action in open_now if action.word == value))


def _in_order(word: str) -> tuple[bool, int]:
    """Games with the talon first, by their number; levels stay in the order of bidding."""
    return word.startswith(IGRA), CONTRACT_BY_WORD.get(word.removeprefix(f"{IGRA} "), 0)
