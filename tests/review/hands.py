"""Short hands for the tests of the convention checker: Ana is P1, Boro P2, Ceca P3 and the dealer."""

from __future__ import annotations

import json
from typing import Any

from kibic.cards import DECK_32, Hand, parse_holding
from kibic.game import Text
from kibic.record import Replay, read, replay
from kibic.review import Finding, broken

PLAYERS = ("Ana", "Boro", "Ceca")


def deal(*hands: str | None) -> tuple[list[str], list[str]]:
    """The three holdings and the talon; a hand that is None gets what is left, in the order of the cards."""
    masks = [parse_holding(hand) if hand else 0 for hand in hands]
    free = [card for card in DECK_32 if not sum(masks) >> card & 1]
    for seat, mask in enumerate(masks):
        if not mask:
            masks[seat], free = sum(1 << card for card in free[:10]), free[10:]
    assert len(free) == 2
    return [str(Hand(mask)) for mask in masks], [DECK_32.text(card) for card in free]


def played(
    hands: tuple[str | None, str | None, str | None],
    words: str,
    *,
    rules: str = "srpski",
    tricks: tuple[int, int, int] | None = None,
    options: dict[str, Any] | None = None,
) -> Replay:
    """A record of one hand, played through; ``skart`` alone puts the talon away again."""
    holdings, talon = deal(*hands)
    words = words.replace("skart", "skart " + " ".join(talon))
    keys = "".join(f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in (options or {}).items())
    told = f"tricks = {list(tricks)}\n" if tricks is not None else ""
    return replay(
        read(
            f'kibic = 1\nrules = "{rules}"\nplayers = {json.dumps(PLAYERS)}\n[options]\n{keys}[[hands]]\n'
            f'dealer = "Ceca"\ncards = {json.dumps(holdings)}\n{told}actions = ["{words}"]\n'
        )
    )


def found(
    hands: tuple[str | None, str | None, str | None],
    words: str,
    *,
    rules: str = "srpski",
    tricks: tuple[int, int, int] | None = None,
    **options: Any,
) -> tuple[Finding, ...]:
    """What was broken in a hand; ``conv__bid_min`` stands for the key ``conv.bid_min``."""
    keys = {key.replace("__", "."): value for key, value in options.items()}
    return broken(played(hands, words, rules=rules, tricks=tricks, options=keys), 1)


def rules_of(findings: tuple[Finding, ...]) -> list[str]:
    """The rules that were broken."""
    return [finding.rule for finding in findings]


def shown(finding: Finding) -> str:
    """The cards that show it."""
    return DECK_32.join(finding.cards)


def sentence(finding: Finding) -> Text:
    """The sentence; both languages must be there and say who and which rule of responsibility."""
    name = PLAYERS[finding.seat]
    assert finding.text.en.startswith(f"{name}: ")
    assert finding.text.sr.startswith(f"{name}: ")
    assert "RSP-0" in finding.text.en
    assert "RSP-0" in finding.text.sr
    return finding.text
