"""A player of your own at a table: `python examples/client.py http://127.0.0.1:8000/t/ID [NAME]`.

It takes a free seat and plays to the end of the match. A broken line it opens again, asks for what it missed, and
repeats what was not acknowledged under the same id, which the server applies once. Protocol: docs/protocol.md.
"""

import json
import random
import sys
import time
import urllib.request
import uuid

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect


def merged(target: object, patch: object) -> object:
    """A JSON merge patch applied (RFC 7386)."""
    if not isinstance(patch, dict):
        return patch
    kept = {key: value for key, value in target.items() if key not in patch} if isinstance(target, dict) else {}
    old = target if isinstance(target, dict) else {}
    return kept | {key: merged(old.get(key), value) for key, value in patch.items() if value is not None}


class Client:
    """What a page holds of a table, and what it wants to say."""

    def __init__(self, table: str, name: str = "Robot") -> None:
        self.id, self.name, self.version, self.view, self.table, self.act = table, name, 0, None, {}, None

    def hello(self) -> dict:
        """Opens the table, or asks for what was missed since the version held."""
        return {"type": "hello", "protocol": 1, "table": self.id, "since": self.version if self.view else None}

    def take(self, message: dict) -> list[dict]:
        """Takes a message in; what to say now."""
        kind = message["type"]
        if kind == "welcome":
            self.version, self.view, self.table = message["version"], message["view"], message["table"]
        elif kind == "event" and message["version"] == self.version + 1:
            self.version, self.view = message["version"], merged(self.view, message["patch"])
        elif kind == "event" and message["version"] > self.version:
            return [self.hello()]  # some were lost in between; older ones are known
        elif kind == "pong":  # it comes after all that was sent before it, so what is missing now was lost
            return [self.hello(), *([self.act] if self.act else [])]
        elif kind == "table":
            self.table = message["table"]
        elif kind in {"ack", "refused"} and self.act and message["id"] == self.act["id"]:
            self.act = None
            return [self.hello()] if kind == "refused" else []
        elif kind == "refused" and message["code"] in {"protocol", "unknown_table", "banned", "no_kibitzers"}:
            sys.exit(message["en"])
        return [] if self.act else self.wanted(kind)

    def wanted(self, kind: str) -> list[dict]:
        """A seat, the next hand, no to every proposal, or a legal word of the own seat on turn."""
        seats = self.table.get("seats", [])
        seat = next((number for number, each in enumerate(seats) if each["you"]), None)
        free = next((number for number, each in enumerate(seats) if each["kind"] == "free"), None)
        if kind in {"welcome", "table"} and seat is None and free is not None:
            return [{"type": "sit", "seat": free, "name": self.name}]
        if seat is not None and kind == "table" and self.table["next_at"] and not seats[seat]["ready"]:
            return [{"type": "next"}]
        if seat is not None and kind == "table" and (open_ := self.table["proposal"]) and seat not in open_["agreed"]:
            return [{"type": "consent", "yes": False}]
        if seat is not None and self.view and self.view.get("to_act") == seat and not self.table["paused"]:
            word = random.choice(self.view["legal"])
            self.act = {"type": "act", "id": uuid.uuid4().hex, "version": self.version, "word": word}
            return [self.act]
        return []


def hear(line: ClientConnection) -> dict:
    """The next message; a line that gives no sign of life either raises TimeoutError."""
    try:
        return json.loads(line.recv(timeout=15))
    except TimeoutError:
        line.send('{"type": "ping"}')
        return json.loads(line.recv(timeout=5))


def play(url: str, name: str = "Robot") -> Client:
    """Plays at the table with this address to the end."""
    server, _, table = url.rpartition("/t/")
    body = json.dumps({"name": name}).encode()
    asked = urllib.request.Request(f"{server}/api/me", body, {"Content-Type": "application/json"})  # noqa: S310 - typed in
    with urllib.request.urlopen(asked) as answer:  # noqa: S310 - as above
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    client = Client(table, name)
    while client.table.get("state") != "over":
        try:
            with connect(f"{server.replace('http', 'ws', 1)}/ws", additional_headers={"Cookie": cookie}) as line:
                for message in [client.hello(), *([client.act] if client.act else [])]:
                    line.send(json.dumps(message))
                while client.table.get("state") != "over":
                    for message in client.take(hear(line)):
                        line.send(json.dumps(message))
        except (WebSocketException, OSError):
            time.sleep(0.3)
    return client


if __name__ == "__main__":
    play(*sys.argv[1:3])
