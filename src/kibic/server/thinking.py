"""Asks bots for their moves off the event loop, with a time limit. What a bot thinks never leaves the server.

Bots think in processes of their own (:class:`Processes`). :class:`Threads` runs objects that cannot be sent to another
process; a server that is put together in Python may use it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from kibic.bots import adviser, bot_kinds, bot_names, ladder, usual_bot
from kibic.bots.work import Failure, consent, decide
from kibic.cards import SeededRandom, Shuffler, system_random
from kibic.game import Action, Json, KibicError, Text, View
from kibic.server.desks import Desks
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


class Minds(Protocol):
    """Where bots think."""

    async def choose(self, bot: str, game: str, view: View, seed: str | None) -> Decision | Failure:
        """The bot's decision, or how it failed. Raises :class:`TimeoutError` and what the bot raises."""

    async def agrees(self, bot: str, game: str, view: View, action: Action) -> bool | Failure | None:
        """Whether the bot agrees, None when it has no opinion. Raises as :meth:`choose`."""

    async def warm(self) -> None:
        """Get ready for the first question."""

    async def close(self) -> None:
        """Stop."""


class Processes:
    """Bots in processes of their own. ``extra`` are bots of the operator: name -> class or program (docs/bots.md)."""

    def __init__(self, most: int, limit: float, extra: Mapping[str, str]) -> None:
        self.desks = Desks(most)
        self._limit = limit
        self._extra = extra

    async def choose(self, bot: str, game: str, view: View, seed: str | None) -> Decision | Failure:
        """The bot's decision, or how it failed."""
        limit = self._limit
        return await self.desks.ask(limit, decide, self._extra.get(bot, bot), game, view, limit, seed)

    async def agrees(self, bot: str, game: str, view: View, action: Action) -> bool | Failure | None:
        """Whether the bot agrees."""
        limit = self._limit
        return await self.desks.ask(limit, consent, self._extra.get(bot, bot), game, view, action, limit)

    async def warm(self) -> None:
        """Start a process."""
        await self.desks.warm()

    async def close(self) -> None:
        """End the processes."""
        await self.desks.close()


class Threads:
    """Bots in threads of this process, so that one that hangs holds up nobody, not even the end of the process."""

    def __init__(self, find: Callable[[str, str], Bot], limit: float) -> None:
        self._find = find
        self._limit = limit
        self._bots: dict[tuple[str, str], Bot] = {}

    def _bot(self, name: str, game: str) -> Bot:
        if (name, game) not in self._bots:
            self._bots[name, game] = self._find(name, game)
        return self._bots[name, game]

    async def choose(self, bot: str, game: str, view: View, seed: str | None) -> Decision:
        """The bot's decision."""
        rng = SeededRandom(seed) if seed is not None else system_random()
        return await asyncio.wait_for(_in_thread(lambda: self._bot(bot, game).choose(view, rng)), self._limit)

    async def agrees(self, bot: str, game: str, view: View, action: Action) -> bool | None:
        """Whether the bot agrees."""
        opinion: Callable[[View, Action], bool] | None = getattr(self._bot(bot, game), "agrees", None)
        if opinion is None:
            return None
        asked = opinion
        return bool(await asyncio.wait_for(_in_thread(lambda: asked(view, action)), self._limit))

    async def warm(self) -> None:
        """Nothing has to be made ready."""

    async def close(self) -> None:
        """Threads end with the process."""


class Thinker:
    """The bots of a server: which there are, and what they do. One that fails is noted and the usual one answers."""

    def __init__(self, minds: Minds, limit: float, extra: Mapping[str, str], usual: str | None) -> None:
        self.minds = minds
        self._limit = limit
        self._usual = usual
        self._extra = extra

    def usual(self, game: str) -> str:
        """The bot that plays where none is chosen."""
        return self._usual or usual_bot(game)

    def check(self, name: str, game: str) -> None:
        """Raises :class:`KibicError` unless pages may ask for a bot of that name."""
        if name not in self._extra and name not in ladder(game):
            known = ", ".join((*bot_names(game), *self._extra))
            raise KibicError(f"no bot for {game} is called {name!r}; bots: {known}")

    def offered(self, game: str) -> list[Json]:
        """The bots for the form of a new table, the weakest first, those of the operator last (docs/protocol.md)."""
        kinds = [kind for kind in bot_kinds(game) if kind.offered]
        offered = [(kind.rungs[-1], kind.title, kind.text) for kind in kinds]
        offered += [(name, Text(name, name), Text("", "")) for name in self._extra]
        return [
            {"name": name, "title": {"sr": title.sr, "en": title.en}, "text": {"sr": text.sr, "en": text.en}}
            for name, title, text in offered
        ]

    async def choose(self, name: str, game: str, view: View) -> Decision | None:
        """The bot's decision, that of the usual one when it fails, or None when both do."""
        return await self._first((name, usual_bot(game)), game, view, None)

    async def hint(self, game: str, view: View, shown: Json) -> Decision | None:
        """What the adviser of the game would do in ``view``, shown to its viewer as ``shown``.

        The same view gives the same hint: its chance is drawn from what the viewer sees and from nothing else. When
        the adviser fails or is late the usual bot is asked; None when it fails too.
        """
        seed = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()
        return await self._first((adviser(game), usual_bot(game)), game, view, seed)

    async def agrees(self, name: str, game: str, view: View, action: Action, *, between_hands: bool) -> bool:
        """Whether the bot agrees to a proposal.

        A bot with a method ``agrees(view, action)`` is asked; any other agrees between hands and never in a hand.
        """
        try:
            answer = await self.minds.agrees(name, game, view, action)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            note(log, f"bot {name} failed on a proposal", error)
            return False
        if isinstance(answer, Failure):
            _tell(name, answer)
            return False
        return between_hands if answer is None else answer

    async def _first(self, bots: tuple[str, ...], game: str, view: View, seed: str | None) -> Decision | None:
        """The decision of the first of ``bots`` that does not fail."""
        for bot in dict.fromkeys(bots):
            decision = await self._decision(bot, game, view, seed)
            if decision is not None:
                return decision
        return None

    async def _decision(self, name: str, game: str, view: View, seed: str | None) -> Decision | None:
        try:
            answer = await self.minds.choose(name, game, view, seed)
        except TimeoutError:
            log.error("bot %s took more than %s s", name, self._limit)
        except BrokenProcessPool:
            log.error("bot %s ended the process it ran in", name)
        except Exception as error:  # as above
            note(log, f"bot {name} failed", error)
        else:
            if not isinstance(answer, Failure):
                return answer
            _tell(name, answer)
        return None


def _tell(name: str, failure: Failure) -> None:
    log.error("bot %s failed: %s\n%s", name, failure.kind, failure.where)


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
