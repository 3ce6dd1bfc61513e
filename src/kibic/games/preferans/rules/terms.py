"""Words of the table that differ from place to place (section 1): what is shown, never what a rule asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

#: Whose words are used where nothing else is said.
USUAL: Final = "srpski"

#: By the value of ``ui.words``: the right to double, and the side columns.
TERMS: Final[Mapping[str, Mapping[str, str]]] = {
    "srpski": {"refa": "refa", "supe": "supe"},
    "hrvatski": {"refa": "refetl", "supe": "juha"},
}

#: The forms those words take in a sentence: ``refas`` is the English plural, ``refa_many`` what stands after "no more"
#: in Serbian, ``refa_have`` what one has and ``refa_under`` what one plays under; the supe are counted by ``supe_one``,
#: ``supe_few`` and ``supe_many``.
FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    "srpski": {
        "refas": "refas", "refa_many": "refa", "refa_have": "refu", "refa_under": "refom",
        "supe_one": "supa", "supe_few": "supe", "supe_many": "supa",
    },
    "hrvatski": {
        "refas": "refetls", "refa_many": "refetla", "refa_have": "refetl", "refa_under": "refetlom",
        "supe_one": "juha", "supe_few": "juhe", "supe_many": "juhe",
    },
}  # fmt: skip
