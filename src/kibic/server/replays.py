"""Looking back at a match, hand by hand and word by word: what each viewer saw, as views and merge patches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from kibic.game import KIBITZER, Json, Openable, State, Text
from kibic.server.patch import difference
from kibic.server.refusals import Refused

if TYPE_CHECKING:
    from kibic.record import Record, RecordError, Replay
    from kibic.record.replay import Step
    from kibic.sheets import SheetError

#: The viewer from whom nothing is hidden.
OPEN: Final = "open"
#: What an overview leaves out of the outcome of a hand.
_LONG: Final = ("hands", "talon", "discard", "play")


def match_json(record: Record, remarks: Iterable[tuple[int, Text]] = ()) -> Json:
    """The hands of a record, each with its outcome.

    Raises :class:`kibic.record.RecordError` for a record that the rules refuse.
    """
    from kibic.record import replay

    played = replay(record)
    final = _shown(played, played.final, OPEN)
    return {
        "game": record.game,
        "players": list(record.players),
        "rules": {"preset": record.rules, "options": dict(record.options)},
        "hands": [_overview(played, list(steps)) for _, steps in groupby(played.steps, key=lambda step: step.hand)],
        "result": final.get("result"),
        "remarks": remarks_json(remarks),
        "problems": [],
    }


def hand_json(record: Record, hand: int, view: str) -> Json:
    """One hand as ``view`` saw it: the view after the deal, then for each word what happened and how the view changed.

    Raises :class:`Refused` when there is no such hand or viewer, and what :func:`kibic.record.replay` raises.
    """
    played = _up_to(record, hand)
    _check_viewer(record, view)
    steps = [step for step in played.steps if step.hand == hand]
    before = first = _shown(played, steps[0].after, view)
    told = []
    for step in steps[1:]:
        after = _shown(played, step.after, view)
        patch = difference(before, after)
        told.append({"events": _happened(played, step, view), "patch": patch})
        before = after
    return {"hand": hand, "view": first, "events": _happened(played, steps[0], view), "steps": told}


def looked_back(record: Record, hand: int) -> Json:
    """What a hand cost and could have been, and which conventions it broke. Raises as :func:`hand_json`."""
    from kibic.review import broken, costs_json, findings_json

    played = _up_to(record, hand)
    return {"hand": hand, **costs_json(played, hand), "conventions": findings_json(broken(played, hand))}


def fault(error: SheetError | RecordError) -> Json:
    """What is wrong with a text somebody brought, and where in it."""
    from kibic.record import RecordError

    if not isinstance(error, RecordError):
        return {"sr": error.text.sr, "en": error.text.en}
    place = {} if error.place is None else {"line": error.place.line, "column": error.place.column}
    return {"sr": error.told("sr"), "en": error.told("en"), **place}


def remarks_json(remarks: Iterable[tuple[int, Text]]) -> list[Json]:
    """Remarks by line; line 0 is the whole text."""
    return [{"sr": text.sr, "en": text.en, **({"line": line} if line else {})} for line, text in remarks]


def _up_to(record: Record, hand: int) -> Replay:
    from kibic.record import replay

    if not 1 <= hand <= len(record.hands):
        raise Refused("bad_request", detail=f"hand is the number of a hand, from 1 to {len(record.hands)}")
    return replay(replace(record, hands=record.hands[:hand]))


def _check_viewer(record: Record, view: str) -> None:
    seats = range(len(record.players))
    if view != OPEN and view not in map(str, seats):
        raise Refused("bad_request", detail=f"view is open or a seat, from 0 to {seats[-1]}")


def _shown(played: Replay, state: State[Any], view: str) -> dict[str, Json]:
    if view == OPEN:
        seen = state.opened() if isinstance(state, Openable) else state.view(KIBITZER)
    else:
        seen = state.view(int(view))
    shown: dict[str, Json] = played.game.view_json(seen, played.record.players)
    return shown


def _happened(played: Replay, step: Step, view: str) -> list[Json]:
    """What ``view`` noticed of a step."""
    seen = step.events if view == OPEN else [event.seen_by(int(view)) for event in step.events]
    return [played.game.event_json(event, played.record.players) for event in seen if event is not None]


def _overview(played: Replay, steps: Sequence[Step]) -> Json:
    """A hand in the list: how many steps it has, whether its cards are known, and how it ended."""
    dealt = _shown(played, steps[0].after, OPEN)
    outcome = _shown(played, steps[-1].after, OPEN).get("outcome")
    told = {
        "number": steps[0].hand,
        "dealer": dealt["dealer"],
        "steps": len(steps),
        "cards": any(dealt.get("cards") or ()),
    }
    if outcome is not None:
        told["outcome"] = {key: value for key, value in outcome.items() if key not in _LONG}
    return told
