"""Bots think in processes of their own: one that dies, hangs or fails is replaced, and the usual bot answers."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from kibic.bots import Decision, adviser, bot_named, usual_bot
from kibic.bots.work import Failure, consent, decide
from kibic.game import Action, View
from kibic.games.preferans import GAME, Match
from kibic.server.desks import Desks, _Desk
from kibic.server.thinking import Processes, Thinker
from tests.bots.bot_tables import seen
from tests.processes import survivors
from tests.server.badbots import SECRET, until_told
from tests.server.kit import PATIENCE, Person, Running, first, play, quick

BAD = "tests.server.badbots"
EXTRA = {name: f"{BAD}.{name}" for name in ("Dies", "Hangs", "Fails", "Agrees")}


def first_hand(seed: int = 7) -> Match:
    match = Match.start(GAME.rules("srpski"), 3, 2)
    match, _ = match.apply(match.legal().sample(random.Random(seed)))
    return match


VIEW = seen(first_hand())


def thinking(story: Callable[[Thinker, Processes], Coroutine[Any, Any, None]], limit: float = PATIENCE) -> None:
    """Run a story with bots in processes; at its end all of those are gone."""

    async def run() -> list[int]:
        minds = Processes(2, limit, EXTRA)
        try:
            await story(Thinker(minds, limit, EXTRA, None), minds)
        finally:
            pids = minds.desks.pids
            await minds.close()
        return pids

    pids = asyncio.run(run())
    assert pids
    assert survivors(pids) == []


def test_a_bot_in_a_process_decides_as_it_does_here() -> None:
    async def story(_thinker: Thinker, minds: Processes) -> None:
        match: Any = first_hand()
        while not match.outcomes:
            view = seen(match)
            decision = decide("rule", "preferans", view, PATIENCE, "seed")
            assert await minds.choose("rule", "preferans", view, "seed") == decision
            assert not isinstance(decision, Failure)
            match, _ = match.apply(decision.action)

    thinking(story)


@pytest.mark.parametrize(
    ("name", "said"),
    [("Dies", "bot Dies ended the process"), ("Hangs", "bot Hangs took more than 5 s"), ("Fails", "bot Fails failed")],
)
def test_the_usual_bot_answers_for_one_that_fails(name: str, said: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(thinker: Thinker, minds: Processes) -> None:
        await minds.warm()
        (before,) = minds.desks.pids
        decision = await thinker.choose(name, "preferans", VIEW)
        assert decision == bot_named("rule").choose(VIEW, random.Random(1))
        assert (minds.desks.pids == [before]) == (name == "Fails")

    thinking(story, limit=5 if name == "Hangs" else PATIENCE)
    assert any(record.message.startswith(said) for record in caplog.records)
    assert SECRET not in caplog.text


def test_several_ask_at_once_and_one_that_dies_disturbs_no_other() -> None:
    async def story(thinker: Thinker, minds: Processes) -> None:
        names = ["rule", "Dies", "rule", "rule", "Dies", "rule"]
        decisions = await asyncio.gather(*(thinker.choose(name, "preferans", VIEW) for name in names))
        assert decisions == [bot_named("rule").choose(VIEW, random.Random(1))] * 6
        assert 1 <= len(minds.desks.pids) <= 2

    thinking(story)


def test_while_a_process_is_started_nobody_gives_up_waiting_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        may_open, opens = asyncio.Event(), _Desk.open

        async def late(desk: _Desk) -> None:
            await may_open.wait()
            await opens(desk)

        monkeypatch.setattr(_Desk, "open", late)
        desks = Desks(1, queue=0.0)
        try:
            asked = [asyncio.create_task(desks.ask(PATIENCE, os.getpid)) for _ in range(3)]
            for _ in range(100):
                await asyncio.wait(asked, timeout=0)
            assert not any(task.done() for task in asked)
            monkeypatch.setattr(desks, "_queue", PATIENCE)
            may_open.set()
            assert await asyncio.gather(*asked) == desks.pids * 3
        finally:
            await desks.close()

    asyncio.run(story())


def test_who_waits_too_long_for_a_free_process_gives_up_and_leaves_it_to_others(tmp_path: Path) -> None:
    busy, go = tmp_path / "busy", tmp_path / "go"
    for path in (busy, go):
        os.mkfifo(path)

    async def story() -> None:
        desks = Desks(1, queue=0.0)
        try:
            first = asyncio.create_task(desks.ask(PATIENCE, until_told, str(busy), str(go)))
            await asyncio.to_thread(busy.read_text)
            with pytest.raises(TimeoutError):
                await desks.ask(PATIENCE, os.getpid)
            await asyncio.to_thread(go.write_text, "go")
            assert await first == "go"
            assert [await desks.ask(PATIENCE, os.getpid)] == desks.pids
        finally:
            await desks.close()

    asyncio.run(story())


def test_a_process_that_is_killed_is_replaced() -> None:
    async def story(_thinker: Thinker, minds: Processes) -> None:
        desks: Desks = minds.desks
        await desks.warm()
        (pid,) = desks.pids
        os.kill(pid, signal.SIGKILL)
        # The end of the process may be noticed before it is asked, or by asking.
        (answer,) = await asyncio.gather(desks.ask(PATIENCE, os.getpid), return_exceptions=True)
        assert isinstance(answer, BrokenProcessPool)
        assert await desks.ask(PATIENCE, os.getpid) != pid
        assert pid not in desks.pids

    thinking(story)


def test_proposals_are_answered_by_those_who_have_an_opinion(caplog: pytest.LogCaptureFixture) -> None:
    async def story(thinker: Thinker, _minds: Processes) -> None:
        action = VIEW.legal[0]
        for name, between, expected in (
            ("random", True, True),
            ("random", False, False),
            ("Agrees", False, True),
            ("Fails", True, False),
        ):
            assert await thinker.agrees(name, "preferans", VIEW, action, between_hands=between) is expected

    thinking(story)
    assert SECRET not in caplog.text
    failed = consent(f"{BAD}.Fails", "preferans", VIEW, VIEW.legal[0], PATIENCE)
    assert isinstance(failed, Failure)
    assert SECRET not in failed.kind + failed.where


def test_the_same_view_gives_the_same_hint_whatever_the_others_hold() -> None:
    """Two deals that look alike to the seat: the hint is one, chance included."""
    match = first_hand()
    seat = match.to_act
    assert seat is not None
    assert match.hand is not None
    deal = match.hand.dealt.deal
    others = [other for other in range(3) if other != seat]
    hands = list(deal.hands)
    hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
    changed = Match.start(match.rules, 3, 2)
    changed, _ = changed.apply(type(deal)(tuple(hands), deal.talon))
    shown = [GAME.view_json(state.view(seat), ["a", "b", "c"]) for state in (match, changed)]
    assert shown[0] == shown[1]

    async def story(thinker: Thinker, _minds: Processes) -> None:
        hints = [await thinker.hint("preferans", state.view(seat), shown[0]) for state in (match, changed, match)]
        assert hints[0] is not None
        assert hints[0] == hints[1] == hints[2]

    thinking(story)
    seeds = [decide("random", "preferans", state.view(seat), PATIENCE, "seed") for state in (match, changed, match)]
    assert seeds[0] == seeds[1] == seeds[2]


def test_a_hand_at_a_real_table_with_bots_of_the_operator(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    async def story(running: Running) -> None:
        async with Person(running.url, "Ana") as ana:
            offered = (await ana.get("/api/bots"))["bots"]
            assert [bot["name"] for bot in offered][-4:] == list(EXTRA)
            made = await ana.post("/api/tables", seats=["me", "bot:Fails", "bot:rule"], bot_pause=0)
            page = await ana.page(made["table"])
            await play(page, first, lambda view: view["hand"] == 2)
            assert sorted(seat["bot"] for seat in page.table["seats"] if seat["kind"] == "bot") == ["Fails", "rule"]
            refused = await ana.client.post("/api/tables", json={"seats": ["me", "bot:cmd: date", "bot"]})
            assert refused.status_code == 400
            refused = await ana.client.post("/api/tables", json={"seats": ["me", f"bot:{BAD}.Fails", "bot"]})
            assert refused.json()["code"] == "bad_request"

    with Running(quick(database, bots=EXTRA), None) as running:
        asyncio.run(story(running))
    assert any(record.message.startswith("bot Fails failed") for record in caplog.records)


def test_the_processes_go_with_a_server_that_is_killed(database: Path) -> None:
    command = [sys.executable, "-c", "from kibic.cli.app import main; main()", "serve", "--port", "0"]
    with subprocess.Popen([*command, "--database", str(database)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert re.search(r"http://", server.stdout.readline())

        def children() -> list[int]:
            tasks = Path(f"/proc/{server.pid}/task")
            return [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]

        while len(found := children()) < 2:  # the process of the bots, and the tracker of multiprocessing
            assert server.poll() is None
        server.kill()
    assert survivors(found) == []


def test_a_server_that_is_stopped_at_once_ends_without_a_word(database: Path) -> None:
    command = [sys.executable, "-c", "from kibic.cli.app import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", str(database)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert re.search(r"http://", server.stdout.readline())
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=PATIENCE)
        assert (server.returncode in (0, -signal.SIGTERM), errors) == (True, "")


def test_where_the_adviser_is_late_the_usual_bot_gives_the_hint() -> None:
    class Late:
        """The adviser takes too long, others answer."""

        def __init__(self) -> None:
            self.asked: list[str] = []

        async def choose(self, bot: str, game: str, view: View, seed: str | None) -> Decision | Failure:
            self.asked.append(bot)
            if bot == adviser(game):
                raise TimeoutError
            return decide(bot, game, view, PATIENCE, seed)

        async def agrees(self, bot: str, game: str, view: View, action: Action) -> bool | Failure | None:
            return None

        async def warm(self) -> None:
            """Nothing."""

        async def close(self) -> None:
            """Nothing."""

    minds = Late()
    hint = asyncio.run(Thinker(minds, PATIENCE, {}, None).hint("preferans", VIEW, {}))
    assert minds.asked == [adviser(), usual_bot()]
    assert len(set(minds.asked)) == 2
    assert hint is not None
    assert hint.action in VIEW.legal
