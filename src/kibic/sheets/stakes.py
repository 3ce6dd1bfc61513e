"""What the next hand is about, and what the result would be if the match ended now."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.game import IllegalAction, Json, Seat, Text
from kibic.games.preferans import GAME, Match, Result
from kibic.games.preferans.form import Position, applied
from kibic.games.preferans.rules.terms import FORMS, TERMS
from kibic.games.preferans.seating import playing_seats
from kibic.games.preferans.sheet import can_write_refa, refa_factor
from kibic.sheets.setup import Setup


@dataclass(frozen=True, slots=True)
class Stake:
    """What holds for a player in the next hand: whether he plays it, the factor of his own game, and why."""

    seat: Seat
    plays: bool
    factor: int
    text: Text | None


def stakes(match: Position, setup: Setup) -> list[Stake]:
    """What is at stake in the next hand, by seat (REF-05, REF-07, HAT-03, FOUR-01)."""
    playing = playing_seats(match.dealer, match.players)
    return [_stake(match, setup.players[seat], seat, seat in playing) for seat in range(match.players)]


def _stake(match: Position, name: str, seat: Seat, plays: bool) -> Stake:
    if not plays:
        return Stake(seat, False, 1, Text(f"{name} deals and sits out", f"{name} deli i ne igra"))
    if not isinstance(match, Match):
        return Stake(seat, True, 1, None)
    factor, sheet = refa_factor(match.rules, match.sheet, seat), match.sheet
    words = match.rules.ui.words
    refa, forms = TERMS[words]["refa"], FORMS[words]
    if factor > 1:
        text = Text(f"{name} plays under {refa}: x{factor}", f"{name} igra pod {forms['refa_under']}: x{factor}")
        return Stake(seat, True, factor, text)
    if sheet.refa_available[seat]:
        text = Text(
            f"{name} has a {refa}, but not while somebody is in a hat",
            f"{name} ima {forms['refa_have']}, ali ne dok je neko u šeširu",
        )
        return Stake(seat, True, 1, text)
    return Stake(seat, True, 1, None)


def if_stopped(match: Position) -> Result | None:
    """The result if the match were closed now (WO-01); None before the first hand and after the end."""
    if match.result is not None or not match.outcomes:
        return None
    action = GAME.parse(match, "otpis")
    try:
        after = applied(match, action)
    except IllegalAction:
        return None
    return after.result


def next_json(match: Position, setup: Setup) -> Json | None:
    """The next hand as JSON (docs/protocol.md); None when the match is over."""
    if match.to_act is None:
        return None
    order = playing_seats(match.dealer, match.players)
    people = [
        {"seat": stake.seat, "plays": stake.plays, "factor": stake.factor}
        | ({} if stake.text is None else {"sr": stake.text.sr, "en": stake.text.en})
        for stake in stakes(match, setup)
    ]
    refa = isinstance(match, Match) and can_write_refa(match.rules, match.sheet)
    return {
        "hand": len(match.outcomes) + 1,
        "dealer": match.dealer,
        "first": order[0],
        "order": list(order),
        "refa_open": refa,
        "players": people,
    }
