"""From points to money: who pays whom, with the fewest payments, to the last cent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from itertools import combinations
from typing import Final

from kibic.game import Seat, Text
from kibic.games.preferans import Result
from kibic.sheets.errors import SheetError

#: The smallest amount that can be paid.
CENT = Decimal("0.01")
#: The least and the most money for a point. A match is some hundred points; money with more noughts is written in
#: thousands.
LEAST_FACTOR: Final = Decimal("0.0001")
MOST_FACTOR: Final = Decimal(1_000_000)
#: How much of a wrong amount a message quotes.
_SHOWN: Final = 24
_AMOUNT: Final = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,4})?|[.,][0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Payment:
    """One payment."""

    payer: Seat
    receiver: Seat
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Settlement:
    """What everybody wins (below zero: loses), which adds up to exactly zero, and the payments that do it."""

    balance: tuple[Decimal, ...]
    payments: tuple[Payment, ...]


def factor_of(text: str) -> Decimal:
    """The money for a point that somebody wrote, with a point or a comma.

    Raises :class:`SheetError` for whatever is no amount from :data:`LEAST_FACTOR` to :data:`MOST_FACTOR`.
    """
    told = text.strip()
    if _AMOUNT.fullmatch(told):
        factor = Decimal(told.replace(",", "."))
        if LEAST_FACTOR <= factor <= MOST_FACTOR:
            return factor
    shown = told if len(told) <= _SHOWN else f"{told[:_SHOWN]}…"
    raise SheetError(
        Text(
            f"{shown!r} is no price of a point: an amount from {LEAST_FACTOR} to {MOST_FACTOR} (four decimals), "
            "for example 0.5.",
            f"„{shown}“ nije cena poena: iznos od {str(LEAST_FACTOR).replace('.', ',')} do {MOST_FACTOR} (četiri "
            "decimale), na primer 0,5.",
        )
    )


def settle(result: Result, factor: Decimal) -> Settlement:
    """Turn the points of a result into money, ``factor`` a point.

    Where the points do not add up to zero (levels), everybody settles with everybody by half of the difference, a third
    among three: it is the distance to the average that counts.
    """
    sign = -1 if result.sign == "low_good" else 1
    seats = len(result.points)
    total = sum(result.points)
    # In hundredths: what is lost by rounding down goes, one hundredth each, to those who lost most by it.
    exact = [Decimal(sign * (points * seats - total)) * factor / seats / CENT for points in result.points]
    floors = [int(value.to_integral_value(ROUND_FLOOR)) for value in exact]
    missing = -sum(floors)
    by_loss = sorted(range(seats), key=lambda seat: floors[seat] - exact[seat])
    cents = [amount + (seat in by_loss[:missing]) for seat, amount in enumerate(floors)]
    payments = tuple(Payment(payer, receiver, amount * CENT) for payer, receiver, amount in fewest(cents))
    return Settlement(tuple(amount * CENT for amount in cents), payments)


def fewest(balance: Sequence[int]) -> list[tuple[Seat, Seat, int]]:
    """The fewest payments (payer, receiver, amount) that bring balances adding up to zero to zero."""
    payments: list[tuple[Seat, Seat, int]] = []
    for group in _even_groups(balance):
        left = {seat: balance[seat] for seat in group}
        while any(left.values()):
            payer = min(left, key=lambda seat: left[seat])
            receiver = max(left, key=lambda seat: left[seat])
            amount = min(-left[payer], left[receiver])
            payments.append((payer, receiver, amount))
            left[payer] += amount
            left[receiver] -= amount
    return payments


def _even_groups(balance: Sequence[int]) -> list[tuple[Seat, ...]]:
    """As many groups as possible that each add up to zero: a group of n needs n - 1 payments, so many save most."""
    seats = [seat for seat, amount in enumerate(balance) if amount]
    groups = []
    for size in range(2, len(seats)):
        for group in combinations(seats, size):
            if set(group) <= set(seats) and not sum(balance[seat] for seat in group):
                groups.append(group)
                seats = [seat for seat in seats if seat not in group]
    return [*groups, tuple(seats)] if seats else groups
