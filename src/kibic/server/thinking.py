"""Asks bots for their moves off the event loop, with a time limit. What a bot thinks never leaves the server."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from kibic.cards import Shuffler, system_random
from kibic.game import Action, Text, View
from kibic.server.incidents import note

log = logging.getLogger("kibic.server")
T = TypeVar("T")


class Decision(Protocol):
    """What a bot does and the convention it follows."""

    @property
    def action(self) -> Action:
        """The move."""

    @property
    def rule(self) -> str | None:
        """ID of the convention."""

    @property
    def text(self) -> Text | None:
        """The reason in words."""


class Bot(Protocol):
    """Chooses moves from what its seat may know."""

    def choose(self, view: Any, rng: Shuffler) -> Decision:  # noqa: ANN401 - each game has its own view
        """The move of the seat whose view this is."""


class Thinker:
    """Runs bots in threads of their own, so that one that hangs holds up nobody, not even the end of the process."""

    def __init__(self, find: Callable[[str, str], Bot], limit: float) -> None:
        self._find = find
        self._limit = limit
        self._bots: dict[tuple[str, str], Bot] = {}
        self._rng = system_random()

    def bot(self, name: str, game: str) -> Bot:
        """The bot of that name for a game. Raises what the finder raises when there is none."""
        if (name, game) not in self._bots:
            self._bots[name, game] = self._find(name, game)
        return self._bots[name, game]

    async def choose(self, name: str, game: str, view: View) -> Decision | None:
        """The bot's decision, or None when it fails or takes too long (which is logged)."""
        try:
            bot = self.bot(name, game)
            return await asyncio.wait_for(_in_thread(lambda: bot.choose(view, self._rng)), self._limit)
        except TimeoutError:
            log.error("bot %s took more than %s s", name, self._limit)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            note(log, f"bot {name} failed", error)
        return None

    async def agrees(self, name: str, game: str, view: View, action: Action, *, between_hands: bool) -> bool:
        """Whether the bot agrees to a proposal.

        A bot with a method ``agrees(view, action)`` is asked; any other agrees between hands and never in a hand.
        """
        try:
            opinion: Callable[[View, Action], bool] | None = getattr(self.bot(name, game), "agrees", None)
            if opinion is None:
                return between_hands
            asked = opinion
            return bool(await asyncio.wait_for(_in_thread(lambda: asked(view, action)), self._limit))
        except Exception as error:  # as above
            note(log, f"bot {name} failed on a proposal", error)
        return False


async def _in_thread(call: Callable[[], T]) -> T:
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(value: T | None, error: BaseException | None) -> None:
        if result.done():
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(value)  # type: ignore[arg-type]

    def run() -> None:
        value: T | None = None
        failed: BaseException | None = None
        try:
            value = call()
        except Exception as error:  # handed over to the waiting coroutine
            failed = error
        try:
            loop.call_soon_threadsafe(settle, value, failed)
        except RuntimeError:
            log.debug("a bot answered after the server had stopped")

    threading.Thread(target=run, name="kibic-bot", daemon=True).start()
    return await result
