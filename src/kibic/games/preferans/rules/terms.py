"""Words of the table that differ from place to place (section 1): what is shown, never what a rule asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: By the value of ``ui.words``: the right to double, and the side columns.
TERMS: Final[Mapping[str, Mapping[str, str]]] = {
    "srpski": {"refa": "refa", "supe": "supe"},
    "hrvatski": {"refa": "refetl", "supe": "juha"},
}
