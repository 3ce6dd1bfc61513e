"""The beginner: knows the rules and the simplest customs, loves long suits, fears betl, and forgets small cards.

He errs as beginners do: he counts tricks by what he holds and not by what others may hold, bids on length and on
hope, follows on a single ace and a face card, doubles hardly ever, takes his partner's tricks, keeps trumps too
long, and remembers high cards and the last tricks only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kibic.bots.api import Decision
from kibic.bots.preferans import levels, misere
from kibic.bots.preferans.bot import RuleBot
from kibic.bots.preferans.counting import Table
from kibic.bots.preferans.words import decide, number, number_sr, play
from kibic.cards import Shuffler, bits, card_name
from kibic.game import KibicError, View
from kibic.games.preferans.actions import (
    HOLD,
    IGRA,
    NO_KONTRA,
    PASS,
    Action,
    Bid,
    Call,
    Declare,
    Discard,
    Follow,
    Kontra,
    NameSuit,
)
from kibic.games.preferans.contracts import SUIT_CONTRACTS, Contract
from kibic.games.preferans.holdings import ACE, KING, LENGTH, QUEEN, holdings
from kibic.games.preferans.levels.view import LevelView
from kibic.games.preferans.view import PreferansView
from kibic.tricks import beating

#: Tricks he wants to see in his hand before he bids, and what each step of the price adds.
BIDS: Final = 3.0
STEP: Final = 0.1
#: Tricks with which he plays without the talon, follows, calls and doubles.
IGRA_TRICKS: Final = 6.0
FOLLOWS: Final = 1.0
CALLS: Final = 3.0
DOUBLES: Final = 4.0
#: He remembers a card from the jack up, and every card of so many last tricks.
REMEMBERED_RANK: Final = 4
REMEMBERED_TRICKS: Final = 2


class PocetnikBot:
    """Plays what a beginner would."""

    name: Final = "pocetnik"

    def __init__(self) -> None:
        self._rule = RuleBot()

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action with its reason. Raises :class:`KibicError` when the viewer is not to act."""
        if isinstance(view, LevelView) and view.legal:
            return levels.choose(view, rng)
        if not isinstance(view, PreferansView) or not view.legal:
            raise KibicError(f"seat {view.viewer} has nothing to choose: it is not to act in this view")
        decision = _choose(view)
        if decision is None or decision.action not in view.legal:
            return self._rule.choose(view, rng)
        return decision


def _choose(view: PreferansView) -> Decision | None:
    match view.phase:
        case "auction":
            return _call(view)
        case "naming":
            return _name(view)
        case "discard":
            return _discard(view)
        case "declaration":
            return _declare(view)
        case "following":
            return _follow(view)
        case "calling":
            return _ask(view)
        case "kontra":
            return _double(view)
        case "play":
            return _card(view)
    return None


def hopes(holding: int, *, trump: bool) -> float:
    """Tricks a beginner sees in a suit: high cards as if nobody ruffed, and in trumps every card beyond the third."""
    length = LENGTH[holding]
    tricks = 1.0 * bool(holding & ACE) + 0.7 * bool(holding & KING) + 0.35 * bool(holding & QUEEN and length > 1)
    return tricks + (max(0, length - 3) if trump else 0.0)


def hoped_tricks(hand: int, trump: int | None) -> float:
    """Tricks a beginner sees in his hand."""
    return sum(hopes(holding, trump=suit == trump) for suit, holding in enumerate(holdings(hand)))


def _longest(hand: int, suits: list[int]) -> int:
    """The suit he likes: the longest, of equal ones the one he sees most tricks in."""
    own = holdings(hand)
    return max(suits, key=lambda suit: (LENGTH[own[suit]], hoped_tricks(hand, suit), suit))


def _call(view: PreferansView) -> Decision:
    suit = _longest(view.own, [0, 1, 2, 3])
    tricks = hoped_tricks(view.own, suit)
    number_now = view.number or 0
    length = LENGTH[holdings(view.own)[suit]]
    figures = (
        f"{number(tricks)} tricks in sight with {length} trumps",
        f"vide se štihovi: {number_sr(tricks)}, aduta {length}",
    )
    if IGRA in view.legal and tricks >= IGRA_TRICKS:
        return decide(IGRA, "BID-11", f"A fine hand: {figures[0]}.", f"Jaka karta: {figures[1]}.")
    if suit + 2 >= number_now and tricks >= BIDS + STEP * max(0, number_now - 2):
        words: list[Action] = [HOLD, *(word for word in view.legal if isinstance(word, Bid))]
        word = next((word for word in words if word in view.legal), PASS)
        if not isinstance(word, Bid) or word.number <= suit + 2:
            return decide(word, "BID-01", f"Worth a bid: {figures[0]}.", f"Vredi licitirati: {figures[1]}.")
    return decide(PASS, "BID-01", f"Too little: {figures[0]}.", f"Premalo: {figures[1]}.")


def _name(view: PreferansView) -> Decision | None:
    suits = [word.contract - 2 for word in view.legal if isinstance(word, NameSuit)]
    if not suits:
        return None
    suit = _longest(view.own, suits)
    return decide(NameSuit(Contract(suit + 2)), "BID-11", "The longest suit is named.", "Imenuje se najduža boja.")


def _discard(view: PreferansView) -> Decision:
    """The two smallest side cards, whatever they leave: he does not think of voids. Aces never."""
    least = max(view.number or 2, 2)
    suits = [contract - 2 for contract in SUIT_CONTRACTS if contract >= least] or [3]
    trump = _longest(view.own, suits)
    side = [card for card in bits(view.own) if card // 8 != trump] or list(bits(view.own))
    side.sort(key=lambda card: card % 8)
    cards = side[:2] if len(side) > 1 else sorted(bits(view.own))[:2]
    first, second = cards
    return decide(
        Discard.of(first, second), "TAL-02",
        f"The {card_name(first, 'en')} and the {card_name(second, 'en')} look useless.",
        f"{card_name(first)} i {card_name(second)} ne vrede ništa.",
    )  # fmt: skip


def _declare(view: PreferansView) -> Decision:
    games = [word.contract for word in view.legal if isinstance(word, Declare)]
    suits = [contract - 2 for contract in games if contract.is_suit]
    if not suits:
        return decide(Declare(games[-1]), "DEC-01", "No suit is left at this price.", "Boje više nema za ovu cenu.")
    suit = _longest(view.own, suits)
    return decide(
        Declare(Contract(suit + 2)), "DEC-01",
        f"The longest suit: {number(hoped_tricks(view.own, suit))} tricks in sight.",
        f"Najduža boja: vide se štihovi: {number_sr(hoped_tricks(view.own, suit))}.",
    )  # fmt: skip


def _seen(view: PreferansView) -> float:
    return hoped_tricks(view.own, view.trump)


def _follow(view: PreferansView) -> Decision:
    tricks = _seen(view)
    yes = tricks >= FOLLOWS
    word = "Following" if yes else "Not following"
    word_sr = "Dođem" if yes else "Ne"
    return decide(
        Follow(yes), "FOL-S1",
        f"{word}: {number(tricks)} tricks in sight.", f"{word_sr}: vide se štihovi: {number_sr(tricks)}.",
    )  # fmt: skip


def _ask(view: PreferansView) -> Decision:
    tricks = _seen(view)
    return decide(
        Call(tricks >= CALLS), "CALLS-1",
        f"{number(tricks)} tricks in sight.", f"Vide se štihovi: {number_sr(tricks)}.",
    )  # fmt: skip


def _double(view: PreferansView) -> Decision | None:
    step = next((word for word in view.legal if isinstance(word, Kontra)), None)
    tricks = _seen(view)
    if step is None:
        return None
    figure, figure_sr = number(tricks), number_sr(tricks)
    if view.viewer != view.declarer and step.factor == 2 and tricks >= DOUBLES and view.contract is not Contract.BETL:
        return decide(step, "CALLS-3", f"{figure} own tricks in sight.", f"Vide se svoji štihovi: {figure_sr}.")
    return decide(
        NO_KONTRA, "CALLS-3", f"Doubling is dangerous: {figure} tricks in sight.",
        f"Kontra je opasna: vide se štihovi: {figure_sr}.",
    )  # fmt: skip


def _card(view: PreferansView) -> Decision:
    """The customs as far as he knows them, with what he remembers of the play."""
    table = Table.of(remembered(view))
    if table.legal.bit_count() == 1:
        return play(table.legal.bit_length() - 1, "PLAY-02", "{card} is the only card allowed.",
                    "{card} je jedina dozvoljena karta.")  # fmt: skip
    if table.contract is Contract.BETL:
        return misere.choose_card(table)
    return _follow_trick(table) if table.trick else _lead(table)


def _lead(table: Table) -> Decision:
    """Aces first, and what he takes for the highest; else a low card of the longest side suit: trumps are kept."""
    high = table.masters(table.own) & table.legal
    side = [card for card in bits(high) if card // 8 != table.trump] or list(bits(high))
    if side:
        card = max(side, key=lambda one: (one % 8, one))
        return play(card, "VOC-10", "{card} is high: a sure trick comes first.",
                    "{card} je najjača: prvo sigurni štihovi.")  # fmt: skip
    own = holdings(table.own)
    cards = [card for card in bits(table.legal) if card // 8 != table.trump] or list(bits(table.legal))
    card = min(cards, key=lambda one: (-LENGTH[own[one // 8]], one % 8))
    return play(card, "OPL-11", "{card} from the longest suit; trumps are kept for later.",
                "{card} iz najduže boje; aduti se čuvaju za kraj.")  # fmt: skip


def _follow_trick(table: Table) -> Decision:
    """He takes what he can, be it his partner's trick: as cheaply as he can when he is last, else with his highest."""
    best = table.best
    winning = beating(table.legal, best[1], table.trump) if best is not None else 0
    if winning:
        card = (min if not table.after_me else max)(bits(winning), key=lambda one: one % 8)
        return play(card, "PLAY-03", "{card} takes the trick, which is what counts.",
                    "{card} nosi štih, a to se računa.")  # fmt: skip
    card = min(bits(table.legal), key=lambda one: (one // 8 == table.trump, one % 8))
    return play(card, "VOC-01", "{card}: the trick is lost, a small card will do.",
                "{card}: štih je izgubljen, dovoljna je mala.")  # fmt: skip


def remembered(view: PreferansView) -> PreferansView:
    """The view as a beginner remembers it: of older tricks only those in which a face card fell."""
    older, fresh = view.played[:-REMEMBERED_TRICKS], view.played[-REMEMBERED_TRICKS:]
    kept = tuple(trick for trick in older if any(card % 8 >= REMEMBERED_RANK for _, card in trick.cards))
    return replace(view, played=(*kept, *fresh))
