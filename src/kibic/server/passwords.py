"""Passwords: which may be chosen, and their Argon2 hashes, made in threads of their own."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kibic.server.folding import plain
from kibic.server.refusals import Refused

T = TypeVar("T")

#: Length of a password in characters (NIST SP 800-63B, section 3.1.1.2: a length, no rules of composition).
MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 128
#: The price of a hash (RFC 9106, section 4): passes, memory in KiB, lanes. Some 50 ms and 32 MiB.
_PASSES: Final = 3
_MEMORY: Final = 32_768
_LANES: Final = 1
#: Hashes made at a time, which bounds their memory, and how many may wait.
_THREADS: Final = 2
_QUEUE: Final = 40
#: A hash of nothing, which costs as much to compare with as a true one: whoever asks for an unknown name waits as long.
_NOBODY: Final = f"$argon2id$v=19$m={_MEMORY},t={_PASSES},p={_LANES}${'A' * 22}${'A' * 43}"

#: What people choose first, here and elsewhere; figures and signs around it change nothing.
_COMMON: Final = frozenset(
    """
    password passwort parola passw0rd p@ssword p@ssw0rd letmein welcome football baseball basketball superman batman
    sunshine princess princeza iloveyou volimte volimte1 starwars pokemon computer internet whatever trustno1 monkey
    dragon master shadow michael jennifer jordan qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop asdfgh asdfghjk
    asdfghjkl yxcvbnm zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsx qazwsxedc zaq12wsx abc123 abcd1234 a1b2c3d4
    admin administrator administrator1 changeme secret tajna secret123 default guest login test testtest test1234 user
    lozinka sifra sifrica mojasifra mojalozinka nemasifre zaboravio beograd zagreb sarajevo novisad subotica srbija
    hrvatska bosna jugoslavija crvenazvezda zvezda delije partizan grobari hajduk dinamo milica jelena marija
    nikola marko stefan aleksandar jovana nevena ljubav sunce majmun macka kuca
    kibic preferans preferanc bridge belot remi karte kartica kartanje zandar talon
    12345678 123456789 1234567890 0123456789 12341234 11223344 12121212 87654321 987654321 0987654321 147258369
    123123123 321321321 112233445566 789456123 741852963 159753456 11112222 10203040
    """.split()  # noqa: SIM905 - a list of words reads as words
)
_AROUND: Final = re.compile(r"^[\d\W_]{0,4}(.*?)[\d\W_]{0,4}$", re.DOTALL)
#: Shortest part that may be repeated.
_PART: Final = 4


def prepared(password: str) -> str:
    """The password as it is hashed: the same whatever keyboard wrote its letters."""
    return unicodedata.normalize("NFKC", password)


def check(password: str, name: str) -> None:
    """Raises :class:`Refused` (``password``) for one that is too short, too long or among the first to be guessed."""
    chosen = prepared(password)
    if len(chosen) < MIN_PASSWORD:
        raise Refused("password_short", least=MIN_PASSWORD)
    if len(chosen) > MAX_PASSWORD:
        raise Refused("password_long", most=MAX_PASSWORD)
    if _guessable(chosen.casefold(), name):
        raise Refused("password_common")


def _guessable(password: str, name: str) -> bool:
    bare = _AROUND.sub(r"\1", password)
    if {password, bare} & _COMMON or plain(bare) in _COMMON:
        return True
    if plain(name) and plain(bare) == plain(_AROUND.sub(r"\1", name.casefold())):
        return True
    # One short part over and over, or letters and figures in the order of the alphabet.
    if any(password == (password[:part] * len(password))[: len(password)] for part in range(1, _PART + 1)):
        return True
    steps = {ord(after) - ord(before) for before, after in pairwise(password)}
    return steps in ({1}, {-1})


class Passwords:
    """Hashes passwords and compares them. Every comparison takes the same time, also where there is no account."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=_PASSES, memory_cost=_MEMORY, parallelism=_LANES)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kibic-password")
        self._waiting = 0

    async def hashed(self, password: str) -> str:
        """The hash of a password, with its salt and what it cost. Raises :class:`Refused` (``too_fast``)."""
        return await self._run(lambda: self._hasher.hash(prepared(password)))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether the password is the one hashed; None fits nothing. Raises :class:`Refused` (``too_fast``)."""
        return await self._run(lambda: self._verify(hashed or _NOBODY, password[: MAX_PASSWORD * 2]))

    def is_old(self, hashed: str) -> bool:
        """Whether a hash was cheaper to make than one of today."""
        return self._hasher.check_needs_rehash(hashed)

    async def close(self) -> None:
        """Finish what was begun."""
        await asyncio.to_thread(self._pool.shutdown)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, prepared(password)) and hashed is not _NOBODY
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= _QUEUE:
            raise Refused("too_fast")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1
