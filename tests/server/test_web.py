"""HTTP: pages and their caching, sessions, new tables, the rules form, records, and who is kept out."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from kibic.server.guests import clean_name, unlike
from kibic.server.security import same_origin
from tests.server.kit import PATIENCE, Person, Running, quick


@pytest.fixture
def browser(tiny: Running) -> Iterator[httpx.Client]:
    """A browser without a session."""
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE) as client:
        yield client


def static_files(page: str) -> list[str]:
    return re.findall(r'"(/static/[^"]+)"', page)


@pytest.mark.parametrize("path", ["/", "/new", "/sheet", "/sheet/abcdefgh23456789", "/replay", "/t/abcdefgh2345"])
def test_every_page_stands_in_the_one_frame(browser: httpx.Client, path: str) -> None:
    text = browser.get(path).text
    assert text.startswith("<!doctype html>\n<html")
    for once in ("<title>", 'name="description"', "<script", '<div id="app">', "</head>", "</body>", 'name="viewport"'):
        assert text.count(once) == 1
    assert "<!--" not in text
    assert text.index("css/tokens.css") < text.index("css/base.css") < text.index("<script") < text.index("</head>")
    assert ('role="log"' in text) == path.startswith("/t/")


@pytest.mark.parametrize("path", ["/", "/new"])
def test_pages_come_with_their_files_and_without_a_session(browser: httpx.Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in page.headers
    files = static_files(page.text)
    assert files
    for file in files:
        answer = browser.get(file)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) <= 512


def test_files_under_another_fingerprint_are_asked_for_again(browser: httpx.Client) -> None:
    file = static_files(browser.get("/").text)[0]
    plain = re.sub(r"/~[0-9a-f]+/", "/", file)
    for path in (plain, re.sub(r"/~[0-9a-f]+/", "/~0123456789abcdef/", file)):
        answer = browser.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        again = browser.get(path, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert browser.get(path, headers={"Accept-Encoding": "identity"}).content == answer.content


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/nothing.js",
        "/static/../pages.py",
        "/static/%2e%2e/__init__.py",
        "/static/..%2f..%2fserver%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/.hidden",
        "/static/js/%00",
        "/static/index.html",
        "/static/frame.html",
        "/static/css",
        "/api/nothing",
        "/api/rules?game=bezique",
        "/api/tables/abcdefgh2345/record",
        "/api/tables/..%2f..%2f/record",
    ],
)
def test_what_is_not_there(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] in ("not_found", "unknown_table")
    assert {"sr", "en"} <= set(answer.json())


def test_a_person_who_is_lost_gets_a_page(browser: httpx.Client) -> None:
    answer = browser.get("/nowhere", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    answer = browser.get("/t/abcdefgh2345")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "set-cookie" not in answer.headers


def test_every_answer_is_guarded(browser: httpx.Client) -> None:
    for path in ("/", "/static/nothing", "/api/me", "/healthz"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy  # so it falls back to default-src, without anything inline
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_the_session_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(browser: httpx.Client) -> None:
    answer = browser.post("/api/me", json={"name": "Ana"})
    cookie = answer.headers["set-cookie"]
    assert re.match(r"kibic=[A-Za-z0-9_-]{43};", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert browser.get("/api/me").json() == {"name": "Ana", "account": False}
    assert "set-cookie" not in browser.post("/api/me", json={"name": "Anica"}).headers
    assert browser.get("/api/me").json() == {"name": "Anica", "account": False}


@pytest.mark.parametrize("cookie", ["", "x", "A" * 43, "kibic", "š" * 43])
def test_a_made_up_session_is_nobody(tiny: Running, cookie: str) -> None:
    answer = httpx.get(f"{tiny.url}/api/me", headers={b"Cookie": f"kibic={cookie}".encode()}, timeout=PATIENCE)
    assert answer.json() == {"name": None, "account": False}
    assert httpx.get(f"{tiny.url}/api/tables/mine", timeout=PATIENCE).json() == {"tables": []}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_post(browser: httpx.Client, headers: dict[str, str]) -> None:
    for path in ("/api/me", "/api/play", "/api/tables"):
        answer = browser.post(path, json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_the_own_page_can_post(tiny: Running, browser: httpx.Client) -> None:
    headers = {"Origin": tiny.url, "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/api/me", json={"name": "Ana"}, headers=headers).status_code == 200


def test_an_origin_without_a_host_is_not_the_own() -> None:
    assert not same_origin(Headers({"origin": "null"}))
    assert same_origin(Headers({"origin": "http://Kibic.example", "host": "kibic.example"}))


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"{", "application/json", 400, "bad_request"),
        (b"[]", "application/json", 400, "bad_request"),
        (b'{"name": 5}', "application/json", 400, "bad_request"),
        (b'{"seats": ["me", "bot", "king"]}', "application/json", 400, "bad_request"),
        (b'{"seats": ["me", "bot"]}', "application/json", 400, "bad_request"),
        (b'{"seats": ["bot", "bot", "bot"]}', "application/json", 400, "bad_request"),
        (b'{"seats": ["me", "me", "bot"]}', "application/json", 400, "bad_request"),
        (b'{"game": "bezique"}', "application/json", 400, "bad_request"),
        (b'{"preset": "nobody"}', "application/json", 400, "bad_request"),
        (b'{"bot_pause": 9999}', "application/json", 400, "bad_request"),
        (b'{"options": ' + b'{"a":' * 2000, "application/json", 400, "bad_request"),
        (b'{"name": "\xff"}', "application/json", 400, "bad_request"),
        (b"{}" + b" " * 20_000, "application/json", 413, "too_large"),
        (b"{}", "text/plain", 415, "content_type"),
        (b"name=Ana", "application/x-www-form-urlencoded", 415, "content_type"),
    ],
)
def test_requests_that_cannot_be_read(browser: httpx.Client, content: bytes, kind: str, status: int, code: str) -> None:
    answer = browser.post("/api/tables", content=content, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert browser.get("/api/tables/mine").json() == {"tables": []}


def test_all_problems_of_the_rules_are_told_at_once(browser: httpx.Client) -> None:
    answer = browser.post("/api/play", json={"options": {"match.hands": 0, "x.y": True}})
    assert (answer.status_code, answer.json()["code"]) == (400, "rules")
    assert len(answer.json()["problems"]) == 2


def test_an_unknown_bot_is_told_with_the_known_ones(database: Path) -> None:
    with Running(quick(database)) as running:
        answer = httpx.post(f"{running.url}/api/play", json={"bot": "deep"}, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
        assert "random" in answer.json()["en"]


def test_my_tables_are_listed_latest_first(browser: httpx.Client) -> None:
    one = browser.post("/api/tables", json={"name": "Ana", "seats": ["me", "free", "bot"], "title": "Petak"}).json()
    two = browser.post("/api/play", json={"options": {"match.hands": 3}}).json()
    mine = browser.get("/api/tables/mine").json()["tables"]
    assert [table["id"] for table in mine] == [two["table"], one["table"]]
    assert mine[1]["name"] == "Petak"
    assert mine[1]["seats"][:2] == ["Ana", ""]
    assert (mine[0]["state"], mine[1]["state"]) == ("playing", "waiting")
    assert mine[0]["url"] == two["url"] == f"/t/{two['table']}"
    assert mine[0]["updated"] >= mine[0]["created"] > 1_500_000_000_000


def test_whoever_opens_a_table_by_its_link_gets_a_session(tiny: Running, browser: httpx.Client) -> None:
    made = browser.post("/api/tables", json={"seats": ["me", "free", "bot"]}).json()
    with httpx.Client(base_url=tiny.url, timeout=PATIENCE) as friend:
        answer = friend.get(made["url"])
        assert answer.status_code == 200
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "set-cookie" not in friend.get(made["url"]).headers
        assert friend.get("/api/me").json() == {"name": None, "account": False}


def test_too_many_new_tables(database: Path) -> None:
    with Running(quick(database, game="highest", makes=0.01, makes_burst=3)) as running:
        answers = [httpx.post(f"{running.url}/api/play", json={}, timeout=PATIENCE) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].json()["code"] == "too_fast"


def test_the_rules_form_has_every_parameter(browser: httpx.Client) -> None:
    form: Any = browser.get("/api/rules?game=preferans").json()
    keys = {parameter["key"] for parameter in form["parameters"]}
    assert "match.start_bule" in keys
    assert {parameter["group"] for parameter in form["parameters"]} == {group["key"] for group in form["groups"]}
    for preset in form["presets"]:
        assert set(preset["values"]) == keys
        assert {"sr", "en"} <= set(preset["title"])
    for parameter in form["parameters"]:
        assert parameter["sr"]
        assert parameter["en"]
    assert browser.get("/api/rules").json()["presets"][0]["values"] == {"match.hands": 2}


def test_new_tables_have_the_rules_the_server_was_started_with(tmp_path: Path) -> None:
    rules: dict[str, Any] = {"preset": "balkan", "options": {"match.start_bule": 60, "refa.trigger": ("all_pass",)}}
    with Running(quick(tmp_path / "k.sqlite3", **rules)) as running, httpx.Client(base_url=running.url) as client:
        start = client.get("/api/rules").json()["start"]
        assert start == {"preset": "balkan", "options": {"match.start_bule": 60, "refa.trigger": ["all_pass"]}}
        assert client.get("/api/rules?game=highest").json()["start"] == {"preset": "tiny", "options": {}}
        table = client.post("/api/play", json={"options": {"match.start_bule": 30}}).json()["table"]
        text = client.get(f"/api/tables/{table}/record").text
        assert 'rules = "balkan"' in text
        assert '"match.start_bule" = 30' in text
        assert '"refa.trigger" = ["all_pass"]' in text
        other = client.post("/api/tables", json={"preset": "turnir", "seats": ["me", "bot", "bot"]}).json()["table"]
        assert "[options]" not in client.get(f"/api/tables/{other}/record").text


def test_health(browser: httpx.Client) -> None:
    assert browser.get("/healthz").json()["ok"] is True
    assert browser.delete("/healthz").status_code == 405


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ana   Marija ", "Ana Marija"),
        ("A\x00n\u202ea\n", "Ana"),
        ("\u200b\ufeff", None),
        ("", None),
        (None, None),
        ("x" * 100, "x" * 24),
        ("Zvonko\u0301", "Zvonkó"),
        ("<b>", "<b>"),
    ],
)
def test_names_are_cleaned(given: str | None, shown: str | None) -> None:
    assert clean_name(given) == shown


def test_two_people_at_a_table_never_have_one_name() -> None:
    assert unlike("Ana", ["Boro"]) == "Ana"
    assert unlike("ana", ["Ana", "ANA 2"]) == "ana 3"


def test_names_come_back_cleaned(tiny: Running) -> None:
    async def story() -> None:
        async with Person(tiny.url) as ana:
            assert await ana.post("/api/me", name=" A\u202en\ta ") == {"name": "An a", "account": False}

    asyncio.run(story())
