"""One deal of Portable Preferans Notation: its fields in whichever layout they stand, and the facts they tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kibic.game import Seat, Text
from kibic.games.preferans.contracts import Contract
from kibic.sheets.ppnlines import DealLine, quoted

#: The fields after the auction, as they were first published and with the declarer, the refa and the starter.
_FIRST: Final = ("discard", "contract", "came", "kontra", "value", "play", "score")
_LAST: Final = (
    "declarer", "discard", "contract", "came", "kontra", "refa", "value", "starter", "play", "score",
)  # fmt: skip
_KONTRA: Final = {"K": 2, "R": 4, "S": 8, "M": 16}
_STEPS: Final = ("kontra", "rekontra", "subkontra", "mortkontra")
_BID: Final = re.compile(r"P|D|G[2-8]?|M?[2-8]")
#: Published for both is 8, "but anything from 4 on works".
_BOTH: Final = re.compile(r"[4-9]|[1-9][0-9]")
_OLD_SCORE: Final = re.compile(r"(\d{1,2}):(\d{1,6}):(-?\d{1,6}):(\d{1,6})", re.ASCII)
_MAIN: Final = re.compile(r"M(\d{1,2}):(-?\d{1,6})", re.ASCII)
_FOLLOWER: Final = re.compile(r"F(\d{1,2})(?::([LR])(\d{1,6}))?(?::(-?\d{1,6}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal says one player got: tricks, supe to the left and right, change of the bule."""

    tricks: int
    left: int
    bule: int
    right: int

    def __str__(self) -> str:
        return f"{self.left}:{self.bule}:{self.right}"


@dataclass(frozen=True, slots=True)
class PpnDeal:
    """The fields of a deal; missing ones are empty. ``order`` are the seats in speaking order, the dealer last."""

    line: int
    number: str
    order: tuple[Seat, Seat, Seat]
    told_dealer: bool
    cards: str
    bids: tuple[str, ...]
    declarer: str = ""
    discard: str = ""
    contract: str = ""
    came: str = ""
    kontra: str = ""
    refa: str = ""
    value: str = ""
    play: str = ""
    score: str = ""

    @property
    def passed(self) -> bool:
        """Whether all passed."""
        return all(bid in ("P", "D") for bid in self.bids)

    @property
    def dealer(self) -> Seat:
        """Who deals."""
        return self.order[2]


def deal_of(line: DealLine) -> tuple[PpnDeal | None, list[Text]]:
    """The deal in a line, None when it is none, and what is wrong with it."""
    problems: list[Text] = []
    fields = list(line.fields)
    if len(fields) > 2 and len(fields[1]) > 20:  # the cards stand second: without a number in front
        fields.insert(0, "")
    if len(fields) < 4:
        return None, [
            _left_out(Text("number, order, cards and auction are needed", "treba broj, redosled, karte i licitacija"))
        ]
    order = _order(fields[1].rstrip("."))
    if order is None:
        wrong = quoted(fields[1])
        return None, [
            _left_out(
                Text(
                    f"{wrong!r} is no order of dealing: 123, 231 or 312, or the number of the dealer",
                    f"„{wrong}“ nije redosled deljenja: 123, 231 ili 312, ili broj delioca",
                )
            )
        ]
    rest = fields[4:]
    names: tuple[str, ...] = _LAST if rest and rest[0] in ("1", "2", "3") else _FIRST
    if names is _LAST and len(rest) == len(_LAST) - 1 and "," in rest[-1]:  # so in the published examples
        names = tuple(name for name in _LAST if name != "refa")
        problems.append(Text("The line does not tell the refa.", "U redu ne piše da li je refa."))
    if len(rest) > len(names):
        extra = quoted(" ".join(rest[len(names) :]))
        problems.append(Text(f"Too much in the line, left out: {extra}", f"Višak u redu, izostavljen: {extra}"))
    bids = tuple(fields[3].upper().split(","))
    if len(bids) != 3 or not all(_BID.fullmatch(bid) for bid in bids):
        wrong = quoted(fields[3])
        problems.append(Text(f"{wrong!r} is no auction of three players.", f"„{wrong}“ nije licitacija trojice."))
    told = dict(zip(names, rest, strict=False))
    kept = {name: told.get(name, "") for name in _LAST if name != "starter"}
    deal = PpnDeal(line.line, fields[0].rstrip("."), order, len(fields[1].rstrip(".")) == 1, fields[2], bids, **kept)
    return deal, problems


def _left_out(why: Text) -> Text:
    return Text(f"The hand is left out: {why.en}.", f"Ruka je izostavljena: {why.sr}.")


def _order(text: str) -> tuple[Seat, Seat, Seat] | None:
    """The seats in speaking order: three numbers say it, one is the dealer."""
    if text in ("1", "2", "3"):
        first = int(text)
    elif text in ("123", "231", "312"):
        first = int(text[0]) - 1
    else:
        return None
    return first % 3, (first + 1) % 3, (first + 2) % 3


def facts_of(deal: PpnDeal) -> tuple[dict[str, str], list[Text]]:
    """The answers a deal gives, and what in it is strange. No answers: the hand cannot be told."""
    if deal.passed:
        return {"declarer": "pass"}, []
    problems: list[Text] = []
    won = _by_auction(deal.bids, deal.order)
    declarer = int(deal.declarer) - 1 if deal.declarer else won
    if declarer is None:
        why = Text("who plays cannot be told from the auction", "iz licitacije se ne vidi ko igra")
        return {}, [_left_out(why)]
    if won not in (None, declarer):
        problems.append(
            Text("The auction was won by another than who plays.", "Licitaciju je dobio drugi, a ne ko igra.")
        )
    igra, number = deal.contract[:1].upper() == "G", deal.contract.upper().removeprefix("G")
    if number not in {str(int(contract)) for contract in Contract}:
        wrong = quoted(deal.contract)
        if not deal.contract:
            why = Text("the line ends before the contract", "red se završava pre igre")
        else:
            why = Text(f"{wrong!r} is no contract", f"„{wrong}“ nije igra")
        return {}, [*problems, _left_out(why)]
    contract = Contract(int(number))
    answers = {"declarer": str(declarer), "game": f"igra {contract.word}" if igra else contract.word}
    right, left = (declarer + 1) % 3, (declarer + 2) % 3
    if not contract.is_forced:
        answers |= _following(deal, right, left, problems)
    answers |= _ladder(deal, declarer, right, left, problems)
    tricks = {seat: score.tricks for seat, score in scores_of(deal, problems).items()}
    if tricks:
        own = tricks.get(declarer, 0)
        first = left if answers.get("follow", "")[:1] == str(left) else right
        answers |= {"tricks": str(own), "defence": str(tricks.get(first, 0))}
        answers["made"] = "yes" if own == (0 if contract is Contract.BETL else 10) else "no"
    return answers, problems


def _following(deal: PpnDeal, right: Seat, left: Seat, problems: list[Text]) -> dict[str, str]:
    """Who came: in letters (right of the declarer first), or by number, four and above for both."""
    came = deal.came.upper()
    who = {
        "0": "none",
        "L": str(right),
        "R": str(left),
        "B": "both",
        str(right + 1): str(right),
        str(left + 1): str(left),
    }
    follow = who.get(came, "both" if _BOTH.fullmatch(came) else "")
    if not follow:
        if came:
            wrong = quoted(deal.came)
            problems.append(Text(f"{wrong!r} does not say who follows.", f"„{wrong}“ ne kaže ko prati."))
        return {}
    kontra = deal.kontra.upper()
    if kontra[:1] == "I":
        if follow not in (str(right), str(left)) or kontra[1:] not in ("", str(int(follow) + 1), "L", "R"):
            wrong = quoted(deal.kontra)
            problems.append(
                Text(f"The call {wrong!r} does not fit who follows.", f"Poziv „{wrong}“ se ne slaže s tim ko prati.")
            )
        if follow in (str(right), str(left)):
            follow = f"{follow}+{left if follow == str(right) else right}"
    return {"follow": follow}


def _ladder(deal: PpnDeal, declarer: Seat, right: Seat, left: Seat, problems: list[Text]) -> dict[str, str]:
    """Kontra to mortkontra, all of the defence by who began."""
    text = deal.kontra.upper()
    giver = {"L": right, "R": left, str(right + 1): right, str(left + 1): left}.get(text[1:])
    factor = _KONTRA.get(text[:1], 1) if giver is not None else 1
    if factor == 1 and text[:1] != "I" and text not in ("0", ""):
        wrong = quoted(deal.kontra)
        problems.append(
            Text(f"{wrong!r} does not say who gave which kontra.", f"„{wrong}“ ne kaže ko je dao koju kontru.")
        )
    says = (giver, declarer, giver, declarer)
    return {key: str(says[step]) if factor >= 2 << step else "no" for step, key in enumerate(_STEPS)}


def _by_auction(bids: Sequence[str], order: tuple[Seat, ...]) -> Seat | None:
    """Who won: the highest number, mine before yours; of games without the talon the highest one named."""

    def height(bid: str) -> tuple[int, int, int]:
        digits = int(bid.strip("GM")) if _BID.fullmatch(bid) and bid.strip("GMPD") else 0
        return int(bid.startswith("G")), digits, int(bid.startswith("M"))

    if len(bids) != 3:
        return None
    heights = [height(bid) for bid in bids]
    best = max(heights)
    return order[heights.index(best)] if heights.count(best) == 1 and best[:2] != (0, 0) else None


def scores_of(deal: PpnDeal, problems: list[Text] | None = None) -> dict[Seat, Score]:
    """What the deal says of each, by seat; nothing for who did not play. ``problems`` takes what cannot be read."""
    found: dict[Seat, Score] = {}
    parts = deal.score.split(",") if deal.score not in ("", "-") else []
    for seat, part in zip(deal.order, parts, strict=False):
        score = _score(part.upper())
        if score is not None:
            found[seat] = score
        elif part != "0" and problems is not None:
            wrong = quoted(part)
            problems.append(Text(f"{wrong!r} is no score.", f"„{wrong}“ nije obračun."))
    if len(parts) not in (0, 3) and problems is not None:
        problems.append(
            Text(f"Scores of {len(parts)} players instead of three.", f"Obračuna ima {len(parts)} umesto tri.")
        )
    return found


def _score(text: str) -> Score | None:
    if match := _OLD_SCORE.fullmatch(text):
        return Score(int(match[1]), int(match[2]), int(match[3]), int(match[4]))
    if match := _MAIN.fullmatch(text):
        return Score(int(match[1]), 0, int(match[2]), 0)
    if match := _FOLLOWER.fullmatch(text):
        points = int(match[3] or 0)
        return Score(
            int(match[1]), points if match[2] == "L" else 0, int(match[4] or 0), points if match[2] == "R" else 0
        )
    return None
