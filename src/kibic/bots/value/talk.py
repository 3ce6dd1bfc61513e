"""From a view back to the engine's phase, so that the rules themselves say what a word leads to."""

from __future__ import annotations

from kibic.bots.value.prices import Prices
from kibic.game import Seat
from kibic.games.preferans.actions import Bid, Call, Follow, Hold, Igra, Kontra, OfferTricks, Pass
from kibic.games.preferans.bargain import Bargain
from kibic.games.preferans.cardplay import leader
from kibic.games.preferans.contracts import Contract
from kibic.games.preferans.following import CallAnswering, Calling, Following, OfferAnswering
from kibic.games.preferans.kontra import KontraRound, after_following
from kibic.games.preferans.narrow import known
from kibic.games.preferans.phase import Phase
from kibic.games.preferans.view import PreferansView


def first_bidder(view: PreferansView) -> Seat | None:
    """Who bid the first number (C-13)."""
    return next((word.seat for word in view.spoken if isinstance(word.action, Bid)), None)


def has_bid(view: PreferansView, seat: Seat) -> bool:
    """Whether ``seat`` bid a number or called igra in this hand."""
    return any(word.seat == seat and isinstance(word.action, Bid | Hold | Igra) for word in view.spoken)


def seen_in_auction(view: PreferansView) -> dict[str, int]:
    """What a player knows when it is his turn in the auction, as small numbers."""
    others = [word for word in view.spoken if word.seat != view.viewer and word.phase == "auction"]
    passed = {word.seat for word in others if isinstance(word.action, Pass)}
    return {
        "seat": view.viewer,
        "turn": view.order.index(view.viewer),
        "number": view.number or 0,
        "passed": len(passed),
        "bidders": len({word.seat for word in others if isinstance(word.action, Bid | Hold)} - passed),
        "callers": len({word.seat for word in others if not isinstance(word.action, Bid | Hold | Pass)}),
        "spoke": any(word.seat == view.viewer for word in view.spoken),
    }


def place_of(view: PreferansView, declarer: Seat, contract: Contract) -> int:
    """The declarer's place in the first trick with three in play: 0 leads (LEAD-01, LEAD-02)."""
    rules = view.rules.lead
    if contract in (Contract.SANS, Contract.PREFERANS):
        mode = rules.sans
    else:
        mode = rules.betl if contract is Contract.BETL else rules.suit
    ring = view.order
    leads = leader(mode, ring, ring, declarer, first_bidder(view))
    return (ring.index(declarer) - ring.index(leads)) % 3


def supposed(view: PreferansView, declarer: Seat, contract: Contract, *, igra: bool) -> Bargain:
    """The bargain when ``declarer`` has just declared ``contract``."""
    number = 0 if igra else int(contract)
    return Bargain(declarer, igra, view.order, number, contract, first_bidder=None)


def bargain_of(view: PreferansView) -> Bargain:
    """What has been agreed in the hand a view shows; a game must be declared."""
    bargain = supposed(view, known(view.declarer), known(view.contract), igra=view.igra)
    said = {word.seat: word.action.yes for word in view.spoken if isinstance(word.action, Follow)}
    right, left = bargain.defenders
    return Bargain(
        bargain.declarer, bargain.igra, bargain.ring, bargain.number, bargain.contract,
        follows=(said.get(right), said.get(left)),
        caller=view.caller, called=view.called, kontra=view.kontra, kontras=view.kontras,
        offer_made=any(isinstance(word.action, OfferTricks) for word in view.spoken),
    )  # fmt: skip


def phase_of(view: PreferansView, prices: Prices) -> Phase | None:
    """The phase of the talking after the declaration; None where there is nothing to weigh."""
    bargain = bargain_of(view)
    match view.phase:
        case "following":
            return Following(bargain, view.viewer)
        case "calling":
            return Calling(bargain, view.viewer)
        case "call_answer":
            caller = next(word.seat for word in reversed(view.spoken) if isinstance(word.action, Call))
            return CallAnswering(bargain, caller, view.viewer)
        case "offer_answer":
            word = next(word for word in reversed(view.spoken) if isinstance(word.action, OfferTricks))
            offer = word.action
            return OfferAnswering(bargain, word.seat, offer.tricks if isinstance(offer, OfferTricks) else 0)
        case "kontra":
            return _kontra(view, prices, bargain)
    return None


def _kontra(view: PreferansView, prices: Prices, bargain: Bargain) -> KontraRound | None:
    factor = next((action.factor for action in view.legal if isinstance(action, Kontra)), None)
    if factor is None or len(view.legal) < 2:
        return None
    asked: tuple[Seat, ...] = (view.viewer,)
    if factor == 2:
        start = after_following(prices.dealt, bargain)
        if isinstance(start, KontraRound) and view.viewer in start.asked:
            asked = start.asked[start.asked.index(view.viewer) :]
    return KontraRound(bargain, factor, asked)
