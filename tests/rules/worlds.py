"""What the machine needs: random rulesets, and other worlds that look the same to a viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hypothesis import strategies as st

from kibic.cards import DECK_32, Shuffler, bits, mask_of
from kibic.game import RulesError
from kibic.games.preferans import GAME, PARAMETERS, Match, Rules
from kibic.games.preferans.actions import Action, Deal, Discard
from kibic.games.preferans.seating import SPECIAL_CARDS

#: A match of free numbers would be long or odd; these are what the machine chooses from.
NUMBERS: Final[dict[str, Sequence[Any]]] = {
    "seat.players": ((3,), (3, 4)),
    "auc.ladder": ("numbers",),  # levels are another game with a machine of its own
    "call.quota": (3, 4, 5),
    "kontra.quota": (4, 5, 6),
    "make.declarer": (5, 6, 7),
    "make.lone": (1, 2, 3),
    "make.pair_joint": (3, 4, 5),
    "make.pair_each": (1, 2, 3),
    "match.start_bule": (2, 10, 20),
    "match.end": ("total_zero", "hands:3", "first_at_or_below_zero"),
    "refa.max": ("auto_50", "hr_table", 0, 1, 3),
    "refa.trigger": ((), ("all_pass",), ("pik_no_kontra", "pik_nobody"), ("all_pass", "pik_no_kontra", "pik_nobody")),
}


@st.composite
def rulesets(draw: st.DrawFn) -> Rules:
    """A ruleset with some random options; conflicting ones are settled the way the message says."""
    free = [parameter for parameter in PARAMETERS if len(parameter.values) > 1 or parameter.key in NUMBERS]
    chosen = draw(st.lists(st.sampled_from(free), max_size=12, unique=True))
    options: dict[str, Any] = {"match.start_bule": 10}
    for parameter in chosen:
        options[parameter.key] = draw(st.sampled_from(NUMBERS.get(parameter.key, parameter.values)))
    try:
        return GAME.rules("srpski", options)
    except RulesError:
        options |= {
            "score.bule_model": "classic",
            "pik.needs_kontra": options.get("kontra.enabled", True) and options.get("pik.needs_kontra", True),
            "betl.kontras_test": "declarer_made",
            "kontra.sub_responsibility": "kontras",
            "make.pair_each": 1,
            "make.declarer": 6,
        }
        return GAME.rules("srpski", options)


def hidden_cards(match: Match, viewer: int) -> list[int]:
    """The cards of the hand in progress of which the viewer may not know where they lie (TAL-01, TAL-02, TAL-03)."""
    assert match.hand is not None
    bargain, talon = match.hand.phase.bargain, match.hand.dealt.deal.talon
    view = match.view(viewer)
    known = {card for trick in (*view.played, view.trick) for _, card in trick.cards} | set(bits(view.own))
    if bargain is not None and bargain.declarer == viewer:
        known |= set(bits(bargain.discard))
    if bargain is not None and not bargain.igra and (match.rules.talon.shown or bargain.declarer == viewer):
        known |= set(bits(talon))
    if match.rules.seat.first_dealer == "card_8D" and not match.outcomes:
        known |= set(SPECIAL_CARDS)  # who speaks first has told where they lie (SEAT-03)
    return [card for card in DECK_32 if card not in known]


def replay(match: Match, actions: Sequence[Action]) -> Match:
    """The fold of some actions on a match."""
    for action in actions:
        match, _ = match.apply(action)
    return match


def swapped(actions: Sequence[Action], exchange: dict[int, int]) -> list[Action]:
    """The actions of a hand in a world where some cards have changed places."""

    def moved(mask: int) -> int:
        return mask_of(exchange.get(card, card) for card in bits(mask))

    changed: list[Action] = []
    for action in actions:
        if isinstance(action, Deal):
            changed.append(Deal(tuple(moved(mask) for mask in action.hands), moved(action.talon)))
        elif isinstance(action, Discard):
            changed.append(Discard.of(*bits(moved(action.mask))))
        else:
            changed.append(action)
    return changed


def other_world(actions: Sequence[Action], match: Match, viewer: int, rng: Shuffler) -> list[Action]:
    """Other actions of a hand with the same words, in which some of the cards hidden from the viewer lie elsewhere.

    Two to four hidden cards change places, and the declarer may have put away other cards of those he still holds. The
    play so far need not be legal there; then the viewer knows that it is not this world.
    """
    assert match.hand is not None
    cards = hidden_cards(match, viewer)
    rng.shuffle(cards)
    some = cards[: 2 + rng.randrange(3)]
    changed = swapped(actions, dict(zip(some, some[1:] + some[:1], strict=True)))
    bargain = match.hand.phase.bargain
    if bargain is None or not bargain.discard or bargain.declarer == viewer:
        return changed
    place = max(index for index, action in enumerate(changed) if isinstance(action, Discard))
    put = changed[place]
    assert isinstance(put, Discard)
    exchange = dict(zip(some, some[1:] + some[:1], strict=True))
    left = [exchange.get(card, card) for card in bits(match.view(bargain.declarer).own)] + list(bits(put.mask))
    rng.shuffle(left)
    changed[place] = Discard.of(left[0], left[1])
    return changed
