"""Hosts, people who look on, open tables, block lists, and people who go for good."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import httpx

from tests.server.kit import Person, Running, first, play
from tests.server.tables import opened, people

GOOD = "trešnje u maju"


async def refused(person: Person, table: str) -> str:
    page = await person.page(table)
    code: str = (await page.heard("refused"))["code"]
    return code


def test_only_the_host_hosts(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            table = await opened(ana)
            page, other = await ana.page(table), await boro.page(table)
            await other.say("sit", seat=1)
            await other.until(lambda _: other.table is not None and other.table["seats"][1]["you"])
            for message in (
                {"type": "kick", "seat": 0},
                {"type": "kick", "who": "x"},
                {"type": "host", "seat": 1},
                {"type": "door", "public": True},
                {"type": "pardon", "who": "x"},
            ):
                await other.say(message.pop("type"), **message)  # type: ignore[arg-type]
                assert (await other.heard("refused"))["code"] == "not_host"
            assert other.table["door"]["banned"] == []
            # The host cannot send himself away, nor an empty chair.
            for seat in (0, 2):
                await page.say("kick", seat=seat)
                assert (await page.heard("refused"))["code"] == "nothing_open"
            await page.say("kick", seat=9)
            assert (await page.heard("refused"))["code"] == "bad_message"

    asyncio.run(story())


def test_the_host_hands_over(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            table = await opened(ana)
            page, other = await ana.page(table), await boro.page(table)
            await other.say("sit", seat=2)
            await page.until(lambda _: page.table is not None and page.table["seats"][2]["name"] == "Boro")
            assert [seat["host"] for seat in page.table["seats"]] == [True, False, False]
            await page.say("host", seat=2)
            await other.until(lambda _: other.table is not None and other.table["host"])
            assert [seat["host"] for seat in other.table["seats"]] == [False, False, True]
            await page.say("fill", seat=1)
            assert (await page.heard("refused"))["code"] == "not_host"
            await other.say("kick", seat=0)
            await page.until(lambda _: page.table["seats"][0]["kind"] == "free")

    asyncio.run(story())


def test_who_is_sent_away_may_come_again_unless_he_is_banned(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            table = await opened(ana)
            page, other = await ana.page(table), await boro.page(table)
            for ban in (False, True):
                await other.say("sit", seat=1)
                await page.until(lambda _: page.table is not None and page.table["seats"][1]["name"] == "Boro")
                await page.say("kick", seat=1, ban=ban)
                await page.until(lambda _: page.table["seats"][1]["kind"] == "free")
            assert (await other.heard("refused"))["code"] == "banned"
            await other.say("sit", seat=1)
            assert (await other.heard("refused"))["code"] == "unknown_table"
            assert await refused(boro, table) == "banned"
            assert (await boro.client.get(f"/api/tables/{table}/record")).json()["code"] == "banned"
            (banned,) = page.table["door"]["banned"]
            assert banned["name"] == "Boro"
            await page.say("pardon", who=banned["who"])
            await page.until(lambda _: page.table["door"]["banned"] == [])
            again = await boro.page(table)
            await again.heard("welcome")

    asyncio.run(story())


def test_a_bot_plays_on_for_who_is_sent_away_in_the_middle(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            table = (await ana.post("/api/tables", seats=["me", "free", "bot"]))["table"]
            page, other = await ana.page(table), await boro.page(table)
            await other.say("sit", seat=1)
            await page.holds(lambda view: True)
            await other.holds(lambda view: True)
            mine, his = page.seat, other.seat
            assert his is not None
            await page.say("kick", seat=his, ban=False)
            await other.until(lambda message: message["type"] == "welcome" and message["seat"] is None)
            # He sees from now on what anybody sees who looks on.
            async with Person(tiny.url, "Ceca") as ceca:
                third = await ceca.page(table)
                await third.holds(lambda view: True)
                await other.until(lambda _: other.version >= third.version)
                await third.until(lambda _: third.version >= other.version)
                assert third.view == other.view
            await page.until(lambda _: page.table["seats"][his]["kind"] == "bot")
            assert page.seat == mine
            assert page.table["seats"][his]["name"] != "Boro"
            await play(page, first, lambda view: view.get("phase") == "over")

    asyncio.run(story())


def test_a_host_who_does_not_sit_sees_what_anybody_sees(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            table = (await ana.post("/api/tables", seats=["free", "bot", "bot"]))["table"]
            page, other, third = await ana.page(table), await boro.page(table), await ceca.page(table)
            await other.say("sit", seat=0)
            for one in (page, third):
                await one.holds(lambda view: True)
                assert one.seat is None
            await page.until(lambda _: page.version >= third.version)
            await third.until(lambda _: third.version >= page.version)
            assert page.table["host"] is True
            assert page.view == third.view

    asyncio.run(story())


def test_who_looks_on_is_counted_and_may_be_sent_away(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro", None) as (ana, boro, stranger):
            table = await opened(ana)
            page = await ana.page(table)
            other, third = await boro.page(table), await stranger.page(table)
            await third.heard("welcome")
            await page.until(lambda _: page.table is not None and page.table["door"]["watching"] == 2)
            (named,) = page.table["door"]["watchers"]
            assert named["name"] == "Boro"
            # Only the host gets a handle.
            await other.until(lambda _: other.table is not None and other.table["door"]["watching"] == 2)
            assert other.table["door"]["watchers"] == [{"name": "Boro", "who": None}]
            await page.say("kick", who=named["who"])
            assert (await other.heard("refused"))["code"] == "banned"
            await page.until(lambda _: page.table["door"]["watching"] == 1)
            assert await refused(boro, table) == "banned"

    asyncio.run(story())


def test_nobody_looks_on_where_the_host_does_not_allow_it(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            table = (await ana.post("/api/play", kibitzers=True))["table"]
            page, other = await ana.page(table), await boro.page(table)
            await other.holds(lambda view: True)
            await page.say("door", kibitzers=False)
            await page.until(lambda _: page.table is not None and not page.table["door"]["kibitzers"])
            assert (await other.heard("refused"))["code"] == "no_kibitzers"
            assert await refused(boro, table) == "no_kibitzers"
            for path in ("record", "conventions?hand=1", "replay"):
                assert (await boro.client.get(f"/api/tables/{table}/{path}")).json()["code"] == "no_kibitzers"
            assert (await ana.client.get(f"/api/tables/{table}/replay")).status_code == 200
            await page.say("door", kibitzers=True)
            await page.until(lambda _: page.table["door"]["kibitzers"])
            again = await boro.page(table)
            await again.holds(lambda view: True)
            # Before the start anybody with the link may come, so that he can sit down.
            closed = await opened(ana, kibitzers=False)
            waiting = await boro.page(closed)
            await waiting.heard("welcome")

    asyncio.run(story())


def test_open_tables_are_those_that_are_public(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            private = await opened(ana)
            public = await opened(ana, public=True, title="Petkom")
            played = (await ana.post("/api/play", public=True))["table"]
            hidden = (await ana.post("/api/play", public=True, kibitzers=False))["table"]
            found = await listed(tiny, boro)
            assert {public, played} <= set(found)
            assert not {private, hidden} & set(found)
            shown = found[public]
            assert shown["name"] == "Petkom"
            assert shown["free"] == 2
            assert [seat["name"] for seat in shown["seats"]] == ["Ana", "", ""]
            assert shown["mine"] is False
            assert (await listed(tiny, ana))[public]["mine"] is True
            page = await ana.page(private)
            await page.say("door", public=True)
            await page.until(lambda _: page.table is not None and page.table["door"]["public"])
            assert private in await listed(tiny, boro)

    asyncio.run(story())


async def listed(tiny: Running, person: Person) -> dict[str, Any]:
    """The open tables as the person sees them now, not a moment ago."""
    tiny.server.lobby._fresh_until = 0.0
    person_tables = (await person.get("/api/lobby"))["tables"]
    return {one["id"]: one for one in person_tables}


def test_a_table_at_which_nobody_is_seen_is_not_open_any_more(tiny: Running) -> None:
    from kibic.server.guests import now_ms
    from kibic.server.matchstore import MatchStore

    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            table = await opened(ana, public=True)
            writer, lobby = tiny.server.writer, tiny.server.lobby
            matches: MatchStore = lobby._matches
            matches.touch([table], now_ms() - 61_000)
            lobby._fresh_until = 0.0
            assert table not in await listed(tiny, ana)
            page = await ana.page(table)
            await page.heard("welcome")
            assert table in tiny.server.tables.public_and_visited()
            matches.touch(tiny.server.tables.public_and_visited(), now_ms())
            lobby._fresh_until = 0.0
            assert table in await listed(tiny, ana)
            assert writer.store.table(table) is not None

    asyncio.run(story())


def test_who_is_blocked_cannot_sit_at_my_tables_nor_find_them(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro", "Ceca") as (ana, boro, ceca):
            together = await opened(ana)
            page, other = await ana.page(together), await boro.page(together)
            await other.say("sit", seat=1)
            await page.until(lambda _: page.table is not None and page.table["seats"][1]["name"] == "Boro")
            (entry,) = (await ana.post("/api/blocks", table=together, seat=1))["blocks"]
            assert entry["name"] == "Boro"
            assert (await ana.get("/api/blocks"))["blocks"] == [entry]
            assert (await boro.get("/api/blocks"))["blocks"] == []
            # At a table of hers, and at one of somebody else where she sits.
            public = await opened(ana, public=True)
            hosted = await opened(ceca)
            guest = await ana.page(hosted)
            await guest.say("sit", seat=1)
            await guest.until(lambda _: guest.table is not None and guest.table["seats"][1]["you"])
            for table in (public, hosted):
                there = await boro.page(table)
                await there.say("sit", seat=2)
                assert (await there.heard("refused"))["code"] == "seat_taken"
            assert public not in await listed(tiny, boro)
            assert public in await listed(tiny, ceca)
            assert (await ana.post("/api/blocks/remove", who=entry["who"]))["blocks"] == []
            assert (await ana.client.post("/api/blocks/remove", json={"who": "x"})).json()["code"] == "nothing_open"
            for seat, code in ((0, "nothing_open"), (2, "nothing_open"), (9, "bad_message")):
                answer = await ana.client.post("/api/blocks", json={"table": together, "seat": seat})
                assert answer.json()["code"] == code

    asyncio.run(story())


def test_who_deletes_himself_leaves_no_name(tiny: Running) -> None:
    async def story() -> None:
        async with people(tiny.url, "Ana", "Boro") as (ana, boro):
            forgetful = f"Boro Zaboravni {secrets.token_hex(2)}"
            await boro.post("/api/account", name=forgetful, password=GOOD)
            finished = (await ana.post("/api/tables", seats=["me", "free", "bot"]))["table"]
            page, other = await ana.page(finished), await boro.page(finished)
            await other.say("sit", seat=1)
            over = [play(one, first, lambda view: view.get("phase") == "over") for one in (page, other)]
            await asyncio.gather(*over)
            going_on = (await boro.post("/api/tables", seats=["me", "free", "bot"], public=True))["table"]
            third = await ana.page(going_on)
            await third.say("sit", seat=1)
            await third.holds(lambda view: True)
            waiting = await opened(boro, public=True)
            wrong = await boro.client.post("/api/account/delete", json={"password": "something else"})
            assert wrong.json()["code"] == "login"
            await boro.post("/api/account/delete", password=GOOD)
            assert await boro.get("/api/me") == {"name": None, "account": False}
            assert (await boro.client.post("/api/login", json={"name": forgetful, "password": GOOD})).status_code == 403
            await third.until(lambda _: third.table["host"])
            assert [seat["kind"] for seat in third.table["seats"]].count("bot") == 2
            await play(third, first, lambda view: view.get("phase") == "over")
            # The matches of the others stay, without his name.
            mine = {one["id"]: one["seats"] for one in (await ana.get("/api/matches"))["matches"]}
            assert {finished, going_on} <= set(mine)
            assert "Zaboravni" not in repr(mine)
            assert sorted(mine[finished])[:2] == ["Ana", "Mile"]
            assert "N. N." in mine[finished]
            assert waiting not in await listed(tiny, ana)
            row = tiny.server.writer.store.table(waiting)
            assert row is not None
            assert "Zaboravni" not in repr(row)

    asyncio.run(story())


def test_a_guest_can_be_forgotten_too(tiny: Running) -> None:
    with httpx.Client(base_url=tiny.url, timeout=60, verify=False) as guest:
        guest.post("/api/me", json={"name": "Vera"})
        table = guest.post("/api/play", json={}).json()["table"]
        assert guest.post("/api/account/delete", json={}).status_code == 200
        assert guest.get("/api/me").json() == {"name": None, "account": False}
        row = tiny.server.writer.store.table(table)
        assert row is not None
        assert {seat.kind for seat in row.seats} == {"bot"}
