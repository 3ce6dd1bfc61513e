"""What can be said and done at the table (preferans.md section 22), each with its word (record.md section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kibic.cards import DECK_32, Hand
from kibic.game import Seat
from kibic.games.preferans.contracts import Contract


@dataclass(frozen=True, slots=True)
class Deal:
    """The house deals. ``hands`` are masks by seat, ``talon`` is a mask (DEAL-02).

    ``deck`` is the 32-card permutation in dealing order when it is known (CRD-06). A deal whose hands are all empty is
    a hand played with real cards, of which only the words and the tricks will be told (record.md section 1). Of four
    players at such a table another one than the next may have dealt, and so sat out: ``dealer`` tells it (FOUR-01).
    """

    hands: tuple[int, ...]
    talon: int
    deck: tuple[int, ...] | None = None
    dealer: Seat | None = None

    @property
    def blind(self) -> bool:
        """Whether the cards are unknown."""
        return not any(self.hands)

    @property
    def word(self) -> str:
        """``deck SA S7 ...`` when the order is known, else ``cards`` with the holdings and the talon."""
        if self.blind:
            return "cards ?" if self.dealer is None else f"cards ? {self.dealer + 1}"
        if self.deck is not None:
            return "deck " + DECK_32.join(self.deck)
        return "cards " + " ".join([*(str(Hand(mask)) for mask in self.hands), *Hand(self.talon).texts])


@dataclass(frozen=True, slots=True)
class Pass:
    """ "Dalje"; after an igra "dobra" (AUC-03)."""

    word: str = "dalje"


@dataclass(frozen=True, slots=True)
class Bid:
    """A number (AUC-01)."""

    number: int

    @property
    def word(self) -> str:
        """The number."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Hold:
    """ "Mogu": to equal the current number and take over the lead of the auction (AUC-07, AUC-08)."""

    word: str = "mogu"


@dataclass(frozen=True, slots=True)
class Igra:
    """A suit game without the talon (IGR-01)."""

    word: str = "igra"


@dataclass(frozen=True, slots=True)
class Betl:
    """Betl without the talon, called in the auction (IGR-01)."""

    word: str = "betl"


@dataclass(frozen=True, slots=True)
class Sans:
    """Sans without the talon, called in the auction (IGR-01)."""

    word: str = "sans"


@dataclass(frozen=True, slots=True)
class Preferans:
    """Preferans without the talon, called in the auction (balkan, IGR-01)."""

    word: str = "preferans"


@dataclass(frozen=True, slots=True)
class NameSuit:
    """Naming the suit of an igra (IGR-04). ``contract`` is one of the four suit games."""

    contract: Contract

    @property
    def word(self) -> str:
        """The suit."""
        return self.contract.word


@dataclass(frozen=True, slots=True)
class Weaker:
    """ "Slabija": an igra that cannot beat the best one named stays secret (IGR-05)."""

    word: str = "slabija"


@dataclass(frozen=True, slots=True)
class Cede:
    """ "Uzmi": the first of two equal igra callers gives his game to the other (IGR-07)."""

    word: str = "uzmi"


@dataclass(frozen=True, slots=True)
class Discard:
    """Two cards put away by the declarer (TAL-02), lower card number first; None and None when they are not told."""

    first: int | None
    second: int | None

    @classmethod
    def of(cls, one: int, two: int) -> Discard:
        """The discard of two cards in canonical order."""
        return cls(min(one, two), max(one, two))

    @property
    def mask(self) -> int:
        """The two cards as a mask, 0 when they are not told."""
        if self.first is None or self.second is None:
            return 0
        return 1 << self.first | 1 << self.second

    @property
    def word(self) -> str:
        """``skart`` and two cards, or two question marks."""
        return f"skart {_card(self.first)} {_card(self.second)}"


@dataclass(frozen=True, slots=True)
class NoDiscard:
    """The declarer did not put two cards away in time and falls (PEN-01). Said by the table's clock, not by a
    player.
    """

    word: str = "bezskarta"


@dataclass(frozen=True, slots=True)
class Declare:
    """The declared game after the talon (DEC-01)."""

    contract: Contract

    @property
    def word(self) -> str:
        """The game."""
        return self.contract.word


@dataclass(frozen=True, slots=True)
class Follow:
    """ "Dođem" or "ne" (FOL-02)."""

    yes: bool

    @property
    def word(self) -> str:
        """``dodjem`` or ``ne``."""
        return "dodjem" if self.yes else "ne"


@dataclass(frozen=True, slots=True)
class Call:
    """The lone follower calls the other defender, "zajedno", or plays alone, "sam" (CALL-01)."""

    yes: bool

    @property
    def word(self) -> str:
        """``zajedno`` or ``sam``."""
        return "zajedno" if self.yes else "sam"


@dataclass(frozen=True, slots=True)
class Answer:
    """The called defender accepts or refuses (CALL-02)."""

    yes: bool

    @property
    def word(self) -> str:
        """``idem`` or ``necu``."""
        return "idem" if self.yes else "necu"


@dataclass(frozen=True, slots=True)
class OfferTricks:
    """ "Daješ N?": the lone follower proposes to end the hand with N tricks for himself (AGR-06)."""

    tricks: int

    @property
    def word(self) -> str:
        """``dajes N``."""
        return f"dajes {self.tricks}"


@dataclass(frozen=True, slots=True)
class OfferAnswer:
    """The declarer's answer to a trick offer (AGR-06)."""

    yes: bool

    @property
    def word(self) -> str:
        """``dajem`` or ``nedajem``."""
        return "dajem" if self.yes else "nedajem"


KONTRA_WORDS: Final = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mortkontra"}


@dataclass(frozen=True, slots=True)
class Kontra:
    """A step of the kontra ladder; ``factor`` is 2, 4, 8 or 16 (KON-04)."""

    factor: int

    @property
    def word(self) -> str:
        """``kontra``, ``rekontra``, ``subkontra`` or ``mortkontra``."""
        return KONTRA_WORDS[self.factor]


@dataclass(frozen=True, slots=True)
class NoKontra:
    """ "Može": a step of the ladder declined (KON-01, KON-04)."""

    word: str = "moze"


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the trick (PLAY-01, PLAY-02)."""

    card: int

    @property
    def word(self) -> str:
        """The card."""
        return DECK_32.texts[self.card]


@dataclass(frozen=True, slots=True)
class Claim:
    """ "Ostalo N": the declarer takes N of the tricks not yet completed, accepted by all (END-03)."""

    tricks: int

    @property
    def word(self) -> str:
        """``ostalo N``."""
        return f"ostalo {self.tricks}"


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks of a hand told without its cards, by seat (record.md section 1)."""

    taken: tuple[int, ...]

    @property
    def word(self) -> str:
        """``tricks`` and the numbers."""
        return "tricks " + " ".join(str(number) for number in self.taken)


@dataclass(frozen=True, slots=True)
class WriteOff:
    """ "Otpis": the match is closed between hands (WO-01), agreed by all."""

    word: str = "otpis"


@dataclass(frozen=True, slots=True)
class Extend:
    """ "Produži N": everybody's bule are raised by N, agreed by all between hands (MATCH-02)."""

    bule: int

    @property
    def word(self) -> str:
        """``produzi N``."""
        return f"produzi {self.bule}"


@dataclass(frozen=True, slots=True)
class TakeOver:
    """ "Preuzima X Y": the defender X answers for the fall of his partner Y (PEN-02); seats, written from 1."""

    offender: int
    victim: int

    @property
    def word(self) -> str:
        """``preuzima`` and the two places in the list of players."""
        return f"preuzima {self.offender + 1} {self.victim + 1}"


@dataclass(frozen=True, slots=True)
class Fine:
    """ "Kazna X": the first follower X did not give the kontra he had to give (PEN-03); a seat, written from 1."""

    seat: int

    @property
    def word(self) -> str:
        """``kazna`` and the place in the list of players."""
        return f"kazna {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class ShowTalon:
    """ "Talon": the talon is turned up after all passed, agreed by all (DEAL-05)."""

    word: str = "talon"


Action = (
    Deal
    | Pass
    | Bid
    | Hold
    | Igra
    | Betl
    | Sans
    | Preferans
    | NameSuit
    | Weaker
    | Cede
    | Discard
    | NoDiscard
    | Declare
    | Follow
    | Call
    | Answer
    | OfferTricks
    | OfferAnswer
    | Kontra
    | NoKontra
    | Play
    | Claim
    | Tricks
    | WriteOff
    | Extend
    | TakeOver
    | Fine
    | ShowTalon
)

# Actions without payload, and those of small range, exist once: states are compared and hashed often.
PASS: Final = Pass()
HOLD: Final = Hold()
IGRA: Final = Igra()
BETL: Final = Betl()
SANS: Final = Sans()
PREFERANS: Final = Preferans()
WEAKER: Final = Weaker()
CEDE: Final = Cede()
NO_KONTRA: Final = NoKontra()
NO_DISCARD: Final = NoDiscard()
WRITE_OFF: Final = WriteOff()
SHOW_TALON: Final = ShowTalon()
BIDS: Final = {number: Bid(number) for number in range(1, 9)}
KONTRAS: Final = {factor: Kontra(factor) for factor in KONTRA_WORDS}
PLAYS: Final = tuple(Play(card) for card in DECK_32)


def _card(card: int | None) -> str:
    return "?" if card is None else DECK_32.texts[card]
