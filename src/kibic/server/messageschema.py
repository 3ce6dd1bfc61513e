"""The messages of both sockets as JSON Schema, made from their types, so that both say the same."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kibic.server import replies, sheetmessages
from kibic.server.messages import FromPage
from kibic.server.protocol import SPOKEN
from kibic.server.replies import ToPage
from kibic.server.sheetmessages import FromSheetPage

#: What the server says on both sockets; the rest belongs to that of its module.
_COMMON: Final = frozenset({"ack", "refused", "pong", "going"})
_WHO: Final = {
    "table_page": "What a page says on the socket of tables.",
    "table_server": "What the server says on the socket of tables.",
    "sheet_page": "What a page says on the socket of sheets.",
    "sheet_server": "What the server says on the socket of sheets.",
}


def tag_of(message: type[msgspec.Struct]) -> str:
    """The ``type`` of a message."""
    return str(message.__struct_config__.tag)


def message_types() -> dict[str, dict[str, type[msgspec.Struct]]]:
    """The types of all messages by who says them (``table_page``, ...) and by their ``type``."""
    said: dict[str, type[msgspec.Struct]] = {
        tag_of(each): each for each in ToPage.__subclasses__() if each.__module__ == replies.__name__
    }
    sheets = {tag_of(each): each for each in ToPage.__subclasses__() if each.__module__ == sheetmessages.__name__}
    return {
        "table_page": {tag_of(each): each for each in FromPage.__subclasses__()},
        "table_server": said,
        "sheet_page": {tag_of(each): each for each in FromSheetPage.__subclasses__()},
        "sheet_server": sheets | {tag: said[tag] for tag in said if tag in _COMMON},
    }


def schema() -> dict[str, Any]:
    """One document (JSON Schema 2020-12); a message is one of ``$defs/<who>``, of the keys of :func:`message_types`."""
    spoken = message_types()
    every = sorted({each for group in spoken.values() for each in group.values()}, key=lambda each: each.__name__)
    references, definitions = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
    where = dict(zip(every, references, strict=True))
    groups = {
        who: {"description": _WHO[who], "oneOf": [where[each] for _, each in sorted(group.items())]}
        for who, group in spoken.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kibic: the messages of the sockets",
        "description": f"Protocol {', '.join(map(str, SPOKEN))}. Receivers ignore fields they do not know.",
        "anyOf": [{"$ref": f"#/$defs/{who}"} for who in groups],
        "$defs": groups | dict(sorted(definitions.items())),
    }
