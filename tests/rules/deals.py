"""Builds matches, deals and hands from short texts, for the tests of the rules.

The seats are called 0, 1, 2; the dealer is 2 unless a test says otherwise, so that seat 0 is P1 (SEAT-02).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from kibic.cards import DECK_32, Hand, SeededRandom
from kibic.game import IllegalAction
from kibic.games.preferans import GAME, Match, Outcome, Rules
from kibic.games.preferans.actions import Deal
from kibic.games.preferans.deal import deal_from_hands
from kibic.games.preferans.events import Event
from kibic.games.preferans.sheet import Mark, in_hat
from kibic.games.preferans.words import arity

NAMES: Final = ("Ana", "Boro", "Ceca")

#: Every ruleset of preferans.md 22.2 but ``polski``, as options on top of ``srpski``. Left out are the values that are
#: not offered yet: four players, the talon shown by consent, the penalty for bluffing.
_VOJVODINA: Final[Mapping[str, Any]] = {
    "seat.first_dealer": "lowest_card_reseat",
    "auc.hold": "seniority",
    "igra.naming": "only_if_stronger",
    "igra.second_pik": "forbidden",
    "call.refusable": False,
    "pik.no_kontra": "refa_else_pass",
    "betl.kontra_supe": "kontras_all",
    "refa.use_blocked_by_hat": False,
    "writeoff.extra_to": "worst",
}
_BALKAN: Final[Mapping[str, Any]] = {
    "auc.max": 8,
    "auc.hold": "first_free",
    "auc.hold_word": "moje",
    "igra.naming": "only_if_stronger",
    "igra.tie": "second",
    "igra.second_pik": "allowed",
    "igra.repeat_betl": "allowed",
    "call.refusable": False,
    "kontra.supe_owner": "own_unless_called",
    "pik.no_kontra": "refa_or_gift_in_hat",
    "end.stop_at_5": True,
    "refa.max": "auto_30",
    "refa.use_blocked_by_hat": False,
    "writeoff.extra_to": "worst",
    "result.sign": "high_good",
}
_HRVATSKI: Final[Mapping[str, Any]] = {
    "auc.hold": "seniority",
    "auc.hold_word": "to bi i ja",
    "igra.naming": "only_if_stronger",
    "igra.second_pik": "forbidden",
    "igra.repeat_betl": "forbidden",
    "call.refusable": False,
    "kontra.max": 4,
    "pik.needs_kontra": False,
    "pik.no_kontra": "played",
    "pik.nobody_follows": "made",
    "end.stop_at_5": True,
    "betl.kontra_supe": "kontras_all",
    "refa.trigger": ["all_pass"],
    "refa.max": "hr_table",
    "refa.use_blocked_by_hat": False,
    "hat.at_zero": True,
    "last.supe": "reduced",
    "writeoff.extra_to": "worst",
    "result.sign": "high_good",
}
_GULIN: Final[Mapping[str, Any]] = {
    "auc.hold": "seniority",
    "auc.hold_word": "to bi ja",
    "igra.naming": "only_if_stronger",
    "call.refusable": False,
    "pik.no_kontra": "refa_else_pass",
    "refa.use_blocked_by_hat": False,
    "last.supe": "reduced",
    "writeoff.extra_to": "worst",
    "result.sign": "high_good",
}
_TURNIR: Final[Mapping[str, Any]] = {
    **_GULIN,
    "igra.second_pik": "forbidden",
    "igra.repeat_betl": "forbidden",
    "dec.two_restriction": "no_betl",
    "kontra.max": 8,
    "kontra.sub_by": "any_defender",
    "kontra.sub_responsibility": "sub_giver",
    "kontra.reactivate": True,
    "kontra.betl_rekontra": "not_if_uver",
    "pik.no_kontra": "pass",
    "pik.nobody_follows": "made",
    "refa.trigger": ["all_pass"],
    "conv.bid_min": "turnir",
    "conv.follow_min": "turnir",
}
RULESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "srpski": {},
    "vojvodina": _VOJVODINA,
    "balkan": _BALKAN,
    "hrvatski": _HRVATSKI,
    "hrvatski-gulin": _GULIN,
    "turnir": _TURNIR,
}

#: A hand in which everybody has something: Ana spades and diamonds, Boro hearts, Ceca clubs.
HANDS: Final = ("AQ87.AK87.Q7.", "KT9.QT9.AK.KQ", "J.J.JT98.AJT9")


def rules(options: Mapping[str, Any] | None = None, ruleset: str = "srpski") -> Rules:
    """A ruleset of the table above with ``options`` on top."""
    return GAME.rules("srpski", {**RULESETS[ruleset], **(options or {})})


def table(
    options: Mapping[str, Any] | Rules | None = None,
    *,
    dealer: int = 2,
    bule: Sequence[int] | None = None,
    refas: Sequence[int] = (0, 0, 0),
    refa_written: int = 0,
) -> Match:
    """A match before a deal, with a sheet as it may have become."""
    chosen = options if isinstance(options, Rules) else rules(options)
    match = Match.start(chosen, players=3, dealer=dealer)
    start = tuple(bule) if bule is not None else match.sheet.bule
    middle = tuple(
        (Mark("bule", value, 0), *[Mark("refa", 0, 0)] * count) for value, count in zip(start, refas, strict=True)
    )
    sheet = replace(
        match.sheet,
        bule=start,
        hats=tuple(in_hat(chosen, value) for value in start),
        refa_available=tuple(refas),
        refa_written=refa_written,
        middle=middle,
    )
    return replace(match, sheet=sheet)


def cards(*hands: str, talon: str | None = None) -> Deal:
    """A deal of three holdings by seat."""
    mask = None if talon is None else Hand.parse(talon).mask
    return deal_from_hands([Hand.parse(hand).mask for hand in hands], mask)


def card(text: str) -> int:
    """One card."""
    return DECK_32.parse(text)


def random_deal(seed: str = "deal", dealer: int = 2) -> Deal:
    """A deal that is the same in every run."""
    match = table(dealer=dealer)
    deal = match.legal().sample(SeededRandom(seed))
    assert isinstance(deal, Deal)
    return deal


def words(text: str) -> list[str]:
    """The words of a text; ``skart SA S7`` and ``ostalo 3`` are one word each."""
    parts = text.split()
    found = []
    while parts:
        count = 1 + arity(parts[0])
        found.append(" ".join(parts[:count]))
        parts = parts[count:]
    return found


def say(match: Match, text: str) -> Match:
    """The match after the words of ``text``."""
    return happen(match, text)[0]


def happen(match: Match, text: str) -> tuple[Match, tuple[Event, ...]]:
    """The match after the words of ``text``, and all that happened."""
    events: tuple[Event, ...] = ()
    for word in words(text):
        match, more = match.apply(GAME.parse(match, word))
        events += more
    return match, events


def dealt(match: Match | None = None, deal: Deal | None = None) -> Match:
    """The match after a deal, by default of the hand above."""
    after, _ = (match or table()).apply(deal or cards(*HANDS))
    return after


def told(match: Match | None = None, text: str = "") -> Match:
    """The match after a deal of unknown cards and the words of ``text``: everything can be said, tricks are told."""
    return say(dealt(match, Deal((0, 0, 0), 0)), text)


def tricks(match: Match, *taken: int) -> Match:
    """The match after the tricks of a hand without cards have been told."""
    after, _ = match.apply(GAME.parse(match, "tricks " + " ".join(map(str, taken))))
    return after


def outcome(match: Match) -> Outcome:
    """The last finished hand."""
    assert match.hand is None
    return match.outcomes[-1]


def legal(match: Match) -> list[str]:
    """The words that may be said."""
    return [action.word for action in match.legal()]


def refused(match: Match, word: str) -> str:
    """The rule that forbids ``word`` now; both sentences must be there."""
    with pytest.raises(IllegalAction) as caught:
        match.apply(GAME.parse(match, word))
    assert caught.value.text.en
    assert caught.value.text.sr
    assert caught.value.legal == tuple(legal(match))
    return caught.value.rule


def supe(done: Outcome) -> dict[tuple[int, int], int]:
    """The side columns written in a hand: (writer, against) -> points."""
    return {(entry.writer, entry.against): entry.points for entry in done.supe}


def cited(done: Outcome) -> set[str]:
    """All rule IDs that the reasons of a hand name."""
    return {rule for reason in done.reasons for rule in reason.rules}
