"""Betl: the declarer stays below, the defenders empty a suit and catch him there (strategy.md section 7)."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.orders import bid_suit
from kibic.bots.preferans.words import play
from kibic.cards import bits
from kibic.games.preferans.holdings import ACE, KING, LENGTH, LOW, QUEEN, SUIT_MASKS, highest, holdings, lowest
from kibic.tricks import beating


def choose_card(table: Table) -> Decision:
    """A card in betl."""
    if table.is_declarer:
        return _declarer_leads(table) if table.led is None else _declarer_follows(table)
    if table.led is None:
        return _defender_leads(table)
    return _defender_follows(table) if table.own & SUIT_MASKS[table.led] else _defender_throws(table)


def danger(own: int, out: int) -> float:
    """How easily a holding of one suit is caught: own cards with more cards out below them than rounds before.

    ``own`` and ``out`` are masks within one suit.
    """
    total = 0.0
    for place, card in enumerate(bits(own)):
        below = (out & (1 << card) - 1).bit_count()
        above = (out >> card + 1).bit_count()
        if below > place:
            total += (below - place) * (1.0, 0.9, 0.7, 0.4, 0.2, 0.1, 0.1, 0.1)[place] / (1 + 0.4 * above)
    return total


def _total_danger(table: Table, hand: int) -> float:
    return sum(danger(hand & mask, table.hostile & mask) for mask in SUIT_MASKS)


def _declarer_leads(table: Table) -> Decision:
    """A card that somebody must overtake, leaving the safest rest."""

    def risk(card: int) -> tuple[float, int]:
        out = table.hostile & SUIT_MASKS[card // 8]
        above = (out >> card + 1).bit_count()
        below = (out & (1 << card) - 1).bit_count()
        if not above:
            return 100.0 - below, card % 8
        # Cards above may lie in the talon or both defenders may be out of the suit.
        alone = 0.5**above + 0.25 * (below / (above + below)) ** 2
        return 6 * alone + _total_danger(table, table.own ^ (1 << card)), -(card % 8)

    card = min(bits(table.options), key=risk)
    return play(card, "BTL-10", "{card}: a defender has to overtake it, and the rest stays safe.",
                "{card}: neko mora da je preuzme, a ostatak ostaje siguran.")  # fmt: skip


def _declarer_follows(table: Table) -> Decision:
    options = table.options
    best = table.best
    if best is None or not options & SUIT_MASKS[table.led or 0]:
        card = min(bits(options), key=lambda c: (_total_danger(table, table.own ^ (1 << c)), -(c % 8)))
        return play(card, "EVAL-08", "{card} is the most dangerous card and is thrown away.",
                    "{card} je najopasnija karta i baca se.")  # fmt: skip
    over = beating(options, best[1], None)
    under = options & ~over
    if under:
        return play(highest(under), "BTL-10", "{card} is the highest card that stays below.",
                    "{card} je najveća karta koja ostaje ispod.")  # fmt: skip
    if table.after_me:
        return play(lowest(over), "BTL-10", "{card}: above, but the next one may have to overtake.",
                    "{card}: iznad, ali sledeći možda mora da preuzme.")  # fmt: skip
    return play(highest(over), "BTL-10", "{card}: the trick cannot be avoided.", "{card}: štih se ne može izbeći.")


def _partner_empty(table: Table, suit: int) -> bool:
    return table.partner is None or table.is_void(table.partner, suit)


def _catch(table: Table, suit: int) -> float:
    """How likely a low lead of ``suit`` catches the declarer: he has the suit, nothing lower, and partner is out."""
    own = table.own & SUIT_MASKS[suit]
    his = table.possible(table.declarer) & SUIT_MASKS[suit]
    if not his or not own:
        return 0.0
    card = lowest(own)
    lower = (his & (1 << card) - 1).bit_count()
    higher = (his >> card + 1).bit_count()
    if not higher:
        return 0.0
    if _partner_empty(table, suit):
        return (0.95 if not lower else 0.55**lower) * min(1.0, 0.45 + 0.2 * higher)
    partner = (table.possible(table.partner or 0) & SUIT_MASKS[suit]).bit_count() if table.partner is not None else 0
    return (0.28 if not lower else 0.28 * 0.5**lower) / (1 + 0.25 * partner)


def _defender_leads(table: Table) -> Decision:
    suits = [suit for suit in range(4) if table.own & SUIT_MASKS[suit]]
    catching = max(suits, key=lambda suit: _catch(table, suit))
    if _catch(table, catching) >= 0.4:
        return play(lowest(table.own & SUIT_MASKS[catching]), "BTL-01",
                    "{card}: partner is out of the suit and cannot save the declarer.",
                    "{card}: partner nema boju i ne može da spasi nosioca.")  # fmt: skip
    if not table.view.played:
        return _opening(table, suits)
    started = _started(table)
    if started is not None and table.own & SUIT_MASKS[started]:
        own = table.own & SUIT_MASKS[started]
        partner_void = _partner_empty(table, started)
        if partner_void and LENGTH[own >> 8 * started] >= 2:
            return play(highest(own), "BTL-09", "{card}: partner goes on throwing from the suit he began.",
                        "{card}: partner nastavlja da baca boju koju je počeo.")  # fmt: skip
        return play(lowest(own), "BTL-06", "{card}: the suit is continued, so that one of us runs out.",
                    "{card}: boja se nastavlja da bi se neko ispraznio.")  # fmt: skip
    return _shortest(table, suits)


def _started(table: Table) -> int | None:
    """The suit of the last lead by partner, else of the own one, while the declarer may still hold it."""
    for trick in reversed(table.view.played):
        seat, card = trick.cards[0]
        suit = card // 8
        if seat != table.declarer and not table.is_void(table.declarer, suit):
            return suit
    return None


def _opening(table: Table, suits: list[int]) -> Decision:
    """BTL-03: a singleton, else a four-card suit without the ace, else the lowest of the shortest suit."""
    held = holdings(table.own)
    partner_suit = bid_suit(table.view, table.partner)
    single = [suit for suit in suits if LENGTH[held[suit]] == 1]
    if single:
        suit = min(single, key=lambda s: LOW[held[s]])
        return play(suit * 8 + LOW[held[suit]], "BTL-03", "{card}: a singleton first, to run out of the suit.",
                    "{card}: prvo singl, da se isprazni boja.")  # fmt: skip
    free = [suit for suit in suits if suit != partner_suit] or suits
    seven = [s for s in free if LENGTH[held[s]] >= 7 and held[s] & 1 and not held[s] & 2]
    if seven:
        return play(seven[0] * 8, "CALLS-5", "{card}: seven cards of the suit without the eight.",
                    "{card}: sedam karata boje bez osmice.")  # fmt: skip
    four = [s for s in free if LENGTH[held[s]] == 4 and (not held[s] & ACE or not held[s] & (KING | QUEEN))]
    if four:
        suit = min(four, key=lambda s: (bool(held[s] & ACE), LOW[held[s]]))
        cards = held[suit] & ~1 or held[suit]
        return play(suit * 8 + LOW[cards], "BTL-03", "{card}: small from a four-card suit.",
                    "{card}: mala iz boje od četiri karte.")  # fmt: skip
    return _shortest(table, free)


def _shortest(table: Table, suits: list[int]) -> Decision:
    held = holdings(table.own)
    alive = [s for s in suits if not table.is_void(table.declarer, s)] or suits
    suit = min(alive, key=lambda s: (LENGTH[held[s]], LOW[held[s]]))
    cards = held[suit]
    # The seven is kept to catch with, unless it is alone (BTL-03).
    rank = LOW[cards & ~1] if cards & ~1 else LOW[cards]
    return play(suit * 8 + rank, "BTL-07", "{card}: the lowest of the shortest suit hands the attack over.",
                "{card}: najmanja iz najkraće boje predaje napad.")  # fmt: skip


def _defender_follows(table: Table) -> Decision:
    options = table.options
    best = table.best
    if best is None:
        return _defender_throws(table)
    if table.declarer not in table.after_me and best[0] != table.declarer:
        return play(highest(options), "BTL-06", "{card}: the declarer is below, high cards go.",
                    "{card}: nosilac je ispod, bacaju se visoke.")  # fmt: skip
    over = beating(options, best[1], None)
    under = options & ~over
    if best[0] == table.declarer:
        if under:
            return play(highest(under), "BTL-01", "{card} stays below: the declarer takes the trick.",
                        "{card} ostaje ispod: nosilac uzima štih.")  # fmt: skip
        return play(highest(over), "BTL-01", "{card}: the trick has to be overtaken, with the highest.",
                    "{card}: mora da se preuzme, i to najvećom.")  # fmt: skip
    his = table.possible(table.declarer) & SUIT_MASKS[table.led or 0]
    top = highest(under) if under else lowest(over)
    threat = max(best[1], top)
    below = (his & (1 << threat) - 1).bit_count()
    if his and below <= 2:
        return play(top, "BTL-01", "{card} keeps the trick low for the declarer to come.",
                    "{card} drži štih nisko za nosioca koji dolazi.")  # fmt: skip
    return play(highest(options), "BTL-06", "{card}: high cards go first.", "{card}: visoke se bacaju prve.")


def _defender_throws(table: Table) -> Decision:
    """BTL-06: highest of the shortest suit, to be out of it before the declarer; low catchers are kept."""

    def keeps(card: int) -> tuple[float, int, int]:
        suit = card // 8
        own = table.own & SUIT_MASKS[suit]
        his = table.possible(table.declarer) & SUIT_MASKS[suit]
        if not his:
            return -1.0, own.bit_count(), -(card % 8)
        catcher = card == lowest(own) and (his & (1 << card) - 1).bit_count() <= 1
        return (5.0 if catcher else 0.0), own.bit_count(), -(card % 8)

    useful = [card for card in bits(table.options) if table.possible(table.declarer) & SUIT_MASKS[card // 8]]
    card = min(useful or list(bits(table.options)), key=keeps)
    return play(card, "BTL-06", "{card}: the highest of the shortest suit, to run out of it.",
                "{card}: najveća iz najkraće boje, da se isprazni.")  # fmt: skip
