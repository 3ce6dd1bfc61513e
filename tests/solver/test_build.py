"""What a machine without a C compiler gets."""

import runpy
from pathlib import Path
from typing import Any

import pytest

SETUP = Path(__file__).parents[2] / "setup.py"


def test_the_package_installs_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr("setuptools.setup", told.update)
    monkeypatch.chdir(SETUP.parent)
    runpy.run_path(str(SETUP))
    assert [extension.name for extension in told["ext_modules"]] == ["kibic.solver.kernel"]
    assert all(extension.optional for extension in told["ext_modules"])
