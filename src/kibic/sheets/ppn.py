"""Portable Preferans Notation: reading a text into a sheet, with a report of whatever cannot be taken over.

Read are the layout first published (id, dealer, cards, auction, exchange, contract, came, kontra, value, play, score)
and the later one with the declarer, the refa and the starter named; a deal may stand in square brackets. Facts are
taken over: who played what, who followed, kontra and tricks; and the cards dealt and put away, where they can be. The
auction of the notation is lossy, so the shortest one stands in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibic.game import Seat, Text
from kibic.games.preferans import Match, Outcome
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.form import Form, Position
from kibic.sheets.book import Book
from kibic.sheets.cards import with_cards
from kibic.sheets.commands import Command
from kibic.sheets.errors import SheetError
from kibic.sheets.ppncards import UNTOLD, deal_in_packets, deal_in_tens, discard_of, fault_of_cards
from kibic.sheets.ppndeal import PpnDeal, deal_of, facts_of, scores_of
from kibic.sheets.ppnlines import Lines, decoded, is_ppn, lines_of, quoted
from kibic.sheets.ppntags import Tags, answers_in, setup_of, sorted_out
from kibic.sheets.ppnwords import course_of
from kibic.sheets.ppnwrite import Written, write_ppn

__all__ = ["Report", "Written", "decoded", "is_ppn", "read_ppn", "write_ppn"]

_LEVELS = Text("PPN knows three players and no levels.", "PPN zna samo za tri igrača i ne zna za visine.")


@dataclass
class Report:
    """What was read: the sheet, and remarks by line (0: the whole file)."""

    book: Book
    remarks: list[tuple[int, Text]] = field(default_factory=list)

    def note(self, line: int, english: str, serbian: str) -> None:
        """Add a remark."""
        self.remarks.append((line, Text(english, serbian)))


def read_ppn(text: str, preset: str = "srpski") -> Report:
    """The sheet of a PPN text; whatever contradicts itself, is not understood or not said becomes a remark.

    ``preset`` are the rules where the text names none. Raises :class:`SheetError` for a text that is none, has no three
    players, or has rules that cannot be.
    """
    return _Reader(lines_of(text), preset).report()


class _Reader:
    def __init__(self, lines: Lines, preset: str) -> None:
        self.tags: Tags = sorted_out(lines.tags)
        self.deals: list[PpnDeal] = []
        self.faults = list(lines.faults)
        for line in lines.deals:
            deal, problems = deal_of(line)
            self.faults += [(line.line, problem) for problem in problems]
            if deal is not None:
                self.deals.append(deal)
        told = self.tags.value("dealer")
        self.dealer: Seat = int(told) - 1 if told in ("1", "2", "3") else 2
        if self.deals:
            self.dealer = self.deals[0].dealer
        book = Book.new(setup_of(self.tags, self.dealer, preset))
        if not isinstance(book.match, Match):
            raise SheetError(_LEVELS)
        self.found = Report(book)
        self.off = 0  # by how many seats the dealer of the sheet is behind that of the file
        self.auctions_lost = self.play_lost = self.cards_kept = False

    def report(self) -> Report:
        """Enter the deals one after the other."""
        found = self.found
        self._header()
        for number, deal in enumerate(self.deals, 1):
            self._enter(number, deal)
        self._write_off()
        for key, tags in (("Hand", self.tags.hands), ("After", self.tags.after)):
            for number, tag in tags.items():
                if not 1 <= number <= len(self.deals):
                    found.note(
                        tag.line,
                        f"The tag {key}{number} belongs to no deal.",
                        f"Oznaka {key}{number} ne pripada nijednom deljenju.",
                    )
        self._results()
        found.remarks = sorted([*found.remarks, *self.faults, *self.tags.faults], key=lambda remark: remark[0])
        return found

    def _header(self) -> None:
        if not self.deals:
            self.found.note(0, "There is no hand in the file.", "U fajlu nema nijedne ruke.")
            return
        told = self.tags.value("dealer")
        if told and told != str(self.dealer + 1):
            self.tags.note(
                self.tags.line("dealer"),
                f"{quoted(told)} is not who deals first by the deals.",
                f"{quoted(told)} nije ko prvi deli po deljenjima.",
            )
        if self.deals[0].told_dealer:
            self.found.note(
                0, "The number before the cards is taken for the dealer.", "Broj ispred karata uzet je za delioca."
            )

    def _enter(self, number: int, deal: PpnDeal) -> None:
        found, line = self.found, deal.line
        if found.book.match.to_act is None:
            found.note(line, "The match is over before this hand.", "Partija je završena pre ove ruke.")
            return
        if deal.number.isdecimal() and deal.number != str(number):
            found.note(
                line,
                f"The {number}. hand has the number {quoted(deal.number)}.",
                f"{number}. ruka nosi broj {quoted(deal.number)}.",
            )
        off = (deal.dealer - found.book.match.dealer) % 3
        if off != self.off:
            names = found.book.names
            there, here = names[deal.dealer], names[found.book.match.dealer]
            found.note(
                line,
                f"In the file {there} deals, by the rules and the hands before {here}.",
                f"U fajlu deli {there}, a po pravilima i prethodnim rukama {here}.",
            )
            self.off = off
        before, answers = found.book.match, self._answers(number, deal)
        if not answers:
            return
        try:
            form = found.book.form(answers)
            if not form.complete:
                asked = form.questions[-1].text
                found.note(line, f"Left out, not told: {asked.en}", f"Izostavljeno, nije zapisano: {asked.sr}")
                return
            found.book = found.book.do(self._command(deal, form))
        except SheetError as error:
            found.remarks.append((line, error.text))
            return
        self._compare(deal, before)
        self._agreed(number)

    def _answers(self, number: int, deal: PpnDeal) -> dict[str, str]:
        """The answers of the tag of a hand, else of its line."""
        tag = self.tags.hands.get(number)
        if tag is None:
            answers, problems = facts_of(deal)
            self.found.remarks += [(deal.line, problem) for problem in problems]
            return answers
        answers = dict(answers_in(tag.value))
        form = self.found.book.form(answers)
        if form.complete:
            return answers
        shown = quoted(tag.value)
        self.tags.note(
            tag.line,
            f"These are not the answers of a hand; its line counts: {shown}",
            f"Ovo nisu odgovori za ruku; važi njen red: {shown}",
        )
        answers, problems = facts_of(deal)
        self.found.remarks += [(deal.line, problem) for problem in problems]
        return answers

    def _command(self, deal: PpnDeal, form: Form) -> Command:
        """The command that enters a hand, with its cards where they are told and can have been."""
        plain = Command("hand", answers=form.answers)
        if deal.cards == UNTOLD:
            return plain
        fault = fault_of_cards(deal.cards)
        if fault is not None:
            self.found.note(
                deal.line,
                f"The cards of this hand are left out: {fault.en}.",
                f"Karte ove ruke su izostavljene: {fault.sr}.",
            )
            return plain
        away = discard_of(deal.discard)
        refused: list[Text] = []
        if away is None and deal.discard.upper() not in ("", "XX", "??", "-"):
            wrong = quoted(deal.discard)
            refused.append(Text(f"{wrong!r} are not two cards.", f"„{wrong}“ nisu dve karte."))
        for read in (deal_in_tens, deal_in_packets):
            dealt = read(deal.cards, deal.order)
            word = Deal(dealt.hands, dealt.talon).word
            try:
                with_cards(self.found.book.match, form.actions, word, away.word if away is not None else "")
            except SheetError as error:
                refused.append(error.text)
                continue
            if read is deal_in_packets:
                self.found.note(
                    deal.line,
                    "The cards are read in packets, as they are dealt.",
                    "Karte su čitane po paketima, kako se dele.",
                )
            self.cards_kept = True
            return Command("hand", answers=form.answers, deal=word, discard=away.word if away is not None else "")
        why = refused[0]
        self.found.note(
            deal.line,
            f"The cards of this hand are left out, they do not fit: {why.en}",
            f"Karte ove ruke su izostavljene, ne slažu se: {why.sr}",
        )
        return plain

    def _agreed(self, number: int) -> None:
        """What was agreed after a hand."""
        tag = self.tags.after.get(number)
        for word in tag.value.split(";") if tag is not None else ():
            self._say(word.strip(), 0 if tag is None else tag.line)

    def _say(self, word: str, line: int) -> None:
        try:
            self.found.book = self.found.book.do(Command("agree", word=word))
        except SheetError as error:
            self.found.remarks.append((line, error.text))

    def _write_off(self) -> None:
        if "writeoff" not in self.tags.plain:
            return
        line = self.tags.line("writeoff")
        if self.found.book.match.to_act is None:
            self.found.note(line, "The match was over before the write-off.", "Partija je bila završena pre otpisa.")
            return
        self._say("otpis", line)
        result = self.found.book.match.result
        told = self.tags.value("writeoff").split()
        have = [] if result is None or result.write_off is None else [str(amount) for amount in result.write_off]
        if told and have and told != have:
            there, here = quoted(" ".join(told)), " ".join(have)
            self.found.note(
                line,
                f"The write-off is {there} in the file and {here} by the rules.",
                f"Otpis je u fajlu {there}, a po pravilima {here}.",
            )

    def _compare(self, deal: PpnDeal, before: Position) -> None:
        """Compare what the file says of a hand with what the rules make of it, and note what is not taken over."""
        book, line = self.found.book, deal.line
        outcome, names = book.outcomes[-1], book.names
        if not isinstance(outcome, Outcome):
            return
        if deal.play not in ("", "-"):
            self.play_lost = True
        if course_of(before, book.entries[-1].actions, deal.order).bids != deal.bids:
            self.auctions_lost = True
        scores = scores_of(deal)
        if outcome.tricks is not None and scores:
            told, have = sum(score.tricks for score in scores.values()), sum(outcome.tricks)
            if told != have:
                self.found.note(
                    line,
                    f"The tricks add up to {told} in the file and to {have} by the rules.",
                    f"Zbir štihova je u fajlu {told}, a po pravilima {have}.",
                )
        supe = {(entry.writer, entry.against): entry.points for entry in outcome.supe}
        for seat, score in scores.items():
            left, right = supe.get((seat, (seat - 1) % 3), 0), supe.get((seat, (seat + 1) % 3), 0)
            have_ = f"{left}:{outcome.bule[seat]}:{right}"
            if str(score) != have_:
                self.found.note(
                    line,
                    f"{names[seat]}: the file says {score}, the rules give {have_}.",
                    f"{names[seat]}: u fajlu je {score}, po pravilima {have_}.",
                )
        if outcome.contract is not None and deal.value.isdecimal():
            unit = outcome.contract.unit(outcome.igra, outcome.kontra * outcome.refa)
            if deal.value != str(unit):
                told_ = quoted(deal.value)
                self.found.note(
                    line,
                    f"The value is {told_} in the file and {unit} by the rules.",
                    f"Vrednost je u fajlu {told_}, a po pravilima {unit}.",
                )
        if outcome.contract is not None and deal.refa not in ("", "-") and deal.refa != str(int(outcome.refa > 1)):
            told_ = quoted(deal.refa)
            self.found.note(
                line,
                f"The refa is {told_} in the file and {int(outcome.refa > 1)} by the rules.",
                f"Refa je u fajlu {told_}, a po pravilima {int(outcome.refa > 1)}.",
            )

    def _results(self) -> None:
        """The results of the header, which are told by player or by place; and what is lost in the whole."""
        found, tags = self.found, self.tags
        if self.auctions_lost:
            found.note(
                0,
                "The course of the auctions is not taken over; the shortest ones stand in their place.",
                "Tok licitacija se ne preuzima; umesto njih stoje najkraće.",
            )
        if self.play_lost:
            found.note(0, "The cards played are not taken over.", "Odigrane karte se ne preuzimaju.")
        elif self.cards_kept:
            found.note(
                0,
                "The cards played are not in the file, only those dealt.",
                "Odigrane karte nisu u fajlu, samo podeljene.",
            )
        result, names = found.book.match.result, found.book.names
        told = [tags.value(f"result{place}") for place in (1, 2, 3)]
        if not any(told):
            return
        have = ["–"] * 3 if result is None else [str(points) for points in result.points]
        places = [tags.value(f"place{place}") for place in (1, 2, 3)]
        by_place = [told[places.index(name)] if name in places else "" for name in names]
        if have in (told, by_place):
            return
        for name, there, here in zip(names, by_place if any(by_place) else told, have, strict=True):
            if there and there != here:
                found.note(
                    0,
                    f"{name}: the result is {quoted(there)} in the file and {here} here.",
                    f"{name}: rezultat je u fajlu {quoted(there)}, a ovde {here}.",
                )
