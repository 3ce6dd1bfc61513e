"""What can be set about a server. The defaults are for people; tests make it faster."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kibic.server.database import default_url
from kibic.server.protocol import KEPT


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a server. Times are in seconds unless the name says otherwise.

    ``database`` is a URL; ``game``, ``preset`` with ``options`` (None: the first one of the game) and ``bot`` are what
    a new table has when nothing is said (None: the usual bot of the game).
    ``next_pause``: between hands. ``bot_pause_ms``: of bots at a new table.
    ``bot_limit``: after it the usual bot answers in place of one. ``bot_workers``: processes in which bots think.
    ``bots``: bots of the operator, name -> class or program. ``hint_rate`` and ``hint_burst``: hints a second of one
    socket, and how many at once.
    ``rate`` and ``burst``: messages a second of one socket, and how many at once.
    ``makes`` and ``makes_burst``: the same for POST requests of one address; ``checks`` and ``checks_burst``: for those
    that only look, at rules while the form of a new table is filled in, or at what hands were.
    ``cut_wait``: how long the first deck of a table waits for the cuts of those who are there; later ones never wait.
    ``logins`` and ``logins_burst``: the same for passwords tried from one address; ``tries`` and ``tries_burst``: for
    those tried for one name.
    ``address_sockets``, ``person_sockets``: sockets that may be open at a time from one address (this machine excepted)
    and of one person; ``table_watchers``: pages that may look on at one table; ``table_makes`` and
    ``table_makes_burst``: tables a second one person may make, and how many at once.
    ``unload``: a table that nobody watches leaves memory after it.
    ``kept``: steps a page may have missed and still resume.
    ``queue``: messages a slow page may be behind; ``send_limit``: how long one may take to go out.
    ``retry``: how long bots and the house wait after the storage failed.
    ``talk_rate`` and ``talk_burst``: what one person may say a second, and how much at once.
    ``grace``: how long the line of a person may be broken before the others see a countdown; ``quiet``: the same for
    one who is there and on turn but says nothing, at a table without a clock. ``lapse``: after it a proposal that
    nobody answered is gone.
    ``address``: where the other server processes reach this one, as a URL (empty: nowhere). ``secret``: what they
    prove themselves with; empty: one kept in the database. ``redis``: where they wake each other, empty: they poll.
    ``beat``: how often a server shows that it lives, ``lease``: after how long without it what it owns is free.
    ``farewell``: how long pages are told before the server ends. ``metrics_token``: what opens the metrics; without
    one they are there for this machine only.
    """

    database: str = field(default_factory=default_url)
    game: str = "preferans"
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    bot: str | None = None
    next_pause: float = 20.0
    bot_pause_ms: int = 700
    bot_limit: float = 2.0
    bot_workers: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))
    bots: Mapping[str, str] = field(default_factory=dict)
    hint_rate: float = 0.5
    hint_burst: int = 6
    rate: float = 20.0
    burst: int = 60
    makes: float = 0.5
    makes_burst: int = 30
    checks: float = 4.0
    checks_burst: int = 60
    cut_wait: float = 0.4
    logins: float = 0.1
    logins_burst: int = 20
    tries: float = 1 / 30
    tries_burst: int = 10
    address_sockets: int = 200
    person_sockets: int = 20
    table_watchers: int = 200
    table_makes: float = 0.1
    table_makes_burst: int = 60
    unload: float = 60.0
    kept: int = KEPT
    queue: int = 256
    send_limit: float = 20.0
    retry: float = 2.0
    talk_rate: float = 0.5
    talk_burst: int = 6
    grace: float = 8.0
    quiet: float = 60.0
    lapse: float = 60.0
    address: str = field(default_factory=lambda: os.environ.get("KIBIC_NODE", ""))
    secret: str = field(default_factory=lambda: os.environ.get("KIBIC_SECRET", ""), repr=False)
    redis: str = field(default_factory=lambda: os.environ.get("KIBIC_REDIS", ""), repr=False)
    beat: float = 2.5
    lease: float = 10.0
    farewell: float = 1.0
    metrics_token: str = field(default_factory=lambda: os.environ.get("KIBIC_METRICS_TOKEN", ""), repr=False)
