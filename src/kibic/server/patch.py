"""JSON merge patches (RFC 7386) between two views of one viewer.

In views absent and null mean the same (docs/protocol.md), so :func:`without_nulls` drops nulls from objects before a
view is shown or compared; in arrays nulls stay, since arrays are replaced whole.
"""

from __future__ import annotations

import msgspec

from kibic.game import Json


def without_nulls(value: Json) -> Json:
    """``value`` without the keys of objects whose value is null, at any depth."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_nulls(item) for item in value]
    return value


def difference(old: dict[str, Json], new: dict[str, Json]) -> dict[str, Json]:
    """The merge patch that turns ``old`` into ``new``; both are free of nulls in objects."""
    patch: dict[str, Json] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
            continue
        before = old[key]
        if isinstance(value, dict) and isinstance(before, dict):
            inner = difference(before, value)
            if inner:
                patch[key] = inner
        elif not _same(before, value):
            patch[key] = value
    return patch


def merged(target: Json, patch: Json) -> Json:
    """``target`` with ``patch`` applied as RFC 7386 says; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def _same(one: Json, other: Json) -> bool:
    # Python takes True for 1 and 1.0 for 1; the page does not, so equal values are compared by their JSON as well.
    return one is other or (one == other and _text(one) == _text(other))


def _text(value: Json) -> bytes:
    return msgspec.json.encode(value, order="sorted")
