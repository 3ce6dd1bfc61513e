"""``kibic protocol``: what the sockets of the server speak, for those who write clients."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from kibic.cli.language import say


def protocol(
    schema: Annotated[
        bool, typer.Option("--schema", help=say("Print the JSON Schema of all messages.", "Ispiši JSON šemu poruka."))
    ] = False,
) -> None:
    """Print the versions of the protocol the server speaks and its messages, or their JSON Schema."""
    from kibic.server import messageschema
    from kibic.server.protocol import SPOKEN

    if schema:
        typer.echo(json.dumps(messageschema.schema(), indent=2, ensure_ascii=False))
        return
    typer.echo(say("Protocol", "Protokol") + f" {', '.join(map(str, SPOKEN))}")
    for who, types in messageschema.message_types().items():
        typer.echo(f"{who}: {' '.join(sorted(types))}")
