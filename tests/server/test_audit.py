"""What whoever runs a server sees of its database, and that a log that was tampered with is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text

from kibic.game import KibicError
from kibic.server.audit import HIDDEN, Audit
from kibic.server.database import url_of
from tests.cli.commands import Ran, kibic
from tests.server.kit import PATIENCE, Page, Person, Running, play, quick

OVER = {"match.end": "hands:2"}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A database after a while: a finished match, one in the middle of its first hand, a sheet; the ids of both."""
    database = tmp_path_factory.mktemp("audit") / "kibic.sqlite3"

    async def played(ana: Person, options: dict[str, str], done: Callable[[Page], bool]) -> str:
        table: str = (await ana.post("/api/play", options=options))["table"]
        page = await ana.page(table)
        await play(page, lambda view: view["legal"][0], lambda _: done(page))
        return table

    async def story(running: Running) -> tuple[str, str]:
        async with Person(running.url, "Ana") as ana:
            finished = await played(ana, OVER, lambda page: page.view["phase"] == "over")
            begun = await played(ana, {}, lambda page: page.view["hand"] == 1 and page.my_turn)
            await ana.post("/api/sheets", players=["Ana", "Boro", "Ceca"])
            return finished, begun

    with Running(quick(database, bot="random")) as running:
        finished, begun = asyncio.run(story(running))
    return database, finished, begun


def admin(database: Path, *arguments: str) -> Ran:
    return kibic("admin", *arguments, "--database", str(database))


def told(database: Path, *arguments: str) -> Any:
    ran = admin(database, *arguments, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def test_people_and_tables_are_listed(filled: tuple[Path, str, str]) -> None:
    database, finished, begun = filled
    (ana,) = told(database, "users")
    assert (ana["name"], ana["account"], ana["tables"]) == ("Ana", None, 2)
    tables = {table["id"]: table for table in told(database, "tables")}
    assert (tables[finished]["state"], tables[begun]["state"]) == ("over", "playing")
    assert tables[finished]["words"] == len(told(database, "log", finished))
    ran = admin(database, "tables")
    assert finished in ran.out
    assert "Ana" in admin(database, "users").out
    assert told(database, "reports") == []


def test_the_log_of_a_table_is_replayed_and_hides_the_hand_that_goes_on(filled: tuple[Path, str, str]) -> None:
    database, finished, begun = filled
    lines = told(database, "log", finished)
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert (lines[0]["actor"], lines[0]["phase"]) == ("house", "deal")
    assert lines[0]["word"].startswith("deck ")
    assert {line["word"] for line in told(database, "log", begun)} == {HIDDEN}
    assert told(database, "log", begun, "--secret")[0]["word"].startswith("deck ")


def test_every_log_replays(filled: tuple[Path, str, str]) -> None:
    database, *_ = filled
    found = told(database, "verify")
    assert (found["tables"], found["sheets"], found["faults"]) == (2, 1, [])
    assert found["words"] > 20
    assert admin(database, "verify").out.startswith("2 tables with ")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("DELETE FROM events WHERE table_id = :t AND seq = 2", "do not follow each other"),
        ("UPDATE events SET word = 'kontra' WHERE table_id = :t AND seq = 2", "IllegalAction"),
        ("UPDATE events SET word = 'nothing' WHERE table_id = :t AND seq = 2", "WordError"),
        ("UPDATE tables SET state = 'playing' WHERE id = :t", "the table is playing, its match is over"),
        ("UPDATE tables SET opening = 'null' WHERE id = :t", "never began"),
        ("UPDATE seals SET cuts = '1:" + "0" * 32 + "' WHERE table_id = :t AND hand = 1", "sealed and cut"),
    ],
)
def test_a_log_that_was_tampered_with_is_found(
    filled: tuple[Path, str, str], tmp_path: Path, change: str, problem: str
) -> None:
    database, finished, _ = filled
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(database.read_bytes())
    engine = create_engine(url_of(str(copy)))
    with engine.begin() as connection:
        connection.execute(text(change), {"t": finished})
    engine.dispose()
    ran = admin(copy, "verify", "--json")
    assert ran.status == 1
    (fault,) = json.loads(ran.out)["faults"]
    assert (fault["kind"], fault["id"]) == ("table", finished)
    assert problem in fault["problem"]
    assert f"table {finished}, {fault['seq']}: {fault['problem']}" in admin(copy, "verify").out


def test_a_sheet_that_was_tampered_with_is_found(filled: tuple[Path, str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(filled[0].read_bytes())
    engine = create_engine(url_of(str(copy)))
    with engine.begin() as connection:
        for seq in (1, 3):
            connection.execute(
                text("INSERT INTO sheet_commands (sheet_id, seq, command, at) SELECT id, :s, :c, 1 FROM sheets"),
                {"s": seq, "c": '{"kind": "dance"}'},
            )
        audit = Audit(url_of(str(copy)))
        connection.commit()
        (fault,) = audit.verify().faults
        assert (fault.kind, fault.problem) == ("sheet", "the commands do not follow each other")
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM sheet_commands WHERE seq = 3"))
    assert [fault.problem for fault in audit.verify().faults] == ["SheetError"]
    audit.close()
    engine.dispose()


def test_what_cannot_be_looked_at(filled: tuple[Path, str, str], tmp_path: Path) -> None:
    database, finished, _ = filled
    assert admin(database, "log").status == 2
    assert admin(database, "users", finished).status == 2
    ran = admin(database, "log", "abcdefgh2345")
    assert (ran.status, ran.out) == (2, "")
    assert "there is no table abcdefgh2345" in ran.err
    assert "is no database of Kibic" in admin(tmp_path / "nothing.sqlite3", "users").err
    old = tmp_path / "old.sqlite3"
    old.write_bytes(database.read_bytes())
    engine = create_engine(url_of(str(old)))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()
    with pytest.raises(KibicError, match="of version 0001"):
        Audit(url_of(str(old)))


def test_a_server_may_run_meanwhile(database: Path) -> None:
    with Running(quick(database)) as running:
        assert httpx.post(f"{running.url}/api/play", json={}, timeout=PATIENCE).status_code == 200
        assert len(told(database, "tables")) == 1
