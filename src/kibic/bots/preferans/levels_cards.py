"""The cards of the rule bot in the game of levels: the customs of play are those of the game of numbers.

The view is put into the words of that game: a contract with the same trump, the tricks needed as its quotas. A summoner
sees an open hand of his partner as well as his own and plays from the one that is in turn.
"""

from __future__ import annotations

from dataclasses import replace

from kibic.bots.api import Decision
from kibic.bots.preferans import declarer, defence
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.endgame import best_card
from kibic.bots.preferans.words import play
from kibic.cards import Shuffler
from kibic.game import KibicError
from kibic.games.preferans.actions import Play
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.levels.contracts import LevelContract
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.rules import Rules
from kibic.games.preferans.sheet import Sheet
from kibic.games.preferans.view import PreferansView

_BY_TRUMP = {0: Contract.PIK, 1: Contract.KARO, 2: Contract.HERC, 3: Contract.TREF, None: Contract.SANS}


def number_contract(contract: LevelContract) -> Contract:
    """The game of numbers that is played with the same trump, for the tables of tricks."""
    return _BY_TRUMP[contract.trump]


def choose_card(view: LevelView, rng: Shuffler) -> Decision:
    """A card for the hand in turn: forced, counted out to the end, or by the customs."""
    table = Table.of(as_numbers(view))
    if table.legal.bit_count() == 1:
        return play(table.legal.bit_length() - 1, "PLAY-02", "{card} is the only card allowed.",
                    "{card} je jedina dozvoljena karta.")  # fmt: skip
    counted = best_card(table, rng)
    if counted is not None and counted[1]:
        card, deals = counted
        rule = "DCL-01" if table.is_declarer else "DEF-01"
        return play(card, rule, f"{{card}} does best in {deals} deals that fit what was played.",
                    f"{{card}} je najbolja u {deals} podela koje odgovaraju odigranom.")  # fmt: skip
    return declarer.choose_card(table) if table.is_declarer else defence.choose_card(table)


def as_numbers(view: LevelView) -> PreferansView:
    """The play as a view of the game of numbers, from the seat whose card is due."""
    if view.contract is None or view.turn is None:
        raise KibicError("no cards are being played")
    return PreferansView(
        viewer=view.turn,
        rules=_quotas(view.rules, view.contract.level, summoned=view.caller is not None),
        players=view.players,
        hand_number=view.hand_number,
        dealer=view.dealer,
        order=view.order,
        phase=view.phase,
        to_act=view.turn,
        legal=tuple(action for action in view.legal if isinstance(action, Play)),
        agreements=(),
        refused=(),
        spoken=(),
        hands=tuple(mask if seat == view.turn else None for seat, mask in enumerate(view.hands)),
        counts=view.counts,
        talon=view.talon,
        discard=view.discard,
        number=None,
        holder=view.holder,
        declarer=view.declarer,
        contract=number_contract(view.contract),
        igra=False,
        active=view.active,
        followers=view.followers,
        caller=view.caller,
        called=view.called,
        kontra=1,
        kontras=None,
        roles=view.roles,
        refa=1,
        leader=view.leader,
        trick=view.trick,
        played=view.played,
        taken=view.taken,
        sheet=Sheet.new(view.rules, view.players),
        outcome=None,
        result=None,
    )


def _quotas(rules: Rules, level: int, *, summoned: bool) -> Rules:
    """Rules of numbers in which everybody needs as many tricks as at this level."""
    owed = rules.level.owed(level, summoned=False)
    joint = rules.level.owed(level, summoned=True) if summoned else 2 * owed
    return replace(rules, make=replace(rules.make, declarer=level, lone=owed, pair_each=owed, pair_joint=joint))
