"""Looking back at a match: views and patches of every viewer, and what is shown of tables, sheets and texts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kibic.game import KIBITZER, Openable
from kibic.record import Record, read_file, replay
from kibic.server.patch import merged, without_nulls
from kibic.server.refusals import Refused
from kibic.server.replays import OPEN, hand_json, looked_back, match_json
from kibic.server.replayweb import MAX_RECORD
from tests.server.kit import PATIENCE, Person, Running, play, quick
from tests.server.sheets import KARO, PASSED, made
from tests.server.test_preferans import SHORT, chance, over

GOLDEN = Path(__file__).parents[1] / "record" / "golden"
#: Records of every way a hand can go, under several rulesets; all of them would take long.
NAMES = (
    *("two_followers", "betl_kontra", "all_pass", "trick_offer", "turnir_reactivation", "unfinished", "write_off"),
    *("scorekeeper", "polski_open_hand", "four_players", "balkan_stop_at_5", "extension"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for this module, whose bots play anything legal."""
    path = tmp_path_factory.mktemp("replays") / "kibic.sqlite3"
    with Running(quick(path, bot="random", kept=400, checks=1_000.0, checks_burst=1_000)) as running:
        yield running


@pytest.fixture(scope="module")
def http(served: Running) -> Iterator[httpx.Client]:
    """Somebody who asks."""
    headers = {"origin": served.url}
    with httpx.Client(base_url=served.url, timeout=PATIENCE, verify=False, headers=headers) as client:
        yield client


def golden(name: str) -> Record:
    return read_file(GOLDEN / f"{name}.toml")


def shown(record: Record, view: str) -> list[Any]:
    """The views of all steps as the engine makes them."""
    played = replay(record)
    states = [step.after for step in played.steps]
    if view != OPEN:
        return [played.game.view_json(state.view(int(view)), record.players) for state in states]
    assert all(isinstance(state, Openable) for state in states)
    return [played.game.view_json(state.opened(), record.players) for state in states]


@pytest.mark.parametrize("name", NAMES)
def test_the_patches_lead_through_what_each_viewer_saw(name: str) -> None:
    record = golden(name)
    for view in (OPEN, *map(str, range(len(record.players)))):
        found: list[Any] = []
        for hand in range(1, len(record.hands) + 1):
            told = hand_json(record, hand, view)
            held = without_nulls(told["view"])
            found.append(held)
            for step in told["steps"]:
                held = merged(held, step["patch"])
                found.append(held)
        assert found == [without_nulls(one) for one in shown(record, view)]


@pytest.mark.parametrize("name", ["two_followers", "polski_whist", "four_players"])
def test_a_viewer_notices_what_his_seat_noticed(name: str) -> None:
    record = golden(name)
    played = replay(record)
    for view in map(str, range(len(record.players))):
        told = hand_json(record, 1, view)
        events = [told["events"], *(step["events"] for step in told["steps"])]
        assert events == [
            [played.game.event_json(seen, record.players) for one in step.events if (seen := one.seen_by(int(view)))]
            for step in played.steps
            if step.hand == 1
        ]


@pytest.mark.parametrize("name", NAMES)
def test_the_overview_lists_the_hands_with_their_outcomes(name: str) -> None:
    record = golden(name)
    told = match_json(record)
    played = replay(record)
    assert [hand["number"] for hand in told["hands"]] == list(range(1, len(record.hands) + 1))
    assert sum(hand["steps"] for hand in told["hands"]) == len(played.steps)
    assert [hand["cards"] for hand in told["hands"]] == [not hand.deal.text.endswith("?") for hand in record.hands]
    finished = [hand["outcome"] for hand in told["hands"] if "outcome" in hand]
    assert [one["number"] for one in finished] == [one.number for one in played.final.outcomes]
    assert not any({"hands", "talon", "play"} & set(one) for one in finished)
    final = played.game.view_json(played.final.view(KIBITZER), record.players)
    assert told["result"] == final.get("result")


@pytest.mark.parametrize(("hand", "view"), [(0, OPEN), (9, OPEN), (1, "3"), (1, "-1"), (1, "x"), (1, "")])
def test_no_such_hand_and_no_such_viewer(hand: int, view: str) -> None:
    with pytest.raises(Refused) as refused:
        hand_json(golden("one_follower"), hand, view)
    assert refused.value.code == "bad_request"


def test_of_a_hand_with_cards_it_is_told_what_was_possible_and_what_was_broken() -> None:
    told = looked_back(golden("two_followers"), 1)
    assert told["hand"] == 1
    assert {one["game"] for one in told["possible"]} == {"pik", "karo", "herc", "tref", "betl", "sans"}
    assert isinstance(told["conventions"], list)
    assert looked_back(golden("scorekeeper"), 1) == {"hand": 1, "cards": [], "possible": [], "conventions": []}


def test_a_text_is_replayed_as_often_as_it_is_brought(http: httpx.Client) -> None:
    text = (GOLDEN / "two_followers.toml").read_text()
    record = golden("two_followers")
    assert http.post("/api/replay", json={"text": text}).json() == match_json(record)
    asked = {"text": text, "hand": 1, "view": "1"}
    assert http.post("/api/replay", json=asked).json() == hand_json(record, 1, "1")
    asked = {"text": text, "hand": 1, "part": "review"}
    assert http.post("/api/replay", json=asked).json() == looked_back(record, 1)


def test_a_broken_text_is_answered_with_the_place_and_the_way_out(http: httpx.Client) -> None:
    text = (GOLDEN / "two_followers.toml").read_text()

    def problem(text: str) -> dict[str, Any]:
        answer = http.post("/api/replay", json={"text": text})
        assert answer.status_code == 200
        (found,) = answer.json()["problems"]
        return dict(found)

    assert problem("kibic = ")["line"] == 1
    assert problem("")["en"] != problem("")["sr"]
    wrong = problem(text.replace("dodjem", "kontra", 1))
    assert wrong["line"] == next(n for n, line in enumerate(text.split("\n"), 1) if "dodjem" in line)
    assert wrong["en"].startswith("hand 1, word ")
    assert "legal words: dodjem, ne" in wrong["en"]
    assert "dozvoljeno: dodjem, ne" in wrong["sr"]
    assert problem('[Player1 "A"]\n')["sr"]


def test_requests_that_are_none_are_refused(http: httpx.Client) -> None:
    text = (GOLDEN / "one_follower.toml").read_text()
    for body in (
        {"text": text, "hand": 9},
        {"text": text, "hand": 1, "view": "7"},
        {"text": 3},
        {"text": text, "hand": "x"},
    ):
        answer = http.post("/api/replay", json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    answer = http.post("/api/replay", json={"text": "#" * MAX_RECORD})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    for path in ("/api/tables/abcdefgh2345/replay", "/api/sheets/abcdefgh2345abcd/replay"):
        assert http.get(path).status_code == 404
    answer = http.post("/api/replay", json={"text": text}, headers={"origin": "http://elsewhere.example"})
    assert answer.status_code == 403


def test_the_pages_are_there(http: httpx.Client) -> None:
    for path in ("/replay", "/t/abcdefgh2345/replay", "/sheet/abcdefgh2345abcd/replay"):
        answer = http.get(path)
        assert answer.status_code == 200
        assert "/js/replay/page.js" in answer.text


def test_a_notation_is_replayed_with_what_it_does_not_say(http: httpx.Client) -> None:
    text = (
        '[Player1 "Ana"]\n[Player2 "Boro"]\n[Player3 "Ceca"]\n'
        f"1. 123 {'?' * 32} 2,P,P 1 ?? 3 B 0 0 6 - - 6:0:-6:0,2:12:0:0,2:0:0:12\n"
    )
    told = http.post("/api/replay", json={"text": text}).json()
    assert [hand["outcome"]["contract"] for hand in told["hands"]] == ["karo"]
    assert told["hands"][0]["cards"] is False
    assert told["remarks"]


def test_a_sheet_is_replayed_without_cards(served: Running, http: httpx.Client) -> None:
    sheet = asyncio.run(made(served.url))
    url, key = f"/api/sheets/{sheet['sheet']}", {"x-sheet-key": sheet["key"]}
    assert http.get(f"{url}/replay").json()["hands"] == []
    for version, answers in enumerate((KARO, PASSED)):
        command = {"kind": "hand", "answers": answers}
        done = http.post(f"{url}/do", json={"id": f"h{version}", "version": version, "command": command}, headers=key)
        assert done.status_code == 200
    told = http.get(f"{url}/replay").json()
    assert [hand["outcome"].get("contract") for hand in told["hands"]] == ["karo", None]
    assert not any(hand["cards"] for hand in told["hands"])
    steps = http.get(f"{url}/replay?hand=1").json()["steps"]
    assert steps[-1]["events"][-1]["kind"] == "hand_over"
    for wrong in ("hand=0", "hand=3", "hand=x", "hand=1&view=5", "hand=999999"):
        assert http.get(f"{url}/replay?{wrong}").status_code == 400


def test_a_match_in_progress_opens_its_finished_hands_only(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana:
            table = await ana.post("/api/play", options={"match.start_bule": 200})
            page = await ana.page(table["table"])
            await play(page, chance(11), lambda view: view["hand"] == 4 and view["phase"] not in ("deal", "auction"))
            url = f"/api/tables/{table['table']}/replay"
            told = (await ana.client.get(url)).json()
            assert [hand["number"] for hand in told["hands"]] == [1, 2, 3]
            assert all("outcome" in hand for hand in told["hands"])
            assert (await ana.client.get(f"{url}?hand=4")).status_code == 400
            for hand in told["hands"]:
                # Of a match that goes on only what was shown at the table: a played hand with the talon.
                closed = hand["outcome"]["kind"] != "played" or hand["outcome"]["igra"]
                assert hand["cards"] is not closed

    asyncio.run(story())


def test_when_the_match_is_over_all_its_hands_lie_open(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana:
            table = await ana.post("/api/play", options=SHORT)
            page = await ana.page(table["table"])
            await play(page, chance(12), over)
            url = f"/api/tables/{table['table']}/replay"
            told = (await ana.client.get(url)).json()
            assert len(told["hands"]) == 6
            assert all(hand["cards"] for hand in told["hands"])
            assert told["result"] == page.view["result"]

    asyncio.run(story())


def test_a_table_that_waits_has_nothing_to_look_back_at(served: Running) -> None:
    async def story() -> None:
        async with Person(served.url, "Ana") as ana:
            table = await ana.post("/api/tables", seats=["me", "free", "bot"])
            told = (await ana.client.get(f"/api/tables/{table['table']}/replay")).json()
            assert (told["hands"], told["problems"]) == ([], [])

    asyncio.run(story())
