"""Titles of presets, with a line on each, and of groups of parameters in the order of a hand and then of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kibic.game import Text

#: What people call the presets.
PRESET_TITLES: Final[Mapping[str, Text]] = {
    "srpski": Text("Serbian", "Srpski"),
    "vojvodina": Text("Vojvodina", "Vojvodina"),
    "balkan": Text("Balkan", "Balkanski"),
    "turnir": Text("Tournament", "Turnirski"),
    "hrvatski": Text("Croatian", "Hrvatski"),
    "hrvatski-gulin": Text("Croatian (Gulin)", "Hrvatski (Gulin)"),
    "polski": Text("Polish", "Poljski"),
    "iklub": Text("iKlub", "iKlub"),
}

#: What sets a preset apart, in a line.
PRESET_NOTES: Final[Mapping[str, Text]] = {
    "srpski": Text(
        "As in the Serbian rule book: a called player may refuse, an unplayed pik follows the tree of refas and hats.",
        "Kako piše u srpskom pravilniku: pozvani sme da odbije, a neigrani pik ide po redu refa i šešira.",
    ),
    "vojvodina": Text(
        "As played in Vojvodina: three or four at the table, seats and dealer drawn, a number is held by seniority.",
        "Kako se igra u Vojvodini: za stolom troje ili četvoro, mesta se izvlače, a broj drži ko je stariji po redu.",
    ),
    "balkan": Text(
        "With game 8, preferans, to be won with all ten tricks; each defender writes his own tricks under kontra.",
        "S igrom 8, preferans, za svih deset štihova; i pod kontrom svako piše svoje štihove.",
    ),
    "turnir": Text(
        "Strict rules of tournaments: minimums for bidding and following, no refa for pik, bluffing is punished.",
        "Stroga turnirska pravila: minimumi za licitaciju i pratnju, za pik nema refe, blef se kažnjava.",
    ),
    "hrvatski": Text(
        "Croatian rules: pik is played like any other game, kontra and rekontra only; one says refetl and juha.",
        "Hrvatska pravila: pik se igra kao i svaka igra, samo kontra i rekontra; kaže se refetl i juha.",
    ),
    "hrvatski-gulin": Text(
        "Croatian rules after Gulin: pik needs kontra or a refa is written, supe are cut when the match runs out.",
        "Hrvatska pravila po Gulinu: pik bez kontre je refa, a na kraju partije umanjuju se i supe.",
    ),
    "polski": Text(
        "The Polish game: levels 6 to 10, whist and summons, points instead of bule.",
        "Poljska igra: licitiraju se visine od 6 do 10, wist i poziv, poeni umesto bula.",
    ),
    "iklub": Text(
        "A club table: vojvodina with kontra and rekontra only; a fall worth more than the bule left counts double.",
        "Klupski sto: kao vojvodina, ali samo kontra i rekontra, a pad veći od preostalih bula važi dvostruko.",
    ),
}

GROUP_TITLES: Final[Mapping[str, Text]] = {
    "seat": Text("Seats and the first dealer", "Mesta i prvi delilac"),
    "deal": Text("Dealing", "Deljenje"),
    "allpass": Text("When all pass", "Kad svi kažu dalje"),
    "auc": Text("Auction", "Licitacija"),
    "igra": Text("Games without the talon", "Igra, betl i sans bez talona"),
    "talon": Text("Talon and discard", "Talon i škart"),
    "dec": Text("Declaration", "Najava"),
    "follow": Text("Following", "Pratnja"),
    "call": Text("Calling", "Poziv"),
    "kontra": Text("Kontra", "Kontra"),
    "pik": Text("Pik", "Pik"),
    "level": Text("Whist with levels", "Wist kod licitacije visina"),
    "lead": Text("Who leads", "Ko vodi"),
    "play": Text("Play", "Odigravanje"),
    "end": Text("End of the hand", "Kraj ruke"),
    "make": Text("Making and falling", "Prolaz i pad"),
    "betl": Text("Betl", "Betl"),
    "score": Text("Scoring", "Obračun"),
    "refa": Text("Refa", "Refa"),
    "hat": Text("Hats", "Šešir"),
    "match": Text("Match", "Partija"),
    "last": Text("The last hand", "Poslednja ruka"),
    "writeoff": Text("Write-off", "Otpis"),
    "result": Text("Final result", "Konačan rezultat"),
    "table": Text("At the table", "Za stolom"),
    "agr": Text("Agreements", "Dogovori"),
    "pen": Text("Penalties", "Kazne"),
    "conv": Text("Customs", "Običaji"),
    "ui": Text("Display", "Prikaz"),
}
