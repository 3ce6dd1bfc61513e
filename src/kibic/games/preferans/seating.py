"""Who sits where, who deals first, who speaks first (section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibic.cards import DECK_32, Shuffler, Suit
from kibic.game import Opening, Seat
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.rules import Rules

#: In the mode card_8D the holder of the first of these that was not laid in the talon speaks first (STR).
SPECIAL_CARDS = (
    DECK_32.card(Suit.DIAMONDS, "8"),
    DECK_32.card(Suit.HEARTS, "K"),
    DECK_32.card(Suit.SPADES, "9"),
)


def speaking_order(rules: Rules, dealer: Seat, players: int, deal: Deal, *, first_hand: bool) -> tuple[Seat, ...]:
    """The seats P1, P2, P3: from the dealer's right (SEAT-02), or from the special card's holder (SEAT-03, LEAD-03)."""
    ring = playing_seats(dealer, players)
    if first_hand and rules.seat.first_dealer == "card_8D" and not deal.blind:
        place = ring.index(special_holder(deal))
        return ring[place:] + ring[:place]
    return ring


def playing_seats(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """The three seats that get cards, from the dealer's right; of four players the dealer sits out (FOUR-01)."""
    return tuple((dealer + step) % players for step in range(1, 4))


def special_holder(deal: Deal) -> Seat:
    """Who holds the eight of diamonds, else the king of hearts, else the nine of spades (SEAT-03 card_8D).

    The talon has only two cards, so one of the three is in a hand.
    """
    return next(seat for card in SPECIAL_CARDS for seat, hand in enumerate(deal.hands) if hand >> card & 1)


def lowest_again(ranks: Mapping[int, int]) -> tuple[int, ...]:
    """Who draws again in the mode lowest_card: everybody tied for the lowest rank (SEAT-03)."""
    low = min(ranks.values())
    tied = tuple(person for person, rank in ranks.items() if rank == low)
    return tied if len(tied) > 1 else ()


def ties_again(ranks: Mapping[int, int]) -> tuple[int, ...]:
    """Who draws again in the mode lowest_card_reseat: everybody tied anywhere (SEAT-03)."""
    drawn = list(ranks.values())
    return tuple(person for person, rank in ranks.items() if drawn.count(rank) > 1)


def reseated(ranks: Mapping[int, int]) -> tuple[int, ...]:
    """Persons in playing order, the dealer first: ascending card counter-clockwise (SEAT-03 lowest_card_reseat)."""
    return tuple(sorted(ranks, key=lambda person: ranks[person]))


def opening(rules: Rules, players: int, rng: Shuffler) -> Opening:
    """Seats and the first dealer as ``seat.first_dealer`` says; ``host``: the first seat deals."""
    everybody = tuple(range(players))
    match rules.seat.first_dealer:
        case "lowest_card":
            rounds, dealer = _draw_lowest(players, rng)
            return Opening(everybody, dealer, rounds)
        case "lowest_card_reseat":
            rounds, order = _draw_seats(players, rng)
            return Opening(order, 0, rounds)
        case "host":
            return Opening(everybody, 0)
        case _:  # random; with card_8D anyone deals and the holder of the card speaks first
            return Opening(everybody, rng.randrange(players))


_Round = tuple[tuple[int, str], ...]


def _draw(persons: Sequence[int], rng: Shuffler) -> tuple[_Round, dict[int, int]]:
    cards = list(DECK_32)
    rng.shuffle(cards)
    drawn = dict(zip(persons, cards, strict=False))
    return (
        tuple((person, DECK_32.text(card)) for person, card in drawn.items()),
        {person: DECK_32.rank(card) for person, card in drawn.items()},
    )


def _draw_lowest(players: int, rng: Shuffler) -> tuple[tuple[_Round, ...], Seat]:
    drawing: tuple[int, ...] = tuple(range(players))
    rounds: list[_Round] = []
    while True:
        shown, ranks = _draw(drawing, rng)
        rounds.append(shown)
        again = lowest_again(ranks)
        if not again:
            return tuple(rounds), min(ranks, key=lambda person: ranks[person])
        drawing = again


def _draw_seats(players: int, rng: Shuffler) -> tuple[tuple[_Round, ...], tuple[int, ...]]:
    """Everybody draws; who is tied draws again among themselves, which orders them within the tie."""
    rounds: list[_Round] = []

    def arranged(persons: Sequence[int]) -> list[int]:
        if len(persons) < 2:
            return list(persons)
        shown, ranks = _draw(persons, rng)
        rounds.append(shown)
        order: list[int] = []
        for rank in sorted(set(ranks.values())):
            order += arranged([person for person in persons if ranks[person] == rank])
        return order

    order = arranged(range(players))
    return tuple(rounds), tuple(order)
