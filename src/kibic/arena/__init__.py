"""The arena: bots play whole matches against each other, in several processes, the same for the same seed."""

from kibic.arena.matches import ArenaError, MatchOrder, MatchScore, play_match
from kibic.arena.series import Series, Standing, play_series

__all__ = [
    "ArenaError",
    "MatchOrder",
    "MatchScore",
    "Series",
    "Standing",
    "play_match",
    "play_series",
]
