"""Writing a sheet as Portable Preferans Notation, with a report of whatever the notation cannot say.

The layout is the later published one, which names the declarer, the refa and the starter. What its lines cannot say
stands in tags of Kibic (:mod:`kibic.sheets.ppntags`), which other programs pass over; that too is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kibic.game import Seat, Text
from kibic.games.preferans import GAME, Match, Outcome
from kibic.games.preferans.actions import Deal, Discard
from kibic.games.preferans.form import Position, applied, entry
from kibic.record.write import toml_value
from kibic.sheets.book import Book, Entry
from kibic.sheets.errors import SheetError
from kibic.sheets.ppncards import letters_of, letters_of_deal
from kibic.sheets.ppndeal import deal_of, facts_of
from kibic.sheets.ppnlines import lines_of
from kibic.sheets.ppnwords import course_of

_KONTRA: Final = {2: "K", 4: "R", 8: "S", 16: "M"}
#: What of a hand is on the sheet, or would be corrected there.
_WRITTEN: Final = (
    "declarer", "contract", "igra", "kind", "followers", "caller", "called", "tricks", "kontra", "kontras", "refa",
    "bule", "supe", "refa_written", "refa_spent",
)  # fmt: skip
_LEVELS: Final = Text("PPN knows three players and no levels.", "PPN zna samo za tri igrača i ne zna za visine.")


@dataclass(frozen=True, slots=True)
class Written:
    """The text, and remarks by hand (0: the whole sheet): what only Kibic reads in it, and what is lost."""

    text: str
    remarks: tuple[tuple[int, Text], ...]


def write_ppn(book: Book) -> Written:
    """The sheet as PPN; cards nobody told are question marks.

    Raises :class:`SheetError` for what the notation cannot express at all: four players, levels.
    """
    if len(book.names) != 3 or not isinstance(book.match, Match):
        raise SheetError(_LEVELS)
    return _Writer(book).written()


@dataclass
class _Writer:
    book: Book
    remarks: list[tuple[int, Text]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def written(self) -> Written:
        book, position = self.book, self.book.start
        for number, (item, outcome) in enumerate(zip(book.entries, book.outcomes, strict=False), 1):
            if isinstance(outcome, Outcome):
                position = self._hand(number, position, item, outcome)
        self._whole()
        text = "\n".join([*self._head(), *self.tags, "", *self.lines]) + "\n"
        return Written(text, tuple(sorted(self.remarks, key=lambda remark: remark[0])))

    def note(self, hand: int, english: str, serbian: str) -> None:
        """Add a remark."""
        self.remarks.append((hand, Text(english, serbian)))

    def _hand(self, number: int, before: Position, item: Entry, outcome: Outcome) -> Position:
        line = _line(number, before, item, outcome)
        self.lines.append(line)
        after = before
        for action in item.actions:
            after = applied(after, action)
        said = _read_back(self.book, before, line)
        if said is None or not _same(said, outcome):
            answers = "; ".join(f"{key}={value}" for key, value in item.answers.items())
            self.tags.append(_tag(f"Hand{number}", answers))
            self.note(
                number,
                "The notation cannot tell this hand whole; the rest stands in a tag that only Kibic reads.",
                "Notacija ne ume celu ovu ruku da kaže; ostatak stoji u oznaci koju čita samo Kibic.",
            )
        self._after(number, item)
        for word in item.after:
            if after.to_act is not None:
                after = applied(after, GAME.parse(after, word))
        return after

    def _after(self, number: int, item: Entry) -> None:
        """What was agreed after a hand; the write-off has a tag of its own."""
        words = [word for word in item.after if word != "otpis"]
        if words:
            self.tags.append(_tag(f"After{number}", "; ".join(words)))
            told = ", ".join(words)
            self.note(
                number,
                f"The notation does not know {told}; it stands in a tag that only Kibic reads.",
                f"Notacija ne zna za {told}; to stoji u oznaci koju čita samo Kibic.",
            )

    def _whole(self) -> None:
        """What of the whole sheet only Kibic reads, and what is lost."""
        book = self.book
        preset, result = book.setup.preset, book.match.result
        self.note(
            0,
            f"The notation does not know rules; {preset} and its options stand in tags that only Kibic reads.",
            f"Notacija ne zna za pravila; {preset} i izmene stoje u oznakama koje čita samo Kibic.",
        )
        if result is not None and result.write_off is not None:
            self.tags.append(_tag("WriteOff", " ".join(map(str, result.write_off))))
            self.note(
                0,
                "The notation does not know the write-off; it stands in a tag that only Kibic reads.",
                "Notacija ne zna za otpis; on stoji u oznaci koju čita samo Kibic.",
            )
        if book.page.corrections:
            self.note(
                0,
                "Lost: what was corrected in the hands, and the marks.",
                "Gubi se: šta je u rukama ispravljano, i oznake.",
            )
        left = len(book.entries) - book.counted
        if left:
            self.note(
                0,
                f"Lost: {left} hands after the end of the match, which do not count.",
                f"Gubi se: ruke posle kraja partije ({left}), koje se ne broje.",
            )
        if any(isinstance(outcome, Outcome) and outcome.play for outcome in book.outcomes):
            self.note(
                0,
                "Lost: the cards played, and the course of the auctions.",
                "Gube se: odigrane karte i tok licitacija.",
            )

    def _head(self) -> Iterator[str]:
        book = self.book
        rules, result = book.match.rules, book.match.result
        yield _tag("Bula", rules.match.start_bule)
        yield _tag("Refe", rules.refa_budget)
        for place, name in enumerate(book.names, 1):
            yield _tag(f"Player{place}", name)
        if result is not None:
            good = -1 if result.sign == "low_good" else 1
            ranked = sorted(range(3), key=lambda seat: -good * result.points[seat])
            for seat, points in enumerate(result.points):
                yield _tag(f"Result{seat + 1}", points)
            for seat in range(3):
                yield _tag(f"Place{seat + 1}", ranked.index(seat) + 1)
        yield _tag("Ruleset", book.setup.preset)
        for number, (key, value) in enumerate(book.setup.options.items(), 1):
            yield _tag(f"Option{number}", f"{key} = {toml_value(value)}")
        yield _tag("Dealer", book.setup.dealer + 1)


def _tag(name: str, value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{text}"]'


def _read_back(book: Book, before: Position, line: str) -> Outcome | None:
    """The hand as somebody reads it who has only the line; None where it does not tell it completely."""
    deal, _ = deal_of(lines_of(line).deals[0])
    answers, _ = ({}, []) if deal is None else facts_of(deal)
    form = entry(before, book.names, answers)
    return form.outcome if isinstance(form.outcome, Outcome) else None


def _same(told: Outcome, outcome: Outcome) -> bool:
    """Whether two hands are written alike."""
    return all(getattr(told, name) == getattr(outcome, name) for name in _WRITTEN)


def _line(number: int, before: Position, item: Entry, outcome: Outcome) -> str:
    """A deal as the notation tells it."""
    order = [(outcome.dealer + step) % 3 for step in (1, 2, 3)]
    deal = item.actions[0]
    cards = letters_of_deal(deal, order) if isinstance(deal, Deal) else ""
    course = course_of(before, item.actions, order)
    head = f"{number} {''.join(str(seat + 1) for seat in order)} {cards} {','.join(course.bids)}"
    if outcome.declarer is None:
        return f"[{head}]"
    igra = "G" if outcome.igra else ""
    contract = "-" if outcome.contract is None else f"{igra}{int(outcome.contract)}"
    unit = 0 if outcome.contract is None else outcome.contract.unit(outcome.igra, outcome.kontra * outcome.refa)
    starter = "-" if course.starter is None else course.starter + 1
    facts = [
        outcome.declarer + 1, _discard(item, outcome), contract, _came(outcome), _kontra(outcome),
        int(outcome.refa > 1), unit, starter, "-", ",".join(_score(outcome, seat) for seat in order),
    ]  # fmt: skip
    return f"[{head} {' '.join(map(str, facts))}]"


def _discard(item: Entry, outcome: Outcome) -> str:
    if outcome.igra:
        return "XX"
    away = next((action for action in item.actions if isinstance(action, Discard)), None)
    if away is None or away.first is None or away.second is None:
        return "??"
    return letters_of((away.first, away.second))


def _came(outcome: Outcome) -> str:
    """Who said he comes: 0, the number of the one, or 8 for both."""
    came = [seat for seat in outcome.followers if outcome.roles[seat] in ("follower", "kontras", "caller")]
    if outcome.contract is not None and outcome.contract.is_forced:
        return "8"
    return "8" if len(came) == 2 else str(came[0] + 1) if came else "0"


def _kontra(outcome: Outcome) -> str:
    if outcome.kontra > 1 and outcome.kontras is not None:
        return f"{_KONTRA[outcome.kontra]}{outcome.kontras + 1}"
    return "0" if outcome.caller is None else f"I{outcome.caller + 1}"


def _score(outcome: Outcome, seat: Seat) -> str:
    tricks = outcome.tricks[seat] if outcome.tricks is not None else 0
    bule = outcome.bule[seat]
    if seat == outcome.declarer:
        return f"M{tricks}:{bule}"
    supe = [(entry.against, entry.points) for entry in outcome.supe if entry.writer == seat and entry.points]
    if seat not in outcome.followers and not supe and not bule:
        return "0"
    side = "".join(f":{'L' if against == (seat - 1) % 3 else 'R'}{points}" for against, points in supe[:1])
    return f"F{tricks}{side}" + (f":{bule}" if bule else "")
