"""The arena: bots against each other, in whole matches or on duplicate boards, the same for the same seed."""

from kibic.arena.boards import BoardOrder, BoardScore, play_board, seatings
from kibic.arena.duel import Duel, Report, play_duel, points_a_hand
from kibic.arena.figures import Figure, clustered_ratio
from kibic.arena.matches import ArenaError, MatchOrder, MatchScore, play_match
from kibic.arena.series import Series, Standing, play_series
from kibic.arena.sprt import Bounds, SequentialTest

__all__ = [
    "ArenaError",
    "BoardOrder",
    "BoardScore",
    "Bounds",
    "Duel",
    "Figure",
    "MatchOrder",
    "MatchScore",
    "Report",
    "SequentialTest",
    "Series",
    "Standing",
    "clustered_ratio",
    "play_board",
    "play_duel",
    "play_match",
    "play_series",
    "points_a_hand",
    "seatings",
]
