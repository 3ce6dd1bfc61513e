"""Portable Preferans Notation: reading a file with a report of what it does not say, and writing one.

Read are the published layout (id, dealer, cards, auction, exchange, contract, came, kontra, value, play, score) and
the one with the declarer, the refa and the starter named; a deal may stand in square brackets. Only facts are taken
over: who played what, who followed, kontra and tricks. The auction of the notation is lossy, its cards are not needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from kibic.game import RulesError, Seat, Text
from kibic.games.preferans import Outcome
from kibic.games.preferans.contracts import Contract
from kibic.sheets.book import Book
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.setup import Setup

_TAG: Final = re.compile(r'\[\s*([A-Za-z]+[1-3A-C]?)\s+"([^"]*)"\s*\]')
_CARDS: Final = re.compile(r"[1-9A-Wa-w?]{32}")
_KONTRA: Final = {"K": 2, "R": 4, "S": 8, "M": 16}
_STEPS: Final = ("kontra", "rekontra", "subkontra", "mortkontra")
#: Longest text that is read, in characters.
_LARGEST: Final = 2_000_000


@dataclass
class Report:
    """What was read: the sheet, and remarks by line (0: the whole file)."""

    book: Book
    remarks: list[tuple[int, Text]] = field(default_factory=list)

    def note(self, line: int, english: str, serbian: str) -> None:
        """Add a remark."""
        self.remarks.append((line, Text(english, serbian)))


@dataclass(frozen=True)
class _Deal:
    """The fields of a deal, in whichever layout they stood; missing ones are empty."""

    order: str
    auction: str
    declarer: str = ""
    contract: str = ""
    came: str = ""
    kontra: str = ""
    value: str = ""
    score: str = ""


def read_ppn(text: str, preset: str = "srpski") -> Report:
    """The sheet of a PPN text; whatever contradicts itself or is not said becomes a remark.

    Raises :class:`SheetError` when there are no three players to read.
    """
    if len(text) > _LARGEST:
        raise SheetError(Text("The text is too large.", "Tekst je prevelik."))
    lines = text.splitlines()
    tags = {match[1].lower(): match[2] for line in lines for match in _TAG.finditer(line)}
    names = tuple(
        " ".join(tags.get(f"player{digit}", tags.get(f"player{letter}", "")).split())
        for digit, letter in zip("123", "abc", strict=True)
    )
    deals = [(number, deal) for number, line in enumerate(lines, 1) if (deal := _deal(line)) is not None]
    report = Report(_begin(names, deals, tags, preset))
    if deals and len(deals[0][1].order) == 1:
        report.note(0, "The number before the cards is taken for the dealer.", "Broj ispred karata uzet je za delioca.")
    if deals:
        report.note(
            0,
            "The course of the auctions and the play is not taken over.",
            "Tok licitacije i igra kartama se ne preuzimaju.",
        )
    for number, deal in deals:
        _enter(report, number, deal)
    _compare(report, tags)
    return report


def _begin(names: tuple[str, ...], deals: Sequence[tuple[int, _Deal]], tags: dict[str, str], preset: str) -> Book:
    dealer = (_order(deals[0][1].order)[0] - 1) % 3 if deals else 2
    options: dict[str, int] = {}
    for tag, key in (("bula", "match.start_bule"), ("refe", "refa.max")):
        if tags.get(tag, "").isdecimal():
            options[key] = int(tags[tag])
    try:
        return Book.new(Setup(names, dealer, preset, options))
    except RulesError as error:
        raise SheetError(Text(str(error), str(error))) from error


def _deal(line: str) -> _Deal | None:
    """The deal in a line, None when there is none."""
    if _TAG.search(line):
        return None
    parts = line.strip().strip("[]").split()
    place = next((index for index, part in enumerate(parts) if _CARDS.fullmatch(part)), None)
    if place is None or place + 1 >= len(parts) or place == 0:
        return None
    order, rest = parts[place - 1].rstrip("."), parts[place + 1 :]
    if not order or set(order) - set("123"):
        return None
    auction, rest = rest[0], rest[1:]
    names: tuple[str, ...]
    if rest and re.fullmatch(r"[123]", rest[0]):  # the declarer is named
        names = ("declarer", "discard", "contract", "came", "kontra", "refa", "value", "starter", "play", "score")
    else:
        names = ("discard", "contract", "came", "kontra", "value", "play", "score")
    fields = dict(zip(names, rest, strict=False))
    kept = {name: fields.get(name, "") for name in ("declarer", "contract", "came", "kontra", "value", "score")}
    return _Deal(order, auction, **kept)


def _order(order: str) -> tuple[Seat, Seat, Seat]:
    """The seats in speaking order: three numbers say it, one is the dealer."""
    first = int(order[0]) - 1 if len(order) == 3 else int(order[0])
    return first % 3, (first + 1) % 3, (first + 2) % 3


def _enter(report: Report, line: int, deal: _Deal) -> None:
    order = _order(deal.order)
    dealer = report.book.match.dealer
    if order[0] != (dealer + 1) % 3:
        report.note(line, "Another one should have dealt.", "Trebalo je da deli drugi igrač.")
    answers, problems = _facts(deal, order)
    report.remarks += [(line, problem) for problem in problems]
    try:
        form = report.book.form(answers)
        if not form.complete:
            asked = form.questions[-1].text
            text = Text(f"Left out, not told: {asked.en}", f"Izostavljeno, nije zapisano: {asked.sr}")
            report.remarks.append((line, text))
            return
        report.book = report.book.do(Command("hand", answers=form.answers))
    except SheetError as error:
        report.remarks.append((line, error.text))
        return
    _check_score(report, line, deal, order)


def _facts(deal: _Deal, order: tuple[Seat, ...]) -> tuple[dict[str, str], list[Text]]:
    """The answers a deal gives, and what in it is strange."""
    problems: list[Text] = []
    bids = deal.auction.upper().split(",")
    if all(bid in ("P", "D") for bid in bids):
        return {"declarer": "pass"}, problems
    igra = deal.contract.upper().startswith("G")
    number = deal.contract.upper().removeprefix("G")
    scores = _scores(deal)
    declarer = int(deal.declarer) - 1 if deal.declarer else _by_auction(bids, order)
    if declarer is None:
        return {}, [Text("Who plays cannot be told from the auction.", "Iz licitacije se ne vidi ko igra.")]
    if not number.isdecimal() or int(number) not in set(Contract):
        return {"declarer": str(declarer)}, [
            Text(f"{deal.contract!r} is no contract.", f"{deal.contract!r} nije igra.")
        ]
    contract = Contract(int(number))
    right, left = (declarer + 1) % 3, (declarer + 2) % 3
    follow = {"0": "none", "L": str(right), "R": str(left), "B": "both"}.get(deal.came.upper(), "")
    kontra = deal.kontra.upper()
    if kontra == "I" and follow in (str(right), str(left)):
        follow = f"{follow}+{left if follow == str(right) else right}"
    answers = {"declarer": str(declarer), "game": f"igra {contract.word}" if igra else contract.word, "follow": follow}
    answers |= _ladder(kontra, declarer, right, left)
    tricks = {seat: score[0] for seat, score in zip(order, scores, strict=False) if score}
    if tricks:
        if sum(tricks.values()) != 10 and not contract.is_forced:
            total = sum(tricks.values())
            problems.append(Text(f"The tricks add up to {total}.", f"Zbir štihova je {total}."))
        own = tricks.get(declarer, 0)
        first = left if follow[:1] == str(left) else right
        answers |= {"tricks": str(own), "defence": str(tricks.get(first, 0))}
        answers["made"] = "yes" if own == (0 if contract is Contract.BETL else 10) else "no"
    return answers, problems


def _by_auction(bids: Sequence[str], order: tuple[Seat, ...]) -> Seat | None:
    """Who won: the highest number, mine before yours; of games without the talon the highest one named."""

    def height(bid: str) -> tuple[int, int, int]:
        digits = int("".join(filter(str.isdecimal, bid)) or 0)
        return int(bid.startswith("G")), digits, int(bid.startswith("M"))

    if len(bids) != 3:
        return None
    heights = [height(bid) for bid in bids]
    best = max(heights)
    return order[heights.index(best)] if heights.count(best) == 1 and best[:2] != (0, 0) else None


def _ladder(kontra: str, declarer: Seat, right: Seat, left: Seat) -> dict[str, str]:
    factor = _KONTRA.get(kontra[:1], 1) if len(kontra) == 2 else 1
    giver = right if kontra[1:] == "L" else left
    says = (giver, declarer, giver, declarer)
    return {
        key: str(says[step]) if factor >= 2 << step else "no" for step, key in enumerate(_STEPS)
    }  # fmt: skip


def _scores(deal: _Deal) -> list[tuple[int, int, int, int] | None]:
    """Tricks, left supe, bule and right supe of each in speaking order; None for who did not play."""
    found: list[tuple[int, int, int, int] | None] = []
    for part in deal.score.split(",") if deal.score else ():
        numbers = part.split(":")
        whole = len(numbers) == 4 and all(re.fullmatch(r"-?\d{1,6}", number) for number in numbers)
        found.append((int(numbers[0]), int(numbers[1]), int(numbers[2]), int(numbers[3])) if whole else None)
    return found


def _check_score(report: Report, line: int, deal: _Deal, order: tuple[Seat, ...]) -> None:
    """Compare what the file says of a hand with what the rules make of it."""
    outcome = report.book.outcomes[-1]
    if not isinstance(outcome, Outcome):
        return
    name = report.book.names
    supe = {(entry.writer, entry.against): entry.points for entry in outcome.supe}
    for seat, score in zip(order, _scores(deal), strict=False):
        if score is None:
            continue
        now = (supe.get((seat, (seat - 1) % 3), 0), outcome.bule[seat], supe.get((seat, (seat + 1) % 3), 0))
        if score[1:] != now:
            was = ":".join(map(str, score[1:]))
            is_ = ":".join(map(str, now))
            report.note(
                line,
                f"{name[seat]}: the file says {was}, the rules give {is_}.",
                f"{name[seat]}: u fajlu je {was}, po pravilima {is_}.",
            )
    if outcome.contract is not None and deal.value.isdecimal():
        unit = outcome.contract.unit(outcome.igra, outcome.kontra * outcome.refa)
        if int(deal.value) != unit:
            report.note(
                line,
                f"The value is {deal.value} in the file and {unit} by the rules.",
                f"Vrednost je u fajlu {deal.value}, a po pravilima {unit}.",
            )


def _compare(report: Report, tags: dict[str, str]) -> None:
    """Compare the results of the header with the sheet."""
    result = report.book.match.result
    places = {tags[f"place{place}"]: tags.get(f"result{place}", "") for place in "123" if f"place{place}" in tags}
    for seat, name in enumerate(report.book.names):
        told = places.get(name, "")
        if told and (result is None or told != str(result.points[seat])):
            have = "–" if result is None else str(result.points[seat])
            report.note(
                0,
                f"{name}: the result is {told} in the file and {have} here.",
                f"{name}: rezultat je u fajlu {told}, a ovde {have}.",
            )


def write_ppn(book: Book) -> str:
    """The sheet as PPN, in the layout that names declarer, refa and starter; cards nobody told are question marks.

    Raises :class:`SheetError` for what the notation cannot express: four players, levels.
    """
    if len(book.names) != 3 or book.match.rules.auc.ladder == "levels":
        text = Text("PPN knows three players and no levels.", "PPN zna samo za tri igrača i ne zna za visine.")
        raise SheetError(text)
    return "\n".join([*_tags(book), "", *_lines(book)]) + "\n"


def _tags(book: Book) -> Iterator[str]:
    rules, result = book.match.rules, book.match.result
    yield f'[Bula "{rules.match.start_bule}"]'
    yield f'[Refe "{rules.refa_budget}"]'
    for place, name in enumerate(book.names, 1):
        yield f'[Player{place} "{name.replace(chr(34), chr(39))}"]'
    if result is not None:
        good = -1 if result.sign == "low_good" else 1
        ranked = sorted(range(3), key=lambda seat: -good * result.points[seat])
        for place, seat in enumerate(ranked, 1):
            yield f'[Place{place} "{book.names[seat]}"]'
            yield f'[Result{place} "{result.points[seat]}"]'


def _lines(book: Book) -> Iterator[str]:
    for outcome in book.outcomes:
        if not isinstance(outcome, Outcome):
            continue
        order = [(outcome.dealer + step) % 3 for step in (1, 2, 3)]
        head = f"{outcome.number}. {''.join(str(seat + 1) for seat in order)} {'?' * 32}"
        if outcome.declarer is None or outcome.contract is None:
            yield f"{head} P,P,P"
            continue
        yield f"{head} {_told(outcome, order)}"


def _told(outcome: Outcome, order: Sequence[Seat]) -> str:
    declarer, contract = outcome.declarer, outcome.contract
    assert declarer is not None  # noqa: S101 - asked before
    assert contract is not None  # noqa: S101 - asked before
    right = (declarer + 1) % 3
    igra = "G" if outcome.igra else ""
    bids = ",".join((f"G{int(contract)}" if igra else "2") if seat == declarer else "P" for seat in order)
    came = [seat for seat in outcome.followers if outcome.roles[seat] in ("follower", "kontras", "caller")]
    letter = "B" if len(came) == 2 else "0" if not came else "L" if came[0] == right else "R"
    kontra = "I" if outcome.caller is not None else "0"
    if outcome.kontra > 1:
        step = next(key for key, factor in _KONTRA.items() if factor == outcome.kontra)
        kontra = step + ("L" if outcome.kontras == right else "R")
    supe = {(entry.writer, entry.against): entry.points for entry in outcome.supe}
    scores = []
    for seat in order:
        sides = (supe.get((seat, (seat - 1) % 3), 0), supe.get((seat, (seat + 1) % 3), 0))
        tricks = outcome.tricks[seat] if outcome.tricks is not None else 0
        plays = seat == declarer or seat in outcome.followers
        scores.append(f"{tricks}:{sides[0]}:{outcome.bule[seat]}:{sides[1]}" if plays else "0")
    unit = contract.unit(outcome.igra, outcome.kontra * outcome.refa)
    exchange = "XX" if outcome.igra else "??"
    facts = [bids, declarer + 1, exchange, f"{igra}{int(contract)}", letter, kontra, int(outcome.refa > 1), unit]
    return f"{' '.join(map(str, facts))} - - {','.join(scores)}"
