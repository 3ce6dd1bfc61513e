"""The declarer's play in suit games and sans (strategy.md section 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.discards import throw_away
from kibic.bots.preferans.words import play
from kibic.cards import bits
from kibic.games.preferans.holdings import ACE, KING, LENGTH, QUEEN, SUIT_MASKS, TOP, highest, holding_of, lowest
from kibic.tricks import beating


@dataclass(frozen=True, slots=True)
class SuitState:
    """One suit from the declarer's seat: own cards, cards out against him, own masters, length of the top sequence."""

    suit: int
    own: int
    out: int
    masters: int
    touching: int

    @classmethod
    def of(cls, table: Table, suit: int) -> SuitState:
        """The state of ``suit``."""
        own = table.own & SUIT_MASKS[suit]
        out = table.hostile & SUIT_MASKS[suit]
        return cls(suit, own, out, table.masters(own), _touching(own, out))

    @property
    def length(self) -> int:
        """Number of own cards."""
        return self.own.bit_count()

    @property
    def out_count(self) -> int:
        """Number of cards out."""
        return self.out.bit_count()

    @property
    def above(self) -> int:
        """Cards out that beat the own top card."""
        return (self.out >> highest(self.own) + 1).bit_count() if self.own else 0


def _touching(own: int, out: int) -> int:
    """How many own cards from the top are not separated by a card that is out."""
    if not own:
        return 0
    count = 0
    cards = sorted(bits(own), reverse=True)
    for place, card in enumerate(cards):
        if place and out & ((1 << cards[place - 1]) - 1) & ~((1 << card) - 1):
            break
        count += 1
    return count


def choose_card(table: Table) -> Decision:
    """The declarer's card by the customs."""
    if table.led is None:
        return _lead_suit_game(table) if table.trump is not None else _lead_sans(table)
    if table.follows(table.me, table.own) & SUIT_MASKS[table.led]:
        return _follow_suit(table)
    if table.trump is not None and table.legal & SUIT_MASKS[table.trump]:
        return _ruff(table)
    return throw_away(table)


def _lead_suit_game(table: Table) -> Decision:
    trump = table.trump or 0
    trumps = SuitState.of(table, trump)
    sides = [state for state in (SuitState.of(table, suit) for suit in range(4) if suit != trump) if state.own]
    if not sides:
        return _lead_trump(table, trumps)
    convention = _opening_custom(table, trumps, sides) if len(table.view.played) <= 1 else None
    if convention is not None:
        return convention
    led = table.view.played[-1].cards[0][1] // 8 if table.view.played else None

    def worth(side: SuitState) -> float:
        ruffers = _ruffers(table, side.suit)
        # A lone follower who ruffs takes the trick for sure.
        alone = _LONE_RUFF if ruffers and len(table.opponents) == 1 else 0.0
        return side_lead_worth(side, ruffers) + alone

    best = max(sides, key=lambda side: (worth(side), side.suit == led))
    if trumps.own and trump_lead_worth(trumps) > worth(best):
        return _lead_trump(table, trumps)
    return _lead_side(trumps, best)


def _opening_custom(table: Table, trumps: SuitState, sides: list[SuitState]) -> Decision | None:
    """Leads that the diagrams of DCL-02, DCL-04 and DCL-06 fix at the start of the hand."""
    forked = _queen_out(table, sides)
    if forked is not None:
        return play(
            forked,
            "DCL-02",
            "{card} drives out the queen that is still out.",
            "{card} istera damu koja je još napolju.",
        )
    if table.view.played:
        return None
    four_small = trumps.length == 4 == trumps.out_count and trumps.above >= 3
    if four_small and any(side.length >= 5 and side.masters.bit_count() >= 3 for side in sides):
        return play(
            highest(trumps.own),
            "DCL-06",
            "{card}: trumps are drawn, a solid side suit waits behind them.",
            "{card}: vade se aduti, iza njih čeka čvrsta boja.",
        )
    lone_ace = next((s for s in sides if s.length >= 5 and _ace_and_gap(s)), None)
    if lone_ace is not None and trumps.masters.bit_count() < 2:
        return play(
            lowest(lone_ace.own),
            "DCL-04",
            "{card}: small from the long suit, the ace would be ruffed.",
            "{card}: mala iz duge boje, kec bi bio presečen.",
        )
    return None


def _ace_and_gap(side: SuitState) -> bool:
    """DCL-04: an ace over small cards, as in A 10 9 8 7."""
    return holding_of(side.own, side.suit) & (ACE | KING | QUEEN) == ACE


#: Worth in tricks of leading the top card of a side suit, fitted to exact play of hands the bots had played: by length,
#: by masters where nobody, one or two opponents may ruff it, and for a card that touches the next.
_BY_LENGTH: Final = (0.0, -0.11, -0.07, -0.03, 0.08, 0.38)
_BY_RUFFERS: Final = ((0.10, 0.20, 0.13), (0.23, -0.22, -0.15), (0.10, 0.16, 0.14))
_TOUCHING: Final = 0.17
_LONE_RUFF: Final = -0.4
#: The same for the top trump: by masters (rows) and trumps out (columns), and by what stays after drawing them.
_BY_TRUMPS_OUT: Final = (
    (-0.11, -0.42, -0.03, 0.08, 0.01),
    (-0.45, 0.44, 0.35, -0.02, -0.22),
    (-0.34, 0.02, 0.11, 0.24, 0.33),
)
_MASTER_TRUMP: Final = 0.35
_BEATEN_TRUMP: Final = -0.17
_LEFT_OVER: Final = {-2: 0.3, -1: 0.0, 0: -0.36, 1: -0.04, 2: 0.08}


def side_lead_worth(side: SuitState, ruffers: int) -> float:
    """What leading the top of a side suit is worth against other leads (DCL-01, DCL-05); ``ruffers`` may ruff it."""
    worth = _BY_LENGTH[min(side.length, 5)] + _BY_RUFFERS[ruffers][min(side.masters.bit_count(), 2)]
    return worth + (_TOUCHING if side.touching >= 2 else 0.0)


def trump_lead_worth(trumps: SuitState) -> float:
    """What leading the top trump is worth against other leads: high trumps draw, the last one stays (DCL-01)."""
    worth = _BY_TRUMPS_OUT[min(trumps.masters.bit_count(), 2)][min(trumps.out_count, 4)]
    worth += _BEATEN_TRUMP if trumps.above else _MASTER_TRUMP
    left_over = trumps.length - (trumps.out_count + 1) // 2
    return worth + _LEFT_OVER[max(-2, min(2, left_over))]


def _ruffers(table: Table, suit: int) -> int:
    """Opponents who are out of ``suit`` and may hold a trump."""
    trump = table.trump
    if trump is None:
        return 0
    return sum(1 for seat in table.opponents if table.is_void(seat, suit) and table.possible(seat) & SUIT_MASKS[trump])


def _lead_side(trumps: SuitState, side: SuitState) -> Decision:
    """The top of a side suit, with the reason that fits it."""
    card = highest(side.own)
    if not trumps.out:
        return play(
            card,
            "DCL-06",
            "{card}: nobody can ruff any more, the suit is played.",
            "{card}: niko više ne može da seče, boja se igra.",
        )
    if side.masters == side.own and side.length <= 2:
        return play(
            card,
            "DCL-05",
            "{card}: short strong suits go first, before they are ruffed.",
            "{card}: prvo kratke jake boje, dok se ne seku.",
        )
    if side.masters:
        return play(
            card,
            "DCL-02",
            "{card}: the strong side suit from the top; ruffing it costs trumps.",
            "{card}: jaka sporedna boja odozgo; ko je seče, troši adute.",
        )
    return play(
        card,
        "DCL-01",
        "{card}: the side suit forces the higher card out.",
        "{card}: sporedna boja istera jaču kartu.",
    )


def _queen_out(table: Table, sides: list[SuitState]) -> int | None:
    """DCL-02: after the ace from A, K, J the jack goes next while a third queen may be out."""
    if len(table.view.played) != 1:
        return None
    for side in sides:
        holding = holding_of(side.own, side.suit)
        ace_gone = table.gone >> (side.suit * 8 + 7) & 1
        queen_out = side.out >> (side.suit * 8 + 5) & 1
        if holding & (KING | QUEEN) == KING and ace_gone and queen_out and holding >> 4 & 1:
            return side.suit * 8 + 4
    return None


def _lead_trump(table: Table, trumps: SuitState) -> Decision:
    if trumps.masters:
        return play(
            highest(trumps.own),
            "DCL-01",
            "{card}: high trumps draw the defenders' trumps.",
            "{card}: jaki aduti vade adute pratilaca.",
        )
    return play(
        highest(trumps.own),
        "DCL-01",
        "{card}: the defenders' higher trump is driven out.",
        "{card}: istera se jači adut pratilaca.",
    )


def _lead_sans(table: Table) -> Decision:
    """Sans: run what is high, set up the longest suit while every other suit is still stopped."""
    suits = [state for state in (SuitState.of(table, suit) for suit in range(4)) if state.own]
    total = sum(state.masters.bit_count() for state in suits)
    have = table.view.taken[table.me]
    need = table.view.rules.make.declarer - have
    if total < need:
        growing = [s for s in suits if s.above and s.length > s.above]
        if growing:
            side = max(growing, key=lambda s: (s.touching + s.length - 2 * s.above, s.length))
            card = highest(side.own) if side.touching >= 2 else lowest(side.own)
            return play(card, "BID-04", "{card}: the suit must be set up before the stoppers are gone.",
                        "{card}: boja se razrađuje dok ostale još drže.")  # fmt: skip
    running = [s for s in suits if s.masters]
    if running:
        side = max(running, key=lambda s: (s.masters.bit_count(), s.length))
        return play(highest(side.own), "BID-04", "{card}: the sure tricks are taken.",
                    "{card}: uzimaju se sigurni štihovi.")  # fmt: skip
    side = max(suits, key=lambda s: (s.length, -s.above))
    return play(lowest(side.own), "BID-04", "{card} from the longest suit.", "{card} iz najduže boje.")


def _follow_suit(table: Table) -> Decision:
    """A card to a suit the defenders led, or the second to their trick."""
    best = table.best
    options = table.options
    beating_cards = beating(options, best[1], table.trump) if best is not None else options
    low = lowest(options)
    if not beating_cards:
        return play(low, "VOC-01", "{card}: the trick cannot be won, the lowest card goes.",
                    "{card}: štih se ne može uzeti, ide najmanja.")  # fmt: skip
    if not table.after_me:
        return play(lowest(beating_cards), "PLAY-03", "{card} wins as cheaply as possible.",
                    "{card} uzima najjeftinije.")  # fmt: skip
    led = table.led or 0
    ruff_danger = any(table.is_void(seat, led) and table.trumps_out for seat in table.after_me)
    if ruff_danger:
        return play(low, "DCL-05", "{card}: the next defender may ruff, high cards are saved.",
                    "{card}: sledeći pratilac može da seče, jake karte se čuvaju.")  # fmt: skip
    sure = table.masters(table.own) & beating_cards
    holding = holding_of(table.own, led)
    if holding & (ACE | KING | QUEEN) == ACE | QUEEN and led != table.trump:
        queen = led * 8 + 5
        first_round = (table.hostile & SUIT_MASKS[led]).bit_count() >= 4
        if first_round and beating_cards >> queen & 1 and LENGTH[holding] >= 2 and table.trump is None:
            return play(queen, "VOC-04", "{card} from the fork: the king may sit with the leader.",
                        "{card} iz makaza: kralj može biti kod onoga ko je izašao.")  # fmt: skip
    if sure:
        return play(lowest(sure), "PLAY-03", "{card} wins: nothing higher is out.", "{card} uzima: jače nema napolju.")
    state = SuitState.of(table, led)
    if state.touching >= 2 and TOP[holding] >= 4:
        cards = sorted(bits(state.own), reverse=True)[: state.touching]
        card = min(card for card in cards if beating_cards >> card & 1) if beating_cards else low
        return play(card, "VOC-06", "{card}: one of the touching honours drives out the higher card.",
                    "{card}: jedna od vezanih figura istera jaču.")  # fmt: skip
    return play(low, "VOC-02", "{card}: the honour waits for the higher card to fall.",
                "{card}: figura čeka da padne jača.")  # fmt: skip


def _ruff(table: Table) -> Decision:
    """A trump to a suit he is out of."""
    options = table.options
    best = table.best
    winning = beating(options, best[1], table.trump) if best is not None else options
    if not winning:
        return play(lowest(options), "PLAY-02", "{card}: a trump must be played, the lowest.",
                    "{card}: mora adut, ide najmanji.")  # fmt: skip
    cheap = lowest(winning)
    led, trump = table.led or 0, table.trump or 0
    over = [seat for seat in table.after_me if table.is_void(seat, led) and table.possible(seat) & SUIT_MASKS[trump]]
    if over:
        sure = table.masters(table.own) & winning
        higher = max((highest(table.possible(seat) & SUIT_MASKS[trump]) for seat in over), default=-1)
        if sure and (options.bit_count() <= 2 or (lowest(winning) < higher and sure == winning)):
            return play(lowest(sure), "DCL-01", "{card}: high, because the next defender may overruff.",
                        "{card}: visoko, jer sledeći pratilac može da nadseče.")  # fmt: skip
    return play(cheap, "PLAY-02", "{card} ruffs as cheaply as possible.", "{card} seče najjeftinije.")
