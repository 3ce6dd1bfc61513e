"""The clock and the attendance of a table, without a server."""

from __future__ import annotations

import pytest

from kibic.server.absence import Attendance, Missed, Present
from kibic.server.clock import Clock
from kibic.server.manners import Manners
from kibic.server.refusals import Refused


def running(seat: int = 0, banks: dict[int, float] | None = None) -> Clock:
    clock = Clock(Manners(move=20, bank=120), 3, banks or {})
    clock.turn(seat, 5, 100.0, runs=True)
    return clock


def test_a_move_uses_its_own_time_first_and_then_the_bank() -> None:
    clock = running()
    assert clock.left(110.0) == (10.0, 120.0)
    assert clock.left(150.0) == (0.0, 90.0)
    assert clock.ends(150.0) == 240.0
    assert not clock.out(239.0)
    assert clock.out(240.0)
    assert clock.bank_of(0, 150.0) == 90.0
    assert clock.bank_of(1, 150.0) is None
    clock.set_bank(0, 90.0)
    clock.turn(1, 6, 150.0, runs=True)
    assert clock.left(160.0) == (10.0, 120.0)
    clock.turn(0, 7, 160.0, runs=True)
    assert clock.left(160.0) == (20.0, 90.0)
    assert tuple(clock.banks) == (90.0, 120.0, 120.0)


def test_a_clock_that_stands_keeps_what_the_move_has_left() -> None:
    clock = running(banks={0: 7.0})
    clock.turn(0, 5, 112.0, runs=False)
    assert clock.ends(500.0) is None
    assert clock.left(500.0) == (8.0, 7.0)
    clock.turn(0, 5, 500.0, runs=True)
    assert clock.ends(500.0) == 515.0


def test_without_a_clock_nobody_is_out_of_time() -> None:
    clock = Clock(Manners(), 3, {})
    clock.turn(0, 1, 0.0, runs=True)
    assert (clock.seat, clock.left(1e9), clock.ends(1e9), clock.out(1e9)) == (None, None, None, False)


def test_manners_of_no_use_to_people_are_refused() -> None:
    for bad in (Manners(move=2), Manners(wait=3)):
        with pytest.raises(Refused) as refused:
            bad.check()
        assert refused.value.code == "bad_request"
    Manners(move=0, wait=0).check()
    Manners(move=5, wait=10).check()


def three(here: set[int], turn: int | None = None, version: int = 1) -> Present:
    return Present({0, 1, 2}, here, turn, version)


def watch(wait: float = 30.0) -> Attendance:
    return Attendance(grace=8.0, quiet=60.0, wait=wait)


def test_whoever_is_gone_is_missed_after_the_grace_until_a_bot_plays() -> None:
    attendance = watch()
    attendance.look(three({0, 1}), 100.0)
    assert attendance.missed(107.9) == {}
    assert attendance.next_change(100.0) == 108.0
    assert attendance.missed(108.0) == {2: Missed("gone", 138.0)}
    assert attendance.next_change(108.0) == 138.0
    attendance.look(three({0, 1, 2}), 120.0)
    assert attendance.missed(200.0) == {}
    assert attendance.next_change(120.0) is None


def test_nobody_is_missed_where_nobody_waits() -> None:
    alone = watch()
    alone.look(Present({0}, {0}, 0, 1), 0.0)
    assert alone.missed(1e6) == {}
    alone.look(three(set()), 0.0)
    assert alone.missed(1e6) == {}
    patient = watch(wait=0.0)
    patient.look(three({0}, turn=0), 0.0)
    assert patient.missed(1e6) == {}


def test_whoever_says_nothing_is_missed_until_he_stirs() -> None:
    attendance = watch()
    attendance.look(three({0, 1, 2}, turn=1), 10.0)
    assert attendance.missed(69.0) == {}
    assert attendance.next_change(10.0) == 70.0
    assert attendance.missed(70.0) == {1: Missed("silent", 100.0)}
    attendance.stirred(0, 80.0)
    assert attendance.missed(80.0) == {1: Missed("silent", 100.0)}
    attendance.stirred(1, 80.0)
    assert attendance.missed(80.0) == {}
    attendance.look(three({0, 1, 2}, turn=1, version=2), 85.0)
    assert attendance.next_change(85.0) == 145.0
    attendance.look(three({0, 1, 2}), 90.0)
    assert attendance.next_change(90.0) is None
