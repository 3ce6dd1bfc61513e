"""What a player can count from his seat: cards out, voids shown, who may hold what, which cards are high."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kibic.cards import DECK_32, bits, mask_of
from kibic.game import KibicError
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.holdings import SUIT_MASKS, highest
from kibic.games.preferans.view import PreferansView
from kibic.tricks import beating, playable


@dataclass(frozen=True)
class Table:
    """The play as one seat sees and remembers it. Everything follows from the view; nothing hidden is used."""

    view: PreferansView
    contract: Contract
    declarer: int

    @classmethod
    def of(cls, view: PreferansView) -> Table:
        """The table of a view in the play phase. Raises :class:`KibicError` when no game is declared yet."""
        if view.contract is None or view.declarer is None:
            raise KibicError("there is nothing to count before a game is declared")
        return cls(view, view.contract, view.declarer)

    @property
    def me(self) -> int:
        """Own seat."""
        return self.view.viewer

    @property
    def trump(self) -> int | None:
        """The trump suit, None in betl, sans and preferans."""
        return self.contract.trump

    @cached_property
    def own(self) -> int:
        """Own cards."""
        return self.view.own

    @property
    def is_declarer(self) -> bool:
        """Whether the viewer plays the game."""
        return self.me == self.declarer

    @cached_property
    def partner(self) -> int | None:
        """The other defender who takes part, None for the declarer and for a lone follower."""
        others = [seat for seat in self.view.active if seat not in (self.me, self.declarer)]
        return others[0] if others and not self.is_declarer else None

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        """Those who play against the viewer's side."""
        if self.is_declarer:
            return tuple(seat for seat in self.view.active if seat != self.me)
        return (self.declarer,)

    @cached_property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """Seats and cards of the trick in progress."""
        return self.view.trick.cards

    @cached_property
    def led(self) -> int | None:
        """The suit led, None when the viewer leads."""
        return int(DECK_32.suit(self.trick[0][1])) if self.trick else None

    @cached_property
    def best(self) -> tuple[int, int] | None:
        """Seat and card that win the trick so far."""
        leading: tuple[int, int] | None = None
        for seat, card in self.trick:
            if leading is None or beating(1 << card, leading[1], self.trump):
                leading = (seat, card)
        return leading

    @cached_property
    def legal(self) -> int:
        """The cards the viewer may play, as the rules list them."""
        return mask_of(action.card for action in self.view.legal if hasattr(action, "card"))

    @cached_property
    def after_me(self) -> tuple[int, ...]:
        """Active seats that still play to this trick after the viewer, in order."""
        done = {seat for seat, _ in self.trick} | {self.me}
        seats = [(self.me + step) % self.view.players for step in range(1, self.view.players)]
        return tuple(seat for seat in seats if seat in self.view.active and seat not in done)

    @cached_property
    def gone(self) -> int:
        """Cards already played, those of the trick in progress included."""
        mask = 0
        for trick in self.view.played:
            mask |= mask_of(card for _, card in trick.cards)
        return mask | mask_of(card for _, card in self.trick)

    @cached_property
    def unseen(self) -> int:
        """Cards the viewer has not seen in this hand: they lie with others, in the discard or in the talon."""
        return DECK_32.full & ~(self.own | self.gone | (self.view.discard or 0))

    @cached_property
    def bought(self) -> int:
        """The talon cards the declarer is known to have taken, 0 when the talon was not taken or shown."""
        return 0 if self.view.igra else self.view.talon or 0

    @cached_property
    def voids(self) -> tuple[int, ...]:
        """For each seat the mask of the suits it has shown to be out of."""
        shown = [0] * self.view.players
        must_trump = self.trump is not None and self.view.rules.play.must_trump
        for trick in (*self.view.played, self.view.trick):
            if not trick.cards:
                continue
            led = DECK_32.suit(trick.cards[0][1])
            for seat, card in trick.cards[1:]:
                suit = DECK_32.suit(card)
                if suit == led:
                    continue
                shown[seat] |= SUIT_MASKS[led]
                if must_trump and self.trump is not None and suit != self.trump:
                    shown[seat] |= SUIT_MASKS[self.trump]
        return tuple(shown)

    def possible(self, seat: int) -> int:
        """The cards ``seat`` may hold."""
        if seat == self.me:
            return self.own
        if seat not in self.view.active:
            return self.unseen & ~self.bought
        cards = self.unseen & ~self.voids[seat]
        return cards if seat == self.declarer else cards & ~self.bought

    def out_against(self, suit: int) -> int:
        """Cards of ``suit`` that opponents of the viewer may hold."""
        mask = 0
        for seat in self.opponents:
            mask |= self.possible(seat)
        return mask & SUIT_MASKS[suit]

    @cached_property
    def hostile(self) -> int:
        """Cards that opponents of the viewer may hold."""
        mask = 0
        for seat in self.opponents:
            mask |= self.possible(seat)
        return mask

    @cached_property
    def trumps_out(self) -> int:
        """Trumps that opponents may still hold, 0 without a trump suit."""
        return 0 if self.trump is None else self.hostile & SUIT_MASKS[self.trump]

    def masters(self, hand: int) -> int:
        """Those cards of ``hand`` that no unseen card of their suit beats."""
        mask = 0
        others = self.unseen | mask_of(card for _, card in self.trick)
        for suit in range(4):
            own = hand & SUIT_MASKS[suit]
            against = others & SUIT_MASKS[suit]
            mask |= own & ~((1 << (highest(against) + 1)) - 1) if against else own
        return mask

    def can_beat(self, seat: int, card: int, led: int | None = None) -> bool:
        """Whether ``seat`` may hold a card that beats ``card`` when ``led`` is the suit of the trick."""
        suit = int(DECK_32.suit(card)) if led is None else led
        holding = self.possible(seat)
        if beating(holding & SUIT_MASKS[suit], card, self.trump):
            return True
        trump = self.trump
        if trump is None or suit == trump or not beating(holding & SUIT_MASKS[trump], card, trump):
            return False
        return self.may_be_void(seat, suit)

    def may_be_void(self, seat: int, suit: int) -> bool:
        """Whether ``seat`` may hold no card of ``suit``: he showed it, or others have room for all that is out."""
        out = self.possible(seat) & SUIT_MASKS[suit]
        if not out:
            return True
        return len(self.view.active) > 2 or not self.is_declarer

    def is_void(self, seat: int, suit: int) -> bool:
        """Whether ``seat`` surely holds no card of ``suit``."""
        return not self.possible(seat) & SUIT_MASKS[suit]

    @cached_property
    def options(self) -> int:
        """The legal cards without those that make no difference: of cards that touch, the lowest stands for all."""
        chosen = 0
        blocking = self.unseen | mask_of(card for _, card in self.trick)
        for suit in range(4):
            previous = -1
            for card in bits(self.legal & SUIT_MASKS[suit]):
                between = ((1 << card) - 1) & ~((1 << (previous + 1)) - 1)
                if previous < 0 or blocking & between:
                    chosen |= 1 << card
                previous = card
        return chosen

    def tricks_left(self) -> int:
        """Tricks not yet completed."""
        return self.own.bit_count()

    def follows(self, seat: int, hand: int) -> int:
        """The cards of ``hand`` that ``seat`` could play to this trick."""
        return playable(hand, self.led, self.trump, must_trump=self.view.rules.play.must_trump)
