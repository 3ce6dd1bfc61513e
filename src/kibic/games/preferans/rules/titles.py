"""Titles: of the presets, and of the groups of parameters in the order of a hand and then of a match."""

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
