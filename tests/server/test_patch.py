"""Merge patches turn any view into any other."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kibic.server.patch import difference, merged, without_nulls

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 0.5]) | st.text(max_size=3)
keys = st.sampled_from(["a", "b", "c", "d"])
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)
views = st.dictionaries(keys, values, max_size=4)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@given(views, views)
def test_the_difference_applied_gives_the_new_view(old: Any, new: Any) -> None:
    before = text(old)
    page = without_nulls(old)
    assert text(without_nulls(merged(page, difference(old, new)))) == text(without_nulls(new))
    assert text(old) == before


@given(views)
def test_no_change_is_an_empty_patch(view: Any) -> None:
    assert difference(view, json.loads(json.dumps(view))) == {}


@given(views)
def test_objects_have_no_nulls_left(view: Any) -> None:
    def free(value: Any) -> bool:
        if isinstance(value, dict):
            return all(item is not None and free(item) for item in value.values())
        return all(map(free, value)) if isinstance(value, list) else True

    assert free(without_nulls(view))


def test_the_examples_of_rfc_7386() -> None:
    cases: list[tuple[Any, Any, Any]] = [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ]
    for target, patch, result in cases:
        assert merged(target, patch) == result


def test_true_is_not_one() -> None:
    assert difference({"a": 1, "b": [True]}, {"a": True, "b": [1]}) == {"a": True, "b": [1]}


def test_nulls_in_arrays_stay() -> None:
    assert without_nulls({"cards": [["SA"], None, {"a": None}], "talon": None}) == {"cards": [["SA"], None, {}]}
