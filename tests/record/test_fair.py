"""Fair cards: seals, cuts, the check of a record, and how a record carries them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pytest

from kibic.cards import DECK_32, SeededRandom, shuffled
from kibic.record import (
    RecordContentError,
    Seal,
    Told,
    Verdict,
    cut,
    read,
    replay,
    seals_told,
    table_name,
    verify,
    write,
)
from tests.record.record_texts import HEAD, record_text

TABLE = table_name("abcdefgh2345")
CUTS = ("1:" + "0123456789abcdef" * 2, "3:" + "f" * 32)


def seal_of(hand: int = 1, seed: str = "seal") -> Seal:
    return Seal(TABLE, hand, "5a" * 32, tuple(DECK_32.join(shuffled(DECK_32, SeededRandom(seed))).split()))


def sealed_record(seal: Seal, cuts: Sequence[str] = (), **changes: object) -> str:
    """A record of one hand that was dealt from ``seal``, with what is told of it, changed as said."""
    deck = " ".join(cut(seal.cards, seal.hash, cuts))
    table = Told(seal.hand, seal.hash, seal.text, tuple(cuts)).to_table() | changes
    record = replace(
        read(f'{HEAD}[[hands]]\ndeck = "{deck}"\nactions = ["dalje dalje dalje"]\n'),
        extras={"fair": [{key: value for key, value in table.items() if value is not None}]},
    )
    return write(record)


def verdict(text: str) -> Verdict:
    (found,) = verify(replay(read(text)))
    return found


def problem(text: str) -> str:
    found = verdict(text)
    assert found.status == "differs"
    assert found.problem is not None
    return found.problem.en


def test_the_text_of_a_seal_is_one_line_that_anybody_can_hash() -> None:
    seal = seal_of()
    assert seal.text == f"kibic-deal-1 {TABLE} 1 {'5a' * 32} {' '.join(seal.cards)}"
    assert seal.hash == hashlib.sha256(seal.text.encode()).hexdigest()
    assert hashlib.sha256(b"abcdefgh2345").hexdigest()[:16] == TABLE


def test_a_cut_orders_the_places_by_their_hashes() -> None:
    seal = seal_of()
    keys = {
        card: hashlib.sha256(f"kibic-cut-1 {seal.hash} {' '.join(CUTS)} {place}".encode()).hexdigest()
        for place, card in enumerate(seal.cards, 1)
    }
    assert cut(seal.cards, seal.hash, CUTS) == tuple(sorted(seal.cards, key=keys.__getitem__))
    assert cut(seal.cards, seal.hash, CUTS) != seal.cards
    assert cut(seal.cards, seal.hash, ()) == seal.cards


def test_every_player_and_the_seal_change_the_cut() -> None:
    seal, other = seal_of(), seal_of(hand=2)
    ways = [cut(seal.cards, seal.hash, cuts) for cuts in (CUTS, CUTS[:1], CUTS[1:])]
    ways.append(cut(seal.cards, other.hash, CUTS))
    assert len(set(ways)) == 4
    assert all(sorted(way) == sorted(seal.cards) for way in ways)


@pytest.mark.parametrize("cuts", [(), CUTS])
def test_what_was_sealed_was_dealt(cuts: tuple[str, ...]) -> None:
    seal = seal_of()
    assert verdict(sealed_record(seal, cuts)) == Verdict(1, "agrees", seal.hash, len(cuts))


def test_a_record_carries_seals_at_its_end_and_keeps_them() -> None:
    text = sealed_record(seal_of(), CUTS)
    assert "\n[[fair]]\nhand = 1\nhash = " in text
    assert text.index("[[hands]]") < text.index("[[fair]]")
    assert write(read(text)) == text
    assert seals_told(read(text)) == {1: Told(1, seal_of().hash, seal_of().text, CUTS)}


def test_a_key_of_that_name_that_is_no_list_of_tables_is_kept_like_any_other() -> None:
    for value in ('"yes"', "[]", "[1]"):
        text = write(read(f"{HEAD}fair = {value}\n"))
        assert f"fair = {value}\n" in text
        assert write(read(text)) == text


def test_a_hand_without_a_seal() -> None:
    assert verdict(record_text("dalje dalje dalje")) == Verdict(1, "unsealed")


def test_a_hand_that_stays_closed_is_told_by_its_seal_alone() -> None:
    seal = seal_of()
    text = record_text("dalje dalje dalje", cards=None) + f'[[fair]]\nhand = 1\nhash = "{seal.hash}"\n'
    assert read(text).extras["fair"] == [Told(1, seal.hash).to_table()]
    assert verdict(text) == Verdict(1, "closed", seal.hash)
    assert verdict(text + f'text = "{seal.text}"\n') == Verdict(1, "closed", seal.hash)


def test_another_deck_than_the_sealed_one() -> None:
    other = seal_of(seed="other")
    assert problem(sealed_record(seal_of(), text=other.text)) == "the text does not give the seal"
    text = sealed_record(seal_of(), text=other.text, hash=other.hash)
    assert problem(text) == "other cards were dealt than were sealed"


def test_a_cut_that_was_left_out_or_made_up() -> None:
    for told in ([], list(CUTS[:1]), ["2:" + "0" * 32]):
        assert problem(sealed_record(seal_of(), CUTS, cut=told)) == "other cards were dealt than were sealed"


@pytest.mark.parametrize(
    "seal",
    [
        replace(seal_of(), hand=2),
        replace(seal_of(), table="no hex digits!!!"),
        replace(seal_of(), salt="5a"),
        replace(seal_of(), cards=()),
    ],
)
def test_a_seal_of_another_hand_or_form(seal: Seal) -> None:
    text = sealed_record(seal_of(), text=seal.text, hash=seal.hash)
    assert problem(text) == "the seal is not that of this hand"


@pytest.mark.parametrize("cards", [seal_of().cards[:31], ("SA",) * 32, ("ZZ",)])
def test_what_is_no_deck(cards: tuple[str, ...]) -> None:
    seal = replace(seal_of(), cards=cards)
    assert problem(sealed_record(seal_of(), text=seal.text, hash=seal.hash)) == "what was sealed is no deck"


def test_all_seals_are_of_one_table() -> None:
    first, second = seal_of(), replace(seal_of(2, "second"), table="0123456789abcdef")
    hands = "".join(
        f'[[hands]]\ndeck = "{" ".join(seal.cards)}"\nactions = ["dalje dalje dalje"]\n' for seal in (first, second)
    )
    fair = "".join(
        f'[[fair]]\nhand = {seal.hand}\nhash = "{seal.hash}"\ntext = "{seal.text}"\n' for seal in (first, second)
    )
    assert {found.status for found in verify(replay(read(HEAD + hands + fair)))} == {"differs"}
    agreed = replace(second, table=TABLE)
    fair = fair.replace(second.text, agreed.text).replace(second.hash, agreed.hash)
    assert {found.status for found in verify(replay(read(HEAD + hands + fair)))} == {"agrees"}


def test_a_seal_of_a_hand_that_is_not_there() -> None:
    seal = seal_of(hand=2)
    text = record_text("dalje dalje dalje") + f'[[fair]]\nhand = 2\nhash = "{seal.hash}"\n'
    found = verify(replay(read(text)))
    assert [(each.hand, each.status) for each in found] == [(1, "unsealed"), (2, "differs")]


@pytest.mark.parametrize(
    "changes",
    [
        {"hand": 0},
        {"hand": True},
        {"hand": None},
        {"hash": "5A" * 32},
        {"hash": 5},
        {"text": 5},
        {"cut": "none"},
        {"cut": [5]},
        {"cut": ["1:xyz"]},
        {"cut": [CUTS[1], CUTS[0]]},
        {"cut": [CUTS[0], CUTS[0]]},
    ],
)
def test_what_is_no_seal_is_told(changes: dict[str, object]) -> None:
    with pytest.raises(RecordContentError, match="fair: no seal") as error:
        verdict(sealed_record(seal_of(), (), **changes))
    assert "fair: nije pečat" in error.value.in_language("sr")


@pytest.mark.parametrize("value", ['"yes"', "[1]"])
def test_what_is_no_list_of_seals_is_told(value: str) -> None:
    with pytest.raises(RecordContentError, match="fair: "):
        verify(replay(read(f"{HEAD}fair = {value}\n")))


def test_two_seals_for_a_hand_are_one_too_many() -> None:
    text = sealed_record(seal_of())
    with pytest.raises(RecordContentError, match="once for a hand"):
        verdict(text + text[text.index("[[fair]]") :])
