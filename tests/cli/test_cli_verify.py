"""``kibic verify``: the seals of a record, as text and as JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from kibic.record import cut
from tests.cli.commands import GOLDEN, kibic
from tests.record.record_texts import record_text
from tests.record.test_fair import CUTS, seal_of, sealed_record


def test_a_record_that_agrees(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text(sealed_record(seal_of(), CUTS))
    ran = kibic("verify", str(file))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"{file}: hand 1: agrees (cut by 2) {seal_of().hash}\n"
    assert kibic("verify", "--lang", "sr", str(file)).out.startswith(f"{file}: ruka 1: slaže se (presekli: 2) ")
    told = json.loads(kibic("verify", "--json", str(file)).out)
    assert told == {
        "players": ["Ana", "Boro", "Ceca"],
        "hands": [{"number": 1, "status": "agrees", "hash": seal_of().hash, "cuts": 2, "problem": None}],
    }


def test_a_record_that_does_not_agree() -> None:
    other = seal_of(seed="other")
    ran = kibic("verify", "-", text=sealed_record(seal_of(), text=other.text, hash=other.hash))
    assert ran.status == 1
    assert ran.out == f"<stdin>: hand 1: DIFFERS: other cards were dealt than were sealed {other.hash}\n"
    ran = kibic("verify", "-", "--lang", "sr", text=sealed_record(seal_of(), text=other.text, hash=other.hash))
    assert "NE SLAŽE SE: podeljene su druge karte, a ne zapečaćene" in ran.out


def test_a_closed_hand_and_one_without_a_seal() -> None:
    text = record_text("dalje dalje dalje", cards=None)
    closed = f'{text}[[hands]]\nactions = ["dalje dalje dalje"]\n[[fair]]\nhand = 1\nhash = "{seal_of().hash}"\n'
    ran = kibic("verify", "-", text=closed)
    assert ran.status == 0
    assert ran.out.splitlines() == [
        f"<stdin>: hand 1: closed: its cards are not told {seal_of().hash}",
        "<stdin>: hand 2: no seal",
    ]


def test_nothing_to_check_is_no_success() -> None:
    ran = kibic("verify", str(GOLDEN / "fine.toml"))
    assert ran.status == 1
    assert ran.out.endswith("fine.toml: the record carries no seals\n")
    assert (
        kibic("verify", "-", "--lang", "sr", text=record_text("dalje dalje dalje")).out
        == "<stdin>: zapis nema pečata\n"
    )


def test_what_is_no_record_and_what_the_rules_refuse() -> None:
    assert kibic("verify", "nowhere.toml").status == 2
    assert kibic("verify", "-", text=record_text("kontra")).status == 1
    ran = kibic("verify", "-", text=sealed_record(seal_of(), cut=["1:xyz"]))
    assert (ran.status, ran.out) == (1, "")
    assert "fair: no seal" in ran.err


def test_the_commands_of_the_document_follow_a_record_with_sha256sum_alone(tmp_path: Path) -> None:
    document = (Path(__file__).parents[2] / "docs" / "fair-cards.md").read_text(encoding="utf-8")
    script = document.partition("```sh\n")[2].partition("```")[0]
    seal = seal_of()
    for cuts in (CUTS, ()):
        (tmp_path / "match.toml").write_text(sealed_record(seal, cuts))
        done = subprocess.run(["sh", "-eu", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
        told, hashed, *deck = done.stdout.splitlines()
        assert told == hashed.split()[0] == seal.hash
        assert tuple(deck) == cut(seal.cards, seal.hash, cuts)
