"""The part of ``kibic replay --json`` that differs in the game of levels: points instead of bule, supe and refas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibic.game import KIBITZER
from kibic.games.preferans import LevelMatch
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.record.naming import by_name, name_of


def level_account(match: LevelMatch, names: Sequence[str]) -> dict[str, Any]:
    """Every hand and the sheet (record.md section 3)."""
    hands = [_finished(outcome, names) for outcome in match.outcomes]
    if match.hand is not None:
        hands.append(_unfinished(match, names))
    sheet = {name: {"points": match.sheet.points[seat]} for seat, name in enumerate(names)}
    return {"hands": hands, "sheet": sheet}


def _finished(outcome: LevelOutcome, names: Sequence[str]) -> dict[str, Any]:
    return {
        "number": outcome.number,
        "dealer": names[outcome.dealer],
        "outcome": outcome.kind,
        "declarer": name_of(outcome.declarer, names),
        "contract": None if outcome.contract is None else outcome.contract.word,
        "igra": False,
        "followers": [names[seat] for seat in outcome.followers],
        "caller": name_of(outcome.caller, names),
        "called": name_of(outcome.called, names),
        "kontra": 1,
        "kontras": None,
        "tricks": None if outcome.tricks is None else by_name(outcome.tricks, names),
        "made": {name: made for name, made in zip(names, outcome.made, strict=True) if made is not None},
        "points": by_name(outcome.points, names),
        "complete": True,
    }


def _unfinished(match: LevelMatch, names: Sequence[str]) -> dict[str, Any]:
    """The hand in progress: what has been said so far; what play and score will decide is null."""
    view = match.view(KIBITZER)
    playing = view.phase == "play"
    return {
        "number": view.hand_number,
        "dealer": names[view.dealer],
        "outcome": None,
        "declarer": name_of(view.declarer, names),
        "contract": None if view.contract is None else view.contract.word,
        "igra": None if view.declarer is None else False,
        "followers": [names[seat] for seat in view.followers] if playing else [],
        "caller": name_of(view.caller, names),
        "called": name_of(view.called, names),
        "kontra": 1 if playing else None,
        "kontras": None,
        "tricks": None,
        "made": None,
        "points": None,
        "complete": False,
    }
