"""The declarer's play in suit games and sans (strategy.md section 11)."""

from __future__ import annotations

from dataclasses import dataclass

from kibic.bots.api import Decision
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.discards import throw_away
from kibic.bots.preferans.holdings import ACE, KING, LENGTH, QUEEN, SUIT_MASKS, TOP, highest, holding_of, lowest
from kibic.bots.preferans.words import play
from kibic.cards import bits
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
    sides = [SuitState.of(table, suit) for suit in range(4) if suit != trump]
    sides = [side for side in sides if side.own]
    if not trumps.out:
        return _lead_after_trumps(table, trumps, sides)
    if trumps.own and _draws(table, trumps, sides):
        card = highest(trumps.own)
        if any(_solid(side) for side in sides):
            return play(card, "DCL-06", "{card}: trumps are drawn, a solid side suit waits behind them.",
                        "{card}: vade se aduti, iza njih čeka čvrsta boja.")  # fmt: skip
        return play(card, "DCL-01", "{card}: a trump sequence draws the defenders' trumps.",
                    "{card}: niz aduta vadi adute pratilaca.")  # fmt: skip
    return _lead_around(table, trumps, sides)


def _solid(side: SuitState) -> bool:
    """A side suit of five and more that runs by itself once trumps are gone."""
    return side.length >= 5 and side.masters.bit_count() >= 3


def _draws(table: Table, trumps: SuitState, sides: list[SuitState]) -> bool:
    """Whether the declarer draws trumps (DCL-01, DCL-06)."""
    masters = trumps.masters.bit_count()
    winners = sum(side.masters.bit_count() for side in sides)
    if trumps.length == trumps.own.bit_count() == table.own.bit_count():
        return True
    rounds = (trumps.out_count + 1) // 2 if len(table.opponents) > 1 else trumps.out_count
    if masters >= min(2, trumps.out_count) and trumps.length >= rounds:
        return trumps.length > rounds or winners > 0
    if masters == 1 and trumps.length > trumps.out_count:
        return True
    if not masters and trumps.touching >= 3 and trumps.above == 1 and trumps.length > rounds:
        return True
    # DCL-06: four small trumps before a solid suit fail only against four trumps in one hand.
    return trumps.length == 4 == trumps.out_count and trumps.above >= 3 and any(_solid(side) for side in sides)


def _lead_around(table: Table, trumps: SuitState, sides: list[SuitState]) -> Decision:
    """Broken trumps: short strong suits first, then the long suit that shortens the defenders (DCL-02, DCL-05)."""
    if not sides:
        return _lead_trump(table, trumps)
    safe = [side for side in sides if side.masters and not _ruffed(table, side)]
    short = [side for side in safe if side.masters == side.own and side.length <= 2]
    if short:
        led = table.view.played[-1].cards[0][1] // 8 if table.view.played else None
        side = max(short, key=lambda s: (s.suit == led, s.masters.bit_count(), -s.suit))
        return play(highest(side.own), "DCL-05", "{card}: short strong suits go first, before they are ruffed.",
                    "{card}: prvo kratke jake boje, dok se ne seku.")  # fmt: skip
    forked = _queen_out(table, sides)
    if forked is not None:
        return play(forked, "DCL-02", "{card} drives out the queen that is still out.",
                    "{card} istera damu koja je još napolju.")  # fmt: skip
    strong = [side for side in sides if side.masters and not (_lone_ace(side) and not table.view.played)]
    if strong:
        side = max(strong, key=lambda s: (s.masters.bit_count(), s.length))
        return play(highest(side.own), "DCL-02", "{card}: the strong side suit from the top; ruffing it costs trumps.",
                    "{card}: jaka sporedna boja odozgo; ko je seče, troši adute.")  # fmt: skip
    side = max(sides, key=lambda s: (-s.above, s.touching, s.length))
    if _lone_ace(side):
        return play(lowest(side.own), "DCL-04", "{card}: small from the long suit, the ace would be ruffed.",
                    "{card}: mala iz duge boje, kec bi bio presečen.")  # fmt: skip
    return play(highest(side.own), "DCL-01", "{card}: the side suit forces the higher card out.",
                "{card}: sporedna boja istera jaču kartu.")  # fmt: skip


def _lone_ace(side: SuitState) -> bool:
    """DCL-04: a long suit with the ace and a gap below it."""
    return side.length >= 5 and side.masters.bit_count() == 1 and side.touching == 1


def _queen_out(table: Table, sides: list[SuitState]) -> int | None:
    """DCL-02: after the ace from A, K, J the jack goes next while a third queen may be out."""
    played = table.gone
    if len(table.view.played) != 1:
        return None
    for side in sides:
        holding = holding_of(side.own, side.suit)
        ace_gone = played >> (side.suit * 8 + 7) & 1
        queen_out = side.out >> (side.suit * 8 + 5) & 1
        if holding & (KING | QUEEN) == KING and ace_gone and queen_out and holding >> 4 & 1:
            return side.suit * 8 + 4
    return None


def _ruffed(table: Table, side: SuitState) -> bool:
    """Whether an opponent who is out of the suit may still ruff it."""
    trump = table.trump
    if trump is None or not table.trumps_out:
        return False
    if side.out_count < len(table.opponents):
        return True
    return any(table.is_void(seat, side.suit) and table.possible(seat) & SUIT_MASKS[trump] for seat in table.opponents)


def _lead_trump(table: Table, trumps: SuitState) -> Decision:
    card = highest(trumps.own) if trumps.masters or trumps.touching >= 2 else lowest(trumps.own)
    return play(card, "DCL-01", "{card}: the defenders' trumps must go.", "{card}: aduti pratilaca moraju da padnu.")


def _lead_after_trumps(table: Table, trumps: SuitState, sides: list[SuitState]) -> Decision:
    """The defenders have no trumps: set up suits while own trumps stop the others, then cash."""
    to_set_up = [side for side in sides if side.above and side.length > side.above and side.touching >= 2]
    if to_set_up and trumps.own:
        side = max(to_set_up, key=lambda s: (s.touching, s.length))
        return play(highest(side.own), "DCL-01", "{card} drives out the higher card while trumps still stop the rest.",
                    "{card} istera jaču kartu dok aduti još drže ostalo.")  # fmt: skip
    running = [side for side in sides if side.masters]
    if running:
        side = max(running, key=lambda s: (s.masters.bit_count() >= s.length, s.masters.bit_count(), s.length))
        held = _queen_out(table, [side])
        card = highest(side.own)
        if held is not None and trumps.own and side.out_count >= 2:
            card = held
        return play(card, "DCL-06", "{card}: nobody can ruff any more, the suit runs.",
                    "{card}: niko više ne može da seče, boja ide.")  # fmt: skip
    if sides and trumps.own:
        side = max(sides, key=lambda s: (s.length, -s.above))
        return play(lowest(side.own), "DCL-04", "{card}: small from the long suit; trumps come back in.",
                    "{card}: mala iz duge boje; adutom se vraća na potez.")  # fmt: skip
    if trumps.own:
        return _lead_trump(table, trumps)
    side = max(sides, key=lambda s: (s.length, -s.above))
    card = highest(side.own) if side.touching >= 2 else lowest(side.own)
    return play(card, "DCL-04", "{card} from the longest suit left.", "{card} iz najduže preostale boje.")


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
