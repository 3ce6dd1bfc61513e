"""Files of rules: written with explanations, read with all faults at their lines."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kibic.game import game_named
from kibic.games.preferans.rules import GROUPS
from kibic.games.preferans.rules.titles import GROUP_TITLES
from kibic.record import Place, RulesFile, RulesFileError, read, read_rules, read_rules_file, replay, write_rules

GAME = game_named("preferans")


def failure(text: str) -> RulesFileError:
    with pytest.raises(RulesFileError) as caught:
        read_rules(text, "ours.toml")
    return caught.value


@pytest.mark.parametrize("preset", GAME.presets())
@pytest.mark.parametrize("language", ["en", "sr"])
def test_a_written_file_reads_as_the_same_rules(preset: str, language: str) -> None:
    options = {"match.start_bule": 60, "pen.rezon": "str"}
    text = write_rules(RulesFile(preset, options), language)
    assert read_rules(text) == RulesFile(preset, options)
    assert read_rules(write_rules(RulesFile(preset, {}), language)) == RulesFile(preset, {})


def test_a_written_file_has_every_key_with_its_explanation_in_its_group() -> None:
    for language in ("en", "sr"):
        text = write_rules(RulesFile("balkan", {}), language)
        unwrapped = text.replace("\n# ", " ")
        for parameter in GAME.parameters():
            assert parameter.text.in_language(language) in unwrapped
            assert f'\n"{parameter.key}" = ' in text
        titles = [f"# ==== {GROUP_TITLES[group].in_language(language)} ({group}) ====" for group in GROUPS]
        assert [line for line in text.splitlines() if line.startswith("# ====")] == titles
        assert max(map(len, text.splitlines())) <= 120
    assert '# balkan: 8; allowed: 7 | 8\n"auc.max" = 8\n' in write_rules(RulesFile("balkan", {}))
    assert '# balkan: 100; allowed: 2 … 1000\n"match.start_bule" = 60\n' in write_rules(
        RulesFile("balkan", {"match.start_bule": 60})
    )
    assert "dozvoljeno: [3, 4]\n" in write_rules(RulesFile("balkan", {}), "sr")


def test_a_file_of_rules_is_a_part_of_a_record() -> None:
    rules = RulesFile("balkan", {"match.start_bule": 60})
    record = read('kibic = 1\nplayers = ["A", "B", "C"]\n' + write_rules(rules))
    assert replay(record).start.rules == GAME.rules("balkan", rules.options)
    assert set(tomllib.loads(write_rules(rules))["options"]) == {parameter.key for parameter in GAME.parameters()}


def test_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    assert read_rules("") == RulesFile("srpski", {})
    assert read_rules('kibic = 1\r\ngame = "preferans"\r\nrules = "turnir"\r\n') == RulesFile("turnir", {})
    text = '[options]\n"seat.players" = [4, 3]\n"refa.max" = "auto_50"\n'
    assert read_rules(text) == RulesFile("srpski", {"seat.players": (3, 4)})
    path = tmp_path / "ours.toml"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_rules_file(str(path)) == read_rules(text)


def test_a_file_full_of_unknown_keys_names_them_all_and_likens_only_the_first() -> None:
    lines = failure("[options]\n" + "".join(f'"refa.max{n}" = 1\n' for n in range(60))).lines("en")
    assert len(lines) == 60
    assert [n for n, line in enumerate(lines) if "did you mean refa.max" in line] == list(range(50))


def test_a_number_written_as_a_text_is_shown_with_its_quotes() -> None:
    lines = failure('[options]\n"kontra.max" = "4"\n').lines("en")
    assert lines == ('ours.toml:2:16: kontra.max: "4" is not allowed; allowed: 2 | 4 | 8 | 16',)


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    error = failure(
        'kibic = 2\ngame = "poker"\nrules = "viski"\nhands = 3\n"auc.max" = 7\nrefa.max = 2\n[options]\n'
        '"refa.maks" = 3\n"refa.max" = "many"\n"match.end" = "hands:0"\nauc.hold = "x"\n'
        '"match.start_bule" = 7\n"xyz" = 1\n'
    )
    assert [line.split(": ", 1) for line in error.lines("en")] == [
        ["ours.toml:1:9", "format version 2 is unknown; this Kibic reads version 1"],
        ["ours.toml:2:8", "no game is called 'poker'; games: preferans"],
        ["ours.toml:3:9", f"no rules are called 'viski'; rules: {', '.join(GAME.presets())}"],
        ["ours.toml:4:1", "unknown key 'hands'; keys: kibic, game, rules, options"],
        ["ours.toml:5:1", "unknown key 'auc.max'; keys: kibic, game, rules, options; auc.max belongs under [options]"],
        [
            "ours.toml:6:1",
            "unknown key 'refa'; keys: kibic, game, rules, options; write \"refa.max\" under [options]",
        ],
        ["ours.toml:8:1", "unknown key 'refa.maks' in [options]; did you mean refa.max?"],
        [
            "ours.toml:9:14",
            "refa.max: many is not allowed; allowed: auto_50 | auto_30 | hr_table | a whole number from 0 to 20",
        ],
        [
            "ours.toml:10:15",
            "match.end: hands:0 is not allowed; allowed: total_zero | first_at_or_below_zero | a text like "
            r"hands:[1-9]\d{0,3}",
        ],
        ["ours.toml:11:1", "unknown key 'auc' in [options]; write keys in quotes, as \"auc.hold\""],
        [
            "ours.toml:12:22",
            "match.start_bule must be even, because every game changes the bule by an even number",
        ],
        ["ours.toml:13:1", "unknown key 'xyz' in [options]"],
    ]
    assert str(error) == "\n".join(error.lines("en"))
    serbian = error.lines("sr")
    assert serbian[3].endswith("nepoznat ključ 'hands'; ključevi: kibic, game, rules, options")
    assert all(one != two for one, two in zip(serbian[:10], error.lines("en")[:10], strict=True))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('rules = "srpski"\n[options]\n"match.end" = "total_zero"\n"score.bule_model" = "mirror93"\n', Place(4, 22)),
        ('[options]\n"make.pair_joint" = 1\n"make.pair_each" = 2\n', Place(2, 21)),
        ('rules = "hrvatski"\n[options]\n"make.declarer" = 7\n', Place(3, 19)),
    ],
)
def test_keys_that_contradict_each_other_are_told_where_one_was_changed(text: str, place: Place) -> None:
    assert [problem.place for problem in failure(text).problems] == [place]


def test_a_key_that_stays_as_in_the_preset_is_no_fault_of_its_own() -> None:
    text = 'rules = "srpski"\n[options]\n"make.pair_each" = 2\n'
    assert read_rules(text) == RulesFile("srpski", {})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("rules = \n", "ours.toml:1:9: broken TOML: a value is missing or is none: texts stand in quotes"),
        ('rules = "srpski"\nrules = "turnir"\n', "ours.toml:2:"),
        ("x = " + "[" * 100_000, "ours.toml: nested too deeply"),
        ("options = 1\n", "ours.toml:1:11: options: a table is expected"),
        ("rules = 1\n", "ours.toml:1:9: no rules are called 1"),
        ("game = true\n", "ours.toml:1:8: no game is called 'true'"),
        ("kibic = true\n", "ours.toml:1:9: format version True is unknown"),
    ],
)
def test_no_file_of_rules(text: str, line: str) -> None:
    error = failure(text)
    assert len(error.problems) == 1
    assert error.lines("en")[0].startswith(line)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesFileError, match=r"none\.toml: cannot be read: No such file"):
        read_rules_file(str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b'rules = "\xff"\n')
    with pytest.raises(RulesFileError, match=r"bytes\.toml:1:10: the text is not UTF-8"):
        read_rules_file(str(tmp_path / "bytes.toml"))
    with pytest.raises(RulesFileError) as caught:
        read_rules("x = 1")
    assert caught.value.lines("en") == ("1:1: unknown key 'x'; keys: kibic, game, rules, options",)
