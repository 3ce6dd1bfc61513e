"""Accounts and sessions: made, entered, changed, ended and removed, and what is told to whom does not belong there."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select, update

from kibic.server import guests
from kibic.server.database import open_database
from kibic.server.folding import login_of
from kibic.server.passwords import check
from kibic.server.refusals import Refused
from kibic.server.schema import accounts, sessions
from tests.server.kit import PATIENCE, Person, Running, quick

GOOD = "trešnje u maju"
OTHER = "kiša nad Tisom"


class Browser(httpx.Client):
    """A browser of its own."""

    def say(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    @property
    def me(self) -> Any:
        return self.get("/api/me").json()

    @property
    def token(self) -> str | None:
        return self.cookies.get("kibic")


@pytest.fixture(autouse=True)
def no_accounts(tiny: Running) -> None:
    """Each test, also one that is run again, may take any name."""
    with tiny.server.guests.store._writing() as connection:
        connection.execute(delete(accounts))


@pytest.fixture
def browsers(tiny: Running) -> Iterator[Any]:
    opened: list[Browser] = []

    def another(url: str = tiny.url) -> Browser:
        opened.append(Browser(base_url=url, timeout=PATIENCE, verify=False))
        return opened[-1]

    yield another
    for browser in opened:
        browser.close()


def test_a_guest_becomes_an_account_and_keeps_his_tables(browsers: Any) -> None:
    ana = browsers()
    table = ana.say("/api/tables", name="Ana 1", seats=["me", "free", "free"])["table"]
    guest = ana.token
    assert ana.say("/api/account", name="Ana 1", password=GOOD) == {"name": "Ana 1", "account": True}
    assert ana.me == {"name": "Ana 1", "account": True}
    assert [one["id"] for one in ana.get("/api/tables/mine").json()["tables"]] == [table]
    # The token of the guest is no key to the account.
    assert guest is not None
    assert ana.token != guest
    thief = browsers()
    thief.cookies.set("kibic", guest)
    assert thief.me == {"name": None, "account": False}


def test_an_account_is_the_same_person_on_every_device(browsers: Any) -> None:
    home, phone = browsers(), browsers()
    home.say("/api/account", name="Boro", password=GOOD)
    table = home.say("/api/tables", seats=["me", "free", "free"])["table"]
    assert phone.say("/api/login", name="  bORO ", password=GOOD) == {"name": "Boro", "account": True}
    assert [one["id"] for one in phone.get("/api/tables/mine").json()["tables"]] == [table]
    assert len(phone.get("/api/account/sessions").json()["sessions"]) == 2
    assert [one["this"] for one in phone.get("/api/account/sessions").json()["sessions"]].count(True) == 1


def test_tables_of_a_guest_come_along_when_he_logs_in(browsers: Any) -> None:
    home, phone = browsers(), browsers()
    home.say("/api/account", name="Ceca", password=GOOD)
    table = phone.say("/api/tables", name="C.", seats=["me", "free", "free"])["table"]
    over = phone.say("/api/play", name="C.")["table"]
    phone.say("/api/login", name="Ceca", password=GOOD)
    for browser in (home, phone):
        assert {one["id"] for one in browser.get("/api/tables/mine").json()["tables"]} == {table, over}


def test_log_out_ends_the_session(browsers: Any) -> None:
    one = browsers()
    one.say("/api/account", name="Dule", password=GOOD)
    token = one.token
    one.say("/api/logout")
    assert one.token is None
    one.cookies.set("kibic", token)
    assert one.me == {"name": None, "account": False}
    assert one.say("/api/logout") == {"name": None, "account": False}


def test_no_answer_tells_whether_a_name_exists(browsers: Any) -> None:
    one = browsers()
    one.say("/api/account", name="Ema", password=GOOD)
    one.say("/api/logout")
    wrong = one.say("/api/login", 403, name="Ema", password=OTHER)
    unknown = one.say("/api/login", 403, name="Nobody at all", password=OTHER)
    assert wrong == unknown
    assert wrong["code"] == "login"
    assert one.say("/api/login", 403, name="", password="")["code"] == "login"
    assert one.say("/api/login", 403, name="Ema", password=GOOD * 50)["code"] == "login"


def test_a_comparison_with_nobody_is_a_true_comparison(tiny: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    # Both go the same way, with hashes of the same price: that is what makes them take the same time.
    seen: list[str] = []
    hasher = tiny.server.accounts.passwords._hasher
    verify = type(hasher).verify

    def watched(self: Any, hashed: str, password: str) -> bool:
        seen.append(hashed)
        return bool(verify(self, hashed, password))

    monkeypatch.setattr(type(hasher), "verify", watched)
    with Browser(base_url=tiny.url, timeout=PATIENCE, verify=False) as one:
        one.say("/api/account", name="Fema", password=GOOD)
        one.say("/api/login", name="Fema", password=GOOD)
        one.say("/api/login", 403, name="Nobody at all", password=GOOD)
    prices = [re.match(r"\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$", hashed) for hashed in seen]
    assert len(prices) == 2
    assert prices[0] is not None
    assert prices[1] is not None
    assert prices[0][0] == prices[1][0]
    assert not hasher.check_needs_rehash(seen[1])


@pytest.mark.parametrize(
    "password",
    ["", "kratka1", "š" * 129, "12345678", "87654321", "aaaaaaaa", "abcabcabc", "abcdefgh", "Password", "lozinka1!",
     "Šifra123", "QWERTYUIOP", "Preferans2026", "gavrilo99", "Gavrilo!"],
)  # fmt: skip
def test_passwords_anybody_would_try_are_refused(password: str) -> None:
    with pytest.raises(Refused) as caught:
        check(password, "Gavrilo")
    assert caught.value.code == "password"


@pytest.mark.parametrize("password", [GOOD, "x" * 4 + "yzyy", "12 gusaka", "🂡🂱🃁🃑♠♥♦♣", "g" + "8f3k" * 31])
def test_any_signs_make_a_password(password: str) -> None:
    check(password, "Gavrilo")


def test_a_bad_password_or_name_makes_no_account(browsers: Any) -> None:
    one = browsers()
    assert one.say("/api/account", 400, name="Goca", password="kratka")["code"] == "password"
    for name in ("", " \u202e ", "Gost", "N. N."):
        assert one.say("/api/account", 400, name=name, password=GOOD)["code"] == "bad_request"
    assert one.me == {"name": None, "account": False}
    one.say("/api/account", name="Goca", password=GOOD)
    assert one.say("/api/account", 400, name="Goca 2", password=GOOD)["code"] == "bad_request"
    assert browsers().say("/api/account", 409, name="GOCA", password=OTHER)["code"] == "name_taken"


def test_the_password_is_stored_as_a_hash_only(tmp_path: Path) -> None:
    database = tmp_path / "kibic.sqlite3"
    with Running(quick(database)) as running, Browser(base_url=running.url, timeout=PATIENCE, verify=False) as one:
        one.say("/api/account", name="Iva", password=GOOD)
        token = one.token
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token is not None
    assert b"$argon2id$" in content
    assert GOOD.encode() not in content
    assert token.encode() not in content


def test_a_cheap_hash_is_made_anew_at_the_next_log_in(tiny: Running, browsers: Any) -> None:
    from argon2 import PasswordHasher

    one = browsers()
    one.say("/api/account", name="Jova", password=GOOD)
    engine = open_database(tiny.server.tables.services.settings.database)
    cheap = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(GOOD)
    mine = accounts.c.login == login_of("Jova")
    with engine.begin() as connection:
        connection.execute(update(accounts).where(mine).values(password=cheap))
    one.say("/api/login", name="Jova", password=GOOD)
    with engine.connect() as connection:
        assert connection.execute(select(accounts.c.password).where(mine)).scalar_one() != cheap
    engine.dispose()
    one.say("/api/login", name="Jova", password=GOOD)


def test_a_new_password_ends_all_sessions_but_the_new_one(browsers: Any) -> None:
    home, phone = browsers(), browsers()
    home.say("/api/account", name="Kosta", password=GOOD)
    phone.say("/api/login", name="Kosta", password=GOOD)
    before = home.token
    assert home.say("/api/account/password", 403, old=OTHER, new=OTHER)["code"] == "login"
    assert home.say("/api/account/password", 400, old=GOOD, new="12345678")["code"] == "password"
    home.say("/api/account/password", old=GOOD, new=OTHER)
    assert home.token != before
    assert home.me["account"] is True
    assert phone.me == {"name": None, "account": False}
    phone.say("/api/login", 403, name="Kosta", password=GOOD)
    phone.say("/api/login", name="Kosta", password=OTHER)


def test_other_sessions_can_be_ended(browsers: Any) -> None:
    home, phone = browsers(), browsers()
    home.say("/api/account", name="Lana", password=GOOD)
    phone.say("/api/login", name="Lana", password=GOOD)
    assert home.say("/api/account/sessions/end") == {"ended": 1}
    assert home.me["account"] is True
    assert phone.me == {"name": None, "account": False}


def test_a_session_that_ends_takes_its_sockets_along(tiny: Running) -> None:
    asyncio.run(_two_devices(tiny))


async def _two_devices(tiny: Running) -> None:
    async with Person(tiny.url) as home, Person(tiny.url) as phone:
        await home.post("/api/account", name="Mara", password=GOOD)
        await phone.post("/api/login", name="Mara", password=GOOD)
        table = (await home.post("/api/tables", seats=["me", "free", "free"]))["table"]
        here, there = await home.page(table), await phone.page(table)
        await there.heard("welcome")
        assert there.seat == 0
        await home.post("/api/account/sessions/end")
        assert await there.closed() == 1012
        await here.heard("welcome")
        await here.say("ping", n=7)
        assert (await here.heard("pong"))["n"] == 7


def test_a_socket_hears_at_its_next_greeting_of_an_end_that_another_server_made(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url, "Milan") as milan:
            table = (await milan.post("/api/tables", seats=["me", "free", "free"]))["table"]
            page = await milan.page(table)
            await page.heard("welcome")
            guests, store = tiny.server.guests, tiny.server.guests.store
            (session,) = [one for one, _ in list(guests._known.values()) if one.guest.name == "Milan"]
            store.end_session(session.token_hash)
            guests.forget(session.guest.id)
            await page.say("hello", protocol=1, table=table, since=None)
            assert await page.closed() == 1012

    asyncio.run(story())


def test_a_name_can_be_changed_and_is_then_logged_in_with(browsers: Any) -> None:
    one, other = browsers(), browsers()
    one.say("/api/account", name="Nena", password=GOOD)
    other.say("/api/account", name="Neša", password=GOOD)
    assert one.say("/api/me", 409, name="NEŠA")["code"] == "name_taken"
    assert one.say("/api/me", name="Nena 2") == {"name": "Nena 2", "account": True}
    one.say("/api/login", 403, name="Nena", password=GOOD)
    one.say("/api/login", name="nena 2", password=GOOD)
    # Guests may be called like each other, and like an account: the page shows who has one.
    assert browsers().say("/api/me", name="Neša") == {"name": "Neša", "account": False}


def test_a_token_that_grows_old_is_exchanged_and_still_holds_for_a_moment(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, late = browsers(), browsers()
    one.say("/api/me", name="Olga")
    old = one.token
    assert one.me["name"] == "Olga"
    assert one.token == old
    monkeypatch.setattr(guests, "TOKEN_AGE", 0)
    assert one.me["name"] == "Olga"
    new = one.token
    assert new not in (None, old)
    monkeypatch.undo()
    late.cookies.set("kibic", old)
    assert late.get("/api/tables/mine").status_code == 200
    assert late.me["name"] == "Olga"  # the answer with the new one may have been lost
    assert one.me["name"] == "Olga"
    monkeypatch.setattr(guests, "_BELIEVED", -1.0)
    assert late.me["name"] == "Olga"  # or be on its way still
    later = guests.now_ms() + 90_000
    monkeypatch.setattr(guests, "now_ms", lambda: later)
    assert late.me["name"] is None
    assert one.me["name"] == "Olga"


def test_a_session_runs_out(tiny: Running, browsers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    guest, account = browsers(), browsers()
    guest.say("/api/me", name="Paja")
    account.say("/api/account", name="Pera", password=GOOD)
    now = guests.now_ms()
    monkeypatch.setattr(guests, "_BELIEVED", -1.0)
    monkeypatch.setattr(guests, "TOKEN_AGE", 10**9)
    monkeypatch.setattr(guests, "now_ms", lambda: now + guests.ACCOUNT_AGE * 1000 + 1)
    assert account.me["name"] is None
    assert guest.me["name"] == "Paja"
    monkeypatch.setattr(guests, "now_ms", lambda: now + guests.GUEST_AGE * 1000 + 1)
    assert guest.me["name"] is None
    # What has run out is swept away when somebody comes.
    account.say("/api/login", name="Pera", password=GOOD)
    engine = open_database(tiny.server.tables.services.settings.database)
    with engine.connect() as connection:
        left = connection.execute(select(sessions.c.expires)).scalars().all()
    engine.dispose()
    assert min(left) > now + guests.GUEST_AGE * 1000


def test_passwords_cannot_be_tried_at_will(tmp_path: Path) -> None:
    limits = {"logins": 0.0, "logins_burst": 6, "tries": 0.0, "tries_burst": 2}
    running = Running(quick(tmp_path / "kibic.sqlite3", **limits))
    with running, Browser(base_url=running.url, timeout=PATIENCE, verify=False) as one:
        one.say("/api/account", name="Rada", password=GOOD)
        for name in ("Rada", "nobody"):
            for _ in range(2):
                assert one.say("/api/login", 403, name=name, password=OTHER)["code"] == "login"
            if name == "Rada":
                assert one.say("/api/login", 429, name=name, password=GOOD)["code"] == "too_fast"
        # Six of this address have been counted: nobody else can be tried from it.
        assert one.say("/api/login", 429, name="somebody", password=OTHER)["code"] == "too_fast"


def test_accounts_are_made_and_entered_only_from_the_own_page(browsers: Any) -> None:
    one = browsers()
    one.say("/api/account", name="Sava", password=GOOD)
    for path in ("", "/password", "/sessions/end", "/delete"):
        answer = one.post(f"/api/account{path}", json={}, headers={"Origin": "https://example.com"})
        assert answer.json()["code"] == "origin"
        assert one.post(f"/api/account{path}", content=b"{}").json()["code"] == "content_type"
        assert one.get(f"/api/account{path}", follow_redirects=False).status_code in (404, 405)
    for path in ("/api/login", "/api/logout"):
        answer = one.post(path, json={}, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.json()["code"] == "origin"
    assert one.me["account"] is True


def test_strangers_have_no_account_to_change(browsers: Any) -> None:
    one = browsers()
    assert one.say("/api/account/password", 400, old=GOOD, new=OTHER)["code"] == "not_seated"
    assert one.get("/api/account/sessions").status_code == 400
    one.say("/api/me", name="Tane")
    assert one.say("/api/account/password", 403, old=GOOD, new=OTHER)["code"] == "no_account"


def test_over_tls_the_cookie_is_bound_to_the_host(tiny: Running) -> None:
    # As a proxy on this machine tells it.
    headers = {"X-Forwarded-Proto": "https"}
    with Browser(base_url=tiny.url, timeout=PATIENCE, verify=False, headers=headers) as one:
        said = one.post("/api/me", json={"name": "Uroš"}).headers["set-cookie"]
        assert said.startswith("__Host-kibic=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(said.split("; "))
        assert "Domain" not in said
        token = said.partition("=")[2].partition(";")[0]
        known = one.get("/api/me", headers={"Cookie": f"__Host-kibic={token}"})
        assert known.json()["name"] == "Uroš"
        # A cookie without the prefix could have been set by anybody on the way.
        planted = one.get("/api/me", headers={"Cookie": f"kibic={token}"})
        assert planted.json()["name"] is None
