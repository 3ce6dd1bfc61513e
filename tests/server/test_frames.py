"""The short form of ``python -m stress frames``, and that its scan finds what does not belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibic.cards import SeededRandom
from stress.frames import Scanned, played
from stress.scan import check_text, closed_deals, states
from tests.server.hosts import Host


def test_no_hidden_card_leaves_in_frames_nor_in_answers(database: Path) -> None:
    counted = played(Scanned(), database)
    assert (counted["matches"], counted["hands"]) == (2, 4)
    assert int(str(counted["cards in them"])) > 100
    assert sum(int(str(number)) for what, number in counted.items() if what.startswith("answers: ")) > 10


@pytest.mark.parametrize("form", ["{holding}", "{listed}", "{json}", "{deck}", "{sorted}"])
def test_the_scan_of_answers_finds_a_hand_that_is_not_over_in_any_form(form: str) -> None:
    deal = next(iter(Host("scan", 0, {}).course.state.legal().sample(SeededRandom("scan")) for _ in range(1)))
    words = [deal.word]
    closed = closed_deals(words, states({"preset": "srpski", "options": {}}, 0, words))
    ((hand, *_), deck) = closed[0].hands, closed[0].deck
    cards = sorted(hand)
    shown = {
        "holding": ".".join("".join(rank for rank in "AKQJT987" if suit + rank in hand) for suit in "SDHC"),
        "listed": " ".join(cards),
        "json": str(cards).replace("'", '"'),
        "deck": f'deck = "{" ".join(deck)}"',
        "sorted": ", ".join(reversed(cards)),
    }
    with pytest.raises(AssertionError, match="closed"):
        check_text(f"before {form.format(**shown)} after", closed)
    other = sorted({*deck} - hand)
    check_text(f"{' '.join(cards[:8])} and {' '.join(other[:2])}", closed)
