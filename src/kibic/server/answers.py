"""Answers to HTTP requests: JSON, refusals with their status, and texts to be kept as files."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from kibic.game import Json
from kibic.server.refusals import Refused

_STATUS: Final = {
    "bad_request": 400,
    "rules": 400,
    "origin": 403,
    "not_found": 404,
    "unknown_table": 404,
    "unknown_sheet": 404,
    "not_writer": 403,
    "login": 403,
    "no_account": 403,
    "banned": 403,
    "no_kibitzers": 403,
    "crowded": 403,
    "name_taken": 409,
    "stale_version": 409,
    "nothing_open": 409,
    "too_large": 413,
    "content_type": 415,
    "too_fast": 429,
    "internal": 500,
    "storage": 503,
}


def failure(refused: Refused) -> Response:
    """The JSON answer for a refusal."""
    body: dict[str, Json] = {"code": refused.code, "sr": refused.text.sr, "en": refused.text.en}
    if refused.problems:
        body["problems"] = list(refused.problems)
    return answer(body, _STATUS.get(refused.code, 400))


def answer(body: Json, status: int = 200) -> Response:
    """A JSON answer that is not cached."""
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(body), status, headers, media_type="application/json")


def toml(text: str, name: str) -> Response:
    """A text to be kept as the file ``name.toml``."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"', "Cache-Control": "no-store"}
    return Response(text, headers=headers, media_type="application/toml")
