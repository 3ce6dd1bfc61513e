"""The short form of ``python -m stress hostile``: refused as documented, counted, and others play on."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from stress.attacks import ATTACKS, Target
from stress.hostile import Peace, check
from tests.server.kit import Running, quick


async def attacked(target: Target) -> Counter[str]:
    """One round of all attacks at once; what came of it."""
    await target.prepare()
    seen: Counter[str] = Counter()
    await asyncio.gather(*(attack(target, seen) for attack in ATTACKS))
    return seen


def test_who_means_no_good_is_refused_and_counted_and_others_play_on(database: Path) -> None:
    async def story(running: Running) -> None:
        async with Peace(running.url, seed=1, thinking=(0.0, 0.05)) as peace:
            await peace.sit(1)
            target = Target(running.url, peace.tables[0], pace=100.0)
            before = await target.counted()
            seen, took = await peace.beside(attacked(target))
            check(seen, await target.counted() - before)
            assert took
        words = running.server.writer.store.words(target.own)
        ids = [word.client_id for word in words if word.client_id is not None]
        assert sum(message_id.startswith("replayed") for message_id in ids) == 1

    with Running(quick(database, bot="random", rate=150.0, burst=150, queue=40)) as running:
        asyncio.run(story(running))
