"""Positions as JSON objects, one a line (record.md section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kibic.cards import DECK_32, CardTextError, Hand
from kibic.game import Json, Seat
from kibic.solver.position import Mode, Position, card_of, checked, refuse, told

_KEYS: Final = ("hands", "mode", "declarer", "active", "leader", "trick")
_BITS: Final = {text: 1 << card for card, text in enumerate(DECK_32.texts)}
_CARDS_SR: Final = "karta je boja S D H C i vrednost A K Q J T 9 8 7, svaka najviše jednom"
_MODES: Final = {mode.name: mode for mode in Mode}


def position_from_json(value: Json) -> Position:
    """Read the keys hands, mode, declarer, active, leader and trick of a JSON object.

    ``active`` is by default all seats with a hand, ``trick`` is by default empty; other keys are left alone. Holdings
    (``AQ87.AK87.Q7.``) are read too. Raises :class:`PositionError` for what is no position.
    """
    if not isinstance(value, Mapping):
        raise refuse("a position is a JSON object", "pozicija je JSON objekat")
    hands = _hands(_key(value, "hands"))
    given = tuple(sorted(hands))
    active = _seats(value["active"]) if "active" in value else given
    for seat in active:
        if seat not in hands:
            raise refuse(f'"hands" has no cards of player {told(seat)}', f'u "hands" nema karata igrača {told(seat)}')
    mode = _key(value, "mode")
    if not isinstance(mode, str) or mode not in _MODES:
        allowed = " ".join(_MODES)
        raise refuse(f'"mode" is {told(mode)}; allowed: {allowed}', f'"mode" je {told(mode)}; dozvoljeno: {allowed}')
    trick = _trick(value.get("trick", []))
    position = Position(
        tuple(hands.get(seat, 0) for seat in range(max(given, default=0) + 1)),
        _MODES[mode],
        _seat(_key(value, "declarer"), "declarer"),
        _seat(_key(value, "leader"), "leader"),
        tuple(card for _, card in trick),
        active,
    )
    for (seat, card), proper in zip(trick, position.order, strict=False):
        if seat != proper:
            text = DECK_32.text(card)
            raise refuse(
                f"wrong player in the trick: {text} is said to be of {told(seat)}, but it is the turn of {proper}",
                f"pogrešan igrač u štihu: {text} je navodno od {told(seat)}, a na redu je {proper}",
            )
    return position


def position_to_json(position: Position) -> dict[str, Json]:
    """The object that :func:`position_from_json` reads, cards from the top."""
    checked(position)
    return {
        "hands": {str(seat): " ".join(Hand(position.hands[seat]).texts) for seat in position.active},
        "mode": position.mode.name,
        "declarer": position.declarer,
        "active": list(position.active),
        "leader": position.leader,
        "trick": [[seat, DECK_32.text(card)] for seat, card in zip(position.order, position.trick, strict=False)],
    }


def moves_to_json(moves: Mapping[int, int]) -> dict[str, Json]:
    """The values of the cards, suits in order and each from the top."""
    hand = Hand(sum(1 << card_of(card) for card in moves))
    return {DECK_32.text(card): moves[card] for card in hand}


def table_to_json(table: Mapping[tuple[Seat, Mode], int]) -> dict[str, Json]:
    """All games by all declarers: ``{"0": {"S": 6, …}, …}``."""
    answer: dict[str, dict[str, int]] = {}
    for (seat, mode), tricks in table.items():
        answer.setdefault(str(seat), {})[mode.name] = tricks
    return answer


def _key(value: Mapping[str, Json], key: str) -> Json:
    if key not in value:
        raise refuse(
            f'"{key}" is missing; keys: {", ".join(_KEYS)}', f'nedostaje "{key}"; ključevi: {", ".join(_KEYS)}'
        )
    return value[key]


def _seat(value: Json, key: str) -> Seat:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse(
            f'"{key}": {told(value)} is no seat; seats are numbers from 0',
            f'"{key}": {told(value)} nije mesto; mesta su brojevi od 0',
        )
    return value


def _seats(value: Json) -> tuple[Seat, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise refuse('"active" is a list of seats', '"active" je spisak mesta')
    return tuple(sorted(_seat(item, "active") for item in value))


def _hands(value: Json) -> dict[Seat, int]:
    if not isinstance(value, Mapping):
        raise refuse('"hands" is an object from seat to cards', '"hands" je objekat od mesta ka kartama')
    hands = {}
    for name, text in value.items():
        if name not in ("0", "1", "2", "3"):
            raise refuse(
                f'"hands": {told(name)} is no seat; seats are "0" to "3"',
                f'"hands": {told(name)} nije mesto; mesta su "0" do "3"',
            )
        if not isinstance(text, str):
            raise refuse(f'"hands": the cards of {name} are not a text', f'"hands": karte igrača {name} nisu tekst')
        try:
            hands[int(name)] = _hand(text)
        except CardTextError as error:
            raise refuse(f"player {name}: {error}", f"igrač {name}: {told(text)} nisu karte; {_CARDS_SR}") from error
    return hands


def _hand(text: str) -> int:
    """The mask of some cards; the canonical text of a stream of millions is read without detours."""
    mask = 0
    for word in text.split():
        bit = _BITS.get(word)
        if bit is None or mask & bit:
            return Hand.parse(text).mask
        mask |= bit
    return mask


def _trick(value: Json) -> list[tuple[Seat, int]]:
    wrong = refuse(
        '"trick" is a list of [seat, card], like [[1, "S7"]]',
        '"trick" je spisak parova [mesto, karta], kao [[1, "S7"]]',
    )
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise wrong
    cards = []
    for item in value:
        if not isinstance(item, Sequence) or len(item) != 2 or not isinstance(item[1], str):
            raise wrong
        try:
            cards.append((_seat(item[0], "trick"), DECK_32.parse(item[1])))
        except CardTextError as error:
            raise refuse(f"trick: {error}", f"štih: {told(item[1])} nije karta; {_CARDS_SR}") from error
    return cards
