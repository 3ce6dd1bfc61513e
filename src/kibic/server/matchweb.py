"""A person's matches and data: searched page by page, and taken along as records. Answers are of docs/protocol.md."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kibic.game import Json
from kibic.server.answers import answer
from kibic.server.blocks import Blocks
from kibic.server.course import course_of, result_of
from kibic.server.guests import Guest, now_ms
from kibic.server.incidents import note
from kibic.server.limits import Buckets
from kibic.server.matchstore import MatchStore, Wanted
from kibic.server.records import record_text
from kibic.server.refusals import Refused
from kibic.server.reportstore import ReportStore
from kibic.server.seating import seat_of
from kibic.server.store import Store, TableRow

if TYPE_CHECKING:
    from kibic.server.pages import Pages
    from kibic.server.peoplestore import Session
    from kibic.server.web import Web

log = logging.getLogger("kibic.server")

#: Matches on a page, and longest text to look for.
PAGE: Final = 20
_TEXT: Final = 60
#: Files of records one may take: every so many seconds, and how many at once. Making one reads whole logs.
_EVERY: Final = 20.0
_AT_ONCE: Final = 4
_STATES: Final = ("", "waiting", "playing", "over")


class MatchWeb:
    """The HTTP side of a person's matches and data."""

    def __init__(self, web: Web, matches: MatchStore, blocks: Blocks, reports: ReportStore, pages: Pages) -> None:
        self._web = web
        self._matches = matches
        self._blocks = blocks
        self._reports = reports
        self._pages = pages
        self._files = Buckets(1 / _EVERY, _AT_ONCE)

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/me", self.me),
            Route("/matches", self.page),
            Route("/api/matches", self.matches),
            Route("/api/matches/records.zip", self.records),
            Route("/api/me/export.zip", self.export),
        ]

    async def me(self, request: Request) -> Response:
        """The page of the person: name, account, sessions, block list, data."""
        return self._pages.html(request, "me.html")

    async def page(self, request: Request) -> Response:
        """The page of a person's matches."""
        return self._pages.html(request, "matches.html")

    async def matches(self, request: Request) -> Response:
        """A page of the person's matches."""
        self._web.limit(request, self._web.checks)
        wanted, page = _wanted(request), _number(request, "page") or 1
        guest = await self._web.guest(request)
        total, rows = 0, list[TableRow]()
        if guest is not None:
            total, rows = await self._found(guest, wanted, (page - 1) * PAGE)
        pages = max(1, -(-total // PAGE))
        results = await self._results(rows)
        shown = [_shown(row, guest, results.get(row.id)) for row in rows]
        return answer({"matches": shown, "total": total, "page": page, "pages": pages})

    async def records(self, request: Request) -> Response:
        """The records of all matches that are wanted, in one file."""
        wanted = _wanted(request)
        guest = await self._web.known(request)
        self._limit(guest)
        return _file("kibic", _zipped(self._records(guest, wanted)))

    async def export(self, request: Request) -> Response:
        """Everything that is kept of the person: the facts as JSON, and his matches as records."""
        session = await self._web.session(request)
        if session is None:
            raise Refused("no_session")
        self._limit(session.guest)
        return _file("kibic-data", _zipped(self._everything(session)))

    def _limit(self, guest: Guest) -> None:
        if not self._files.take(guest.id):
            raise Refused("too_fast")

    async def _found(self, guest: Guest, wanted: Wanted, skip: int) -> tuple[int, list[TableRow]]:
        find = self._matches.matches
        return await self._web.writer.read(lambda: find(guest.id, wanted, skip=skip, most=PAGE))

    async def _results(self, rows: Sequence[TableRow]) -> dict[str, Json]:
        """How the matches ended that are over. One that ended before results were kept is played again, once."""
        over = [row for row in rows if row.state == "over" and row.opening is not None]
        if not over:
            return {}
        writer, known = self._web.writer, self._matches
        results = await writer.read(known.results, [row.id for row in over])
        new = {row.id: await writer.read(_played, writer.store, row) for row in over if row.id not in results}
        if new:
            await writer.write(known.learn, new)
        return results | new

    async def _rows(self, guest: Guest, wanted: Wanted) -> AsyncIterator[TableRow]:
        """All tables that are wanted; one that changes meanwhile may come twice or not."""
        skip, seen = 0, set[str]()
        while True:
            _, rows = await self._found(guest, wanted, skip)
            for row in rows:
                if row.id not in seen:
                    seen.add(row.id)
                    yield row
            if len(rows) < PAGE:
                return
            skip += PAGE

    async def _records(self, guest: Guest, wanted: Wanted) -> AsyncIterator[tuple[str, int, str]]:
        """Name, time and text of each record. Logs are read one by one, so that tables need not wait for long."""
        store, missing = self._web.writer.store, list[str]()
        async for row in self._rows(guest, wanted):
            if row.opening is None:
                continue
            day = datetime.fromtimestamp(row.created / 1000, UTC).strftime("%Y-%m-%d")
            try:
                text = await self._web.writer.read(record_text, store, self._web.seals, row)
            except Exception as error:  # one match that cannot be told must not cost all the others
                note(log, f"table {row.id[:4]}... has no record", error)
                missing.append(row.id)
                continue
            yield f"{day}-{row.id}.toml", row.updated, text
        if missing:
            yield "missing.txt", now_ms(), "\n".join(missing) + "\n"

    async def _everything(self, session: Session) -> AsyncIterator[tuple[str, int, str]]:
        guest = session.guest
        people, reading = self._web.people, self._web.writer.read
        login = await reading(people.login_of, guest.id)
        sessions = await reading(people.sessions_of, guest.id, now_ms())
        facts: dict[str, Json] = {
            "name": guest.name,
            "account": None if login is None else {"created": _time(login.created)},
            "sessions": [{"started": _time(one.started), "expires": _time(one.expires)} for one in sessions],
            "blocks": [one["name"] for one in await self._blocks.names(guest)],
            "tables": [_shown(row, guest) async for row in self._rows(guest, Wanted())],
            "reports": [
                {"at": _time(one.at), "table": one.table_id, "said": one.said}
                for one in await reading(self._reports.by, guest.id)
            ],
        }
        yield "me.json", now_ms(), msgspec.json.format(msgspec.json.encode(facts)).decode()
        async for name, at, text in self._records(guest, Wanted()):
            yield f"records/{name}", at, text


def _played(store: Store, row: TableRow) -> dict[str, Json]:
    """How a match ended, played again; empty where it cannot be."""
    try:
        course = course_of(row, store.words)
        return {} if course is None else result_of(course, course.state)
    except Exception as error:  # one match that cannot be played again must not cost the others
        note(log, f"table {row.id[:4]}... has no result", error)
        return {}


def _shown(row: TableRow, guest: Guest | None, result: Json = None) -> dict[str, Json]:
    return {
        "id": row.id,
        "name": row.title,
        "game": row.game,
        "preset": row.preset,
        "state": row.state,
        "seats": [seat.name for seat in row.seats],
        "seat": seat_of(row, guest),
        "created": row.created,
        "updated": row.updated,
        "url": f"/t/{row.id}",
        "replay": f"/t/{row.id}/replay" if row.opening is not None else None,
        "result": result or None,
    }


def _wanted(request: Request) -> Wanted:
    asked = request.query_params
    text, player, preset = (asked.get(name, "")[:_TEXT] for name in ("q", "player", "preset"))
    state = asked.get("state", "")
    if state not in _STATES:
        raise Refused("bad_request", detail=f"state is one of {', '.join(_STATES[1:])}")
    return Wanted(text, player, preset, state, _number(request, "since"), _number(request, "until"))


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 15):
        raise Refused("bad_request", detail=f"{name} is a number")
    return int(text) if name != "page" else min(max(int(text), 1), 100_000)


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")


def _file(name: str, content: AsyncIterator[bytes]) -> Response:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}-{_time(now_ms())[:10]}.zip"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(content, headers=headers, media_type="application/zip")


class _Outlet(io.RawIOBase):
    """Takes what is written until it is fetched; a file that cannot be gone back in."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: object) -> int:
        taken = bytes(part)  # type: ignore[call-overload]
        self._parts.append(taken)
        return len(taken)

    def fetch(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


async def _zipped(files: AsyncIterator[tuple[str, int, str]]) -> AsyncIterator[bytes]:
    """A ZIP archive, made while it is sent, so that its size is no matter."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:
        async for name, at, text in files:
            when = datetime.fromtimestamp(at / 1000, UTC)
            entry = zipfile.ZipInfo(name, (max(when.year, 1980), when.month, when.day, when.hour, when.minute, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
            yield outlet.fetch()
    yield outlet.fetch()
