"""Agreements by expected score: the write-off of the match, and a claim of the rest of a hand."""

from __future__ import annotations

from typing import Final

from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.evaluation import points
from kibic.bots.preferans.worlds import world
from kibic.bots.value.minds import mode_of
from kibic.bots.value.prices import prices_of
from kibic.bots.value.talk import bargain_of
from kibic.cards import SeededRandom
from kibic.game import Action
from kibic.games.preferans.actions import Claim, WriteOff
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.sheet import final_result, refa_factor, write_off
from kibic.games.preferans.view import PreferansView
from kibic.solver import COMPILED, Mode, Position, solve

#: Points one gives up for peace, and what a refa that can be played is worth.
PEACE: Final = 3.0
REFA: Final = 12.0
#: Layouts in which a claim is judged.
LAYOUTS: Final = 20


def agrees(view: PreferansView, action: Action) -> bool:
    """Whether the viewer loses nothing by ``action``, which somebody proposes.

    A write-off is compared with what the sheet is worth if the match goes on (EVAL-07), a claim with exact play of
    layouts that fit; between hands anything else is agreed to.
    """
    match action:
        case WriteOff():
            return _written_off(view) >= _standing(view) - PEACE
        case Claim(tricks=tricks):
            return _claimed(view, tricks)
    return view.phase == "deal"


def _written_off(view: PreferansView) -> float:
    """The viewer's result if the match is closed now (WO-01, RES-01)."""
    order = tuple((view.dealer + 1 + step) % view.players for step in range(view.players))
    sheet, amounts = write_off(view.rules, view.sheet, order, view.hand_number)
    result = final_result(view.rules, sheet, amounts)
    sign = -1 if result.sign == "low_good" else 1
    return float(sign * result.points[view.viewer])


def _standing(view: PreferansView) -> float:
    """What the sheet is worth to the viewer: the bule by EVAL-07, the supe, and the refas still to be played."""
    sheet, me = view.sheet, view.viewer
    supe = [
        (writer, against, amount)
        for writer, row in enumerate(sheet.supe)
        for against, amount in enumerate(row)
        if me in (writer, against)
    ]
    usable = [count * (refa_factor(view.rules, sheet, seat) > 1) for seat, count in enumerate(sheet.refa_available)]
    return points(me, sheet.bule, supe) + REFA * (usable[me] - sum(usable) / view.players)


def _claimed(view: PreferansView, tricks: int) -> bool:
    """Whether the result of a claim is no worse than what exact play gives on average (END-03)."""
    rules = view.rules.play
    if view.phase != "play" or not COMPILED or not rules.must_trump or rules.must_overtake:
        return False
    table = Table.of(view)
    worth = prices_of(view).by_tricks(bargain_of(view), view.viewer)
    had = view.taken[table.declarer]
    leader = view.leader if view.leader is not None else view.order[0]
    active = tuple(sorted(view.active))
    cards = tuple(card for _, card in table.trick)
    betl = table.contract is Contract.BETL
    rng = SeededRandom(f"claim/{view.hand_number}/{view.own}/{tricks}")
    total = count = 0.0
    for _ in range(LAYOUTS):
        hands = world(table, rng)
        if hands is None:
            continue
        masks = tuple(hands.get(seat, 0) if seat in active else 0 for seat in range(view.players))
        end = had + solve(Position(masks, Mode(mode_of(table.contract)), table.declarer, leader, cards, active))
        total += float(worth[min(end, 1) if betl else end])
        count += 1
    claimed = had + tricks
    return count > 0 and float(worth[min(claimed, 1) if betl else claimed]) >= total / count - PEACE
