"""Presets as data: a preset lists the keys that differ from the defaults, which are those of ``srpski`` (section
22.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kibic.game.parameters import Value

#: The default ruleset comes first.
PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {"srpski": {}}
