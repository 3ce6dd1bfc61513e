"""The scripts that people and CI share: a missing tool is named with the way to get it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILT_FROM = (
    *("pyproject.toml", "constraints.txt", "scripts/setup", "setup.py"),
    *(f"src/kibic/solver/{name}" for name in ("kernel.pyx", "kernel_search.pxi", "kernel_tables.pxi")),
)
PLAIN_TOOLS = ("sh", "dirname", "cat", "cksum", "sed", "find")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the scripts read, with a ``bin`` that has the plain tools and nothing else."""
    tree = tmp_path / "a tree"
    shutil.copytree(ROOT / "scripts", tree / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    for name in BUILT_FROM:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    (tree / "bin").mkdir()
    (tree / "tests").mkdir()
    for tool in PLAIN_TOOLS:
        path = shutil.which(tool)
        assert path is not None
        (tree / "bin" / tool).symlink_to(path)
    return tree


def add_program(tree: Path, name: str, body: str) -> None:
    path = tree / "bin" / name
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)


def run(tree: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    shell = shutil.which("sh")
    assert shell is not None
    return subprocess.run(
        [shell, f"scripts/{command[0]}", *command[1:]],
        cwd=tree,
        env={"PATH": str(tree / "bin"), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_no_python_is_told(tree: Path) -> None:
    done = run(tree, "setup", "play")
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "apt install python3" in done.stderr


def test_an_old_python_is_told(tree: Path) -> None:
    add_program(tree, "python3", "exit 1")
    done = run(tree, "setup", "play", PYTHON="python3")
    assert done.returncode == 1
    assert "PYTHON=python3 is none" in done.stderr


def test_a_python_without_venv_is_told(tree: Path) -> None:
    add_program(tree, "python3", 'case "$2" in *ensurepip*) exit 1 ;; esac')
    done = run(tree, "setup", "play")
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr
    assert not (tree / ".venv").exists()


def test_a_finished_set_up_is_not_done_again(tree: Path) -> None:
    (tree / ".venv" / "bin").mkdir(parents=True)
    (tree / ".venv" / "bin" / "python").symlink_to(tree / "bin" / "sh")
    sums = [(tree / name).read_bytes() for name in BUILT_FROM]
    cksum = subprocess.run(["cksum"], input=b"".join(sums), capture_output=True, check=True).stdout.decode().strip()
    (tree / ".venv" / ".kibic-play").write_text(f"{os.path.realpath(tree)} {cksum}\n", encoding="utf-8")
    assert run(tree, "setup", "play").returncode == 0
    assert run(tree, "setup", "dev").returncode == 1  # another purpose is another set-up, and here is no Python


def test_an_unknown_purpose_is_told(tree: Path) -> None:
    done = run(tree, "setup", "dance")
    assert done.returncode == 2
    assert "play|dev|docs" in done.stderr


@pytest.mark.parametrize("purpose", ["types", "test"])
def test_missing_node_is_told_and_fails_only_where_all_tools_are_demanded(tree: Path, purpose: str) -> None:
    lenient = run(tree, "client", purpose)
    strict = run(tree, "client", purpose, KIBIC_TEST_STRICT="1")
    assert (lenient.returncode, strict.returncode) == (0, 1)
    assert "apt install nodejs npm" in lenient.stderr
    assert "apt install nodejs npm" in strict.stderr
