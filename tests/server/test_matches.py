"""A person's matches: searched, paged, and taken along."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import Engine

from kibic.server.database import open_database
from kibic.server.matchstore import MatchStore, Wanted
from kibic.server.peoplestore import Guest, PeopleStore, Session
from kibic.server.store import Seat, Store, TableRow
from tests.server.kit import PATIENCE, Person, Running, first, play

ROW = TableRow(
    id="t",
    game="x",
    title="Petkom",
    preset="p",
    options={},
    host="ana",
    state="over",
    seats=(Seat("person", "Ana", guest="ana"), Seat("bot", "Mile", bot="b")),
    opening=None,
    bot_pause=0,
    created=100,
    updated=100,
)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    opened = open_database(database_url)
    PeopleStore(opened).add_guest(Session(b"a" * 32, Guest("ana", "Ana"), 1, 1, 9))
    yield opened
    opened.dispose()


def test_matches_are_found_by_what_is_known_of_them(engine: Engine) -> None:
    store, matches = Store(engine), MatchStore(engine)
    djordje = (ROW.seats[0], Seat("bot", "Đorđe Šarić", bot="b"))
    rows = {
        "t1": replace(ROW, id="t1", updated=100),
        "t2": replace(ROW, id="t2", updated=200, seats=djordje, preset="q"),
        "t3": replace(ROW, id="t3", updated=300, title="100 % _svi_", state="playing"),
    }
    for row in rows.values():
        store.add_table(row)

    def found(**wanted: Any) -> list[str]:
        total, shown = matches.matches("ana", Wanted(**wanted), skip=0, most=10)
        assert total == len(shown)
        assert shown == [rows[row.id] for row in shown]
        return [row.id for row in shown]

    assert found() == ["t3", "t2", "t1"]
    assert found(player="đorđe") == found(player="DJORDJ") == found(player="šarić") == ["t2"]
    assert found(player="aric") == []
    assert found(text="aric") == ["t2"]
    assert found(text="petk") == ["t2", "t1"]
    assert found(text="100 %") == found(text="_SVI_") == ["t3"]
    assert found(text="_") == ["t3"]
    assert found(preset="q") == ["t2"]
    assert found(state="playing") == ["t3"]
    assert found(since=200) == ["t3", "t2"]
    assert found(until=200) == ["t1"]
    assert found(text="petk", since=150, until=250, preset="q", player="ana") == ["t2"]
    assert matches.matches("ana", Wanted(), skip=1, most=1) == (3, [rows["t2"]])
    assert matches.matches("boro", Wanted(), skip=0, most=10) == (0, [])


def test_open_tables_need_somebody_there_and_a_look_that_is_allowed(engine: Engine) -> None:
    store, matches = Store(engine), MatchStore(engine)
    for number, (state, public, kibitzers) in enumerate(
        [("waiting", True, False), ("playing", True, True), ("playing", True, False), ("over", True, True),
         ("waiting", False, True), ("waiting", True, True)]
    ):  # fmt: skip
        store.add_table(
            replace(ROW, id=f"t{number}", state=state, public=public, kibitzers=kibitzers, created=number + 10)
        )
    assert [row.id for row in matches.open_tables(since=5)] == ["t5", "t0", "t1"]
    matches.touch(["t0"], 50)
    assert [row.id for row in matches.open_tables(since=20)] == ["t0"]


@pytest.fixture(scope="module")
def ana(tiny: Running) -> Iterator[httpx.Client]:
    """A person with a finished match without a record, a hand of Preferans, and more tables than a page has."""
    cookies: dict[str, str] = {}

    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            seats = ["me", "bot", "bot"]
            for title, game, done in (
                ("Gotova", "highest", lambda view: view.get("phase") == "over"),
                ("Jedna ruka", "preferans", lambda view: view.get("outcome") is not None),
            ):
                made = await ana.post("/api/tables", title=title, game=game, seats=seats)
                await play(await ana.page(made["table"]), first, done)
            for number in range(20):
                await ana.post("/api/tables", title=f"Sto {number}", seats=["me", "free", "free"])
            cookies.update(ana.client.cookies)

    asyncio.run(story())
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE, verify=False, cookies=cookies) as client:
        yield client


def test_own_matches_come_page_by_page(ana: httpx.Client) -> None:
    one, two = (ana.get(f"/api/matches?page={page}").json() for page in (1, 2))
    assert (one["total"], one["pages"], one["page"], two["page"]) == (22, 2, 1, 2)
    assert len({match["id"] for answer in (one, two) for match in answer["matches"]}) == 22
    assert ana.get("/api/matches?page=3").json()["matches"] == []
    (over,) = ana.get("/api/matches?state=over").json()["matches"]
    assert over["name"] == "Gotova"
    assert over["replay"] == f"/t/{over['id']}/replay"
    assert ana.get("/api/matches?q=sto%2019").json()["total"] == 1
    assert ana.get("/api/matches?player=an").json()["total"] == 22
    assert ana.get(f"/api/matches?until={over['created']}").json()["total"] == 0


@pytest.mark.parametrize(
    "query", ["state=won", "since=yesterday", "until=-5", "page=x", "since=²", "page=9" + "9" * 20]
)
def test_a_search_that_cannot_be_read(ana: httpx.Client, query: str) -> None:
    answer = ana.get(f"/api/matches?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_match_that_is_over_tells_its_result_and_an_older_one_is_played_again_once(tiny: Running) -> None:
    async def story() -> list[Any]:
        async with Person(tiny.url, "Rada") as rada:
            options = {"match.end": "hands:1"}
            made = await rada.post("/api/tables", game="preferans", seats=["me", "bot", "bot"], options=options)
            page = await rada.page(made["table"])
            await play(page, first, lambda view: view["phase"] == "over")
            shown = [(await rada.get("/api/matches"))["matches"][0]["result"]]
            store = MatchStore(tiny.server.writer.store._engine)
            for _ in range(2):
                store.learn({made["table"]: None})
                shown.append((await rada.get("/api/matches"))["matches"][0]["result"])
            assert store.results([made["table"]]) == {made["table"]: shown[0]}
            assert sum(shown[0]["points"]) == 0
            assert page.view["result"] == shown[0]
            return shown

    shown = asyncio.run(story())
    assert shown == [shown[0]] * 3


def test_a_game_without_a_result_and_a_match_that_goes_on_have_none(ana: httpx.Client) -> None:
    matches = ana.get("/api/matches").json()["matches"] + ana.get("/api/matches?page=2").json()["matches"]
    assert {match["result"] for match in matches} == {None}


def test_strangers_have_no_matches(tiny: Running) -> None:
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE, verify=False) as stranger:
        assert stranger.get("/api/matches").json() == {"matches": [], "total": 0, "page": 1, "pages": 1}
        for path in ("/api/matches/records.zip", "/api/me/export.zip"):
            assert stranger.get(path).json()["code"] == "not_seated"


def test_records_are_taken_along_in_one_file(ana: httpx.Client) -> None:
    (played,) = ana.get("/api/matches?q=jedna").json()["matches"]
    answer = ana.get("/api/matches/records.zip?q=jedna")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].startswith('attachment; filename="kibic-')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        (name,) = archive.namelist()
        assert archive.testzip() is None
        record = archive.read(name).decode()
    assert name.endswith(f"-{played['id']}.toml")
    assert record == ana.get(f"/api/tables/{played['id']}/record").text


def test_everything_that_is_kept_can_be_taken_along(ana: httpx.Client) -> None:
    answer = ana.get("/api/me/export.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        facts = json.loads(archive.read("me.json"))
    assert names[0] == "me.json"
    assert {name.partition("/")[0] for name in names[1:]} == {"records"}
    # One match that cannot be told does not cost the others.
    assert [name.partition(".")[2] for name in names[1:]] == ["toml", "txt"]
    assert facts["name"] == "Ana"
    assert facts["account"] is None
    assert facts["blocks"] == []
    assert facts["reports"] == []
    assert len(facts["sessions"]) == 1
    assert len(facts["tables"]) == 22


def test_files_of_records_are_not_made_at_will(ana: httpx.Client) -> None:
    codes = {ana.get("/api/matches/records.zip?state=playing").status_code for _ in range(6)}
    assert codes == {200, 429}
