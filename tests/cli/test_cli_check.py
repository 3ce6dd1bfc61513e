"""``kibic check``: the conventions broken in records, as text and as JSON."""

from __future__ import annotations

import json

from tests.cli.commands import GOLDEN, kibic
from tests.record.record_texts import record_text

HEAD = 'kibic = 1\nplayers = ["Ana", "Boro", "Ceca"]\n[options]\n"conv.bid_min" = "gulin"\n'
#: Ana bids 2 on 3.5 potential tricks, Boro 3 on a hand without four diamonds and 4.5 tricks in the suits from there up.
BROKEN = record_text("2 3 dalje dalje", "skart C8 C7 herc ne ne", head=HEAD)


def test_what_was_broken_is_listed_with_its_cards() -> None:
    ran = kibic("check", "-", text=BROKEN)
    assert (ran.status, ran.err) == (0, "")
    first, *_, second, cards = ran.out.splitlines()
    assert len(ran.out.splitlines()) == 5
    assert first == "<stdin>: hand 1"
    assert second.startswith("  BID-03 (agreed) Boro: bid up to 3, and no suit from diamonds up")
    assert second.endswith("(RSP-04).")
    assert cards == "    SK ST S9 DQ DT D9 HA HK CK CQ"
    ran = kibic("check", "-", "--lang", "sr", text=BROKEN)
    assert "  BID-03 (dogovoreno) Boro: licitacija do 3, a nijedna boja od kara naviše" in ran.out


def test_json() -> None:
    ran = kibic("check", "-", "--json", text=BROKEN)
    told = json.loads(ran.out)
    assert (told["players"], told["hands"]) == (["Ana", "Boro", "Ceca"], 1)
    assert [(entry["seat"], entry["rule"], entry["severity"]) for entry in told["found"]] == [
        (0, "BID-03", "agreed"),
        (1, "BID-03", "agreed"),
    ]


def test_the_agreement_that_settles_it_is_named() -> None:
    ran = kibic("check", str(GOLDEN / "fine.toml"))
    assert ran.status == 0
    assert "FMIN-6" in ran.out
    assert "may be agreed: kazna 2" in ran.out


def test_nothing_broken() -> None:
    ran = kibic("check", "-", text=record_text("2 dalje dalje skart C8 C7 karo ne ne"))
    assert (ran.status, ran.out) == (0, "<stdin>: no convention was broken\n")


def test_records_that_cannot_be_checked() -> None:
    assert kibic("check", "-", text=record_text("2 dalje 4")).status == 1
    assert kibic("check", "-", text="kibic = ").status == 2
