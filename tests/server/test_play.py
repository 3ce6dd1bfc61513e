"""People and bots play over real sockets."""

from __future__ import annotations

import asyncio
import json

from tests.server.kit import Page, Person, Running, first, play


def over(view: dict[str, object]) -> bool:
    return view["phase"] == "over"


async def two_and_a_bot(tiny: Running, ana: Person, boro: Person) -> tuple[Page, Page]:
    made = await ana.post("/api/tables", seats=["me", "free", "bot"])
    one = await ana.page(made["table"])
    await one.heard("welcome")
    two = await boro.page(made["table"])
    await two.heard("welcome")
    await two.say("sit", seat=1, name="Boro")
    return one, two


def test_one_person_plays_a_match_against_bots(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/play")
            page = await ana.page(made["table"])
            await play(page, first, over)
            assert sum(page.view["points"].values()) == 6
            await page.until(lambda message: page.table["state"] == "over")

    asyncio.run(story())


def test_two_people_and_a_bot_play_a_match(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana, Person(tiny.url, "Boro") as boro:
            one, two = await two_and_a_bot(tiny, ana, boro)
            await asyncio.gather(play(one, first, over), play(two, first, over))
            assert one.view["points"] == two.view["points"]
            assert {one.seat, two.seat} < {0, 1, 2}
            names = [seat["name"] for seat in one.table["seats"]]
            assert names[one.seat or 0] == "Ana"
            assert names[two.seat or 0] == "Boro"

    asyncio.run(story())


def test_a_page_that_joins_sees_what_a_page_that_stayed_sees(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Ana") as ana:
            made = await ana.post("/api/play", options={"match.hands": 5})
            page = await ana.page(made["table"])
            await play(page, first, lambda view: view["hand"] == 3 and view["to_act"] == page.seat)
            other = await ana.page(made["table"])
            await other.heard("welcome")
            assert json.dumps(other.view, sort_keys=True) == json.dumps(page.view, sort_keys=True)

    asyncio.run(story())
