"""``kibic backup`` and ``kibic restore`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibic.server.database import open_database, url_of
from tests.cli.commands import kibic
from tests.server.rows import fill, stored


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with something in every table."""
    path = tmp_path / "kibic.sqlite3"
    engine = open_database(url_of(str(path)))
    fill(engine)
    engine.dispose()
    return path


def test_there_and_back(database: Path, tmp_path: Path) -> None:
    file, other = str(tmp_path / "backup"), tmp_path / "new" / "other.sqlite3"
    saved = kibic("backup", file, "--database", str(database))
    assert (saved.status, saved.out) == (0, f"Saved in {file}: 3 people, 3 tables with 3 words, 3 sheets.\n")
    back = kibic("restore", file, "--no-replay", "--database", str(other), lang="sr")
    assert (back.status, back.out) == (0, f"Vraćeno iz {file}: ljudi 3, stolova 3 sa 3 reči, listova 3.\n")
    engines = [open_database(url_of(str(path))) for path in (database, other)]
    assert stored(engines[0])["guests"] == stored(engines[1])["guests"]
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize(
    ("lang", "already", "full", "broken"),
    [
        ("en", "--force overwrites it", "is not empty; --force deletes", "cannot be played again"),
        ("sr", "već postoji; --force piše", "nije prazna; --force briše", "ne može da se odigra"),
    ],
)
def test_refusals_say_what_to_do(
    database: Path, tmp_path: Path, lang: str, already: str, full: str, broken: str
) -> None:
    file, place = str(tmp_path / "backup"), ("--database", str(database))
    assert kibic("backup", file, *place).status == 0
    for said, arguments in (
        (already, ("backup", file, *place)),
        (full, ("restore", file, *place)),
        (broken, ("restore", file, "--force", *place)),
    ):
        ran = kibic(*arguments, lang=lang)
        assert ran.status == 1
        assert said in ran.err
        assert ran.out == ""


def test_what_is_not_there_is_told(database: Path, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "file")
    missing = kibic("backup", nowhere, "--database", str(tmp_path / "none.sqlite3"))
    assert (missing.status, "there is no database" in missing.err) == (1, True)
    assert not (tmp_path / "none.sqlite3").exists()
    unwritable = kibic("backup", nowhere, "--database", str(database))
    assert (unwritable.status, "could not be written" in unwritable.err) == (1, True)
    unreadable = kibic("restore", nowhere, "--database", str(tmp_path / "new.sqlite3"))
    assert (unreadable.status, "cannot be read" in unreadable.err) == (1, True)


def test_a_database_that_fails_is_told_without_what_is_in_it(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Draga Ana, " * 200)
    ran = kibic("backup", str(tmp_path / "backup"), "--database", str(letter))
    assert (ran.status, ran.err) == (1, "kibic backup: the database failed (DatabaseError)\n")
