"""Views, events and outcomes as JSON (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from kibic.cards import DECK_32, Hand
from kibic.game import HOUSE, KIBITZER, Seat
from kibic.games.preferans.actions import PASS, Betl, Igra, Preferans, Sans
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.events import (
    Agreed,
    Dealt,
    Event,
    HandOver,
    MatchOver,
    Played,
    PutAway,
    Said,
    TalonTaken,
    TrickTaken,
)
from kibic.games.preferans.exchange import declarable
from kibic.games.preferans.history import Spoken, Trick
from kibic.games.preferans.outcome import Outcome
from kibic.games.preferans.projection import last_trick
from kibic.games.preferans.rules.terms import TERMS
from kibic.games.preferans.sheet import Mark, Result, Sheet
from kibic.games.preferans.view import PreferansView

Json = dict[str, Any]

#: What who passes says once a game without the talon has been called; the record writes it as any other pass.
AFTER_IGRA = "dobra"


def view_json(view: PreferansView, names: Sequence[str]) -> Json:
    """A view as the page gets it; keys without a value are left out."""
    rules = view.rules
    return _without_nothing(
        {
            "game": "preferans",
            "viewer": None if view.viewer == KIBITZER else view.viewer,
            "players": view.players,
            "rules": {
                "preset": rules.preset,
                "start_bule": rules.match.start_bule,
                "refa_max": rules.refa_budget,
                "hold_word": rules.auc.hold_word,
                "direction": rules.seat.direction,
                "speech": rules.table.speech,
                "suit_sort": rules.ui.suit_sort.split(","),
                "first_dealer": rules.seat.first_dealer,
                "terms": dict(TERMS[rules.ui.words]),
                "refa_mark": rules.ui.refa_mark,
            },
            "hand": view.hand_number,
            "dealer": view.dealer,
            "order": list(view.order),
            "phase": view.phase,
            "to_act": "house" if view.to_act == HOUSE else view.to_act,
            "legal": [action.word for action in view.legal],
            "agreements": [action.word for action in view.agreements],
            "refused": {
                item.word: {"rule": item.rule, "sr": item.text.sr, "en": item.text.en} for item in view.refused
            },
            "worth": _worth(view),
            "spoken": _spoken(view.spoken),
            "shown": {PASS.word: AFTER_IGRA} if view.phase == "auction" and _igra_called(view.spoken) else None,
            "cards": [None if mask is None else Hand(mask).texts for mask in view.hands],
            "counts": list(view.counts),
            "talon": _cards(view.talon),
            "discard": _cards(view.discard),
            "number": view.number,
            "holder": view.holder,
            "declarer": view.declarer,
            "game_on": _game_on(view),
            "roles": list(view.roles),
            "active": list(view.active),
            "leader": view.leader,
            "trick": _trick(view.trick),
            "last_trick": _trick(last_trick(view)),
            "taken": list(view.taken),
            "sheet": _sheet(view.sheet, view),
            "outcome": outcome_json(view.outcome, names) if view.outcome else None,
            "result": _result(view.result),
        }
    )


def event_json(event: Event, names: Sequence[str]) -> Json:
    """An event, already as its viewer sees it."""
    match event:
        case Agreed():
            return {"kind": "agreed", "word": event.word}
        case Dealt():
            return {"kind": "dealt", "hand": event.hand, "dealer": event.dealer}
        case Said():
            return {"kind": "said", "seat": event.seat, "phase": event.phase, "word": event.word}
        case TalonTaken():
            return _without_nothing({"kind": "talon", "seat": event.seat, "cards": _cards(event.cards)})
        case PutAway():
            return _without_nothing({"kind": "put_away", "seat": event.seat, "cards": _cards(event.cards)})
        case Played():
            return {"kind": "played", "seat": event.seat, "card": DECK_32.text(event.card)}
        case TrickTaken():
            return {"kind": "trick", "seat": event.seat, "number": event.number, "taken": event.taken}
        case HandOver():
            return {"kind": "hand_over", "outcome": outcome_json(event.outcome, names)}
        case MatchOver():
            return {"kind": "match_over", "result": _result(event.result)}
        case _:
            assert_never(event)


def _igra_called(spoken: Sequence[Spoken]) -> bool:
    """Whether somebody has called a game without the talon, so that who passes now says "dobra" (IGR-03)."""
    return any(isinstance(word.action, Igra | Betl | Sans | Preferans) for word in spoken if word.phase == "auction")


def _spoken(spoken: Sequence[Spoken]) -> list[Json]:
    """The words of the hand; ``shown`` where the table says another word than the record writes."""
    words = []
    for place, word in enumerate(spoken):
        entry = {"seat": word.seat, "phase": word.phase, "word": word.action.word}
        if word.phase == "auction" and word.action == PASS and _igra_called(spoken[:place]):
            entry["shown"] = AFTER_IGRA
        words.append(entry)
    return words


def outcome_json(outcome: Outcome, names: Sequence[str]) -> Json:
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
            "igra": outcome.igra,
            "followers": list(outcome.followers),
            "caller": outcome.caller,
            "called": outcome.called,
            "kontra": outcome.kontra,
            "kontras": outcome.kontras,
            "refa": outcome.refa,
            "tricks": None if outcome.tricks is None else list(outcome.tricks),
            "made": list(outcome.made),
            "roles": list(outcome.roles),
            "bule": list(outcome.bule),
            "bule_before": list(outcome.bule_before),
            "supe": [
                {"writer": entry.writer, "against": entry.against, "points": entry.points} for entry in outcome.supe
            ],
            "penalty": outcome.penalty,
            "refa_written": outcome.refa_written,
            "refa_spent": outcome.refa_spent,
            "reduced": outcome.reduced,
            "reasons": reasons,
            "hands": [_cards(mask) for mask in outcome.hands],
            "talon": _cards(outcome.talon),
            "discard": _cards(outcome.discard),
            "play": [_trick(trick) for trick in outcome.play],
        }
    )


def _worth(view: PreferansView) -> Json | None:
    """What each game that can be declared would be worth a trick, for the declarer to choose by."""
    if view.phase not in ("discard", "declaration") or view.viewer != view.declarer or view.number is None:
        return None
    return {
        contract.word: contract.unit(igra=False, multiplier=view.refa)
        for contract in declarable(view.rules, view.number)
    }


def _game_on(view: PreferansView) -> Json | None:
    contract = view.contract
    if contract is None or view.declarer is None:
        return None
    make = view.rules.make
    need, need_defence = make.declarer, 11 - make.declarer
    if contract.is_forced:
        need, need_defence = (0, 1) if contract == Contract.BETL else (10, 1)
    return _without_nothing(
        {
            "contract": contract.word,
            "igra": view.igra,
            "trump": None if contract.trump is None else "SDHC"[contract.trump],
            "declarer": view.declarer,
            "unit": contract.unit(view.igra, view.kontra * view.refa),
            "kontra": view.kontra,
            "refa": view.refa,
            "need": need,
            "need_defence": need_defence,
        }
    )


def _sheet(sheet: Sheet, view: PreferansView) -> Json:
    players = view.players
    return {
        "total": sheet.total,
        "refa_written": sheet.refa_written,
        "refa_max": view.rules.refa_budget,
        "players": [
            {
                "bule": sheet.bule[seat],
                "hat": sheet.hats[seat],
                "refa": sheet.refa_available[seat],
                "left_seat": (seat - 1) % players,
                "right_seat": (seat + 1) % players,
                "middle": [_middle_mark(mark) for mark in sheet.middle[seat]],
                "left": [_side_mark(mark) for mark in sheet.sides[seat][(seat - 1) % players]],
                "right": [_side_mark(mark) for mark in sheet.sides[seat][(seat + 1) % players]],
                **_across(sheet, seat, players),
            }
            for seat in range(players)
        ],
    }


def _across(sheet: Sheet, seat: Seat, players: int) -> Json:
    """The column against the player across, where four sit at the table (FOUR-01)."""
    if players < 4:
        return {}
    other = (seat + 2) % players
    return {"across_seat": other, "across": [_side_mark(mark) for mark in sheet.sides[seat][other]]}


def _middle_mark(mark: Mark) -> Json:
    if mark.kind == "bule":
        return {"kind": "bule", "value": mark.value, "hand": mark.hand}
    return {"kind": mark.kind, "hand": mark.hand}


def _side_mark(mark: Mark) -> Json:
    return {"value": mark.value, "hand": mark.hand}


def _result(result: Result | None) -> Json | None:
    if result is None:
        return None
    written_off = None if result.write_off is None else list(result.write_off)
    return _without_nothing({"points": list(result.points), "sign": result.sign, "write_off": written_off})


def _trick(trick: Trick | None) -> Json | None:
    if trick is None:
        return None
    cards = [[seat, DECK_32.text(card)] for seat, card in trick.cards]
    return _without_nothing({"cards": cards, "winner": trick.winner})


def _cards(mask: int | None) -> list[str] | None:
    return Hand(mask).texts if mask else None


def _without_nothing(entry: Mapping[str, Any]) -> Json:
    return {key: value for key, value in entry.items() if value is not None}
