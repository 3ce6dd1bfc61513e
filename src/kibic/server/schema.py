"""The tables of the database. The migrations make them; a test compares the two."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
    false,
    true,
)

#: ``info`` of a table that says which servers run now: no part of a backup.
PASSING: Final = "kibic_passing"

#: Names of constraints, so that migrations can name them on every database.
metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: A person, with an account or without. Times are milliseconds since 1970 everywhere. Whoever deletes himself leaves a
#: row without a name, so that the matches of the others stay whole.
guests: Final = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(32)),
    Column("created", BigInteger, nullable=False),
)

#: An account: a name nobody else logs in with (``login`` is its folded form), and the Argon2 hash of the password.
accounts: Final = Table(
    "accounts",
    metadata,
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("login", String(64), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

#: A session is known by the SHA-256 of its token; the token itself is only in the cookie. ``started`` is when the
#: person came, ``created`` when this token was made; ``replaces`` is the older token that ends once this one is used.
sessions: Final = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("replaces", LargeBinary(32)),
    Index(None, "guest_id"),
    Index(None, "expires"),
)

#: Whom a person does not want at his tables. ``name`` is what the other was called then.
blocks: Final = Table(
    "blocks",
    metadata,
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("other_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("guest_id", "other_id"),
    Index(None, "other_id"),
)

#: A table: what was agreed before the match. The match itself is the fold of its words in ``events``.
tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("title", String(64), nullable=False),
    Column("preset", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host_id", String(32), ForeignKey("guests.id"), nullable=False),
    Column("state", String(16), nullable=False),
    Column("seats", JSON, nullable=False),
    Column("opening", JSON),
    Column("result", JSON(none_as_null=True)),
    Column("bot_pause", Integer, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=true()),
    # Whether strangers find it among the open tables, whether people may look on, and who may not come.
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("kibitzers", Boolean, nullable=False, server_default=true()),
    Column("banned", JSON, nullable=False, server_default="[]"),
    # When somebody was last seen at a public table.
    Column("seen", BigInteger, nullable=False, server_default="0"),
    # The names of the players and of the table, folded, to be searched.
    Column("people", String, nullable=False, server_default=""),
    Column("heading", String, nullable=False, server_default=""),
    Column("manners", JSON, nullable=False, server_default="{}"),
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("origin", String(32)),
    Column("rematch", String(32)),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index(None, "public", "state", "updated"),
)

#: Who sits where, to find the tables of a guest.
table_guests: Final = Table(
    "table_guests",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("guest_id", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    PrimaryKeyConstraint("table_id", "guest_id"),
    Index(None, "guest_id"),
)

#: The log: the words of a match in order, never changed. ``actor`` is a seat, or -1 for the house.
events: Final = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("actor", Integer, nullable=False),
    Column("word", String, nullable=False),
    Column("client_id", String(64)),
    Column("at", BigInteger, nullable=False),
    Column("note", JSON(none_as_null=True)),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "actor", "client_id"),
)

#: What somebody reported of what was said at a table.
reports: Final = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("guest", String(32), nullable=False),
    Column("said", String, nullable=False),
    Column("context", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
)

#: The deck of a hand, sealed before it is dealt: salt and deck are secret until the hand is over. ``name`` is what the
#: seal calls the table; ``cuts`` are the numbers of the players, once they are mixed in.
seals: Final = Table(
    "seals",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("hand", Integer, nullable=False),
    Column("name", String(16), nullable=False),
    Column("salt", LargeBinary(32), nullable=False),
    Column("deck", String, nullable=False),
    Column("cuts", String),
    Column("created", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "hand"),
)

#: A sheet of a match with real cards: what was agreed before the first hand. ``key_hash`` is the SHA-256 of the key
#: that writes. The sheet itself is the fold of its commands.
sheets: Final = Table(
    "sheets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key_hash", LargeBinary(32), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

#: What was done to a sheet, in order, never changed.
sheet_commands: Final = Table(
    "sheet_commands",
    metadata,
    Column("sheet_id", String(32), ForeignKey("sheets.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command", JSON, nullable=False),
    Column("client_id", String(64)),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("sheet_id", "seq"),
    UniqueConstraint("sheet_id", "client_id"),
)

#: Server processes. ``address`` is where the others reach one (empty: nowhere), ``until`` when it counts as dead by the
#: clock of the database unless it shows itself again.
nodes: Final = Table(
    "nodes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(255), nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    info={PASSING: True},
)

#: Who owns a live table or sheet: ``node`` while that one lives, nobody when it is null. ``token`` grows with every
#: owner and never falls, so the rows stay.
leases: Final = Table(
    "leases",
    metadata,
    Column("subject", String(48), primary_key=True),
    Column("node", String(32)),
    Column("token", BigInteger, nullable=False),
    Index(None, "node"),
    info={PASSING: True},
)

#: Secrets that all processes share.
secrets: Final = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
    info={PASSING: True},
)
