"""Rules of a new table: checked while the form is filled in, read from a file and written as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kibic.record.rulesfile import read_rules
from kibic.server.web import MAX_FILE
from tests.server.kit import PATIENCE, Running


@pytest.fixture
def client(tiny: Running) -> Iterator[httpx.Client]:
    """A browser without a session."""
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE) as client:
        yield client


def ask(client: httpx.Client, what: str, status: int = 200, **body: Any) -> Any:
    """The answer to a POST about rules."""
    answer = client.post(f"/api/rules/{what}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_four_01_the_server_says_how_many_may_play_by_the_rules(client: httpx.Client) -> None:
    presets = client.get("/api/rules?game=preferans").json()["presets"]
    players = {preset["name"]: preset["players"] for preset in presets}
    assert players["srpski"] == [3]
    assert players["vojvodina"] == [3, 4]
    of_four = ask(client, "check", game="preferans", preset="srpski", options={"seat.players": [4]})
    assert (of_four["options"], of_four["players"]) == ({"seat.players": [4]}, [4])


def test_rules_that_do_not_go_together_are_told_with_the_keys_they_name(client: httpx.Client) -> None:
    options = {"end.stop_at_5": True, "make.declarer": 7, "match.start_bule": 61, "auc.hold": "third"}
    wrong = ask(client, "check", game="preferans", preset="srpski", options=options)
    assert "players" not in wrong
    named = [problem["keys"] for problem in wrong["problems"]]
    assert ["auc.hold"] in named
    for problem in wrong["problems"]:
        assert problem["sr"]
        assert problem["en"]
        assert problem["keys"]


def test_a_check_without_a_preset_takes_the_first_of_the_game(client: httpx.Client) -> None:
    assert ask(client, "check")["preset"] == "tiny"
    assert "preferans" in ask(client, "check", 400, game="bridge")["en"]
    assert "vojvodina" in ask(client, "check", 400, game="preferans", preset="bosanski")["en"]


def test_a_file_of_rules_is_read_as_the_command_line_reads_it(client: httpx.Client) -> None:
    text = 'rules = "balkan"\n[options]\n"match.start_bule" = 60\n"auc.hold_word" = "moje"\n'
    assert ask(client, "read", text=text) == {
        "game": "preferans",
        "preset": "balkan",
        "options": {"match.start_bule": 60},
        "players": [3],
        "problems": [],
    }


def test_all_faults_of_a_file_are_told_at_once_with_their_places(client: httpx.Client) -> None:
    text = 'rules = "bosanski"\n[options]\n"auc.hold" = "third"\n"no.such_key" = 1\n'
    faults = ask(client, "read", text=text)["problems"]
    places = [(problem["line"], problem["column"]) for problem in faults]
    assert [line for line, _ in places] == [1, 3, 4]
    assert all(column > 0 for _, column in places)
    broken = ask(client, "read", text="rules = ")["problems"]
    assert [problem["line"] for problem in broken] == [1]


def test_what_is_written_is_read_again(client: httpx.Client) -> None:
    rules: dict[str, Any] = {
        "game": "preferans",
        "preset": "hrvatski",
        "options": {"kontra.max": 8, "refa.trigger": []},
    }
    for language, word in (("sr", "Pravila preferansa"), ("en", "Rules of Preferans")):
        answer = client.post("/api/rules/write", json={**rules, "language": language})
        assert answer.headers["content-type"].startswith("application/toml")
        assert 'filename="hrvatski.toml"' in answer.headers["content-disposition"]
        assert word in answer.text
        again = read_rules(answer.text)
        assert (again.preset, dict(again.options)) == ("hrvatski", {"kontra.max": 8, "refa.trigger": ()})
        assert ask(client, "read", text=answer.text)["options"] == rules["options"]
    ask(client, "write", 400, game="preferans", preset="srpski", options={"auc.hold": "third"})


def test_a_file_of_rules_may_be_large_but_not_without_end(client: httpx.Client) -> None:
    comment = "# " + "x" * (MAX_FILE // 2) + "\n"
    assert ask(client, "read", text=comment + 'rules = "turnir"\n')["preset"] == "turnir"
    assert ask(client, "read", 413, text="#" * MAX_FILE)["code"] == "too_large"
    assert ask(client, "write", 413, options={"x": "y" * 20_000})["code"] == "too_large"
