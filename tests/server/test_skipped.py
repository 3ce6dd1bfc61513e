"""Whatever messages are lost or doubled, the code of the page ends with what the server has."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from kibic.game import KIBITZER
from kibic.server.sheetpatch import change_of
from kibic.sheets import state_json
from tests.needs import need
from tests.server.hosts import KEPT, Host
from tests.server.test_sheetpatch import COMMANDS
from tests.sheets.papers import new

SCRIPT = Path(__file__).parents[1] / "web/skipped.mjs"
VIEWERS = (0, 1, 2, KIBITZER)
STEPS = 80
TRIALS = 40


def table(seed: int, viewer: int) -> dict[str, Any]:
    """The course of a match as one viewer is told of it."""
    host = Host(f"skipped {seed}", viewer, {})
    views: list[Any] = [host.now[1]]
    events: list[Any] = []
    while len(events) < STEPS and not host.over:
        events.append(host.step())
        views.append(host.now[1])
    return {"kept": KEPT, "events": events, "views": views}


def sheet() -> dict[str, Any]:
    """The course of a sheet."""
    book = new(refa_max=1)
    states: list[Any] = [state_json(book)]
    messages = []
    for number, command in enumerate(COMMANDS):
        book = book.do(command)
        states.append(state_json(book))
        change = change_of(states[-2], states[-1])
        messages.append({"version": number + 1, "since": number, "state": None, "change": change})
    return {"states": states, "messages": messages}


def test_the_page_ends_right_whatever_is_lost_or_doubled() -> None:
    node = need("Node.js", shutil.which("node"), "apt install nodejs")
    courses = {"tables": [table(seed, viewer) for seed in range(1) for viewer in VIEWERS], "sheets": [sheet()]}
    ran = subprocess.run([node, SCRIPT], input=json.dumps(courses), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) == TRIALS * (len(courses["tables"]) + len(courses["sheets"]))
