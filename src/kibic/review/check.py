"""The convention checker: everything that was broken in a hand, in the order of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from kibic.record import Replay
from kibic.review.bidding import check_bids
from kibic.review.course import HandCourse
from kibic.review.finding import Finding
from kibic.review.following import check_following
from kibic.review.leads import check_leads
from kibic.review.play import check_play

_CHECKS: Final[tuple[Callable[[HandCourse], Iterator[Finding]], ...]] = (
    check_bids,
    check_following,
    check_leads,
    check_play,
)


def broken(replay: Replay, hand: int) -> tuple[Finding, ...]:
    """The conventions broken in hand number ``hand`` (from 1) of a record, in the order of the hand.

    Empty for a hand that is not finished or whose cards are not told, because nothing can be checked there, and for
    games that have no conventions to agree on.
    """
    course = HandCourse.of(replay, hand)
    return () if course is None else tuple(finding for check in _CHECKS for finding in check(course))


def broken_in_match(replay: Replay) -> tuple[Finding, ...]:
    """The conventions broken in all hands of a record."""
    return tuple(finding for hand in range(1, len(replay.record.hands) + 1) for finding in broken(replay, hand))
