"""Accounts: a guest takes a name and a password, and is himself on every device."""

from __future__ import annotations

import hashlib
from typing import Final

from kibic.server.blocks import Blocks
from kibic.server.folding import login_of
from kibic.server.guests import FORGOTTEN, NAMELESS, Guest, Guests, clean_name, now_ms
from kibic.server.limits import Buckets
from kibic.server.passwords import Passwords, check
from kibic.server.peoplestore import Login, Session
from kibic.server.refusals import Refused
from kibic.server.settings import Settings

#: Longest folded name, as the database has it; only rare letters grow when they are folded.
_MAX_LOGIN: Final = 64
_RESERVED: Final = frozenset(map(login_of, (NAMELESS, FORGOTTEN)))


class Accounts:
    """Makes accounts, opens sessions for them, changes and removes them."""

    def __init__(self, guests: Guests, settings: Settings) -> None:
        self.guests = guests
        self.passwords = Passwords()
        self.blocks = Blocks(guests)
        self._writer, self._store = guests.writer, guests.store
        self._addresses = Buckets(settings.logins, settings.logins_burst)
        self._names = Buckets(settings.tries, settings.tries_burst)

    async def register(self, session: Session | None, name: str, password: str, address: str) -> tuple[Guest, str]:
        """Make an account of a guest, or of somebody new: who he is now, and the token of his only session.

        Raises :class:`Refused` (``name_taken``, ``password``, ``too_fast``; ``bad_request`` for other names).
        """
        name = account_name(name)
        check(password, name)
        if session is not None and session.guest.account:
            raise Refused("has_account")
        self._limit(address)
        if await self._writer.read(self._store.login, name) is not None:
            raise Refused("name_taken")
        hashed = await self.passwords.hashed(password)
        guest = session.guest if session is not None else (await self.guests.new(name))[0]
        if not await self._writer.write(self._store.add_account, guest.id, name, hashed, now_ms()):
            raise Refused("name_taken")
        self.guests.ended(guest.id)
        guest = Guest(guest.id, name, account=True)
        return guest, await self.guests.begin(guest)

    async def verified(self, name: str, password: str, address: str) -> Guest:
        """Whose account it is.

        Raises :class:`Refused`: ``too_fast``, or ``login``, which does not tell whether there is such a name.
        """
        self._limit(address)
        folded = login_of(clean_name(name) or "")
        # A name that does not exist is counted like one that does.
        if not self._names.take(hashlib.sha256(folded.encode()).hexdigest()):
            raise Refused("too_fast")
        login = await self._writer.read(self._store.login, folded)
        if not await self.passwords.fits(login.password if login is not None else None, password) or login is None:
            raise Refused("login")
        await self._refresh(login, password)
        return login.guest

    async def _refresh(self, login: Login, password: str) -> None:
        """Hash the password anew where hashes have become dearer since."""
        if self.passwords.is_old(login.password):
            hashed = await self.passwords.hashed(password)
            change = self._store.set_password
            await self._writer.write(lambda: change(login.guest.id, hashed, now_ms(), ends=False))

    async def change_password(self, session: Session, old: str, new: str, address: str) -> str:
        """Change the password; every session ends, and the token of a new one is given.

        Raises :class:`Refused` (``login`` for a wrong old one, ``password``, ``no_account``, ``too_fast``).
        """
        await self.verify(session, old, address)
        check(new, session.guest.name or "")
        hashed = await self.passwords.hashed(new)
        change = self._store.set_password
        await self._writer.write(lambda: change(session.guest.id, hashed, now_ms(), ends=True))
        self.guests.ended(session.guest.id)
        return await self.guests.begin(session.guest)

    async def verify(self, session: Session, password: str, address: str) -> None:
        """Ask again for the password before something that cannot be undone.

        Raises :class:`Refused` (``login``, ``no_account``, ``too_fast``).
        """
        self._limit(address)
        if not self._names.take(session.guest.id):
            raise Refused("too_fast")
        login = await self._writer.read(self._store.login_of, session.guest.id)
        if login is None:
            raise Refused("no_account")
        if not await self.passwords.fits(login.password, password):
            raise Refused("wrong_password")

    async def rename(self, guest: Guest, name: str) -> Guest:
        """A person under a new name; an account is then found by it. Raises :class:`Refused` (``name_taken``)."""
        renamed = await self.guests.rename(guest, account_name(name) if guest.account else name)
        if renamed is None:
            raise Refused("name_taken")
        return renamed

    async def blockers_of(self, guest: Guest) -> set[str]:
        """Who does not want to hear of a person."""
        return await self._writer.read(self._store.blockers_of, guest.id)

    async def blocked_by(self, guest: Guest) -> set[str]:
        """Of whom a person does not want to hear."""
        return set(await self._writer.read(self._store.blocks_of, guest.id))

    async def remove(self, guest: Guest) -> None:
        """Forget a person and end his sessions."""
        await self._writer.write(self._store.remove, guest.id)
        self.guests.ended(guest.id)

    def _limit(self, address: str) -> None:
        if not self._addresses.take(address):
            raise Refused("too_fast")


def account_name(text: str) -> str:
    """A name fit for an account. Raises :class:`Refused`."""
    name = clean_name(text)
    if name is None or len(login_of(name)) > _MAX_LOGIN or login_of(name) in _RESERVED:
        raise Refused("name_bad")
    return name
