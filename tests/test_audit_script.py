"""The audit of dependencies finds what it is there for, and finds nothing in what is installed now."""

from __future__ import annotations

import subprocess
import sys
from email.message import Message
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any, cast

import pytest

from scripts.audit import ROOT, advisories, faults, licences, pins


class Package:
    """As much of a distribution as the audit looks at."""

    def __init__(self, name: str, version: str, **said: str) -> None:
        self.version = version
        self.metadata = Message()
        self.metadata["Name"] = name
        for key, value in said.items():
            self.metadata[key.replace("_", "-")] = value


def package(name: str = "left-pad", version: str = "1.2", **said: str) -> Distribution:
    return cast("Distribution", cast("Any", Package(name, version, **(said or {"License_Expression": "MIT"}))))


PINNED = pins("# all\nleft-pad==1.2\nRight_Pad==2.0\n")
BAD = advisories("left-pad <1.1 CVE-0000-0001 padding\nright.pad >=2,<3 CVE-0000-0002\n")


def found(each: Distribution) -> list[str]:
    return list(faults([each], PINNED, BAD))


def test_it_asks_nobody_and_finds_nothing_known_to_be_bad() -> None:
    # An environment that was made for other versions may have more to tell; "make check" is strict.
    command = [sys.executable, str(ROOT / "scripts" / "audit.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "no advisory service was asked" in done.stdout
    assert "known to be bad" not in done.stderr


def test_make_check_runs_it() -> None:
    check = (ROOT / "Makefile").read_text().partition("\ncheck:")[2].partition("\n\n")[0]
    assert "scripts/audit.py" in check


@pytest.mark.parametrize(
    ("each", "fault"),
    [
        (package("stranger"), "stranger 1.2 is installed but not pinned"),
        (package(version="1.3"), "left-pad 1.3 is installed, constraints.txt pins 1.2"),
        (package("right.pad", "2.0"), "right-pad 2.0 is known to be bad: CVE-0000-0002"),
        (package(License_Expression="MIT AND AGPL-3.0-only"), "left-pad 1.2 has the licence AGPL-3.0-ONLY"),
        (
            package(Classifier="License :: OSI Approved :: GNU General Public License (GPL)"),
            "has the licence GNU GENERAL",
        ),
        (package(Summary="pads"), "left-pad 1.2 names no licence"),
    ],
)
def test_what_is_wrong_is_told(each: Distribution, fault: str) -> None:
    assert any(fault in sentence for sentence in found(each)), found(each)


def test_what_is_right_passes() -> None:
    assert found(package()) == []
    assert found(package("kibic", "0.1", Summary="the project itself")) == []
    assert licences(package(License="BSD\nand more")) == {"BSD"}
    assert licences(package(Classifier="License :: OSI Approved :: MIT License")) == {"MIT"}


def test_the_known_bad_list_can_be_read() -> None:
    listed = advisories((ROOT / "scripts" / "advisories.txt").read_text())
    assert len(listed) > 20
    assert Path("scripts/advisories.txt").name in (ROOT / "CONTRIBUTING.md").read_text()
