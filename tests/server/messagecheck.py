"""Checks messages against the schema that is made from their types."""

from __future__ import annotations

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from kibic.server.messageschema import schema


def strict(document: Any) -> Any:
    """The schema with fields it does not name forbidden: receivers ignore them, but nobody may send them."""
    if isinstance(document, dict):
        closed = {key: strict(value) for key, value in document.items()}
        return closed | {"additionalProperties": False} if "properties" in closed else closed
    return [strict(each) for each in document] if isinstance(document, list) else document


@cache
def validator(who: str) -> Draft202012Validator:
    """The validator of what ``who`` says (``table_page``, ``table_server``, ``sheet_page``, ``sheet_server``)."""
    return Draft202012Validator(strict(schema()) | {"anyOf": [{"$ref": f"#/$defs/{who}"}]})


def problems(who: str, message: Any) -> list[str]:
    """What is wrong with a message."""
    return [f"{error.json_path}: {error.message[:300]}" for error in validator(who).iter_errors(message)]
