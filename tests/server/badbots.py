"""Bots that do to their process what bots should not do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kibic.bots import Decision
from kibic.bots.random_bot import RandomBot
from kibic.cards import Shuffler

SECRET = "the ace of spades"


class Dies:
    """Ends its process."""

    name = "dies"

    def choose(self, view: Any, rng: Shuffler) -> Decision:
        os._exit(9)


class Hangs:
    """Never answers, and cannot be interrupted."""

    name = "hangs"

    def choose(self, view: Any, rng: Shuffler) -> Decision:
        import signal

        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        while True:
            pass


class Fails:
    """Tells what it holds in an error."""

    name = "fails"

    def choose(self, view: Any, rng: Shuffler) -> Decision:
        raise ValueError(f"{SECRET} {view.own}")

    def agrees(self, view: Any, action: Any) -> bool:
        raise ValueError(SECRET)


class Agrees(RandomBot):
    """Agrees to everything."""

    def agrees(self, view: Any, action: Any) -> bool:
        return True


def until_told(busy: str, go: str) -> str:
    """Say through one pipe that it is at work, and be at work until the other one says something."""
    Path(busy).write_text("busy", encoding="utf-8")
    return Path(go).read_text(encoding="utf-8")
