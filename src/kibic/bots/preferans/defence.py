"""The defenders' cards in suit games and sans: a team that leaves partner his tricks (strategy.md sections 5, 6)."""

from __future__ import annotations

from kibic.bots.api import Decision
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.discards import throw_away
from kibic.bots.preferans.leads import Candidate, LeadPlan, best_lead
from kibic.bots.preferans.orders import heard, ordered_suit, sans_lead, sans_order
from kibic.bots.preferans.words import play
from kibic.cards import bits
from kibic.games.preferans.holdings import ACE, KING, LENGTH, SUIT_MASKS, highest, holding_of, lowest
from kibic.tricks import beating


def choose_card(table: Table) -> Decision:
    """A defender's card by the conventions."""
    if table.led is None:
        lead = _lead(table)
        return play(lead.card, lead.rule, lead.en, lead.sr)
    if table.own & SUIT_MASKS[table.led]:
        return _follow_suit(table)
    if table.trump is not None and table.legal & SUIT_MASKS[table.trump]:
        return _ruff(table)
    return throw_away(table)


def _led_before(table: Table, seat: int | None) -> list[int]:
    """Suits ``seat`` has led in this hand, in order."""
    return [trick.cards[0][1] // 8 for trick in table.view.played if trick.cards[0][0] == seat]


def _void_mask(table: Table, seat: int | None) -> int:
    if seat is None:
        return 0
    return sum(1 << suit for suit in range(4) if table.is_void(seat, suit))


def lead_plan(table: Table) -> LeadPlan:
    """Everything a lead in a suit game depends on, from the view."""
    trump = table.trump or 0
    partner = table.partner
    mine = _led_before(table, table.me)
    order = ordered_suit(heard(table), _or_default(table.view.rules.conv.called_lead, "gulin"))
    led_through = [suit for suit in mine if mine.count(suit) >= 2]
    return LeadPlan(
        hand=table.own,
        trump=trump,
        through_declarer=partner is None or (table.after_me[:1] == (table.declarer,)),
        opening=not table.view.played,
        ordered=order if not mine and order is not None and not table.view.played else None,
        void_declarer=_void_mask(table, table.declarer),
        void_partner=_ruffable(table, partner),
        masters=table.masters(table.own),
        gone=table.gone | (table.view.discard or 0),
        ruffs=bool(table.possible(table.declarer) & SUIT_MASKS[trump]),
        partner_suits=tuple(suit for suit in _led_before(table, partner) if suit != trump),
        thrice=tuple(led_through),
        under=_or_default(table.view.rules.conv.lead_under, "gulin"),
        alone=partner is None,
    )


def _ruffable(table: Table, partner: int | None) -> int:
    """Suits partner is out of while he may hold a trump and the declarer still has to follow."""
    if partner is None or table.trump is None or not table.possible(partner) & SUIT_MASKS[table.trump]:
        return 0
    return _void_mask(table, partner) & ~_void_mask(table, table.declarer)


def _or_default(chosen: str, default: str) -> str:
    """A convention of the ruleset, or the one the bot keeps where none is agreed."""
    return default if chosen == "none" else chosen


def _lead(table: Table) -> Candidate:
    if table.trump is not None:
        return best_lead(lead_plan(table))
    if not table.view.played:
        order = sans_order(heard(table), table.own, _or_default(table.view.rules.conv.sans_lead, "gulin"))
        if order is not None:
            return order
    else:
        back = _back_to_partner(table)
        if back is not None:
            return back
    return sans_lead(table.own, table.masters(table.own))


def _back_to_partner(table: Table) -> Candidate | None:
    """In sans: cash what is high, then return the suit partner led (SANS-05)."""
    masters = table.masters(table.own)
    if masters:
        suit = max(range(4), key=lambda s: ((masters & SUIT_MASKS[s]).bit_count(), LENGTH[holding_of(table.own, s)]))
        card = highest(masters & SUIT_MASKS[suit])
        return Candidate(card, 9.0, "SANS-03", "{card} is high: the tricks are taken while on lead.",
                         "{card} je najjača: štihovi se uzimaju dok je potez.")  # fmt: skip
    for suit in reversed(_led_before(table, table.partner)):
        cards = table.own & SUIT_MASKS[suit]
        if cards:
            return Candidate(highest(cards), 8.0, "SANS-05", "{card}: back in partner's suit.",
                             "{card}: nazad u partnerovu boju.")  # fmt: skip
    return None


def _follow_suit(table: Table) -> Decision:
    """A card to a suit led by somebody else."""
    options = table.options
    low = lowest(options)
    best = table.best
    if best is None:
        return throw_away(table)
    seat, winning_card = best
    over = beating(options, winning_card, table.trump)
    if not over:
        return play(low, "DEF-04", "{card}: the trick cannot be won, the lowest card goes.",
                    "{card}: štih se ne može uzeti, ide najmanja.")  # fmt: skip
    if seat == table.partner:
        return _over_partner(table, winning_card, over, low)
    if not table.after_me:
        return play(lowest(over), "DEF-04", "{card} takes the trick as cheaply as possible.",
                    "{card} uzima štih najjeftinije.")  # fmt: skip
    return _second_hand(table, winning_card, over, low)


def _over_partner(table: Table, card: int, over: int, low: int) -> Decision:
    """Partner is winning so far."""
    declarer_plays = table.declarer in table.after_me
    led = table.led or 0
    if not declarer_plays or not table.can_beat(table.declarer, card, led):
        return _unblock(table, over) or play(
            low, "DEF-03", "{card}: partner's card already wins, the honour is kept.",
            "{card}: partnerova karta već uzima, figura se čuva.",
        )  # fmt: skip
    if card % 8 >= 5:
        return play(low, "DEF-11", "{card}: partner led high, his card is not overtaken.",
                    "{card}: partner je izašao visoko, njegova karta se ne preuzima.")  # fmt: skip
    masters = table.masters(table.own) & over
    if masters:
        return play(lowest(masters), "DEF-04", "{card} wins before the declarer does it cheaply.",
                    "{card} uzima pre nego što to nosilac uradi jeftino.")  # fmt: skip
    if table.is_void(table.declarer, led):
        return play(low, "DEF-11", "{card}: the declarer will ruff, no honour is spent.",
                    "{card}: nosilac će seći, figura se ne troši.")  # fmt: skip
    high = [c for c in bits(over) if c % 8 >= 4]
    if high:
        return play(max(high), "DEF-09", "{card} forces the declarer to play high.",
                    "{card} tera nosioca da igra visoko.")  # fmt: skip
    return play(low, "DEF-04", "{card}: nothing that would force the declarer.",
                "{card}: nema karte koja bi naterala nosioca.")  # fmt: skip


def _unblock(table: Table, over: int) -> Decision | None:
    """SANS-05: a second king or a lone queen does not block partner's suit."""
    if table.trump is not None or table.led is None or len(table.trick) < 2 - (table.trick[0][0] == table.me):
        return None
    holding = holding_of(table.own, table.led)
    if LENGTH[holding] == 2 and over and table.trick[0][0] == table.partner and table.trick[0][1] % 8 >= 5:
        return play(highest(over), "SANS-05", "{card} unblocks partner's suit.", "{card} odblokira partnerovu boju.")
    return None


def _second_hand(table: Table, card: int, over: int, low: int) -> Decision:
    """The declarer led (or overtook) and partner still plays."""
    led = table.led or 0
    side = led != table.trump
    masters = table.masters(table.own) & over
    holding = holding_of(table.own, led)
    partner = table.partner
    if side and partner is not None and table.is_void(partner, led) and _may_ruff(table, partner):
        return play(low, "DEF-04", "{card}: partner can ruff this trick.", "{card}: partner može da seče ovaj štih.")
    if card % 8 == 5 and side:
        return play(lowest(over), "DEF-02", "{card}: a queen is covered, except in trumps.",
                    "{card}: svaka dama se jaši osim adutske.")  # fmt: skip
    if masters and (card % 8 >= 4 or LENGTH[holding] <= 2 or not side):
        if card % 8 < 4 and not side and partner is not None and LENGTH[holding] > 2:
            return play(low, "DEF-04", "{card}: partner plays behind the declarer and may win cheaper.",
                        "{card}: partner igra iza nosioca i može uzeti jeftinije.")  # fmt: skip
        rule = "DEF-07" if LENGTH[holding] <= 2 else "DEF-04"
        return play(lowest(masters), rule, "{card} wins the trick the declarer led.",
                    "{card} uzima štih koji je nosilac izvukao.")  # fmt: skip
    if LENGTH[holding] == 2 and holding & (ACE | KING) and side and card % 8 < 5:
        return play(highest(over), "DEF-07", "{card}: a doubleton honour is put up.",
                    "{card}: figura s jednom malom se stavlja.")  # fmt: skip
    if holding & ACE and side and table.view.kontra > 1:
        return play(highest(over), "DEF-08", "{card}: with kontra always the higher card.",
                    "{card}: uz kontru uvek viša karta.")  # fmt: skip
    return play(low, "DEF-08", "{card}: second hand low, partner plays last.",
                "{card}: drugi igra malu, partner igra posle.")  # fmt: skip


def _may_ruff(table: Table, seat: int) -> bool:
    """Whether ``seat`` may still hold a trump."""
    return table.trump is not None and bool(table.possible(seat) & SUIT_MASKS[table.trump])


def _ruff(table: Table) -> Decision:
    """A trump to a suit the defender is out of."""
    options = table.options
    low = lowest(options)
    best = table.best
    over = beating(options, best[1], table.trump) if best is not None else options
    if not over:
        return play(low, "PLAY-02", "{card}: a trump must be played, the lowest.", "{card}: mora adut, ide najmanji.")
    led, trump = table.led or 0, table.trump or 0
    if table.declarer in table.after_me and table.is_void(table.declarer, led):
        out = table.possible(table.declarer) & SUIT_MASKS[trump]
        sure = table.masters(table.own) & over
        if out and not sure and options.bit_count() > 1:
            return play(highest(over), "DEF-09", "{card}: a high ruff drives out a higher trump.",
                        "{card}: visoko sečenje istera viši adut.")  # fmt: skip
    return play(lowest(over), "PLAY-02", "{card} ruffs as cheaply as possible.", "{card} seče najjeftinije.")
