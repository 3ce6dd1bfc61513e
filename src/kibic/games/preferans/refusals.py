"""Why something is not allowed: the rule and the sentence, written once for errors, views and hints."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import Text


@dataclass(frozen=True, slots=True)
class Refusal:
    """A word that is not allowed now, the rule that forbids it and the sentence for people."""

    word: str
    rule: str
    text: Text


def in_words(text: Text, hold: str) -> Text:
    """``text`` with the word the table holds a number with (``auc.hold_word``) in place of {hold} and {Hold}."""
    english, serbian = (
        side.replace("{hold}", hold).replace("{Hold}", hold.capitalize()) for side in (text.en, text.sr)
    )
    return Text(english, serbian)


#: Suits in the grammatical forms the sentences need: held (accusative), missing (genitive), English.
_HELD = ("pik", "karo", "herc", "tref")
_ENGLISH = ("spades", "diamonds", "hearts", "clubs")


def must_follow(led: int) -> tuple[str, Text]:
    """The led suit is held."""
    return "PLAY-02", Text(f"You hold {_ENGLISH[led]} and must follow suit.", f"Imate {_HELD[led]}, morate na boju.")


def must_trump(trump: int) -> tuple[str, Text]:
    """The led suit is not held, a trump is."""
    return "PLAY-02", Text(
        f"You cannot follow suit and must play a trump ({_ENGLISH[trump]}).",
        f"Nemate traženu boju, morate adut ({_HELD[trump]}).",
    )


def must_overtake() -> tuple[str, Text]:
    """A card that beats the winning one is held (``play.must_overtake``)."""
    return "PLAY-02", Text("You must beat the card that wins so far.", "Morate preći kartu koja vodi.")


NOT_YOURS = ("PLAY-01", Text("That card is not in this hand.", "Ta karta nije u ruci."))
WRONG_PHASE = {
    "deal": ("DEAL-02", Text("The cards have not been dealt.", "Karte još nisu podeljene.")),
    "auction": ("AUC-03", Text("The auction is going on.", "Licitacija je u toku.")),
    "naming": ("IGR-04", Text("The suit of the igra must be named.", "Treba reći boju igre.")),
    "discard": ("TAL-02", Text("Two cards must be put away.", "Treba vratiti dve karte.")),
    "declaration": ("DEC-01", Text("The game must be declared.", "Treba najaviti igru.")),
    "following": ("FOL-02", Text("The answer is dođem or ne.", "Odgovor je dođem ili ne.")),
    "calling": ("CALL-01", Text("The lone follower says zajedno or sam.", "Pratilac kaže zajedno ili sam.")),
    "call_answer": ("CALL-02", Text("The called player says idem or neću.", "Pozvani kaže idem ili neću.")),
    "offer_answer": ("AGR-06", Text("The declarer says dajem or ne dajem.", "Nosilac kaže dajem ili ne dajem.")),
    "kontra": ("KON-01", Text("The question is kontra or može.", "Pita se kontra ili može.")),
    "play": ("PLAY-01", Text("A card must be played.", "Treba odigrati kartu.")),
    "over": ("MATCH-01", Text("The match is over.", "Partija je završena.")),
}
BID_STEP = ("AUC-04", Text("Only the next number may be bid.", "Licitira se samo sledeći broj."))
BID_LOW = ("AUC-04", Text("The bid must be above the last one.", "Licitacija mora biti viša od poslednje."))
BID_MAX = ("AUC-11", Text("There is no higher bid.", "Više od toga se ne licitira."))
BELOW_MINIMUM = (
    "AGR-05",
    Text(
        "The hand is below the minimum agreed for this number.", "Ruka je ispod dogovorenog minimuma za ovu licitaciju."
    ),
)
HOLD_FIRST_TURN = (
    "AUC-10",
    Text("{Hold} may be said only by a player who has bid before.", "„{Hold}“ kaže samo ko je već licitirao."),
)
HOLD_TAKEN = ("AUC-07", Text("{Hold} has been said at this number.", "„{Hold}“ je za ovaj broj već rečeno."))
HOLD_NOT_SENIOR = ("AUC-08", Text("{Hold} belongs to the senior bidder.", "„{Hold}“ pripada starijem po redu."))
RAISE_BEFORE_HOLD = (
    "AUC-07",
    Text(
        "While {hold} is free, one may only say {hold} or dalje.",
        "Dok je „{hold}“ slobodno, kaže se samo {hold} ili dalje.",
    ),
)
RAISE_BY_SENIOR = ("AUC-08", Text("The senior bidder says {hold} or dalje.", "Stariji po redu kaže {hold} ili dalje."))
IGRA_LATE = (
    "IGR-02",
    Text("Igra may be called only on the first turn.", "„Igra“ se kaže samo kad se prvi put dođe na red."),
)
IGRA_OFF = ("IGR-01", Text("Games without the talon are not played here.", "Ovde se ne igra bez talona."))
NUMBERS_DEAD = (
    "IGR-03",
    Text("After an igra no numbers are bid any more.", "Posle igre se brojevi više ne licitiraju."),
)
CANNOT_WIN = (
    "IGR-08",
    Text("Only a stronger game than the one called makes sense.", "Ima smisla samo jača igra od rečene."),
)
NO_SUCH_GAME = ("AUC-01", Text("That game is not played here.", "Ta igra se ovde ne igra."))
SECOND_PIK = ("IGR-08", Text("A later caller may not name pik.", "Kasniji ne može da kaže pik."))
NAME_STRONGER = (
    "IGR-05",
    Text("Only a stronger game is named, otherwise slabija.", "Imenuje se samo jača igra, inače slabija."),
)
NAME_YOURS = ("IGR-05", Text("Every caller names his game.", "Svako ko je rekao igru imenuje svoju."))
KEEP_OR_CEDE = (
    "IGR-07",
    Text(
        "Of two equal games: {hold} keeps yours, uzmi gives it away.",
        "Igre su iste: {hold} je zadržava, uzmi je ustupa.",
    ),
)
OBLIGED_KONTRA = ("IGR-07", Text("Who cedes his game must give kontra.", "Ko ustupi igru, mora da da kontru."))
EXTENSION = (
    "MATCH-02",
    Text(
        "A match is made longer between hands, by an even number of bule up to 1000.",
        "Partija se produžava između ruku, za paran broj bula do 1000.",
    ),
)
NOT_AGREED = (
    "PEN-02",
    Text("These rules or this hand give no ground for that.", "Za to po ovim pravilima ili u ovoj ruci nema osnova."),
)
DISCARD_NOT_HELD = ("TAL-02", Text("Both cards must come from the hand.", "Obe karte moraju biti iz ruke."))
DISCARD_TOLD = ("TAL-02", Text("The two cards must be named.", "Moraju se navesti dve karte."))
DISCARD_BLIND = ("TAL-02", Text("The cards of this hand are not told.", "Karte ove ruke nisu poznate."))
DECLARE_LOW = ("DEC-01", Text("The game may not be below the bid.", "Igra ne sme biti niža od licitacije."))
DECLARE_TWO = (
    "DEC-03",
    Text("A winner at 2 may not declare that here.", "Ko dobije na 2, ovde to ne sme da najavi."),
)
UVER_BETL = ("KON-10", Text("On a sure betl there is no rekontra.", "Na uver betl nema rekontre."))
NO_OFFER = (
    "AGR-06",
    Text("Trick offers are not agreed or already used.", "Ponuda nije dogovorena ili je iskorišćena."),
)
OFFER_RANGE = ("AGR-06", Text("The number of tricks is 0 to 10.", "Broj štihova je od 0 do 10."))
NO_CALL = ("CALL-01", Text("Calling is not played here.", "Ovde se ne zove."))
CARDS_UNTOLD = (
    "PLAY-01",
    Text("The cards of this hand are not told, only its tricks.", "Karte ove ruke nisu poznate, samo štihovi."),
)
CLAIM_RANGE = ("END-03", Text("There are not so many tricks left.", "Nije ostalo toliko štihova."))
CLAIM_SPLIT = (
    "END-03",
    Text(
        "Two followers write their own tricks, so the rest cannot be given to the defence as one.",
        "Dva pratioca pišu svaki svoje, pa ostatak ne može zajedno odbrani.",
    ),
)
TRICKS_WRONG = (
    "PLAY-04",
    Text("These tricks cannot be the result of this hand.", "Ovi štihovi ne mogu biti ishod ove ruke."),
)
BAD_DEAL = "DEAL-02"
