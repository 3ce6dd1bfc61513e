"""A server process of a story: ``python -m stress.node DATABASE [REDIS]`` prints its address when it serves."""

from __future__ import annotations

import sys

from kibic.server.run import address, free_socket, run
from kibic.server.settings import Settings


def main(database: str, redis: str = "") -> None:
    """Serve until it is killed. Nobody has to wait, and nobody is too fast."""
    listening = free_socket("127.0.0.1", 0)
    settings = Settings(
        database=database,
        redis=redis,
        bot_workers=1,
        bot_limit=10.0,
        next_pause=0.0,
        cut_wait=0.0,
        rate=5_000.0,
        burst=5_000,
        makes=1_000.0,
        makes_burst=1_000,
        retry=0.2,
        # Whoever says nothing has nothing left to say; whoever is cut off is away, as ever.
        quiet=3_600.0,
    )
    run(settings, listening, lambda: print(address(listening), flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
