"""The hand of the design's mock pages: every number on them is what the engine writes."""

from __future__ import annotations

from kibic.games.preferans import GAME
from tests.rules.deals import NAMES, cited, outcome, supe, table, told, tricks


def test_the_hand_of_the_mock_pages_comes_out_as_drawn() -> None:
    before = table({"match.start_bule": 60}, dealer=0, bule=(30, 32, 12), refas=(1, 0, 0), refa_written=1)
    match = told(before, "2 dalje 3 mogu 4 dalje skart ? ? herc dodjem ne sam kontra moze")
    assert GAME.view_json(match.view(0), NAMES)["game_on"] == {
        "contract": "herc", "igra": False, "trump": "H", "declarer": 0, "unit": 32, "kontra": 2, "refa": 2,
        "need": 6, "need_defence": 5,
    }  # fmt: skip
    after = tricks(match, 7, 1, 2)
    done = outcome(after)
    assert (done.bule, supe(done)) == ((-32, 32, 0), {(1, 0): 96})
    assert done.roles == ("declarer", "kontras", "pulled_in")
    assert after.sheet.bule == (-2, 64, 12)
    assert (after.sheet.total, after.sheet.hats) == (74, (True, False, False))
    assert cited(done) >= {"MAKE-01", "SCO-01", "KON-06", "MAKE-05", "KON-02", "KON-03", "HAT-01"}
    texts = [reason.text(NAMES).sr for reason in done.reasons]
    assert "7 štihova, treba 6." in texts
    assert "Herc: 2 x 4 x 2 (kontra) x 2 (refa) = 32." in texts
    assert "Piše sve štihove odbrane: 3 x 32 = 96 supa (Ana)." in texts
    assert "Odbrana 3 štiha zajedno, kontrašu treba 5: pad." in texts
