"""HTTP of accounts: made, logged in and out, changed, and removed. Answers are of docs/protocol.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kibic.server.accounts import Accounts
from kibic.server.answers import answer
from kibic.server.cookies import drop_token, set_token, token_of
from kibic.server.guests import Guest, now_ms
from kibic.server.peoplestore import Session
from kibic.server.refusals import Refused

if TYPE_CHECKING:
    from kibic.server.belongings import Belongings
    from kibic.server.web import Web

#: Longest text taken for a password or a name; what is too long for one is told by the checks themselves.
_MOST: Final = 1_000
Given = Annotated[str, Meta(max_length=_MOST)]


class AccountBody(Struct, frozen=True):
    """A name and a password, for a new account or to log in."""

    name: Given
    password: Given


class PasswordBody(Struct, frozen=True):
    """A new password, and the old one."""

    old: Given
    new: Given


class ConfirmBody(Struct, frozen=True):
    """The password once more; guests have none."""

    password: Given = ""


class NothingBody(Struct, frozen=True):
    """A request that needs no facts."""


class AccountWeb:
    """The routes of accounts."""

    def __init__(self, web: Web, accounts: Accounts, belongings: Belongings) -> None:
        self._web = web
        self._accounts = accounts
        self._guests = accounts.guests
        self._belongings = belongings

    def routes(self) -> list[Route]:
        """All routes."""
        return [
            Route("/api/account", self.register, methods=["POST"]),
            Route("/api/login", self.login, methods=["POST"]),
            Route("/api/logout", self.logout, methods=["POST"]),
            Route("/api/account/password", self.password, methods=["POST"]),
            Route("/api/account/sessions", self.sessions),
            Route("/api/account/sessions/end", self.end_sessions, methods=["POST"]),
            Route("/api/account/delete", self.delete, methods=["POST"]),
        ]

    async def register(self, request: Request) -> Response:
        """An account for the guest of the request, or for somebody new."""
        body = await self._web.body(request, AccountBody)
        before = await self._guests.session(token_of(request))
        guest, token = await self._accounts.register(before, body.name, body.password, self._web.address(request))
        return self._with_token(request, guest, token)

    async def login(self, request: Request) -> Response:
        """A session of an account. The tables a guest had on this device become those of the account."""
        body = await self._web.body(request, AccountBody)
        before = await self._guests.session(token_of(request))
        guest = await self._accounts.verified(body.name, body.password, self._web.address(request))
        if before is not None and not before.guest.account:
            await self._belongings.carry(before.guest, guest)
        token = await self._guests.begin(guest, before)
        if before is not None:
            self._guests.ended(before.guest.id)
        return self._with_token(request, guest, token)

    async def logout(self, request: Request) -> Response:
        """End the session of the request."""
        await self._web.body(request, NothingBody)
        session = await self._guests.session(token_of(request))
        if session is not None:
            await self._guests.end(session)
        response = answer({"name": None, "account": False})
        drop_token(request, response)
        return response

    async def password(self, request: Request) -> Response:
        """Change the password; all other sessions end."""
        body = await self._web.body(request, PasswordBody)
        session = await self._session(request)
        token = await self._accounts.change_password(session, body.old, body.new, self._web.address(request))
        return self._with_token(request, session.guest, token)

    async def sessions(self, request: Request) -> Response:
        """Where the person is logged in."""
        session = await self._session(request)
        store, reading = self._guests.store, self._guests.writer.read
        found = await reading(store.sessions_of, session.guest.id, now_ms())
        shown = [
            {"started": one.started, "used": one.created, "this": one.token_hash == session.token_hash} for one in found
        ]
        return answer({"sessions": shown})

    async def end_sessions(self, request: Request) -> Response:
        """End all other sessions of the person."""
        await self._web.body(request, NothingBody)
        return answer({"ended": await self._guests.end_others(await self._session(request))})

    async def delete(self, request: Request) -> Response:
        """Forget the person: his name leaves all tables, his seats go to bots or become free."""
        body = await self._web.body(request, ConfirmBody)
        session = await self._session(request)
        if session.guest.account:
            await self._accounts.verify(session, body.password, self._web.address(request))
        await self._belongings.forget(session.guest)
        await self._accounts.remove(session.guest)
        response = answer({"name": None, "account": False})
        drop_token(request, response)
        return response

    async def _session(self, request: Request) -> Session:
        session = await self._guests.session(token_of(request))
        if session is None:
            raise Refused("no_session")
        return session

    @staticmethod
    def _with_token(request: Request, guest: Guest, token: str) -> Response:
        response = answer({"name": guest.name, "account": guest.account})
        set_token(request, response, token)
        return response
