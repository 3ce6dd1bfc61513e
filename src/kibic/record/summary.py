"""What ``kibic replay --json`` prints: every hand and the sheet, as record.md section 3 fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from kibic.game import HOUSE, KIBITZER, Json, Seat
from kibic.games.preferans import Match, Outcome, Sheet
from kibic.record.replay import Replay, words_allowed

T = TypeVar("T")


def summary(played: Replay) -> Json:
    """The JSON object of a replayed record. Seats are named; what is not decided yet is null, lists are empty."""
    match: Match = played.final
    names = played.record.players
    hands = [_finished(outcome, names) for outcome in match.outcomes]
    if match.to_act is not None and match.phase != "deal":
        hands.append(_unfinished(match, names))
    return {
        "game": played.game.name,
        "rules": played.record.rules,
        "players": list(names),
        "hands": hands,
        "sheet": _sheet(match.sheet, names),
        "refa_written": match.sheet.refa_written,
        "over": match.to_act is None,
        "result": None if match.result is None else _by_name(match.result.points, names),
        "next": _next(match, names),
    }


def _finished(outcome: Outcome, names: Sequence[str]) -> dict[str, Any]:
    return {
        "number": outcome.number,
        "dealer": names[outcome.dealer],
        "outcome": outcome.kind,
        "declarer": _name(outcome.declarer, names),
        "contract": None if outcome.contract is None else outcome.contract.word,
        "igra": outcome.igra,
        "followers": [names[seat] for seat in outcome.followers],
        "caller": _name(outcome.caller, names),
        "called": _name(outcome.called, names),
        "kontra": outcome.kontra,
        "kontras": _name(outcome.kontras, names),
        "refa": outcome.refa,
        "tricks": None if outcome.tricks is None else _by_name(outcome.tricks, names),
        "made": {name: made for name, made in zip(names, outcome.made, strict=True) if made is not None},
        "bule": _by_name(outcome.bule, names),
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
        "declarer": _name(view.declarer, names),
        "contract": None if view.contract is None else view.contract.word,
        "igra": None if view.declarer is None else view.igra,
        "followers": [names[seat] for seat in view.followers] if settled else [],
        "caller": _name(view.caller, names) if settled else None,
        "called": _name(view.called, names) if settled else None,
        "kontra": view.kontra if playing else None,
        "kontras": _name(view.kontras, names) if playing else None,
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


def _next(match: Match, names: Sequence[str]) -> dict[str, Any] | None:
    if match.to_act is None:
        return None
    if match.to_act == HOUSE:  # the house says no words; otpis belongs to the hand before (record.md section 2)
        return {"to_act": "house", "phase": match.phase, "legal": []}
    return {"to_act": names[match.to_act], "phase": match.phase, "legal": list(words_allowed(match))}


def _name(seat: Seat | None, names: Sequence[str]) -> str | None:
    return None if seat is None else names[seat]


def _by_name(values: Sequence[T], names: Sequence[str]) -> dict[str, T]:
    return dict(zip(names, values, strict=True))
