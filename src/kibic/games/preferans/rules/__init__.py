"""The rules of Preferans as data: one frozen object whose attribute paths are the parameter keys of preferans.md."""

from kibic.games.preferans.rules.presets import PRESETS
from kibic.games.preferans.rules.rules import GROUPS, PARAMETERS, Rules, rules_for

__all__ = ["GROUPS", "PARAMETERS", "PRESETS", "Rules", "rules_for"]
