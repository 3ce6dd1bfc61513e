"""Sheets on the server: many follow, those with the key write, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from kibic.record import read, replay, summary
from kibic.server.database import open_database, url_of
from kibic.server.sheetstore import Done, SheetRow, SheetStore
from kibic.server.store import Conflict
from tests.server.kit import PATIENCE, Running, quick
from tests.server.sheets import KARO, PASSED, PLAYERS, SheetPage, made
from tests.server.test_restart import Process


@pytest.fixture(scope="module")
def running(known: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(quick(tmp_path_factory.mktemp("sheets") / "kibic.sqlite3")) as server:
        yield server


def test_two_write_and_one_follows_and_all_see_the_same(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url, dealer=2)
        async with (
            SheetPage(running.url, sheet["sheet"], sheet["key"]) as ana,
            SheetPage(running.url, sheet["sheet"], sheet["key"]) as boro,
            SheetPage(running.url, sheet["sheet"]) as guest,
        ):
            for page in (ana, boro, guest):
                await page.heard("sheet")
            assert (ana.shown["writes"], guest.shown["writes"], ana.version) == (True, False, 0)
            assert (await ana.do({"kind": "hand", "answers": PASSED}))["version"] == 1
            late = await boro.do({"kind": "hand", "answers": KARO}, version=0)
            assert late["code"] == "stale_version"
            await boro.at(1)
            assert (await boro.do({"kind": "hand", "answers": KARO}))["version"] == 2
            for page in (ana, boro, guest):
                await page.at(2)
            assert ana.state == boro.state == guest.state
            assert guest.state["sheet"]["players"][1]["bule"] == 88
            assert [change["hand"] for change in guest.shown["changes"]] == [2]
            assert (await guest.do({"kind": "undo"}))["code"] == "not_writer"

    asyncio.run(scene())


def test_the_questions_come_from_the_server_and_a_correction_can_be_tried_first(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            await page.send({"type": "form", "id": "a"})
            asked = await page.heard("form")
            assert [question["key"] for question in asked["form"]["questions"]] == ["declarer"]
            await page.send({"type": "form", "id": "b", "answers": KARO})
            assert (await page.heard("form"))["form"]["outcome"]["bule"] == [0, -6, 0]
            await page.do({"kind": "hand", "answers": KARO})
            await page.send({"type": "form", "id": "c", "answers": {}, "hand": 5})
            assert (await page.heard("refused"))["id"] == "c"
            tried = {"kind": "correct", "hand": 1, "answers": {**KARO, "tricks": "5"}}
            await page.send({"type": "try", "id": "d", "command": tried})
            found = await page.heard("changes")
            assert found["changes"][0]["hand"] == 1
            assert found["state"]["sheet"]["players"][1]["bule"] == 106
            assert page.state["sheet"]["players"][1]["bule"] == 94
            await page.send({"type": "ping", "n": 4})
            assert (await page.heard("pong"))["n"] == 4

    asyncio.run(scene())


def test_a_command_for_a_hand_that_is_not_the_one_seen_is_refused(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            for version, answers in enumerate((PASSED, KARO), 1):
                await page.do({"kind": "hand", "answers": answers})
                await page.at(version)
            first, second = page.state["hands"]
            seen = {"hand": 2, "serial": second["serial"], "was": second["answers"]}
            # Another phone puts a hand in before it: the number is that of the first hand now.
            await page.do({"kind": "insert", "hand": 1, "serial": first["serial"], "answers": PASSED})
            await page.at(3)
            better = {**KARO, "tricks": "5"}
            for command in (
                {"kind": "correct", "answers": better, **seen},
                {"kind": "remove", **seen},
                {"kind": "insert", "answers": PASSED, **seen},
            ):
                await page.send({"type": "try", "id": "t", "command": command})
                for answer in (await page.heard("refused"), await page.do(command)):
                    assert (answer["type"], answer["code"]) == ("refused", "illegal")
                    assert "2. ruka je sada neka druga" in answer["sr"]
                    assert "Hand 2 is another one now" in answer["en"]
            seen |= {"hand": 3}
            assert (await page.do({"kind": "correct", "answers": better, **seen}))["version"] == 4
            await page.at(4)
            late = await page.do({"kind": "remove", **seen})
            assert "Hand 3 was corrected meanwhile" in late["en"]
            for strange in ({"serial": "2"}, {"serial": True}, {"was": ["karo"]}):
                assert (await page.do({"kind": "remove", "hand": 3, **strange}))["code"] == "illegal"
            for nowhere in (0, 9, "3"):
                assert (await page.do({"kind": "remove", **seen, "hand": nowhere}))["code"] == "illegal"
            assert len(page.state["hands"]) == 3
            # Who does not say what he saw means whatever stands there.
            assert (await page.do({"kind": "remove", "hand": 3}))["version"] == 5

    asyncio.run(scene())


def test_what_is_wrong_is_refused_and_changes_nothing(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        async with SheetPage(running.url, "a" * 16) as nobody:
            assert (await nobody.heard("refused"))["code"] == "unknown_sheet"
            assert (await nobody.do({"kind": "undo"}, version=0))["code"] == "unknown_sheet"
        async with SheetPage(running.url, sheet["sheet"], "wrong") as page:
            await page.heard("sheet")
            assert page.shown["writes"] is False
            await page.send("{")
            assert (await page.heard("refused"))["code"] == "bad_message"
            await page.send("x" * 5000)
            assert (await page.heard("refused"))["code"] == "too_large"
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            for command in ({"kind": "burn"}, {"kind": "undo"}, {"kind": "hand", "answers": {"declarer": "0"}}):
                answer = await page.do(command)
                assert answer["code"] == "illegal"
                assert answer["sr"] != answer["en"]
            assert page.version == 0

    asyncio.run(scene())


def test_the_same_id_is_done_once(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            for _ in range(2):
                answer = await page.do({"kind": "hand", "answers": KARO}, id="once", version=0)
                assert answer == {"type": "ack", "id": "once", "version": 1}
            await page.at(1)
            assert len(page.state["hands"]) == 1

    asyncio.run(scene())


def test_a_page_that_comes_back_with_its_version_gets_no_state_it_has(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        async with SheetPage(running.url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            await page.do({"kind": "hand", "answers": KARO})
        async with SheetPage(running.url, sheet["sheet"], since=1) as page:
            assert (await page.heard("sheet"))["state"] is None
        async with SheetPage(running.url, sheet["sheet"], since=0) as page:
            assert (await page.heard("sheet"))["state"]["counted"] == 1
            await page.send({"type": "open", "sheet": sheet["sheet"], "key": sheet["key"]})
            assert (await page.heard("sheet"))["writes"] is True

    asyncio.run(scene())


def test_http_does_the_same(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url, preset="vojvodina", options={"match.start_bule": 60})
        assert sheet["url"] == f"/sheet/{sheet['sheet']}"
        base = f"/api/sheets/{sheet['sheet']}"
        async with httpx.AsyncClient(base_url=running.url, verify=False, headers={"origin": running.url}) as client:
            asked = (await client.post(f"{base}/form", json={"answers": {"declarer": "0"}})).json()
            assert asked["form"]["questions"][-1]["key"] == "game"
            body = {"id": "1", "version": 0, "command": {"kind": "hand", "answers": KARO}}
            assert (await client.post(f"{base}/do", json=body)).status_code == 403
            done = await client.post(f"{base}/do", json=body, headers={"X-Sheet-Key": sheet["key"]})
            assert done.json()["version"] == 1
            stale = await client.post(f"{base}/do", json={**body, "id": "2"}, headers={"X-Sheet-Key": sheet["key"]})
            assert stale.status_code == 409
            state = (await client.get(base)).json()
            assert state["state"]["sheet"]["players"][1]["bule"] == 54
            assert state["state"]["rules"]["options"] == {"match.start_bule": 60}
            record = await client.get(f"{base}/record")
            played = summary(replay(read(record.text)))
            assert played["sheet"]["Boro"]["bule"] == 54
            assert (await client.get("/api/sheets/nowhere")).status_code == 404
            bad = await client.post("/api/sheets", json={"players": PLAYERS, "options": {"refa.max": "many"}})
            assert bad.json()["code"] == "rules"
            two = await client.post("/api/sheets", json={"players": ["Ana", "Ana", "Boro"]})
            assert two.json()["code"] == "illegal"

    asyncio.run(scene())


def test_what_leaves_a_sheet(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        base = f"/api/sheets/{sheet['sheet']}"
        async with httpx.AsyncClient(base_url=running.url, verify=False, headers={"origin": running.url}) as client:
            assert (await client.get(f"{base}/settlement")).json()["code"] == "nothing_open"
            body = {"id": "1", "version": 0, "command": {"kind": "hand", "answers": KARO}}
            await client.post(f"{base}/do", json=body, headers={"X-Sheet-Key": sheet["key"]})
            page = await client.get(f"{base}/paper.html?lang=en")
            assert "Bule left: 294" in page.text
            assert "attachment" in page.headers["content-disposition"]
            assert (await client.get(f"{base}/paper.doc")).status_code == 404
            assert (await client.get(f"{base}/hands.csv")).text.startswith("hand,dealer,")
            assert (await client.get(f"{base}/ppn")).text.startswith('[Bula "100"]')
            assert (await client.get(f"{base}/marks.csv")).text.startswith("player,column,")
            other = await client.post(f"{base}/whatif", json={"preset": "polski"})
            assert other.json()["remarks"][0]["hand"] == 1
            assert other.json()["carried"] == []
            assert (await client.post(f"{base}/whatif", json={"preset": "kineski"})).json()["code"] == "rules"
            wrong = {"preset": "srpski", "options": {"refa.max": "many"}}
            assert (await client.post(f"{base}/whatif", json=wrong)).json()["code"] == "rules"
            money = (await client.get(f"{base}/settlement?factor=0.1")).json()
            assert sum(map(Decimal, money["balance"])) == 0
            assert money["preview"] is True
            for factor in ("much", "0", "NaN", "1e99", "-1", "1e2", "inf", "9999999"):
                refused = await client.get(f"{base}/settlement?factor={factor}")
                assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
                assert "no price of a point" in refused.json()["en"]

    asyncio.run(scene())


def test_the_paper_is_served_as_a_document(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url)
        base = f"/api/sheets/{sheet['sheet']}"
        async with httpx.AsyncClient(base_url=running.url, verify=False, timeout=PATIENCE) as client:
            for form, start in (("pdf", b"%PDF"), ("png", b"\x89PNG"), ("svg", b"<svg")):
                answer = await client.get(f"{base}/paper.{form}")
                assert answer.content.startswith(start), form

    asyncio.run(scene())


def test_a_sheet_leaves_memory_and_comes_back(known: None, tmp_path: Path) -> None:
    async def scene(url: str, desk: Any) -> None:
        sheet = await made(url)
        async with SheetPage(url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            await page.do({"kind": "hand", "answers": KARO})
            assert len(desk) == 1
        async with asyncio.timeout(20), httpx.AsyncClient(base_url=url, verify=False) as client:
            while len(desk):
                await client.get("/healthz")
        async with SheetPage(url, sheet["sheet"]) as page:
            await page.heard("sheet")
            assert page.version == 1

    with Running(quick(tmp_path / "kibic.sqlite3", unload=0.05)) as running:
        asyncio.run(scene(running.url, running.server.desk))


def test_killed_between_two_taps_nothing_acknowledged_is_lost(database: Path) -> None:
    async def write(url: str, sheet: dict[str, Any], kill: Any) -> int:
        """Write hands until the server dies; the last version that was acknowledged."""
        last = 0
        async with SheetPage(url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            try:
                for number in range(40):
                    answer = await page.do({"kind": "hand", "answers": PASSED if number % 3 else KARO})
                    last = answer["version"]
                    await page.at(last)
                    if number == 7:
                        asyncio.get_running_loop().run_in_executor(None, kill)
            except ConnectionClosed:
                return last
        raise AssertionError("the server lived on")

    async def look(url: str, sheet: dict[str, Any], acknowledged: int) -> None:
        async with SheetPage(url, sheet["sheet"], sheet["key"]) as page:
            await page.heard("sheet")
            assert page.version >= acknowledged
            assert page.version <= acknowledged + 1, "at most the tap that was not acknowledged came through"
            assert page.state["counted"] == page.version
            version = page.version
            assert (await page.do({"kind": "undo"}))["version"] == version + 1

    with Process(database) as server:
        sheet = asyncio.run(made(server.url))
        acknowledged = asyncio.run(write(server.url, sheet, server.kill))
    assert acknowledged >= 8
    with Process(database) as server:
        asyncio.run(look(server.url, sheet, acknowledged))


def test_two_servers_can_not_both_append_at_one_place(database: Path) -> None:
    store = SheetStore(open_database(url_of(str(database))))
    store.add(SheetRow("a" * 16, b"k" * 32, {"players": PLAYERS}, 1))
    store.append("a" * 16, Done(1, {"kind": "undo"}, "x", 1))
    with pytest.raises(Conflict):
        store.append("a" * 16, Done(1, {"kind": "undo"}, "y", 1))
    with pytest.raises(Conflict):
        store.append("a" * 16, Done(2, {"kind": "undo"}, "x", 1))
    assert [done.client_id for done in store.commands("a" * 16)] == ["x"]


def test_a_record_or_a_ppn_text_becomes_a_sheet_with_a_report_of_what_is_lost(running: Running) -> None:
    async def scene() -> None:
        sheet = await made(running.url, dealer=2)
        headers = {"origin": running.url, "X-Sheet-Key": sheet["key"]}
        async with httpx.AsyncClient(base_url=running.url, verify=False, headers=headers) as client:
            base = f"/api/sheets/{sheet['sheet']}"
            body = {"id": "1", "version": 0, "command": {"kind": "hand", "answers": KARO}}
            assert (await client.post(f"{base}/do", json=body)).status_code == 200
            record, ppn = (await client.get(f"{base}/record")).text, (await client.get(f"{base}/ppn")).text
            mine = (await client.get(base)).json()["state"]["sheet"]
            told = []
            for text in (record, ppn):
                brought = (await client.post("/api/sheets/import", json={"text": text})).json()
                assert brought["players"] == PLAYERS
                other = (await client.get(f"/api/sheets/{brought['sheet']}")).json()
                assert (other["version"], other["state"]["sheet"]["players"]) == (1, mine["players"])
                undo = {"id": "2", "version": 1, "command": {"kind": "undo"}}
                own = {"X-Sheet-Key": brought["key"]}
                undone = await client.post(f"/api/sheets/{brought['sheet']}/do", json=undo, headers=own)
                assert undone.json()["version"] == 2
                told.append(brought["remarks"])
            assert told[0] == []
            assert told[1] == [], "Kibic reads all of its own"
            report = (await client.get(f"{base}/ppn?report")).json()["remarks"]
            assert {"en", "sr", "hand"} <= report[0].keys()
            broken = await client.post("/api/sheets/import", json={"text": "kibic = 1\nplayers = [\n"})
            assert "sheet" not in broken.json()
            assert broken.json()["problems"][0]["line"] in (2, 3)
            nobody = await client.post("/api/sheets/import", json={"text": '[Player1 "Ana"]\n'})
            assert "Player2, Player3" in nobody.json()["problems"][0]["en"]
            large = await client.post("/api/sheets/import", json={"text": "x" * 200_000})
            assert large.json()["code"] == "too_large"

    asyncio.run(scene())
