"""A server process of a story: ``python -m stress.node SETTINGS`` prints its address when it serves.

SETTINGS are those of :class:`kibic.server.settings.Settings` that are not as below, as JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from kibic.server.run import address, free_socket, run
from kibic.server.settings import Settings

#: Nobody has to wait, and nobody is too fast.
_USUAL: Final[dict[str, Any]] = {
    "bot_workers": 1,
    "bot_limit": 10.0,
    "next_pause": 0.0,
    "cut_wait": 0.0,
    "rate": 5_000.0,
    "burst": 5_000,
    "makes": 1_000.0,
    "makes_burst": 1_000,
    "table_makes_burst": 1_000,
    "retry": 0.2,
    # Whoever says nothing has nothing left to say; whoever is cut off is away, as ever.
    "quiet": 3_600.0,
}


def main(changes: str) -> None:
    """Serve until it is killed."""
    listening = free_socket("127.0.0.1", 0)
    run(Settings(**(_USUAL | json.loads(changes))), listening, lambda: print(address(listening), flush=True))


if __name__ == "__main__":
    main(sys.argv[1])
