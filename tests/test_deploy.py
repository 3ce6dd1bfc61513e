"""The files of ``deploy/`` are what systemd and nginx take, and they do what docs/deploy.md says."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect, unix_connect
from websockets.exceptions import InvalidStatus

from tests.needs import need
from tests.server.kit import PATIENCE, Page, Running, quick

DEPLOY = Path(__file__).parents[1] / "deploy"
NAME = "table.example.org"

#: What Debian's nginx.conf sets around a file of conf.d, with everything it writes in one directory.
FRAME = """
daemon off;
master_process off;
error_log stderr;
pid {place}/nginx.pid;
events {{}}
http {{
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    include {place}/kibic.conf;
}}
"""


def tool(name: str) -> str:
    """The path of a program of the system, which may lie where only root looks."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    return need(name, shutil.which(name, path=path), f"apt install {name.partition('-')[0]}")


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, with a program that exists here."""
    text = (DEPLOY / "kibic.service").read_text(encoding="utf-8")
    assert "/opt/kibic/bin/kibic " in text
    path = tmp_path / "kibic.service"
    path.write_text(text.replace("/opt/kibic/bin/kibic ", "/bin/true "), encoding="utf-8")
    return path


def test_systemd_takes_the_unit(unit: Path) -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    about = [line for line in done.stderr.splitlines() if "kibic" in line]
    assert (done.returncode, about) == (0, []), done.stderr


def test_the_unit_is_hardened(unit: Path) -> None:
    done = subprocess.run(
        [tool("systemd-analyze"), "security", "--offline=yes", "--threshold=20", "--no-pager", unit],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def nginx(tmp_path: Path) -> Path:
    """A place with the configuration, which listens on sockets there and has a certificate of its own."""
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    curve = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    command = [tool("openssl"), *curve.split(), *names, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for before, after in (
        (f"/etc/letsencrypt/live/{NAME}", str(tmp_path)),
        ("/var/log/nginx", str(tmp_path)),
        ("listen 80;", f"listen unix:{tmp_path}/http;"),
        ("listen 443 ssl;", f"listen unix:{tmp_path}/https ssl;"),
        ("    listen [::]:80;\n", ""),
        ("    listen [::]:443 ssl;\n", ""),
    ):
        assert before in text
        text = text.replace(before, after)
    (tmp_path / "kibic.conf").write_text(text, encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(FRAME.format(place=tmp_path), encoding="utf-8")
    return tmp_path


def test_nginx_takes_the_configuration(nginx: Path) -> None:
    command = [tool("nginx"), "-t", "-e", "stderr", "-c", str(nginx / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr, done.stderr


@contextmanager
def serving(place: Path, server: str) -> Iterator[None]:
    """nginx before a server that listens elsewhere than the configuration says."""
    path = place / "kibic.conf"
    text = path.read_text(encoding="utf-8")
    assert "server 127.0.0.1:8000 " in text
    path.write_text(text.replace("127.0.0.1:8000", server.removeprefix("http://")), encoding="utf-8")
    process = subprocess.Popen([tool("nginx"), "-e", "stderr", "-c", place / "nginx.conf"], stderr=subprocess.PIPE)
    try:
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def test_a_page_behind_nginx_plays_over_tls_and_nobody_else_gets_to_what_is_between_servers(
    nginx: Path, database: Path
) -> None:
    async def story() -> None:
        trust = ssl.create_default_context(cafile=nginx / "fullchain.pem")
        transport = httpx.AsyncHTTPTransport(uds=f"{nginx}/https", verify=trust, retries=20)
        async with httpx.AsyncClient(
            transport=transport, base_url=f"https://{NAME}", headers={"Origin": f"https://{NAME}"}, timeout=PATIENCE
        ) as client:
            made = (await client.post("/api/play", json={"bot": "random", "bot_pause": 0, "name": "Ana"})).json()
            assert [cookie.secure for cookie in client.cookies.jar] == [True], (
                "the server knows that it is https outside"
            )
            for hidden in ("/node/table", "/node/sheet", "/metrics"):
                assert (await client.get(hidden)).status_code == 404
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

            def line(path: str, origin: str = f"https://{NAME}") -> connect:
                headers = {"Cookie": cookie, "Origin": origin}
                return unix_connect(
                    f"{nginx}/https", uri=f"wss://{NAME}{path}", ssl=trust, additional_headers=headers, max_queue=None
                )

            async with line("/ws") as opened:
                page = Page(opened, made["table"])
                await page.say("hello", protocol=1, table=made["table"], since=None)
                await page.until(lambda _: page.my_turn)
                assert (await page.act(page.view["legal"][0]))["type"] == "ack"
            for path, origin in (("/node/table", f"https://{NAME}"), ("/ws", "https://elsewhere.example.org")):
                with pytest.raises(InvalidStatus):
                    await line(path, origin)
            plain = httpx.AsyncHTTPTransport(uds=f"{nginx}/http", verify=False)
            async with httpx.AsyncClient(transport=plain, base_url=f"http://{NAME}") as unsafe:
                moved = await unsafe.get("/t/abc")
                assert (moved.status_code, moved.headers["location"]) == (301, f"https://{NAME}/t/abc")
        assert made["table"] not in (nginx / "kibic.log").read_text(encoding="utf-8")

    with Running(quick(database)) as running, serving(nginx, running.url):
        asyncio.run(story())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the database of the test lies."""
    return tmp_path / "kibic.sqlite3"
