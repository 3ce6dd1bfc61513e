"""What a bot can do wrong, and the substitute that takes its seat then."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final, Literal, Protocol, runtime_checkable

from kibic.bots.api import Bot, Decision
from kibic.cards import Shuffler
from kibic.game import Action, KibicError, View

FaultKind = Literal["crashed", "illegal", "late"]
#: Longest text kept of what a bot did.
_MOST: Final = 200


@runtime_checkable
class ToAct(Protocol):
    """A view that lists what its viewer may do now."""

    @property
    def legal(self) -> Sequence[Action]:
        """The legal actions, empty when the viewer is not to act."""


class BotFault(KibicError):
    """A bot did not do its work: ``kind`` says how, the message what happened."""

    def __init__(self, kind: FaultKind, text: str) -> None:
        super().__init__(text[:_MOST])
        self.kind: FaultKind = kind


class _TimeIsUp(BaseException):  # no Exception, so that a bot that catches those cannot swallow it
    pass


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises :class:`BotFault` (``late``) when the body takes longer.

    In the main thread of a process Python code is interrupted; elsewhere it is only measured, after it has ended.
    """
    begun = time.monotonic()
    previous = _set_alarm(seconds)
    try:
        yield
    except _TimeIsUp:
        raise BotFault("late", f"no answer after {seconds:g} s") from None
    finally:
        _clear_alarm(previous)
    spent = time.monotonic() - begun
    if spent > seconds:
        raise BotFault("late", f"an answer after {spent:.2f} s; {seconds:g} s are allowed")


_Handler = object


def _set_alarm(seconds: float) -> _Handler | None:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return None

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _TimeIsUp

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    return previous


def _clear_alarm(previous: _Handler | None) -> None:
    if previous is not None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)  # type: ignore[arg-type]


def checked(bot: Bot, view: View, rng: Shuffler, limit: float) -> Decision:
    """The decision of ``bot`` in ``view``, made in time and legal. Raises :class:`BotFault` for anything else."""
    try:
        with time_limit(limit):
            decision = bot.choose(view, rng)
    except BotFault:
        raise
    except Exception as error:  # whatever a bot of somebody else does
        raise BotFault("crashed", f"{type(error).__name__}: {error}") from error
    action = getattr(decision, "action", None)
    if isinstance(view, ToAct) and action not in view.legal:
        said = getattr(action, "word", action)
        raise BotFault("illegal", f"said {said!r}; allowed: {', '.join(each.word for each in view.legal)}")
    return decision


class Seated:
    """A bot in a seat, for one hand. After its first fault the substitute plays on; ``faults`` tells why."""

    def __init__(self, bot: Bot, substitute: Bot, limit: float) -> None:
        self._bot = bot
        self._substitute = substitute
        self._limit = limit
        self.faults: list[BotFault] = []
        prepare = getattr(bot, "prepare", None)  # a program is started before its time is measured
        if callable(prepare):
            try:
                prepare()
            except BotFault as fault:
                self.faults.append(fault)

    @property
    def name(self) -> str:
        """The name of the bot that sat down."""
        return self._bot.name

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """A legal action of the bot, or of the substitute once the bot has failed."""
        if not self.faults:
            try:
                return checked(self._bot, view, rng, self._limit)
            except BotFault as fault:
                self.faults.append(fault)
        return self._substitute.choose(view, rng)
