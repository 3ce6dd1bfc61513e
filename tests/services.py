"""Real servers for the tests: a private PostgreSQL cluster and a private Redis, on sockets in directories of their own.

Each process of the tests has its own, started when the first test asks for it. Both end with the tests, however those
end. A test that stops one must start it again.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

import pytest

from tests.needs import need

#: How long a service may take to start or to end on a busy machine, in seconds.
PATIENCE: Final = 60.0


class Service:
    """A program that serves on a socket until it is told to end. ``ready`` stands in the line that says it can."""

    def __init__(self, command: Sequence[str], ready: str, end: str, options: Mapping[str, Any]) -> None:
        self._command = [sys.executable, str(Path(__file__).with_name("keeper.py")), end, json.dumps(options), *command]
        self._ready = ready
        self._keeper: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._is_ready = threading.Event()
        self.said: list[str] = []

    def start(self) -> None:
        """Start it and wait until it is ready."""
        assert self._keeper is None, "it runs already"
        self._is_ready.clear()
        self.said.clear()
        self._keeper = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, args=(self._keeper,), daemon=True)
        self._reader.start()
        self._is_ready.wait(PATIENCE)
        assert any(self._ready in line for line in self.said), "".join(self.said)

    def _read(self, keeper: subprocess.Popen[str]) -> None:
        assert keeper.stdout is not None
        for line in keeper.stdout:
            self.said.append(line)
            if self._ready in line:
                self._is_ready.set()
        self._is_ready.set()

    def stop(self, sign: str = "") -> None:
        """End it by a signal (the name of one, or the usual) and wait for its end. Nothing happens when it is down."""
        keeper, self._keeper = self._keeper, None
        if keeper is None or keeper.stdin is None or keeper.stdout is None or self._reader is None:
            return
        keeper.stdin.write(sign)
        keeper.stdin.close()
        keeper.wait(PATIENCE)
        self._reader.join(PATIENCE)
        keeper.stdout.close()

    @property
    def running(self) -> bool:
        """Whether it has been started and not stopped."""
        return self._keeper is not None


class Postgres(Service):
    """A PostgreSQL cluster in a directory."""

    def __init__(self, programs: Path, place: Path) -> None:
        options = _as_user("postgres")
        shutil.chown(place, **{name: options[name] for name in ("user", "group") if name in options})
        data, self.place = place / "data", place
        made = "-A trust -U kibic -E UTF8 --locale=C --no-sync --no-instructions"
        subprocess.run(
            [programs / "initdb", "-D", data, *made.split()], check=True, capture_output=True, cwd=place, **options
        )
        # Nothing of the tests has to live through a fall of the machine.
        given = {
            "listen_addresses": "",
            "unix_socket_directories": str(place),
            "fsync": "off",
            "max_connections": "200",
        }
        flags = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        command = [str(programs / "postgres"), "-D", str(data), *flags]
        environment = os.environ | {"LC_ALL": "C"}
        options |= {"cwd": str(place), "env": environment}
        super().__init__(command, "database system is ready to accept connections", "SIGQUIT", options)

    @property
    def socket(self) -> str:
        """The path of its socket."""
        return str(self.place / ".s.PGSQL.5432")

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://kibic@/{database}?host={self.place}"

    def restart(self, *, hard: bool = False) -> None:
        """Stop and start it; hard: all its processes break off, and it recovers from its log."""
        self.stop("SIGQUIT" if hard else "SIGINT")
        self.start()

    def create(self) -> str:
        """A new empty database; its name."""
        name = f"t{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def drop(self, database: str) -> None:
        """Remove a database and whoever uses it."""
        self.execute(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def execute(self, statement: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """Do something as the owner of the cluster, outside all transactions; the rows it gives."""
        import psycopg

        with psycopg.connect(url or self.url("postgres"), autocommit=True) as connection:
            answer = connection.execute(cast("Any", statement))
            return answer.fetchall() if answer.description is not None else []


class Redis(Service):
    """A Redis server that keeps nothing."""

    def __init__(self, program: str, place: Path) -> None:
        self.url = f"unix://{place}/redis.sock"
        command = [program, "--port", "0", "--unixsocket", f"{place}/redis.sock", "--save", "", "--appendonly", "no"]
        super().__init__([*command, "--dir", str(place)], "eady to accept connections", "SIGTERM", {})


def _as_user(name: str) -> dict[str, Any]:
    """Options of a process that runs as the user ``name`` when the tests run as root, which PostgreSQL refuses."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam(name)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _postgres_programs() -> str | None:
    """The directory of PostgreSQL's programs: Debian keeps them out of PATH."""
    found = [path for path in (shutil.which("initdb"), *Path("/usr/lib/postgresql").glob("*/bin/initdb")) if path]
    best = max(found, key=lambda path: [int(part) for part in Path(path).parts if part.isdigit()], default=None)
    return None if best is None else str(Path(best).parent)


@contextlib.contextmanager
def _place(name: str) -> Iterator[Path]:
    # Paths of sockets are short, and other users cannot enter the directories of pytest.
    with tempfile.TemporaryDirectory(prefix=f"kibic-{name}-", ignore_cleanup_errors=True) as place:
        yield Path(place)


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A running PostgreSQL."""
    programs = need("PostgreSQL", _postgres_programs(), "apt install postgresql")
    with _place("postgres") as place:
        service = Postgres(Path(programs), place)
        try:
            service.start()
            yield service
        finally:
            service.stop()


@contextlib.contextmanager
def running_redis() -> Iterator[Redis]:
    """A running Redis."""
    program = need("Redis", shutil.which("redis-server"), "apt install redis-server")
    with _place("redis") as place:
        service = Redis(program, place)
        try:
            service.start()
            yield service
        finally:
            service.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL. Leave it running."""
    with running_postgres() as service:
        yield service


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The URL of an empty PostgreSQL database of this test."""
    name = postgres.create()
    yield postgres.url(name)
    postgres.drop(name)


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A running Redis. Leave it running."""
    with running_redis() as service:
        yield service
