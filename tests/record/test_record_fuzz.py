"""Whatever a file contains, reading and replaying it raises the two errors of a record and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibic.record import RecordContentError, RecordSyntaxError, read, read_bytes, replay, summary, write

GOLDEN = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "golden").glob("*.toml"))]
#: Pieces that make half-right records likely.
PIECES = st.sampled_from(
    [
        "kibic = 1\n", 'players = ["A", "B", "C"]\n', "[[hands]]\n", "[options]\n", '"refa.max" = 2\n', "actions = [",
        '"2 dalje dalje"', '"dalje"', '"skart C8 C7"', "]", "[", "{", "}", '"', "'", '"""', "\\", "\n", "=", ".", ",",
        "cards = ", 'deck = "', 'seed = "x"', "tricks = [10, 0, 0]", 'talon = "C8 C7"', 'dealer = "A"', "#", "\x00",
        "\ufeff", "\r", "2026-11-30", "0x", "nan", "true", " ", "A: ", "kontra", "otpis", "ostalo 99999999", "Č", "♠A",
        "10", "\ud7ff",
    ]
)  # fmt: skip


def outcome(text: str) -> str:
    """What became of a text: a record, one the rules refuse, or none. Any other error fails the test."""
    message, kind = "f", "record"
    try:
        record = read(text, "f")
        summary(replay(record))
        canonical = write(record)
        assert write(read(canonical)) == canonical
    except RecordSyntaxError as error:
        message, kind = str(error), "none"
    except RecordContentError as error:
        message, kind = str(error), "refused"
    assert message.startswith("f")
    return kind


@settings(deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    assert outcome(text) == "none"


@settings(deadline=None)
@given(st.lists(PIECES | st.text(max_size=3), max_size=30).map("".join))
def test_pieces_of_records(text: str) -> None:
    assert outcome('kibic = 1\nplayers = ["A", "B", "C"]\n' + text) in {"none", "refused", "record"}


@settings(deadline=None)
@given(st.sampled_from(GOLDEN), st.data())
def test_records_with_a_piece_changed(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 12, len(text))))
    piece = data.draw(PIECES | st.text(max_size=4))
    assert outcome(text[:start] + piece + text[end:]) in {"none", "refused", "record"}


@settings(deadline=None)
@given(st.sampled_from(GOLDEN), st.data())
def test_records_with_two_words_swapped(text: str, data: st.DataObject) -> None:
    words = text.split(" ")
    one, two = data.draw(st.integers(0, len(words) - 1)), data.draw(st.integers(0, len(words) - 1))
    words[one], words[two] = words[two], words[one]
    assert outcome(" ".join(words)) in {"none", "refused", "record"}


@settings(deadline=None)
@given(st.binary())
def test_any_bytes(content: bytes) -> None:
    with pytest.raises(RecordSyntaxError, match=r"^f"):
        read_bytes(content, "f")
