"""Audits what is installed: nothing broken, unpinned or known to be bad, and no licence nobody thought of.

It asks nobody: the known-bad list is ``scripts/advisories.txt``, so that it says the same everywhere, with or without a
line. Exit status 1 when there is a fault.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
#: Licences under which Kibic may be used and passed on together with a package.
ALLOWED = {
    *("0BSD", "APACHE", "APACHE-2.0", "BSD", "BSD-2-CLAUSE", "BSD-3-CLAUSE", "CC0-1.0", "ISC", "LGPL-3.0-ONLY"),
    *("MIT", "MIT-0", "MPL-2.0", "PSF-2.0", "ZLIB"),
}
#: How classifiers call licences.
_NAMES = {
    "MIT LICENSE": "MIT",
    "BSD LICENSE": "BSD",
    "APACHE SOFTWARE LICENSE": "APACHE",
    "ISC LICENSE (ISCL)": "ISC",
    "MOZILLA PUBLIC LICENSE 2.0 (MPL 2.0)": "MPL-2.0",
    "PYTHON SOFTWARE FOUNDATION LICENSE": "PSF-2.0",
}
#: What is the project itself.
OWN = {"kibic"}


def canonical(name: str) -> str:
    """The name of a package as packages are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def lines_of(text: str) -> list[str]:
    """Lines that say something."""
    return [line for raw in text.splitlines() if (line := raw.partition("#")[0].strip())]


def pins(text: str) -> dict[str, str]:
    """The pinned version of each package of a constraints file."""
    return {canonical(name): version for name, _, version in (line.partition("==") for line in lines_of(text))}


def advisories(text: str) -> list[tuple[str, SpecifierSet, str]]:
    """Package, versions that are bad, and the name of the advisory."""
    found = []
    for line in lines_of(text):
        name, versions, advisory = line.split(maxsplit=2)
        found.append((canonical(name), SpecifierSet(versions), advisory))
    return found


def licences(package: Distribution) -> set[str]:
    """The licences of a package as short names; empty when it names none."""
    said = package.metadata
    expressions = said.get_all("License-Expression")
    if expressions:
        parts = re.split(r"\s+(?:AND|OR)\s+|[()]", expressions[0])
    else:
        classifiers = [each for each in said.get_all("Classifier") or [] if each.startswith("License ::")]
        parts = [each.rpartition(" :: ")[2] for each in classifiers]
        parts = parts or (said.get_all("License") or [""])[0].splitlines()[:1]
    names = (part.strip().upper() for part in parts if part.strip())
    return {_NAMES.get(name, name) for name in names}


def faults(
    packages: Iterable[Distribution], pinned: Mapping[str, str], bad: Iterable[tuple[str, SpecifierSet, str]]
) -> Iterator[str]:
    """What is wrong with the installed packages, a sentence each."""
    known = list(bad)
    for package in packages:
        name, version = canonical(package.metadata["Name"]), package.version
        if name in OWN:
            continue
        if name not in pinned:
            yield f"{name} {version} is installed but not pinned in constraints.txt"
        elif Version(pinned[name]) != Version(version):
            yield f"{name} {version} is installed, constraints.txt pins {pinned[name]}"
        for other, versions, advisory in known:
            if other == name and versions.contains(version, prereleases=True):
                yield f"{name} {version} is known to be bad: {advisory}"
        named = licences(package)
        if not named:
            yield f"{name} {version} names no licence"
        yield from (
            f"{name} {version} has the licence {each}, which is not allowed" for each in sorted(named - ALLOWED)
        )


def main() -> int:
    """Print what was found."""
    installed = list(distributions())
    known = advisories((ROOT / "scripts" / "advisories.txt").read_text(encoding="utf-8"))
    found = list(faults(installed, pins((ROOT / "constraints.txt").read_text(encoding="utf-8")), known))
    broken = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "check"],
        capture_output=True,
        text=True,
        check=False,
    )
    if broken.returncode:
        found += broken.stdout.splitlines()
    for fault in found:
        print(f"audit: {fault}", file=sys.stderr)
    print(
        f"audit: {len(installed)} packages, {len(found)} faults; known-bad list with {len(known)} entries, "
        "no advisory service was asked"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
