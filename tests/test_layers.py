"""Imports point only downward, and what is pure knows no time, chance, network or process (docs/architecture.md)."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).parents[1] / "src"

#: The layers from the ground up. A package may import itself and those of lower layers, never one of its own layer.
LAYERS = (
    {"cards"},
    {"game"},
    {"tricks", "melds"},
    {"games"},
    {"record", "solver"},
    {"bots"},
    {"review", "ratings", "sheets", "handbook"},
    {"arena"},
    {"web"},
    {"server"},
    {"cli"},
)
RANK = {package: rank for rank, packages in enumerate(LAYERS) for package in packages}
PURE = {"cards", "game", "tricks", "melds", "games", "record", "sheets"}
#: Those who know games only through the contract: a new game must not touch them.
CONTRACT_ONLY = {"server", "web"}

CHANCE = {"random", "secrets", "uuid"}
EFFECTS = CHANCE | {
    *("asyncio", "concurrent", "ctypes", "datetime", "ftplib", "getpass", "http", "io", "locale", "logging"),
    *("multiprocessing", "os", "pathlib", "platform", "select", "shutil", "signal", "smtplib", "socket", "sqlite3"),
    *("ssl", "subprocess", "tempfile", "threading", "time", "urllib", "webbrowser"),
}
EFFECTFUL_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
#: The exceptions, each with the module it is made for.
ALLOWED = {
    ("kibic.cards.shuffle", "random"),  # where chance enters, injected everywhere else
    ("kibic.game.registry", "importlib"),  # finds a game by its name
    ("kibic.record.read", "pathlib"),  # a record is a file
    ("kibic.sheets.press", "typst"),  # typesets a page in memory
    ("kibic.record.write", "datetime"),  # TOML has dates among its values; no clock is read
}


def imports(tree: ast.AST, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported anywhere in the module, type-checking blocks and functions included."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [node.module])])
            for alias in node.names:
                # "from kibic import cards" and "from kibic.games import preferans" import the package named.
                yield node.lineno, f"{base}.{alias.name}" if base in {"kibic", "kibic.games"} else base


def problems(source: str, module: str, is_package: bool = False) -> list[str]:
    """Everything in ``source`` that the layer of ``module`` may not do, one sentence each with its line."""
    tree = ast.parse(source)
    parts = module.split(".")
    if len(parts) == 1:
        return [
            f"{module}:{line} imports {name}"
            for line, name in imports(tree, module, is_package)
            if name != "__future__"
        ]
    own = parts[1]
    if own not in RANK:
        return [f"{module}: the package kibic.{own} has no layer"]
    found = []
    for line, name in imports(tree, module, is_package):
        target = name.split(".")
        where = f"{module}:{line} imports {name}"
        if target[0] != "kibic":
            if own in PURE and (module, target[0]) not in ALLOWED:
                if target[0] in EFFECTS | {"importlib"}:
                    found.append(f"{where}, which a pure layer may not")
                elif target[0] not in sys.stdlib_module_names:
                    found.append(f"{where}, which is not in the standard library")
        elif len(target) > 1 and target[1] in RANK:
            if target[1] != own and RANK[target[1]] >= RANK[own]:
                found.append(f"{where}, which is not below kibic.{own}")
            if target[1] == own == "games" and len(target) > 2 and target[2] != parts[2]:
                found.append(f"{where}, another game")
            if target[1] == "games" and own in CONTRACT_ONLY:
                found.append(f"{where}; kibic.{own} knows games only through kibic.game")
        elif len(target) > 1 and not target[1].startswith("__"):
            found.append(f"{where}, which has no layer")
    if own in PURE:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in EFFECTFUL_CALLS:
                found.append(f"{module}:{node.lineno} calls {node.func.id}(), which a pure layer may not")
    return found


def test_every_module_keeps_to_its_layer() -> None:
    found = []
    files = sorted((SRC / "kibic").rglob("*.py"))
    assert files
    for path in files:
        parts = path.relative_to(SRC).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        found += problems(path.read_text(encoding="utf-8"), module, is_package)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kibic.cards.deck", "import kibic.game"),
        ("kibic.cards.deck", "from kibic import game"),
        ("kibic.cards.deck", "from kibic.game.errors import Text"),
        ("kibic.cards.deck", "from ..game import errors"),
        ("kibic.cards.deck", "def f():\n    from kibic.server import app"),
        ("kibic.game.contract", "from kibic.tricks import winner"),
        ("kibic.games.preferans.match", "import kibic.bots"),
        ("kibic.games.preferans.match", "from kibic.games.vist import rules"),
        ("kibic.games.preferans.match", "from kibic.games import vist"),
        ("kibic.games.preferans.match", "import random"),
        ("kibic.games.preferans.match", "from random import shuffle"),
        ("kibic.games.preferans.match", "import time"),
        ("kibic.games.preferans.match", "from datetime import date"),
        ("kibic.games.preferans.match", "from os import environ"),
        ("kibic.games.preferans.match", "import importlib"),
        ("kibic.games.preferans.match", "import numpy"),
        ("kibic.games.preferans.match", "def f():\n    print('x')"),
        ("kibic.record.reader", "import kibic.solver"),
        ("kibic.record.reader", "def f(p):\n    return open(p)"),
        ("kibic.bots.rule", "from kibic.server import tables"),
        ("kibic.server.app", "from kibic.cli import app"),
        ("kibic.server.app", "from kibic.games.preferans import GAME"),
        ("kibic.server.app", "import kibic.nowhere"),
        ("kibic.nowhere.module", "pass"),
        ("kibic", "from kibic.cards import DECK_32"),
    ],
)
def test_a_breach_is_found(module: str, source: str) -> None:
    assert len(problems(source, module)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kibic.cards.shuffle", "import random"),
        ("kibic.games.preferans.match", "from kibic.games.preferans import rules\nfrom kibic.tricks import winner"),
        ("kibic.games.preferans.match", "from . import rules\nfrom .rules import Rules\nimport dataclasses"),
        ("kibic.record.reader", "import tomllib\nfrom kibic.games.preferans import GAME"),
        ("kibic.bots.rule", "import time\nimport numpy\nfrom kibic.record import reader"),
        (
            "kibic.server.app",
            "import asyncio\nimport starlette\nfrom kibic.bots import rule\nfrom kibic import __version__",
        ),
        ("kibic.cli.serve", "from kibic.server import app"),
    ],
)
def test_what_is_allowed_passes(module: str, source: str) -> None:
    assert problems(source, module) == []
