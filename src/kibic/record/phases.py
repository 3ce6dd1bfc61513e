"""The phases of a match as people call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kibic.game import Text

#: Names of the phases that record.md lists for ``next``; in English the word itself where it says enough.
PHASES: Final[Mapping[str, Text]] = {
    "deal": Text("deal", "deljenje"),
    "auction": Text("auction", "licitacija"),
    "naming": Text("naming", "imenovanje igre"),
    "discard": Text("discard", "škart"),
    "declaration": Text("declaration", "najava"),
    "following": Text("following", "pratnja"),
    "calling": Text("calling", "poziv"),
    "call_answer": Text("call_answer", "odgovor na poziv"),
    "offer_answer": Text("offer_answer", "odgovor na ponudu"),
    "kontra": Text("kontra", "kontra"),
    "play": Text("play", "igranje"),
    "over": Text("over", "kraj"),
}
