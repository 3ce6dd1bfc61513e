"""From the play of a match, of either game, to positions."""

from __future__ import annotations

from kibic.game import Text
from kibic.games.preferans import LevelMatch, Match
from kibic.games.preferans.levels.play import LevelPlaying
from kibic.games.preferans.play import Playing
from kibic.solver.position import Mode, Position, PositionError

#: A match of either game.
AnyMatch = Match | LevelMatch


def position_of(match: AnyMatch) -> Position:
    """The position in the play of a hand, all cards open.

    Raises :class:`PositionError` when no cards are being played, or under rules of play the solver does not know.
    """
    phase = match.hand.phase if match.hand is not None else None
    if not isinstance(phase, Playing | LevelPlaying) or phase.blind:
        raise PositionError(Text("no cards are being played", "ne igraju se karte"))
    rules = match.rules.play
    if not rules.must_trump or rules.must_overtake:
        raise PositionError(
            Text(
                "the solver knows only play with must_trump = true and must_overtake = false",
                "rešavač zna samo igru sa must_trump = true i must_overtake = false",
            )
        )
    leader = phase.trick.leader if phase.trick.cards else phase.turn
    if leader is None:
        raise AssertionError(phase)
    return Position(
        phase.hands,
        Mode.of(phase.bargain.game),
        phase.bargain.declarer,
        leader,
        tuple(card for _, card in phase.trick.cards),
        tuple(sorted(phase.active)),  # the rules have them in the order in which they speak
    )


def declarer_leads(match: AnyMatch) -> bool:
    """Whether the declarer leads in every game, so that :func:`kibic.solver.table` must be told (POL-07)."""
    return match.rules.lead.suit == "declarer"
