"""Tables and people at them, as the tests of chat, consent, absence, hosting and undoing make them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from tests.server.kit import Page, Person


@contextlib.asynccontextmanager
async def people(url: str, *names: str | None) -> AsyncIterator[tuple[Person, ...]]:
    """Somebody of each name; one without a name is a stranger."""
    async with contextlib.AsyncExitStack() as stack:
        yield tuple([await stack.enter_async_context(Person(url, name)) for name in names])


async def opened(host: Person, *, persons: int = 3, **body: Any) -> str:
    """A table of the host with so many seats for people, himself included, and bots; its id."""
    seats = ["me", *["free"] * (persons - 1), *["bot"] * (3 - persons)]
    made: str = (await host.post("/api/tables", seats=seats, **body))["table"]
    return made


async def trio(seated: tuple[Person, ...], **body: Any) -> list[Page]:
    """Pages of people who took the free seats of the first one's table, each with its first view."""
    table = await opened(seated[0], persons=len(seated), **body)
    pages = [await person.page(table) for person in seated]
    for number, page in enumerate(pages[1:], 1):
        await page.heard("welcome")
        await page.say("sit", seat=number)
    for page in pages:
        await page.holds(lambda _: True)
    return pages


def paused_or_asked(pages: list[Page]) -> Callable[[Any], bool]:
    """Whether one of these people is to act, or the hand is over: nothing goes on by itself then."""
    seats = {page.seat for page in pages}
    return lambda view: view["to_act"] in seats or (view["phase"] == "deal" and view["hand"] > 0)


async def on_turn(pages: list[Page]) -> Page:
    """The page that is to act, once all of them know it; the first one when the hand is over."""
    for page in pages:
        await page.holds(paused_or_asked(pages))
    return next((page for page in pages if page.my_turn), pages[0])


async def sees(page: Page, wanted: Callable[[Any], Any]) -> Any:
    """The table, once ``wanted`` is true of it."""
    if page.table is None or not wanted(page.table):
        await page.until(lambda _: page.table is not None and wanted(page.table))
    return page.table


async def passes(page: Page, version: int) -> None:
    """Waits until the table has left the version."""
    while page.version == version:
        await page.hear()


async def consented(asker: Page, *others: Page) -> None:
    """What was proposed by the first is agreed to by the others."""
    for page in others:
        await sees(page, lambda table: table["proposal"] is not None)
        await page.say("consent", yes=True)
    await sees(asker, lambda table: table["proposal"] is None)
