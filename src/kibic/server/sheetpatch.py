"""What changed on a sheet, so that a page which holds the state before need not be sent the whole paper again."""

from __future__ import annotations

from kibic.game import Json
from kibic.server.patch import difference, merged


def change_of(before: dict[str, Json], after: dict[str, Json]) -> dict[str, Json]:
    """What leads from one state of a sheet to another.

    ``patch`` is a merge patch of everything but the hands; of these the first ``kept`` stay and ``hands`` follow.
    """
    here, there = before["hands"], after["hands"]
    kept = 0
    while kept < min(len(here), len(there)) and here[kept] == there[kept]:
        kept += 1
    return {"patch": difference(_but_hands(before), _but_hands(after)), "kept": kept, "hands": there[kept:]}


def changed(state: dict[str, Json], change: dict[str, Json]) -> dict[str, Json]:
    """The state after a change."""
    after: dict[str, Json] = merged(state, change["patch"])
    return after | {"hands": [*state["hands"][: change["kept"]], *change["hands"]]}


def _but_hands(state: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in state.items() if key != "hands"}
