"""``kibic rules`` and ``kibic deal``."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from kibic.game import game_named
from kibic.record import read, replay
from tests.cli.commands import kibic

GAME = game_named("preferans")


def test_rules_lists_presets_and_every_parameter() -> None:
    ran = kibic("rules", columns=160)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Rulesets: srpski")
    for parameter in GAME.parameters():
        assert f"{parameter.key} " in ran.out
    serbian = kibic("rules", "srpski", "--lang", "sr", columns=160).out
    assert "objašnjenje" in serbian
    assert "Rulesets" not in serbian


def test_rules_as_json() -> None:
    data = json.loads(kibic("rules", "srpski", "--json").out)
    assert data["preset"] == "srpski"
    assert data["presets"] == list(GAME.presets())
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
