"""Bots that are programs of their own: JSON lines on their standard input and output (docs/bots.md)."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from typing import Any, Final

from kibic.bots.api import Decision
from kibic.bots.faults import BotFault, ToAct
from kibic.cards import Shuffler
from kibic.game import KibicError, Text, View, game_named

#: The version of the protocol, spoken by both sides in ``hello``.
PROTOCOL: Final = 1
#: Longest line a program may write, in bytes.
MAX_LINE: Final = 65_536
#: Longest reason that is kept, in characters.
_MOST_TEXT: Final = 300
#: How long a program may take to start and say hello, in seconds.
START_LIMIT: Final = 10.0
_POSIX: Final = os.name == "posix"


class ProgramBot:
    """A program in a seat. It is started when it is first asked, and again after it has failed.

    ``limit`` is how long it may think, in seconds. With ``quiet`` what it writes to stderr is dropped.
    """

    def __init__(self, command: str, game: str, limit: float, *, quiet: bool = False) -> None:
        """Raises :class:`KibicError` when there is no command."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise KibicError(f"the command of a bot cannot be read: {command!r}: {error}") from error
        if not self._words:
            raise KibicError("a bot that is a program needs a command: cmd: python3 mybot.py")
        self.name = f"cmd: {command.strip()}"
        self._game = game
        self._limit = limit
        self._quiet = quiet
        self._line: _Line | None = None
        self._asked = 0

    def choose(self, view: View, rng: Shuffler) -> Decision:
        """What the program answers. Raises :class:`BotFault`; the program is then ended."""
        if not isinstance(view, ToAct) or not view.legal:
            raise KibicError(f"seat {view.viewer} has nothing to choose: it is not to act in this view")
        try:
            line = self.prepare()
            return self._answer(line, view, rng.randrange(1 << 32))
        except BotFault:
            self.close()
            raise

    def prepare(self) -> _Line:
        """Start the program, unless it runs. Raises :class:`BotFault`."""
        if self._line is None:
            self._line = self._started()
        return self._line

    def close(self) -> None:
        """End the program."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _started(self) -> _Line:
        line = _Line(self._words, quiet=self._quiet)
        try:
            line.write({"type": "hello", "protocol": PROTOCOL, "game": self._game}, time.monotonic() + START_LIMIT)
            hello = line.read(time.monotonic() + START_LIMIT)
            if hello.get("type") != "hello" or hello.get("protocol") != PROTOCOL:
                raise BotFault("crashed", f"it does not speak protocol {PROTOCOL}: {json.dumps(hello)}")
        except BotFault:
            line.close()
            raise
        return line

    def _answer(self, line: _Line, view: View, seed: int) -> Decision:
        legal = view.legal if isinstance(view, ToAct) else ()
        self._asked += 1
        until = time.monotonic() + self._limit
        line.write(question(self._asked, self._game, view, seed, self._limit), until)
        answer = line.read(until)
        if answer.get("id") != self._asked:
            raise BotFault("crashed", f"it answered question {answer.get('id')!r}, asked was {self._asked}")
        word, reason = answer.get("word"), answer.get("reason", "")
        action = next((action for action in legal if action.word == word), None)
        if action is None:
            raise BotFault("illegal", f"said {word!r}; allowed: {', '.join(each.word for each in legal)}")
        text = reason[:_MOST_TEXT] if isinstance(reason, str) else ""
        return Decision(action, "", Text(text, text))


def question(number: int, game: str, view: View, seed: int, limit: float) -> dict[str, Any]:
    """The message that asks a program for a move."""
    legal = view.legal if isinstance(view, ToAct) else ()
    asked: dict[str, Any] = {
        "type": "choose",
        "id": number,
        "limit_ms": round(1000 * limit),
        "seed": seed,
        "legal": [action.word for action in legal],
        "view": game_named(game).view_json(view, _names(view)),
    }
    rules = getattr(view, "rules", None)
    if rules is not None:
        asked["rules"] = {"preset": rules.preset, "options": dict(rules.options())}
    return asked


def _names(view: View) -> Sequence[str]:
    return [str(seat) for seat in range(getattr(view, "players", 8))]


class _Line:
    """The two pipes to a running program. Reads and writes end by a time given by ``time.monotonic()``."""

    def __init__(self, words: Sequence[str], *, quiet: bool) -> None:
        errors = subprocess.DEVNULL if quiet else None
        try:
            # A session of its own, so that everything it started ends with it.
            self._process = subprocess.Popen(  # noqa: S603 - the operator names the program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=_POSIX
            )
        except OSError as error:
            raise BotFault("crashed", f"it cannot be started: {error}") from error
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError(self._process)
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for pipe in (self._in, self._out):
            os.set_blocking(pipe, False)
        self._rest = b""

    def write(self, message: dict[str, Any], until: float) -> None:
        """Send a message. Raises :class:`BotFault`."""
        left = memoryview(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        while left:
            self._wait(self._in, selectors.EVENT_WRITE, until)
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise BotFault("crashed", self._ended()) from error

    def read(self, until: float) -> dict[str, Any]:
        """The next message, an object. Raises :class:`BotFault`."""
        while b"\n" not in self._rest:
            if len(self._rest) > MAX_LINE:
                raise BotFault("crashed", f"it wrote a line of more than {MAX_LINE} bytes")
            self._wait(self._out, selectors.EVENT_READ, until)
            try:
                part = os.read(self._out, MAX_LINE)
            except BlockingIOError:
                continue
            if not part:
                raise BotFault("crashed", self._ended())
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            message = json.loads(line) if len(line) <= MAX_LINE else None
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise BotFault("crashed", f"it wrote what is no JSON object: {line[:60].decode(errors='replace')!r}")
        return message

    def _wait(self, pipe: int, event: int, until: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, until - time.monotonic())):
                raise BotFault("late", "no answer in time")

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"it ended with status {self._process.wait(1)}"
        return "it closed its output"

    def close(self) -> None:
        """End the program and everything it started, and wait for it."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if _POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
