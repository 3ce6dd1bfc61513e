"""The entry point: version, help, and that they need neither the rules nor any edge."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from kibic import __version__
from kibic.cli.app import COMMANDS, main
from kibic.cli.language import language, say
from tests.cli.commands import kibic, kibic_process


def test_the_installed_command_is_this_one() -> None:
    (point,) = entry_points(group="console_scripts", name="kibic")
    assert point.load() is main


def test_version() -> None:
    ran = kibic_process("--version")
    assert (ran.status, ran.out, ran.err) == (0, f"kibic {__version__}\n", "")


def test_help_lists_every_command() -> None:
    ran = kibic("--help")
    assert ran.status == 0
    for name, command in COMMANDS.items():
        assert f"  {name}" in ran.out
        assert command.help
    assert "Play records" in ran.out
    assert "Odigraj zapise" in kibic_process("--help", lang="sr").out


def test_help_imports_no_rules() -> None:
    """What makes ``kibic --help`` fast: it loads none of the modules that the commands need."""
    code = (
        "import sys, json; sys.argv = ['kibic', '--help']\n"
        "from kibic.cli.app import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = json.loads(done.stderr.splitlines()[-1])
    assert "kibic.cli.app" in loaded
    needless = ("kibic.game", "kibic.cards", "kibic.record", "kibic.server")
    assert not [name for name in loaded if name.startswith(needless)]
    assert "rich.console" not in loaded


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_every_command_has_help(name: str) -> None:
    ran = kibic(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert f"kibic {name}" in ran.out


def test_unknown_command_and_option() -> None:
    assert kibic("reply").status == 2
    assert kibic("replay", "--jason").status == 2
    assert kibic().status in {0, 2}


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "sr_RS.UTF-8"}, "sr"),
        ({"LANG": "hr_HR.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "C", "KIBIC_LANG": "sr"}, "sr"),
        ({"LANG": "sr@latin"}, "sr"),
    ],
)
def test_language_of_the_user(variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KIBIC_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == expected
    assert say("yes", "da") == ("da" if expected == "sr" else "yes")
