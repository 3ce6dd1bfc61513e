"""Tools of the system that some tests need."""

from __future__ import annotations

import os

import pytest


def need(what: str, found: str | None, way: str) -> str:
    """``found``, the path of a tool; without it the test is left out and says so, or fails in CI."""
    if found is not None:
        return found
    message = f"{what} is missing: {way}"
    if os.environ.get("KIBIC_TEST_STRICT") == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message)
