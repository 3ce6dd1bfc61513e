"""What ``kibic replay --json`` prints: every hand and the sheet, as record.md section 3 fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibic.game import HOUSE, KIBITZER, Json
from kibic.games.preferans import LevelMatch, Match, Outcome, Sheet
from kibic.record.naming import by_name, name_of
from kibic.record.replay import Replay, words_allowed
from kibic.record.summary_levels import level_account


def summary(played: Replay) -> Json:
    """The JSON object of a replayed record. Seats are named; what is not decided yet is null, lists are empty."""
    match: Match | LevelMatch = played.final
    names = played.record.players
    account = level_account(match, names) if isinstance(match, LevelMatch) else _account(match, names)
    return {
        "game": played.game.name,
        "rules": played.record.rules,
        "players": list(names),
        **account,
        "over": match.to_act is None,
        "result": None if match.result is None else by_name(match.result.points, names),
        "next": _next(match, names),
    }


def _account(match: Match, names: Sequence[str]) -> dict[str, Any]:
    hands = [_finished(outcome, names) for outcome in match.outcomes]
    if match.hand is not None:
        hands.append(_unfinished(match, names))
    return {"hands": hands, "sheet": _sheet(match.sheet, names), "refa_written": match.sheet.refa_written}


def _finished(outcome: Outcome, names: Sequence[str]) -> dict[str, Any]:
    return {
        "number": outcome.number,
        "dealer": names[outcome.dealer],
        "outcome": outcome.kind,
        "declarer": name_of(outcome.declarer, names),
        "contract": None if outcome.contract is None else outcome.contract.word,
        "igra": outcome.igra,
        "followers": [names[seat] for seat in outcome.followers],
        "caller": name_of(outcome.caller, names),
        "called": name_of(outcome.called, names),
        "kontra": outcome.kontra,
        "kontras": name_of(outcome.kontras, names),
        "refa": outcome.refa,
        "tricks": None if outcome.tricks is None else by_name(outcome.tricks, names),
        "made": {name: made for name, made in zip(names, outcome.made, strict=True) if made is not None},
        "bule": by_name(outcome.bule, names),
        "supe": [
            {"writer": names[entry.writer], "against": names[entry.against], "points": entry.points}
            for entry in sorted(outcome.supe, key=lambda entry: (entry.writer, entry.against))
            if entry.points > 0
        ],
        "refa_written": outcome.refa_written,
        "complete": True,
    }


def _unfinished(match: Match, names: Sequence[str]) -> dict[str, Any]:
    """The hand in progress: what has been said so far; what play and score will decide is null."""
    view = match.view(KIBITZER)
    settled = view.phase in ("kontra", "play")
    playing = view.phase == "play"
    return {
        "number": view.hand_number,
        "dealer": names[view.dealer],
        "outcome": None,
        "declarer": name_of(view.declarer, names),
        "contract": None if view.contract is None else view.contract.word,
        "igra": None if view.declarer is None else view.igra,
        "followers": [names[seat] for seat in view.followers] if settled else [],
        "caller": name_of(view.caller, names) if settled else None,
        "called": name_of(view.called, names) if settled else None,
        "kontra": view.kontra if playing else None,
        "kontras": name_of(view.kontras, names) if playing else None,
        "refa": view.refa if playing else None,
        "tricks": None,
        "made": None,
        "bule": None,
        "supe": [],
        "refa_written": None,
        "complete": False,
    }


def _sheet(sheet: Sheet, names: Sequence[str]) -> dict[str, Any]:
    return {
        name: {
            "bule": sheet.bule[seat],
            "supe": {other: sheet.supe[seat][against] for against, other in enumerate(names) if against != seat},
            "refa_available": sheet.refa_available[seat],
            "hat": sheet.hats[seat],
        }
        for seat, name in enumerate(names)
    }


def _next(match: Match | LevelMatch, names: Sequence[str]) -> dict[str, Any] | None:
    if match.to_act is None:
        return None
    if match.to_act == HOUSE:  # the house says no words; otpis belongs to the hand before (record.md section 2)
        return {"to_act": "house", "phase": match.phase, "legal": []}
    return {"to_act": names[match.to_act], "phase": match.phase, "legal": list(words_allowed(match))}
