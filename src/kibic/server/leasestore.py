"""Which server process owns a live table or sheet, as the database keeps it. Every call is one transaction and blocks.

A node is one run of a server process. It owns what its leases say as long as it shows itself: all its leases run out
together when its row in ``nodes`` does, by the clock of the database. A lease carries a token that grows with every new
owner. Whoever appends to a log names the token he owns it by, and it is compared inside the transaction that appends
(:func:`owning`): a node that was believed dead and is not can write nothing any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Engine, bindparam, cast, func, insert, literal_column, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import BigInteger

from kibic.game import KibicError
from kibic.server import schema
from kibic.server.database import WRITES

#: Nodes that have been dead for so long are forgotten, in milliseconds.
_FORGOTTEN: Final = 24 * 3600 * 1000


class Fenced(KibicError):
    """Somebody else owns this table or sheet now."""


class Owner(Struct, frozen=True):
    """A living node that owns something; ``address`` is empty when it cannot be reached."""

    node: str
    address: str


class NodeRow(Struct, frozen=True):
    """A node. ``leases`` is how many it owns, ``lives`` whether it has shown itself lately."""

    id: str
    address: str
    started: int
    until: int
    lives: bool
    leases: int


def subject_of_table(table: str) -> str:
    """How leases call a table."""
    return f"table {table}"


def subject_of_sheet(sheet: str) -> str:
    """How leases call a sheet."""
    return f"sheet {sheet}"


#: Made once: it is asked with every commit.
_OWNING = (
    select(schema.leases.c.subject, schema.leases.c.node, schema.leases.c.token)
    .where(schema.leases.c.subject.in_(bindparam("subjects", expanding=True)))
    .order_by(schema.leases.c.subject)
    .with_for_update(read=True)
)


def owning(connection: Connection, subjects: Collection[str]) -> dict[str, int]:
    """The tokens by which those of the subjects that somebody owns are owned.

    Until the transaction ends nobody can take a lease that was looked at. (SQLite has one writer at a time anyway.)
    """
    rows = connection.execute(_OWNING, {"subjects": sorted(subjects)})
    return {row.subject: row.token for row in rows if row.node is not None}


def check(connection: Connection, subject: str, token: int | None) -> None:
    """Raises :class:`Fenced` unless the subject is owned by this token, or by nobody where that is None."""
    if owning(connection, [subject]).get(subject) != token:
        raise Fenced(f"another server has {subject[:10]}...")


class LeaseStore:
    """Nodes and leases in the database of the server."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._now: ColumnElement[int] = clock(engine.dialect.name)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    def now(self) -> int:
        """The clock of the database, in milliseconds since 1970."""
        with self._engine.connect() as connection:
            return connection.execute(select(self._now)).scalar_one()

    def show(self, node: str, address: str, lasts: int) -> dict[str, int]:
        """The node lives, and will for ``lasts`` milliseconds; what it owns, subject -> token."""
        with self._writing() as connection:
            self._show(connection, node, address, lasts)
            leases = schema.leases
            query = select(leases.c.subject, leases.c.token).where(leases.c.node == node)
            return {row.subject: row.token for row in connection.execute(query)}

    def take(self, subject: str, node: str, address: str, lasts: int) -> int | Owner:
        """The token of the lease, which ``node`` owns now; or the other living node that owns it.

        The node shows itself by it for ``lasts`` milliseconds, as with :meth:`show`.
        """
        while True:
            try:
                with self._writing() as connection:
                    return self._take(connection, subject, node, address, lasts)
            except IntegrityError:
                continue  # another node made the row of this lease in the same moment; now there is one

    def _take(self, connection: Connection, subject: str, node: str, address: str, lasts: int) -> int | Owner:
        leases, nodes = schema.leases, schema.nodes
        mine = leases.c.subject == subject
        found = connection.execute(select(leases.c.node, leases.c.token).where(mine).with_for_update()).one_or_none()
        if found is not None and found.node not in (None, node):
            lives = select(nodes.c.address).where(nodes.c.id == found.node, nodes.c.until > self._now)
            other = connection.execute(lives).scalar_one_or_none()
            # Where this node listens no other can: that was an earlier run.
            if other is not None and (not address or other != address):
                return Owner(found.node, other)
        token = 1 if found is None else found.token + 1
        if found is None:
            connection.execute(insert(leases).values(subject=subject, node=node, token=token))
        else:
            connection.execute(update(leases).where(mine).values(node=node, token=token))
        self._show(connection, node, address, lasts)
        return token

    def _show(self, connection: Connection, node: str, address: str, lasts: int) -> None:
        nodes = schema.nodes
        seen = connection.execute(update(nodes).where(nodes.c.id == node).values(until=self._now + lasts))
        if seen.rowcount:
            return
        # As above: earlier runs that were killed before they could say so.
        if address:
            connection.execute(update(nodes).where(nodes.c.address == address).values(until=0))
        old = select(schema.leases.c.node).where(schema.leases.c.node.is_not(None))
        gone = nodes.c.until < self._now - _FORGOTTEN
        connection.execute(nodes.delete().where(gone, nodes.c.id.not_in(old)))
        now = self._now
        connection.execute(insert(nodes).values(id=node, address=address, started=now, until=now + lasts))

    def release(self, subject: str, token: int) -> None:
        """The lease is free, if it is still owned by this token."""
        leases = schema.leases
        with self._writing() as connection:
            mine = (leases.c.subject == subject, leases.c.token == token)
            connection.execute(update(leases).where(*mine).values(node=None))

    def evict(self, subject: str) -> None:
        """The lease is free, whoever owns it."""
        with self._writing() as connection:
            connection.execute(update(schema.leases).where(schema.leases.c.subject == subject).values(node=None))

    def leave(self, node: str) -> None:
        """The node ends: its leases are free and it is forgotten."""
        with self._writing() as connection:
            connection.execute(update(schema.leases).where(schema.leases.c.node == node).values(node=None))
            connection.execute(schema.nodes.delete().where(schema.nodes.c.id == node))

    def expire(self, node: str) -> None:
        """The node counts as dead until it shows itself again."""
        with self._writing() as connection:
            connection.execute(update(schema.nodes).where(schema.nodes.c.id == node).values(until=0))

    def nodes(self) -> list[NodeRow]:
        """All nodes that are known, the oldest first."""
        nodes, leases = schema.nodes, schema.leases
        owned = select(func.count()).where(leases.c.node == nodes.c.id).scalar_subquery()
        query = select(nodes, (nodes.c.until > self._now).label("lives"), owned.label("leases"))
        with self._engine.connect() as connection:
            rows = connection.execute(query.order_by(nodes.c.started, nodes.c.id)).all()
        return [NodeRow(row.id, row.address, row.started, row.until, bool(row.lives), row.leases) for row in rows]

    def owner(self, subject: str) -> Owner | None:
        """The living node that owns something."""
        leases, nodes = schema.leases, schema.nodes
        query = (
            select(nodes.c.id, nodes.c.address)
            .join(leases, leases.c.node == nodes.c.id)
            .where(leases.c.subject == subject, nodes.c.until > self._now)
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Owner(row.id, row.address)

    def secret(self, name: str, fresh: bytes) -> bytes:
        """The secret of a name that all processes share; ``fresh`` becomes it where there is none."""
        secrets = schema.secrets
        query = select(secrets.c.value).where(secrets.c.name == name)
        while True:
            with self._engine.connect() as connection:
                found = connection.execute(query).scalar_one_or_none()
            if found is not None:
                return bytes(found)
            try:
                with self._writing() as connection:
                    connection.execute(insert(secrets).values(name=name, value=fresh))
            except IntegrityError:
                continue  # another process was first


def clock(dialect: str) -> ColumnElement[int]:
    """The time of the database, in milliseconds since 1970: one clock for all nodes, whatever their own ones say."""
    if dialect == "sqlite":
        return literal_column("CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", BigInteger)
    # Not that of the transaction's beginning: one may have waited for a lock since.
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
