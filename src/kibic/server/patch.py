"""JSON merge patches (RFC 7386) between two views of one viewer.

In views absent and null mean the same (docs/protocol.md). A merge patch cannot say "set to null", so views are equal
here when they are equal without the nulls of their objects; nulls in arrays count, since arrays are replaced whole.
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
    """The merge patch that turns ``old`` into ``new``, up to nulls in objects."""
    patch: dict[str, Json] = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if _same(before, value):
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            patch[key] = difference(before, value)
        else:
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
    if one is other:
        return True
    if one != other:
        return False
    if type(one) is type(other) and isinstance(one, str | int):
        return True  # nothing else is written like this one, and most of a view are such
    # Python takes True for 1 and 1.0 for 1; the page does not, so equal values are compared by their JSON as well.
    return msgspec.json.encode(one) == msgspec.json.encode(other)
