"""Bots by what the operator of a machine writes: a name, a dotted path of a class, or the command of a program.

Nothing that comes from a page gets here: pages choose among names (:func:`kibic.bots.bot_named`).
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final

from kibic.bots.api import Bot
from kibic.bots.program import ProgramBot
from kibic.bots.registry import bot_named
from kibic.game import KibicError

#: How the command of a program begins.
COMMAND: Final = "cmd:"
#: How long a bot may think in the arena, in seconds.
USUAL_LIMIT: Final = 10.0


def bot_from(text: str, game: str = "preferans", limit: float = USUAL_LIMIT, *, quiet: bool = False) -> Bot:
    """The bot that ``text`` names: ``rule``, ``search:20``, ``mypackage.mybot.MyBot`` or ``cmd: python3 mybot.py``.

    ``limit`` (seconds) and ``quiet`` are for programs. Raises :class:`KibicError` when there is none.
    """
    if text.startswith(COMMAND):
        return ProgramBot(text.removeprefix(COMMAND), game, limit, quiet=quiet)
    if "." in text:
        return _of_class(text)
    return bot_named(text, game)


def close(bot: Bot) -> None:
    """End what a bot has started, where it has started something."""
    end = getattr(bot, "close", None)
    if callable(end):
        end()


def _of_class(path: str) -> Bot:
    module_name, _, name = path.rpartition(".")
    here = os.getcwd()  # noqa: PTH109 - an entry of sys.path is a text
    if here not in sys.path:
        sys.path.append(here)  # a bot one is writing lies where one works
    try:
        module = import_module(module_name)
    except Exception as error:  # whatever a module of somebody else does when it is imported
        raise KibicError(f"the bot {path!r} cannot be imported: {type(error).__name__}: {error}") from error
    make = getattr(module, name, None)
    if not callable(make):
        raise KibicError(f"the module {module_name!r} has no bot {name!r}")
    try:
        bot = make()
    except Exception as error:  # as above
        raise KibicError(f"the bot {path!r} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise KibicError(f"{path!r} is no bot: it has no method choose(view, rng)")
    result: Bot = bot
    return result
