"""What runs in a process that thinks for others: it is sent a view, and answers with a decision or what went wrong."""

from __future__ import annotations

import os
import random
import signal
import threading
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import connection, parent_process
from multiprocessing.util import Finalize
from traceback import format_tb
from typing import Any, Final

from kibic.bots.api import Bot, Decision
from kibic.bots.entrants import bot_from, close
from kibic.bots.faults import BotFault, checked, time_limit
from kibic.bots.registry import bot_kinds, bot_named
from kibic.cards import system_random
from kibic.game import Action, View, game_named, games

#: A program gets so much of the time, so that it is ended before the process that runs it is.
_PROGRAM_SHARE: Final = 0.9


@dataclass(frozen=True, slots=True)
class Failure:
    """A bot that did not answer as it should: how, and where in its code. No word of what it held is in it."""

    kind: str
    where: str


def stay_with_parent() -> None:
    """Begin a process of this kind: it ends when the one that started it is gone, and leaves Ctrl+C to that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def watch() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="kibic-parent", daemon=True).start()


def ready() -> None:
    """Load everything that the bots of tables need, so that no first answer has to wait for it."""
    for game in games():
        game_named(game)
        for kind in bot_kinds(game):
            if kind.offered or kind.adviser:
                bot_named(kind.rungs[-1], game)


def decide(bot: str, game: str, view: View, limit: float, seed: str | None) -> Decision | Failure:
    """What a bot does in ``view`` within ``limit`` seconds; with a seed the same every time."""
    try:
        rng = random.Random(seed) if seed is not None else system_random()
        return checked(_bot(bot, game, limit * _PROGRAM_SHARE), view, rng, limit)
    except BotFault as fault:
        return _failure(fault.kind, fault.__cause__ or fault)
    except Exception as error:  # a bot that cannot even be made
        return _failure(type(error).__qualname__, error)


def consent(bot: str, game: str, view: View, action: Action, limit: float) -> bool | Failure | None:
    """Whether a bot agrees to a proposal; None when it has no opinion on such things."""
    try:
        opinion: Any = getattr(_bot(bot, game, limit * _PROGRAM_SHARE), "agrees", None)
        if opinion is None:
            return None
        with time_limit(limit):
            return bool(opinion(view, action))
    except Exception as error:  # whatever a bot does wrong
        return _failure(type(error).__qualname__, error)


def _failure(kind: str, error: BaseException) -> Failure:
    name = "" if isinstance(error, BotFault) else f"{type(error).__qualname__} "
    return Failure(f"{name}{kind}" if name.strip() != kind else kind, "".join(format_tb(error.__traceback__)))


@lru_cache(maxsize=32)
def _bot(text: str, game: str, limit: float) -> Bot:
    bot = bot_from(text, game, limit, quiet=True)
    Finalize(None, close, args=(bot,), exitpriority=10)
    return bot
