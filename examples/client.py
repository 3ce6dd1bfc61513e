"""A player of your own: `python examples/client.py http://127.0.0.1:8000/t/ID`. The protocol is in docs/protocol.md."""

import asyncio
import contextlib
import json
import sys
from random import choice
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


class Client:
    """What is held of a table: version and view of the match, the table object, the own seat, the word under way."""

    def __init__(self, table: str) -> None:
        self.id, self.version, self.view, self.table, self.seat, self.act = table, 0, None, {}, None, None

    def hello(self) -> list[dict]:
        """What to say on a new line: what was missed is asked for, and a word that had no answer is said again."""
        opening = {"type": "hello", "protocol": 1, "table": self.id, "since": self.version, "whole": True}
        return [opening, {"type": "sit", "name": "Robot"}, *([self.act] if self.act else [])]

    def take(self, message: dict) -> list[dict]:
        """Takes a message in; what to say now: the next hand, no to a proposal, a legal word on turn, or nothing."""
        self.table, self.seat = message.get("table", self.table), message.get("seat", self.seat)
        if "view" in message and message["version"] >= self.version:
            self.version, self.view = message["version"], message["view"]
        if answered := self.act is not None and message.get("id") == self.act["id"]:
            self.act = None
        if message["type"] == "refused" and (answered or self.seat is None):
            return self.hello() if answered else sys.exit(message["en"])
        if self.act or self.seat is None or message.get("version", 0) > self.version:
            return []  # an answer is due, there is nothing to play, or what the own word did has yet to come
        if self.table["next_at"] and not self.table["seats"][self.seat]["ready"]:
            return [{"type": "next"}]
        if self.table["proposal"] and self.seat not in self.table["proposal"]["agreed"]:
            return [{"type": "consent", "yes": False}]
        if (legal := self.view["legal"] if self.view else []) and not self.table["paused"]:
            self.act = {"type": "act", "id": f"at {self.version}", "version": self.version, "word": choice(legal)}
        return [self.act] if self.act else []


async def play(client: Client, url: str) -> None:
    """Plays at the table of this address to the end, over as many lines as it takes. Opening it gives a session."""
    with urlopen(url) as page:  # noqa: S310 - typed in
        headers = {"Cookie": page.headers["Set-Cookie"].partition(";")[0]}
    async for line in connect(url.replace("http", "ws", 1).partition("/t/")[0] + "/ws", additional_headers=headers):
        with contextlib.suppress(ConnectionClosed):
            say = client.hello()
            while client.table.get("state") != "over":
                for message in say:
                    await line.send(json.dumps(message))
                say = client.take(json.loads(await line.recv()))
            return


if __name__ == "__main__":
    asyncio.run(play(Client(sys.argv[1].rpartition("/t/")[2]), sys.argv[1]))
