"""The files of the page: HTML that is always asked for again, and files cached for ever under a fingerprint."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kibic.server.refusals import Refused

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
#: Marks a path with a fingerprint: ``/static/~<fingerprint>/js/table.js``.
_MARK: Final = "~"
_TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
_TEXTS: Final = ("text/", "application/manifest+json", "application/json", "image/svg+xml")
_SMALL: Final = 512
#: What all pages share, and the marks in it where a page puts its own; a page has the second one before its own body.
_FRAME: Final = "frame.html"
_HEAD, _BODY = "<!-- head -->\n", "<!-- body -->\n"
#: How long a look at all files is good for, in seconds; a page asks for dozens at once.
_FRESH: Final = 1.0


@dataclass(frozen=True, slots=True)
class _File:
    stamp: tuple[int, ...]
    body: bytes
    packed: bytes | None
    etag: str
    kind: str


class Pages:
    """Serves the files in ``static`` of the web package."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root if root is not None else Path(str(files("kibic.web"))) / "static"
        self._files: dict[str, _File] = {}
        self._print, self._fresh_until = "", 0.0

    def html(self, request: Request, name: str) -> Response:
        """A page in the frame of all pages; its references to ``"/static/`` get the fingerprint of all files."""
        return self._answer(request, name, _ASK_AGAIN, self._fingerprint())

    def static(self, request: Request, path: str) -> Response:
        """A file of ``/static``, with or without a fingerprint in front of its path."""
        caching = _ASK_AGAIN
        if path.startswith(_MARK):
            mark, _, path = path.partition("/")
            if mark == _MARK + self._fingerprint():
                caching = _FOR_EVER
        if PurePosixPath(path).suffix == ".html":
            raise Refused("not_found")
        return self._answer(request, path, caching, None)

    def _answer(self, request: Request, name: str, caching: str, fingerprint: str | None) -> Response:
        file = self._file(name, fingerprint)
        headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if file.etag in known:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.packed
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=file.kind, headers=headers)

    def _file(self, name: str, fingerprint: str | None) -> _File:
        path = self._path(name)
        try:
            stat = path.stat()
            key = f"{name}?{fingerprint or ''}"
            stamp: tuple[int, ...] = (stat.st_mtime_ns, stat.st_size)
            if fingerprint is not None:
                around = self._path(_FRAME).stat()
                stamp += (around.st_mtime_ns, around.st_size)
            file = self._files.get(key)
            if file is None or file.stamp != stamp:
                if fingerprint is not None:
                    self._files.pop(key, None)
                body = path.read_bytes() if fingerprint is None else self._framed(path, fingerprint)
                file = self._files[key] = _packed(path, body, stamp)
        except OSError as error:
            raise Refused("not_found") from error
        return file

    def _framed(self, path: Path, fingerprint: str) -> bytes:
        """The whole page of a file that has only what is its own."""
        head, _, body = path.read_text(encoding="utf-8").partition(_BODY)
        whole = self._path(_FRAME).read_text(encoding="utf-8").replace(_HEAD, head).replace(_BODY, body)
        return whole.replace('"/static/', f'"/static/{_MARK}{fingerprint}/').encode()

    def _path(self, name: str) -> Path:
        parts = PurePosixPath(name).parts
        if not parts or any(part in ("..", "/") or part.startswith(".") or "\\" in part for part in parts):
            raise Refused("not_found")
        path = self._root.joinpath(*parts)
        if "\0" in name or not path.is_file():
            raise Refused("not_found")
        return path

    def _fingerprint(self) -> str:
        """Changes when any file does, so that an upgraded server is never shown through old files."""
        if time.monotonic() < self._fresh_until:
            return self._print
        known = hashlib.sha256()
        for path in sorted(self._root.rglob("*")):
            if path.is_file():
                stat = path.stat()
                known.update(f"{path.relative_to(self._root)} {stat.st_mtime_ns} {stat.st_size}\n".encode())
        self._print, self._fresh_until = known.hexdigest()[:16], time.monotonic() + _FRESH
        return self._print


def _packed(path: Path, body: bytes, stamp: tuple[int, ...]) -> _File:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = kind.startswith(_TEXTS)
    packed = gzip.compress(body, 9, mtime=0) if is_text and len(body) > _SMALL else None
    etag = '"' + hashlib.sha256(body).hexdigest()[:24] + '"'
    return _File(stamp, body, packed, etag, kind)
