"""The servers of the tests themselves."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE, ended
from tests.services import Postgres, Redis


def test_a_restart_keeps_what_was_committed(postgres: Postgres) -> None:
    postgres.execute("CREATE TABLE kept (n integer)")
    for hard in (False, True):
        postgres.execute("INSERT INTO kept VALUES (1)")
        postgres.restart(hard=hard)
        assert postgres.running
    assert postgres.execute("SELECT count(*) FROM kept") == [(2,)]
    postgres.execute("DROP TABLE kept")


def test_databases_are_made_and_removed(postgres: Postgres) -> None:
    name = postgres.create()
    listed = "SELECT datname FROM pg_database"
    assert (name,) in postgres.execute(listed)
    postgres.drop(name)
    assert (name,) not in postgres.execute(listed)


def test_redis_answers_after_a_restart(redis: Redis) -> None:
    redis.stop()
    redis.start()
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(redis.url.removeprefix("unix://"))
        line.sendall(b"PING\r\n")
        assert line.recv(100) == b"+PONG\r\n"


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_service_ends_with_the_process_that_wanted_it(end: signal.Signals) -> None:
    program = """
import sys
from tests.services import Service
service = Service([sys.executable, "-c", "import os, signal; print('up', os.getpid(), flush=True); signal.pause()"],
                  "up", "SIGKILL", {})
service.start()
print(service.said[0].split()[1], flush=True)
sys.stdin.read()
"""
    root = Path(__file__).parent.parent
    held = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert held.stdin is not None
    assert held.stdout is not None
    pid = int(held.stdout.readline())
    held.send_signal(end)
    held.wait(PATIENCE)
    held.stdin.close()
    held.stdout.close()
    assert ended(pid)
