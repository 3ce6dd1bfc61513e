"""Views, events and outcomes of the game of levels as JSON (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibic.cards import DECK_32, Hand
from kibic.game import HOUSE, KIBITZER
from kibic.games.preferans.history import Trick
from kibic.games.preferans.levels.actions import DECLARATIONS
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.levels.events import LaidOpen, LevelHandOver
from kibic.games.preferans.levels.outcome import LevelOutcome
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.sheet import Result

Json = dict[str, Any]


def level_view_json(view: LevelView, names: Sequence[str]) -> Json:
    """A view as the page gets it; keys without a value are left out."""
    rules = view.rules
    return _without_nothing(
        {
            "game": "preferans",
            "viewer": None if view.viewer == KIBITZER else view.viewer,
            "players": view.players,
            "rules": {
                "preset": rules.preset,
                "ladder": rules.auc.ladder,
                "deals": rules.match.deals,
                "direction": rules.seat.direction,
                "speech": rules.table.speech,
                "suit_sort": rules.ui.suit_sort.split(","),
                "first_dealer": rules.seat.first_dealer,
            },
            "hand": view.hand_number,
            "dealer": view.dealer,
            "order": list(view.order),
            "phase": view.phase,
            "to_act": "house" if view.to_act == HOUSE else view.to_act,
            "turn": view.turn,
            "legal": [action.word for action in view.legal],
            "agreements": [action.word for action in view.agreements],
            "refused": {
                item.word: {"rule": item.rule, "sr": item.text.sr, "en": item.text.en} for item in view.refused
            },
            "worth": _worth(view),
            "spoken": [{"seat": word.seat, "phase": word.phase, "word": word.action.word} for word in view.spoken],
            "cards": [_cards(mask) for mask in view.hands],
            "counts": list(view.counts),
            "talon": _cards(view.talon),
            "discard": _cards(view.discard),
            "bid": None if view.bid is None else view.bid.word,
            "holder": view.holder,
            "declarer": view.declarer,
            "game_on": _game_on(view),
            "roles": list(view.roles),
            "active": list(view.active),
            "open_hand": view.open_hand,
            "leader": view.leader,
            "trick": _trick(view.trick),
            "last_trick": _trick(view.played[-1]) if view.played else None,
            "taken": list(view.taken),
            "sheet": _sheet(view),
            "outcome": level_outcome_json(view.outcome, names) if view.outcome else None,
            "result": _result(view.result),
        }
    )


def level_event_json(event: LaidOpen | LevelHandOver, names: Sequence[str]) -> Json:
    """An event that only this game has."""
    if isinstance(event, LaidOpen):
        return {"kind": "laid_open", "seat": event.seat, "cards": _cards(event.cards)}
    return {"kind": "hand_over", "outcome": level_outcome_json(event.outcome, names)}


def level_outcome_json(outcome: LevelOutcome, names: Sequence[str]) -> Json:
    """A finished hand with the reasons of its numbers."""
    reasons = []
    for reason in outcome.reasons:
        text = reason.text(names)
        entry = {"seat": reason.seat, "about": reason.about, "points": reason.points, "rules": list(reason.rules)}
        reasons.append(_without_nothing(entry | {"sr": text.sr, "en": text.en}))
    return _without_nothing(
        {
            "number": outcome.number,
            "dealer": outcome.dealer,
            "kind": outcome.kind,
            "declarer": outcome.declarer,
            "contract": outcome.contract.word if outcome.contract else None,
            "followers": list(outcome.followers),
            "caller": outcome.caller,
            "called": outcome.called,
            "summon": outcome.summon,
            "tricks": None if outcome.tricks is None else list(outcome.tricks),
            "made": list(outcome.made),
            "roles": list(outcome.roles),
            "points": list(outcome.points),
            "points_before": list(outcome.points_before),
            "reasons": reasons,
            "hands": [_cards(mask) for mask in outcome.hands],
            "talon": _cards(outcome.talon),
            "discard": _cards(outcome.discard),
            "play": [_trick(trick) for trick in outcome.play],
        }
    )


def _worth(view: LevelView) -> Json | None:
    """What each contract that can be declared is worth, for the declarer to choose by."""
    if view.phase not in ("discard", "declaration") or view.viewer != view.declarer or view.bid is None:
        return None
    return {action.word: action.contract.value for action in DECLARATIONS if action.contract >= view.bid}


def _game_on(view: LevelView) -> Json | None:
    contract: LevelContract | None = view.contract
    if contract is None:
        return None
    return _without_nothing(
        {
            "contract": contract.word,
            "level": contract.level,
            "trump": None if contract.trump is None else "SDHC"[contract.trump],
            "declarer": view.declarer,
            "unit": contract.value,
            "need": contract.level,
            "need_defence": 11 - contract.level,
            "owed": view.rules.level.owed(contract.level, summoned=False),
            "owed_summoned": view.rules.level.owed(contract.level, summoned=True),
            "summon": view.summon,
        }
    )


def _sheet(view: LevelView) -> Json:
    sheet = view.sheet
    return {
        "deals": sheet.deals,
        "deals_of": view.rules.match.deals,
        "players": [
            {
                "points": sheet.points[seat],
                "column": [{"value": mark.value, "hand": mark.hand} for mark in sheet.columns[seat]],
            }
            for seat in range(view.players)
        ],
    }


def _result(result: Result | None) -> Json | None:
    return None if result is None else {"points": list(result.points), "sign": result.sign}


def _trick(trick: Trick) -> Json:
    cards = [[seat, DECK_32.text(card)] for seat, card in trick.cards]
    return _without_nothing({"cards": cards, "winner": trick.winner})


def _cards(mask: int | None) -> list[str] | None:
    return Hand(mask).texts if mask else None


def _without_nothing(entry: Json) -> Json:
    return {key: value for key, value in entry.items() if value is not None}
