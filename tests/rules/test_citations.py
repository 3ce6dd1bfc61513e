"""Every rule the engine names is named by a test too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ENGINE: Final = ROOT / "src" / "kibic" / "games" / "preferans"
RULE: Final = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2,5})[-_](\d{2})(?!\d)")


def rules_in(text: str) -> set[str]:
    """The rule IDs of a text; ``test_auc_07_...`` names AUC-07."""
    return {f"{section}-{number}" for section, number in RULE.findall(text)}


#: Rules the engine names only in the explanation of a parameter: conventions, manners and penalties for bots, hints and
#: the table. The engine decides nothing by them.
NOT_ENGINE: Final = rules_in("AGR-03 AGR-04 EVAL-08 OPL-03 OPL-06 SANS-02 SEAT-01 SIG-05")


def named_by_tests() -> set[str]:
    """The rule IDs that some test of the rules names in its name, its words or its comments."""
    found: set[str] = set()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.name == Path(__file__).name:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            name = re.match(r"def (test_\w+)", line)
            ids = re.findall(r"_([a-z]{2,5})_(\d{2})(?=_)", name[1]) if name else ()
            found |= {f"{section.upper()}-{number}" for section, number in ids} | rules_in(line)
    return found


def test_every_rule_the_engine_names_is_named_by_a_test() -> None:
    named = set().union(*(rules_in(path.read_text(encoding="utf-8")) for path in ENGINE.rglob("*.py")))
    assert named >= {"AUC-07", "SCO-02", "PIK-03"}
    assert named - named_by_tests() - NOT_ENGINE == set()


def test_the_rules_left_out_are_named_by_the_parameters_only() -> None:
    everywhere = {
        path: rules_in(path.read_text(encoding="utf-8")) for path in ENGINE.rglob("*.py") if path.parent == ENGINE
    }
    assert not {(path.name, rule) for path, found in everywhere.items() for rule in found & NOT_ENGINE} - {
        ("betl.py", "EVAL-08")
    }


def test_every_rule_of_the_sections_the_engine_implements_has_a_test() -> None:
    counts = {
        "AUC": 12, "IGR": 10, "TAL": 3, "DEC": 3, "FOL": 5, "KON": 12, "PIK": 4, "LEAD": 3, "MAKE": 7, "SCO": 9,
        "REF": 9, "HAT": 4, "LAST": 4, "WO": 4, "LED": 3, "POL": 13,
    }  # fmt: skip
    every = {f"{section}-{number:02}" for section, count in counts.items() for number in range(1, count + 1)}
    every |= rules_in(
        "CALL-01 CALL-02 CALL-03 CALL-05 PLAY-01 PLAY-02 PLAY-03 PLAY-04 PLAY-05 END-01 END-02 END-03 MATCH-01 RES-01"
        " RES-02 RES-03 AGR-06 AGR-09 PEN-01 SEAT-02 SEAT-03 DEAL-01 DEAL-02 DEAL-03 DEAL-04 DEAL-05 CRD-01 CRD-02"
        " CRD-03 CRD-06 FOUR-01"
    )
    assert every - named_by_tests() == set()
