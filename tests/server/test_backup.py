"""A backup holds everything that lasts, made while servers go on, and comes back whole or not at all."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, insert, update

from kibic.server import backup, schema
from kibic.server.backup import restore, save
from kibic.server.backupfile import BackupError
from kibic.server.database import WRITES, connect_database, open_database, url_of
from tests.server.kit import Person, Running, first, quick
from tests.server.rows import fill, stored


def lasting(engine: Engine) -> dict[str, list[str]]:
    """Everything that has to come back."""
    return {
        name: sorted(map(str, rows))
        for name, (_, rows) in stored(engine).items()
        if not schema.metadata.tables[name].info.get(schema.PASSING, False)
    }


def guest(engine: Engine, name: str) -> None:
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        connection.execute(insert(schema.guests).values(id=name, name=name, created=1))


def lines(path: Path) -> list[str]:
    with gzip.open(path, "rt") as file:
        return file.readlines()


@pytest.fixture
def engines() -> Iterator[Callable[[str], Engine]]:
    """Opens databases that are closed after the test."""
    opened: list[Engine] = []

    def opening(url: str) -> Engine:
        opened.append(open_database(url))
        return opened[-1]

    yield opening
    for engine in opened:
        engine.dispose()


@pytest.fixture
def filled(engines: Callable[[str], Engine], database: Path) -> Engine:
    engine = engines(url_of(str(database)))
    fill(engine)
    return engine


@pytest.fixture
def empty(engines: Callable[[str], Engine], tmp_path: Path) -> Engine:
    return engines(url_of(str(tmp_path / "empty.sqlite3")))


@pytest.fixture
def saved(filled: Engine, tmp_path: Path) -> Path:
    save(filled, tmp_path / "backup")
    return tmp_path / "backup"


def test_rehearsal_from_one_kind_to_the_other_and_back_while_people_play(
    engines: Callable[[str], Engine], tmp_path: Path, postgres_url: str
) -> None:
    urls = [url_of(str(tmp_path / "first.sqlite3")), postgres_url, url_of(str(tmp_path / "last.sqlite3"))]
    files = [tmp_path / "one", tmp_path / "two"]

    async def before(running: Running) -> tuple[Any, str, Any]:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play", options={"match.hands": 9}))["table"])
            await page.until(lambda _: page.my_turn)
            for moves in range(3):
                version = page.version
                assert (await page.act(first(page.view)))["type"] == "ack"
                while page.version == version or not page.my_turn:
                    if page.pausing:
                        await page.say("next")
                    await page.hear()
                if moves == 1:
                    # The server goes on while it is saved, and what comes later is not in the file.
                    source = connect_database(urls[0])
                    await asyncio.to_thread(save, source, files[0])
                    source.dispose()
                    kept = (page.version, page.view, page.seat)
            return ana.client.cookies, page.table_id, kept

    async def after(running: Running, cookies: Any, table: str, kept: Any) -> None:
        async with Person(running.url) as ana:
            ana.client.cookies = cookies
            page = await ana.page(table)
            await page.heard("welcome")
            assert (page.version, page.view, page.seat) == kept
            assert (await page.act(first(page.view)))["type"] == "ack"

    with Running(quick(urls[0], game="highest")) as running:
        cookies, table, kept = asyncio.run(before(running))
    contents = restore(engines(urls[1]), files[0])
    assert contents.rows["events"] == kept[0] - 1
    save(engines(urls[1]), files[1])
    assert lines(files[0])[1:-1] == lines(files[1])[1:-1]
    restore(engines(urls[2]), files[1])
    for url in urls[1:]:
        with Running(quick(url, game="highest")) as running:
            asyncio.run(after(running, cookies, table, kept))


def test_every_table_that_lasts_comes_back(
    filled: Engine, saved: Path, engines: Callable[[str], Engine], database_url: str
) -> None:
    target = filled if database_url == filled.url.render_as_string() else engines(database_url)
    before = lasting(filled)
    assert all(before.values())
    told: list[tuple[str, int, int]] = []
    restore(target, saved, force=target is filled, replay=False, tell=lambda *what: told.append(what))
    assert lasting(target) == before
    assert told[-1] == ("rows", 3 * len(before), 3 * len(before))
    # Which servers run is no part of a backup.
    assert stored(target)["nodes"][1] == stored(target)["leases"][1] == stored(target)["secrets"][1] == []


def test_a_backup_shows_one_moment(
    engines: Callable[[str], Engine], database_url: str, tmp_path: Path, empty: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_BATCH", 1)
    engine = engines(database_url)
    for number in range(3):
        guest(engine, f"g{number}")
    late: list[str] = []

    def meanwhile(_what: str, done: int, _all: int) -> None:
        late.append(f"late{done}")
        guest(engine, late[-1])

    contents = save(engine, tmp_path / "backup", tell=meanwhile)
    assert contents.rows["guests"] == len(late) == 3
    restore(empty, tmp_path / "backup")
    assert [row["id"] for row in stored(empty)["guests"][1]] == ["g0", "g1", "g2"]
    assert len(stored(engine)["guests"][1]) == 6


def test_a_file_is_overwritten_only_by_force_and_is_private(filled: Engine, saved: Path) -> None:
    assert saved.stat().st_mode & 0o777 == 0o600
    before = saved.read_bytes()
    with pytest.raises(BackupError, match="--force overwrites"):
        save(filled, saved)
    assert saved.read_bytes() == before
    save(filled, saved, force=True)
    assert lines(saved)[1:-1] == gzip.decompress(before).decode().splitlines(keepends=True)[1:-1]


def test_a_backup_that_fails_leaves_no_file(filled: Engine, tmp_path: Path) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        save(filled, tmp_path / "backup", tell=full)
    assert [path.name for path in tmp_path.iterdir() if "backup" in path.name] == []


def test_a_database_that_is_not_empty_is_replaced_only_by_force(filled: Engine, saved: Path) -> None:
    guest(filled, "somebody")
    before = lasting(filled)
    with pytest.raises(BackupError, match="is not empty; --force deletes"):
        restore(filled, saved, replay=False)
    assert lasting(filled) == before
    restore(filled, saved, force=True, replay=False)
    assert len(before["guests"]) == 4
    assert len(lasting(filled)["guests"]) == 3


def test_logs_that_cannot_be_played_are_named_and_change_nothing(filled: Engine, empty: Engine, saved: Path) -> None:
    before = stored(filled)
    with pytest.raises(BackupError, match=r"6 logs cannot be played again: table ž0...: .*--no-replay") as caught:
        restore(empty, saved)
    assert "6 dnevnika" in caught.value.text.sr
    assert not any(lasting(empty).values())
    with pytest.raises(BackupError, match="6 logs"):
        restore(filled, saved, force=True)
    assert stored(filled) == before


def _cut(data: bytes) -> bytes:
    return data[: len(data) * 2 // 3]


def _changed(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace("ž1".encode(), "ž9".encode(), 1))


def _one_less(data: bytes) -> bytes:
    rows = gzip.decompress(data).splitlines(keepends=True)
    return gzip.compress(b"".join(rows[:5] + rows[6:]))


def _no_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


def _more(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data) + b"[]\n")


def _strange(data: bytes) -> bytes:
    rows = gzip.decompress(data).splitlines(keepends=True)
    return gzip.compress(b"".join([rows[0], b'["nowhere",[1]]\n', *rows[1:]]))


@pytest.mark.parametrize("harm", [_cut, _changed, _one_less, _no_end, _more, _strange])
def test_a_damaged_file_changes_nothing(
    filled: Engine, empty: Engine, saved: Path, harm: Callable[[bytes], bytes]
) -> None:
    saved.write_bytes(harm(saved.read_bytes()))
    with pytest.raises(BackupError, match=r"is damaged at line \d+; nothing was restored"):
        restore(empty, saved, replay=False)
    assert not any(lasting(empty).values())
    before = stored(filled)
    with pytest.raises(BackupError, match="is damaged"):
        restore(filled, saved, force=True, replay=False)
    assert stored(filled) == before


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Draga Ana", "is no backup"),
        (gzip.compress(b"Draga Ana"), "is no backup"),
        (gzip.compress(b'{"format":"kibic-backup"}\n'), "is no backup"),
        (gzip.compress(b'{"format":"kibic-backup","version":2}\n'), "newer Kibic"),
        (
            gzip.compress(b'{"format":"kibic-backup","version":1,"revision":"9999","made":1,"tables":{}}\n'),
            "newer Kibic",
        ),
    ],
    ids=["letter", "letter packed", "no version", "later form", "later tables"],
)
def test_what_is_no_backup_is_told(empty: Engine, tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(BackupError, match=said):
        restore(empty, path)
    with pytest.raises(BackupError, match="cannot be read"):
        restore(empty, tmp_path / "nowhere")


def test_a_backup_of_an_older_kibic_comes_up_to_date(empty: Engine, tmp_path: Path) -> None:
    columns = [["id", "text"], ["name", "text"], ["created", "number"]]
    head = {"format": "kibic-backup", "version": 1, "revision": "0001", "made": 1}
    from kibic.server.backupfile import Contents, Sink

    with (tmp_path / "old").open("wb") as file:
        named = {"guests": tuple((name, kind) for name, kind in columns)}
        sink = Sink(file, Contents("0001", 1, named, {"guests": 1}))
        sink.row("guests", ("ana", "Ana", 5))
        sink.close()
    assert json.loads(lines(tmp_path / "old")[0]).items() >= head.items()
    restore(empty, tmp_path / "old")
    assert [row["name"] for row in stored(empty)["guests"][1]] == ["Ana"]
    assert set(stored(empty)) == set(schema.metadata.tables)


def test_a_database_in_use_and_one_of_another_version_are_left_alone(
    engines: Callable[[str], Engine], filled: Engine, saved: Path, tmp_path: Path, database_url: str
) -> None:
    url = database_url if database_url.startswith("postgresql") else url_of(str(tmp_path / "used.sqlite3"))

    async def during(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.until(lambda _: page.my_turn)
            with pytest.raises(BackupError, match="a server has tables of"):
                await asyncio.to_thread(restore, engines(url), saved, force=True, replay=False)
            assert (await page.act(first(page.view)))["type"] == "ack"

    with Running(quick(url, game="highest", lease=600.0)) as running:
        asyncio.run(during(running))
    with filled.connect() as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(BackupError, match="another version of Kibic"):
        save(filled, tmp_path / "other")
    with filled.connect() as connection, connection.begin():
        connection.exec_driver_sql("DROP TABLE alembic_version")
    with pytest.raises(BackupError, match="is no database of Kibic"):
        restore(filled, saved, force=True)


def test_a_word_that_was_changed_in_the_database_is_found(
    engines: Callable[[str], Engine], database: Path, tmp_path: Path, empty: Engine
) -> None:
    async def play(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            page = await ana.page((await ana.post("/api/play"))["table"])
            await page.until(lambda _: page.my_turn)

    with Running(quick(database, game="highest")) as running:
        asyncio.run(play(running))
    engine = engines(url_of(str(database)))
    save(engine, tmp_path / "good")
    with engine.connect() as connection, connection.begin():
        connection.execute(update(schema.events).where(schema.events.c.seq == 1).values(word="deck 1 2"))
    save(engine, tmp_path / "bad")
    with pytest.raises(BackupError, match="1 logs cannot be played again"):
        restore(empty, tmp_path / "bad")
    told: list[tuple[str, int, int]] = []
    restore(empty, tmp_path / "good", tell=lambda *what: told.append(what))
    assert told[-1] == ("logs", 1, 1)
