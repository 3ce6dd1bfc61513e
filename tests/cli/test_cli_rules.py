"""``kibic rules`` and ``kibic deal``."""

from __future__ import annotations

import json
import socket
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from kibic.game import game_named
from kibic.games.preferans.rules import PRESETS
from kibic.games.preferans.rules.titles import PRESET_NOTES
from kibic.record import RulesFile, read, read_rules, replay, write_rules
from kibic.server.settings import Settings
from tests.cli.commands import kibic, kibic_process

GAME = game_named("preferans")


def test_rules_lists_presets_and_every_parameter() -> None:
    ran = kibic("rules", columns=160)
    assert (ran.status, ran.err) == (0, "")
    listed = dict(line.split(maxsplit=1) for line in ran.out.split("\n\n")[0].splitlines()[1:])
    assert {name: note.strip() for name, note in listed.items()} == {
        name: PRESET_NOTES[name].en for name in GAME.presets()
    }
    for parameter in GAME.parameters():
        assert f"{parameter.key} " in ran.out
    serbian = kibic("rules", "srpski", "--lang", "sr", "--table", columns=160).out
    assert "objašnjenje" in serbian
    assert "Licitacija" in serbian
    assert "Rulesets" not in serbian


def test_rules_as_json() -> None:
    data = json.loads(kibic("rules", "srpski", "--json").out)
    assert data["preset"] == "srpski"
    assert data["presets"] == list(GAME.presets())
    assert data["notes"]["polski"]["sr"] == PRESET_NOTES["polski"].sr
    by_key = {parameter["key"]: parameter for parameter in data["parameters"]}
    assert set(by_key) == {parameter.key for parameter in GAME.parameters()}
    assert by_key["auc.hold"]["value"] == "first_free"
    assert set(by_key["auc.hold"]["values"]) == {"first_free", "seniority"}
    assert all(parameter["en"] and parameter["sr"] and parameter["rules"] for parameter in data["parameters"])


def test_rules_as_toml_are_options_of_a_record() -> None:
    text = kibic("rules", "srpski", "--toml").out
    data = tomllib.loads(text)
    assert set(data["options"]) == {parameter.key for parameter in GAME.parameters()}
    record = read('kibic = 1\nplayers = ["A", "B", "C"]\n' + text)
    assert replay(record).start == replay(read('kibic = 1\nplayers = ["A", "B", "C"]\n')).start


def test_unknown_rules() -> None:
    ran = kibic("rules", "poker")
    assert (ran.status, ran.out) == (2, "")
    assert "srpski" in ran.err
    assert "no rules are called 'poker': " in ran.err


def test_rules_to_a_pipe_are_a_file_that_every_command_takes(tmp_path: Path) -> None:
    ran = kibic_process("rules", "balkan", lang="sr")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == write_rules(RulesFile("balkan", {}), "sr")
    ours = tmp_path / "ours.toml"
    ours.write_text(ran.out.replace('"match.start_bule" = 100', '"match.start_bule" = 10'), encoding="utf-8")
    dealt = kibic("deal", "--rules", str(ours), "--seed", "x")
    assert (dealt.status, dealt.err) == (0, "")
    assert tomllib.loads(dealt.out)["rules"] == "balkan"
    assert tomllib.loads(dealt.out)["options"] == {"match.start_bule": 10}
    shown = json.loads(kibic("rules", str(ours), "--json").out)
    assert shown["preset"] == "balkan"
    assert next(item["value"] for item in shown["parameters"] if item["key"] == "match.start_bule") == 10
    again = kibic("rules", str(ours), "--toml").out
    assert read_rules(again) == RulesFile("balkan", {"match.start_bule": 10})
    played = kibic("arena", "rule", "rule", "rule", "--rules", str(ours), "--matches", "1", "--jobs", "1", "--json")
    assert played.status == 0
    assert json.loads(played.out)["options"] == {"match.start_bule": 10}


def test_all_faults_of_a_file_are_told_at_once_with_their_lines(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('rules = "balkan"\n[options]\n"refa.maks" = 3\n"auc.hold" = "never"\n', encoding="utf-8")
    for command in (("rules",), ("rules", "--diff"), ("deal", "--rules"), ("arena", *["rule"] * 3, "--rules")):
        ran = kibic(*command, str(ours))
        assert (ran.status, ran.out) == (2, "")
        assert [line.partition("ours.toml")[2][:7] for line in ran.err.splitlines()] == [":3:1: u", ":4:14: "]
    assert "dozvoljeno: first_free" in kibic("rules", str(ours), lang="sr").err
    assert "cannot be read" in kibic("deal", "--rules", str(tmp_path / "none.toml")).err


def test_control_signs_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('[options]\n"auc.hold_word" = "\\u001b[2Ja\\u0007"\n', encoding="utf-8")
    ran = kibic("rules", str(ours))
    assert ran.status == 2
    assert "auc.hold_word: \\x1b[2Ja\\x07 is not allowed" in ran.err


def test_serve_begins_new_tables_with_the_rules_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Settings] = []

    def run(settings: Settings, listening: socket.socket, when_ready: Callable[[], None], **_logs: str) -> None:
        listening.close()
        started.append(settings)

    monkeypatch.setattr("kibic.server.run.run", run)
    ours = tmp_path / "ours.toml"
    ours.write_text('rules = "balkan"\n[options]\n"match.start_bule" = 60\n', encoding="utf-8")
    for rules in (("--rules", str(ours)), ("--rules", "turnir"), ()):
        assert kibic("serve", "--port", "0", "--database", str(tmp_path / "k.sqlite3"), *rules).status == 0
    told = [(settings.preset, dict(settings.options)) for settings in started]
    assert told == [("balkan", {"match.start_bule": 60}), ("turnir", {}), (None, {})]
    ours.write_text('[options]\n"refa.maks" = 3\n', encoding="utf-8")
    ran = kibic("serve", "--rules", str(ours))
    assert (ran.status, ran.out) == (2, "")
    assert "ours.toml:2:1: unknown key 'refa.maks'" in ran.err


def test_differences_of_two_rulesets() -> None:
    ran = kibic("rules", "--diff", "srpski", "balkan", columns=160)
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(kibic("rules", "--diff", "srpski", "balkan", "--json").out)
    assert data["rules"] == ["srpski", "balkan"]
    assert {item["key"]: item["values"] for item in data["differences"]} == {
        key: [usual(key), value if not isinstance(value, tuple) else list(value)]
        for key, value in PRESETS["balkan"].items()
    }
    for item in data["differences"]:
        assert item["key"] in ran.out
    assert f"keys that differ: {len(data['differences'])} of {len(GAME.parameters())}" in ran.out
    assert "auc.min" not in ran.out
    same = kibic("rules", "--diff", "balkan", "balkan", lang="sr").out
    assert same.startswith("različitih ključeva: 0 od ")


def usual(key: str) -> object:
    """The value of a key in the default ruleset."""
    return GAME.rules("srpski").as_dict()[key]


def test_differences_of_one_ruleset(tmp_path: Path) -> None:
    alone = json.loads(kibic("rules", "--diff", "balkan", "--json").out)
    assert alone == json.loads(kibic("rules", "--diff", "srpski", "balkan", "--json").out)
    ours = tmp_path / "ours.toml"
    ours.write_text('rules = "balkan"\noptions = {"match.start_bule" = 60}\n', encoding="utf-8")
    data = json.loads(kibic("rules", "--diff", str(ours), "--json").out)
    assert data == {
        "rules": ["balkan", "ours.toml"],
        "differences": [{"key": "match.start_bule", "values": [100, 60]}],
    }
    assert "objašnjenje" in kibic("rules", "--diff", str(ours), "--lang", "sr").out


def test_how_many_rulesets() -> None:
    assert "--diff with two" in kibic("rules", "srpski", "balkan").err
    for names in ((), ("srpski", "balkan", "turnir")):
        ran = kibic("rules", "--diff", *names)
        assert (ran.status, ran.out) == (2, "")
        assert "one ruleset or two" in ran.err


def test_deal_is_a_record() -> None:
    ran = kibic("deal", "--seed", "x", "--players", "A, B,C")
    assert (ran.status, ran.err) == (0, "")
    played = replay(read(ran.out))
    assert played.record.players == ("A", "B", "C")
    assert played.final.phase == "auction"
    assert kibic("deal", "--seed", "x", "--players", "A, B,C").out == ran.out
    assert kibic("deal", "--seed", "y", "--players", "A, B,C").out != ran.out
    by_seed = read('kibic = 1\nplayers = ["A", "B", "C"]\n[[hands]]\nseed = "x"\n')
    assert replay(by_seed).final.hand.dealt.deal.hands == played.final.hand.dealt.deal.hands


def test_deals_without_seed_differ() -> None:
    assert kibic("deal").out != kibic("deal").out


def test_several_deals(tmp_path: Path) -> None:
    out = kibic("deal", "--count", "3", "--seed", "x", "--deck").out
    assert [line for line in out.splitlines() if line.startswith("#")] == ["# deal 1", "# deal 2", "# deal 3"]
    assert out.count('deck = "') == 3
    assert kibic("deal", "--count", "3", "--seed", "x", "--deck", "--out", str(tmp_path / "deals")).out == ""
    files = sorted((tmp_path / "deals").iterdir())
    assert [file.name for file in files] == ["deal-1.toml", "deal-2.toml", "deal-3.toml"]
    assert all(file.read_text(encoding="utf-8") in out for file in files)
    assert kibic("replay", *map(str, files), "--json").status == 0


def test_deal_with_wrong_arguments(tmp_path: Path) -> None:
    assert kibic("deal", "--players", "A,A,B").status == 2
    assert "SEAT-01" in kibic("deal", "--players", "A,B").err
    assert kibic("deal", "--rules", "poker").status == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert kibic("deal", "--out", str(tmp_path / "file")).status == 2


def test_rules_as_a_page_to_read(tmp_path: Path) -> None:
    page = kibic("rules", "balkan", "--page")
    assert (page.status, page.err) == (0, "")
    assert page.out.startswith("# balkan: the rules")
    assert "| preferans | 8 | 16 | 18 | 32 |" in page.out
    ours = tmp_path / "ours.toml"
    ours.write_text('rules = "srpski"\n[options]\n"match.start_bule" = 60\n', encoding="utf-8")
    serbian = kibic("rules", str(ours), "--page", "--lang", "sr").out
    assert serbian.startswith("# ours: pravila")
    assert "Svako počinje sa 60 bula" in serbian
    assert "# srpski" in kibic("rules", "--page").out


def test_faults_of_a_file_are_told_in_the_language_asked_for(tmp_path: Path) -> None:
    ours = tmp_path / "ours.toml"
    ours.write_text('rules = "srpski"\n[options]\n"match.start_bule" = 51\n"auc.max" = 9\n', encoding="utf-8")
    told = kibic("rules", str(ours), "--lang", "sr").err
    assert "match.start_bule mora biti paran broj" in told
    assert "auc.max: 9 nije dozvoljeno; dozvoljeno: 7 | 8" in told
