"""What is kept of people: names, accounts, sessions and block lists. Every call is one transaction; the calls block."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, RowMapping, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from kibic.server.database import WRITES
from kibic.server.folding import login_of
from kibic.server.schema import accounts, blocks, guests, reports, sessions


class Guest(Struct, frozen=True):
    """A person. ``name`` is None until he gives one; ``account`` is whether he has one."""

    id: str
    name: str | None
    account: bool = False


class Session(Struct, frozen=True):
    """A person on one device. ``started`` is when he came, ``created`` when the token was made.

    The token is known by its hash; ``replaces`` is that of the token before, which still holds until this one is used.
    """

    token_hash: bytes
    guest: Guest
    created: int
    started: int
    expires: int
    replaces: bytes | None = None


class Login(Struct, frozen=True):
    """What decides whether somebody may log in: whose account it is and the hash of its password."""

    guest: Guest
    password: str
    created: int


class PeopleStore:
    """The people in the database of the server."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    # Sessions

    def add_guest(self, session: Session) -> None:
        """A new person with his first session."""
        guest = session.guest
        with self._writing() as connection:
            connection.execute(insert(guests).values(id=guest.id, name=guest.name, created=session.created))
            _add_session(connection, session)

    def add_session(self, session: Session, *, instead_of: bytes | None = None) -> None:
        """Another session of a known person; the session ``instead_of`` ends. What has run out is swept away."""
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.expires <= session.created))
            if instead_of is not None:
                connection.execute(delete(sessions).where(sessions.c.token_hash == instead_of))
            _add_session(connection, session)

    def living(self, hashes: Collection[bytes], now: int) -> set[bytes]:
        """Which of these tokens still open a session."""
        query = select(sessions.c.token_hash).where(sessions.c.token_hash.in_(list(hashes)), sessions.c.expires > now)
        with self._engine.connect() as connection:
            return {bytes(found) for found in connection.execute(query).scalars()}

    def session(self, token_hash: bytes, now: int) -> Session | None:
        """The session of a token, unless it has run out."""
        query = (
            select(sessions, guests.c.name, accounts.c.login)
            .join(guests, guests.c.id == sessions.c.guest_id)
            .outerjoin(accounts, accounts.c.guest_id == guests.c.id)
            .where(sessions.c.token_hash == token_hash, sessions.c.expires > now)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else _session_in(row)

    def confirm(self, token_hash: bytes, replaces: bytes, until: int) -> None:
        """The new token has arrived: the one it replaces ends, once requests that are on their way have arrived too."""
        with self._writing() as connection:
            older = (sessions.c.token_hash == replaces) & (sessions.c.expires > until)
            connection.execute(update(sessions).where(older).values(expires=until))
            mine = sessions.c.token_hash == token_hash
            connection.execute(update(sessions).where(mine).values(replaces=None))

    def end_session(self, token_hash: bytes) -> None:
        """End one session."""
        with self._writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token_hash == token_hash))

    def end_sessions(self, guest: str, *, keep: bytes | None = None) -> int:
        """End all sessions of a person but the one to keep; how many these were."""
        with self._writing() as connection:
            return _end_sessions(connection, guest, keep)

    def sessions_of(self, guest: str, now: int) -> list[Session]:
        """The sessions of a person, the latest first."""
        query = (
            select(sessions, guests.c.name, accounts.c.login)
            .join(guests, guests.c.id == sessions.c.guest_id)
            .outerjoin(accounts, accounts.c.guest_id == guests.c.id)
            .where(sessions.c.guest_id == guest, sessions.c.expires > now)
            .order_by(sessions.c.created.desc(), sessions.c.token_hash)
        )
        with self._engine.connect() as connection:
            return [_session_in(row) for row in connection.execute(query).mappings()]

    # Names and accounts

    def person(self, guest: str) -> Guest | None:
        """A person by his id."""
        query = (
            select(guests.c.id, guests.c.name, accounts.c.login)
            .outerjoin(accounts, accounts.c.guest_id == guests.c.id)
            .where(guests.c.id == guest)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Guest(row.id, row.name, row.login is not None)

    def rename(self, guest: str, name: str) -> bool:
        """Give a person a name; False when it is the name of another account and his is one too."""
        try:
            with self._writing() as connection:
                mine = accounts.c.guest_id == guest
                connection.execute(update(accounts).where(mine).values(login=login_of(name)))
                connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
        except IntegrityError:
            return False
        return True

    def add_account(self, guest: str, name: str, password: str, now: int) -> bool:
        """Make a person's account; all his sessions end. False when the name is taken, or he has an account."""
        values = {"guest_id": guest, "login": login_of(name), "password": password, "created": now, "changed": now}
        try:
            with self._writing() as connection:
                connection.execute(insert(accounts).values(values))
                connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
                _end_sessions(connection, guest, None)
        except IntegrityError:
            return False
        return True

    def login(self, name: str) -> Login | None:
        """The account of that name."""
        return self._login(accounts.c.login == login_of(name))

    def login_of(self, guest: str) -> Login | None:
        """The account of a person."""
        return self._login(accounts.c.guest_id == guest)

    def _login(self, which: Any) -> Login | None:  # noqa: ANN401
        query = select(accounts, guests.c.name).join(guests, guests.c.id == accounts.c.guest_id).where(which)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Login(Guest(row.guest_id, row.name, True), row.password, row.created)

    def set_password(self, guest: str, password: str, now: int, *, ends: bool) -> None:
        """Store the hash of a new password; ``ends``: all sessions with it."""
        with self._writing() as connection:
            changed = {"password": password, "changed": now}
            connection.execute(update(accounts).where(accounts.c.guest_id == guest).values(changed))
            if ends:
                _end_sessions(connection, guest, None)

    def remove(self, guest: str) -> None:
        """Forget a person: account, sessions, block list, what he reported, name.

        The nameless row keeps the matches of others whole, and what others reported of him stays theirs.
        """
        with self._writing() as connection:
            for table in (accounts, sessions, blocks):
                connection.execute(delete(table).where(table.c.guest_id == guest))
            connection.execute(delete(blocks).where(blocks.c.other_id == guest))
            connection.execute(delete(reports).where(reports.c.reporter == guest))
            connection.execute(update(guests).where(guests.c.id == guest).values(name=None))

    # Block lists

    def block(self, guest: str, other: str, name: str, now: int) -> None:
        """Put somebody on a block list, once."""
        with self._writing() as connection:
            mine = (blocks.c.guest_id == guest) & (blocks.c.other_id == other)
            connection.execute(delete(blocks).where(mine))
            connection.execute(insert(blocks).values(guest_id=guest, other_id=other, name=name, created=now))

    def unblock(self, guest: str, other: str) -> None:
        """Take somebody off a block list."""
        with self._writing() as connection:
            connection.execute(delete(blocks).where(blocks.c.guest_id == guest, blocks.c.other_id == other))

    def blocks_of(self, guest: str) -> dict[str, str]:
        """Whom a person blocks: ids and names, by name."""
        query = select(blocks.c.other_id, blocks.c.name).where(blocks.c.guest_id == guest).order_by(blocks.c.name)
        with self._engine.connect() as connection:
            return {row.other_id: row.name for row in connection.execute(query)}

    def blockers_of(self, guest: str) -> set[str]:
        """Who blocks a person."""
        with self._engine.connect() as connection:
            return set(connection.execute(select(blocks.c.guest_id).where(blocks.c.other_id == guest)).scalars())


def _add_session(connection: Connection, session: Session) -> None:
    names = ("token_hash", "created", "started", "expires", "replaces")
    values = {name: getattr(session, name) for name in names}
    connection.execute(insert(sessions).values(guest_id=session.guest.id, **values))


def _end_sessions(connection: Connection, guest: str, keep: bytes | None) -> int:
    which = sessions.c.guest_id == guest
    if keep is not None:
        which &= sessions.c.token_hash != keep
    return connection.execute(delete(sessions).where(which)).rowcount


def _session_in(row: RowMapping) -> Session:
    guest = Guest(row["guest_id"], row["name"], row["login"] is not None)
    return Session(row["token_hash"], guest, row["created"], row["started"], row["expires"], row["replaces"])
