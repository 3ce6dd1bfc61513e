"""Why something is not allowed in the game of levels: the rule and the sentence."""

from __future__ import annotations

from typing import Final

from kibic.game import Text

WRONG_PHASE: Final = {
    "deal": ("DEAL-02", Text("The cards have not been dealt.", "Karte još nisu podeljene.")),
    "auction": ("POL-02", Text("The auction is going on: a bid or pas.", "Licitacija je u toku: ponuda ili pas.")),
    "discard": ("POL-03", Text("Two cards must be put away.", "Treba vratiti dve karte.")),
    "declaration": ("POL-03", Text("The contract must be declared.", "Treba najaviti kontrakt.")),
    "following": ("POL-04", Text("The answer is wist or pas.", "Odgovor je wist ili pas.")),
    "calling": (
        "POL-05",
        Text("The lone whister says sam, ciemno or widno.", "Ko je sam rekao wist, kaže sam, ciemno ili widno."),
    ),
    "play": ("PLAY-01", Text("A card must be played.", "Treba odigrati kartu.")),
    "over": ("POL-13", Text("The match is over.", "Partija je završena.")),
}
BID_LOW: Final = ("POL-02", Text("A bid must be higher than the last one.", "Ponuda mora biti viša od poslednje."))
DECLARE_LOW: Final = (
    "POL-03",
    Text("The contract may not be lower than the bid.", "Kontrakt ne sme biti niži od ponude."),
)
CLOSE_EARLY: Final = (
    "POL-13",
    Text("Before the first hand there is no match to close.", "Pre prve ruke nema partije da se zatvori."),
)
