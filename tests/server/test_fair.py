"""Fair cards through the sockets: sealed before the deal, cut by the players, told after the hand and never before."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from kibic.record import cut, read, replay, table_name, verify
from kibic.record.fair import DECK
from kibic.server.sealstore import SealStore
from tests.server import highest
from tests.server.kit import PATIENCE, Page, Person, Running, play, quick

#: A player who cuts every deck, and waits for nobody: the first deck waits for him as long as it must.
NUMBER = "0123456789abcdef" * 2
LONG = {"cut_wait": PATIENCE}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of Preferans whose bots play anything legal and whose first deck waits for the players to cut."""
    with Running(quick(tmp_path_factory.mktemp("fair") / "kibic.sqlite3", bot="random", kept=400, **LONG)) as running:
        yield running


def over(view: Any) -> bool:
    return bool(view["phase"] == "over")


def chance(seed: int) -> Callable[[Any], str]:
    rng = random.Random(seed)
    return lambda view: rng.choice(view["legal"])


class Cutter(Page):
    """A page that cuts every deck it sees a seal of, and remembers the seals."""

    seals: dict[int, str]
    dealt: dict[int, dict[str, Any]]

    async def hear(self) -> Any:
        message = await super().hear()
        if message["type"] in ("table", "welcome") and message["table"]["fair"]:
            fair = message["table"]["fair"]
            if fair["dealt"]:
                self.dealt[fair["dealt"]["hand"]] = fair["dealt"]
            coming = fair["next"]
            if coming and coming["hand"] not in self.seals:
                self.seals[coming["hand"]] = coming["hash"]
                if self.seat is not None:
                    await self.say("cut", hand=coming["hand"], number=NUMBER)
        return message


async def cutter(person: Person, table: str) -> Cutter:
    page = await person.page(table)
    page.__class__ = Cutter
    assert isinstance(page, Cutter)
    page.seals, page.dealt = {}, {}
    return page


async def record_of(person: Person, table: str) -> str:
    return (await person.client.get(f"/api/tables/{table}/record")).text


def test_every_hand_of_a_match_is_what_was_sealed_and_cut(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana, Person(served.url) as stranger:
            table = (await ana.post("/api/play", options={"match.end": "hands:6"}))["table"]
            page, onlooker = await cutter(ana, table), await cutter(stranger, table)
            await onlooker.heard("welcome")
            await asyncio.gather(play(page, chance(4), over), onlooker.holds(over))
            await page.until(lambda _: page.table["state"] == "over")
            text = await record_of(ana, table)
            found = verify(replay(read(text)))
            hands = len(found)
            assert hands >= 6
            assert {verdict.status for verdict in found} == {"agrees"}
            # The seals are those the page was shown before the deal, and its number is in every deck.
            assert {verdict.hand: verdict.hash for verdict in found}.items() <= page.seals.items()
            assert {verdict.hash for verdict in found} <= set(onlooker.seals.values())
            assert all(dealt["cuts"] in ([], [page.seat]) for dealt in page.dealt.values())
            assert page.dealt[1]["cuts"] == [page.seat]
            told = await ana.get(f"/api/tables/{table}/fair")
            assert told["table"] == table_name(table)
            assert told["hands"] == read(text).extras["fair"]
            one = await ana.get(f"/api/tables/{table}/fair?hand=2")
            assert one["hands"] == told["hands"][1:2]
            assert one["hands"][0]["text"].startswith(f"kibic-deal-1 {table_name(table)} 2 ")
            assert [each.partition(":")[2] for each in told["hands"][0]["cut"]] == [NUMBER]
            assert table not in text

    asyncio.run(story())


def test_a_closed_hand_is_told_by_its_seal_until_the_match_is_over(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana:
            table = (await ana.post("/api/play", bot="rule", options={"match.end": "hands:2"}))["table"]
            page = await cutter(ana, table)
            # Whoever may passes: sooner or later nobody plays a hand.
            pick = lambda view: "dalje" if "dalje" in view["legal"] else view["legal"][0]  # noqa: E731
            await play(page, pick, lambda view: view.get("outcome") is not None)
            finished = (await ana.get(f"/api/tables/{table}/fair"))["hands"]
            assert [each["hand"] for each in finished] == [1]
            shown = any(page.view["outcome"].get("hands") or ()) and "talon" in page.view["outcome"]
            assert ("text" in finished[0]) == shown
            await play(page, pick, over)
            assert all("text" in each for each in (await ana.get(f"/api/tables/{table}/fair"))["hands"])

    asyncio.run(story())


def test_what_is_secret_is_in_no_frame_no_answer_and_no_log(served: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana:
            table = (await ana.post("/api/play"))["table"]
            page = await cutter(ana, table)
            await play(page, chance(9), lambda view: view["hand"] == 2 and view["phase"] != "deal")
            seals = served.server.tables.services.seals.of(table, first=1, last=9)
            assert [sealed.seal.hand for sealed in seals][:2] == [1, 2]
            answers = [await record_of(ana, table), json.dumps(await ana.get(f"/api/tables/{table}/fair"))]
            closed = "text" not in json.loads(answers[1])["hands"][0]
            for sealed in seals:
                secret = [sealed.seal.salt, sealed.seal.text, " ".join(sealed.seal.cards)]
                for text in [*page.frames, caplog.text]:
                    assert not any(each in text for each in secret)
                for text in answers:
                    if sealed.seal.hand > 1 or closed:
                        assert not any(each in text for each in secret)
            assert (await ana.get(f"/api/tables/{table}/fair?hand=2"))["hands"] == []

    with caplog.at_level(logging.DEBUG, logger="kibic.server"):
        asyncio.run(story())


def test_a_cut_counts_once_for_its_hand_and_only_from_a_seat(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana, Person(served.url) as stranger:
            table = (await ana.post("/api/play"))["table"]
            page = await ana.page(table)
            await page.until(lambda _: page.table is not None and bool(page.table["fair"]["next"]))
            watching = await stranger.page(table)
            await watching.heard("welcome")
            await watching.say("cut", hand=1, number=NUMBER)
            assert (await watching.heard("refused"))["code"] == "not_seated"
            for number in ("x" * 32, "0" * 31, NUMBER.upper()):
                await page.say("cut", hand=1, number=number)
                assert (await page.heard("refused"))["code"] == "bad_message"
            await page.say("cut", hand=2, number="2" * 32)  # the deck of hand 2 is not sealed yet
            await page.say("cut", hand=1, number=NUMBER)
            await page.say("cut", hand=1, number="f" * 32)
            await page.until(lambda _: page.view is not None and page.view["hand"] == 1)
            await page.say("cut", hand=1, number="e" * 32)
            (first,) = served.server.tables.services.seals.of(table, first=1, last=1)
            assert first.cuts == (f"{(page.seat or 0) + 1}:{NUMBER}",)

    asyncio.run(story())


def test_a_server_that_comes_back_deals_what_it_had_sealed(database: Path) -> None:
    settings = quick(database, game=highest.GAME.name, next_pause=PATIENCE)

    async def until_sealed(ana: Person) -> tuple[str, str]:
        """Plays a hand; the table, and the seal of the next one."""
        table = (await ana.post("/api/play"))["table"]
        page = await cutter(ana, table)
        await play(page, lambda view: view["legal"][0], lambda view: view["hand"] == 1 and view["phase"] == "deal")
        if 2 not in page.seals:
            await page.until(lambda _: 2 in page.seals)
        return table, page.seals[2]

    async def dealt(running: Running, ana: Person, table: str, seal: str) -> None:
        page = await cutter(ana, table)
        await page.until(lambda _: page.table is not None and page.table["fair"]["next"] is not None)
        assert page.table["fair"]["next"] == {"hand": 2, "hash": seal}
        await page.say("next")
        await page.until(lambda _: page.view["hand"] == 2)
        (sealed,) = running.server.tables.services.seals.of(table, first=2, last=2)
        assert sealed.seal.hash == seal
        assert sealed.cuts == (f"{(page.seat or 0) + 1}:{NUMBER}",)
        deals = [word.word for word in running.server.writer.store.words(table) if word.word.startswith(DECK)]
        assert deals[1].split()[1:] == list(cut(sealed.seal.cards, seal, sealed.cuts or ()))

    async def story() -> None:
        with Running(settings) as running:
            async with Person(running.url, "Ana") as ana:
                table, seal = await until_sealed(ana)
        with Running(settings) as running:
            async with Person(running.url) as again:
                again.client.cookies = ana.client.cookies
                await dealt(running, again, table, seal)

    asyncio.run(story())


def test_what_is_asked_for_wrongly(served: Running) -> None:
    with httpx.Client(base_url=served.url, timeout=PATIENCE) as client:
        assert client.get("/api/tables/abcdefgh2345/fair").json()["code"] == "unknown_table"
        table = client.post("/api/play", json={}).json()["table"]
        assert client.get(f"/api/tables/{table}/fair").json() == {"table": table_name(table), "hands": []}
        for wrong in ("", "0", "x", "100000"):
            assert client.get(f"/api/tables/{table}/fair?hand={wrong}").status_code == 400


def test_a_deck_that_cannot_be_sealed_is_not_dealt(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(running: Running) -> None:
        seals = running.server.tables.services.seals
        full = OperationalError("insert", {}, Exception("database or disk is full"))
        failures = iter([full])

        add = seals.add

        def sometimes(*arguments: Any) -> Any:
            for failure in failures:
                raise failure
            return add(*arguments)

        monkeypatch.setattr(SealStore, "add", lambda _self, *arguments: sometimes(*arguments))
        async with Person(running.url, "Ana") as ana:
            table = (await ana.post("/api/play"))["table"]
            page = await ana.page(table)
            await page.until(lambda _: page.view is not None and page.view["hand"] == 1)
            (sealed,) = seals.of(table, first=1, last=1)
            words = running.server.writer.store.words(table)
            assert words[0].word == f"{DECK} {' '.join(sealed.seal.cards)}"

    with Running(quick(database, game=highest.GAME.name, retry=0.01)) as running:
        asyncio.run(story(running))
