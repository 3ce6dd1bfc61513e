"""``python -m stress [NAME...]``: plays the stories (all, or those named) and prints what they counted."""

from __future__ import annotations

import sys
from importlib import import_module

#: Each is a module whose ``main() -> dict[str, object]`` raises when something is wrong, and returns what it counted.
NAMES = ("cluster",)


def main(names: list[str]) -> int:
    """Plays and prints; 2 when a name is unknown, else 0."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"no story is called {unknown[0]!r}; stories: {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names or NAMES:
        print(f"{name}:", flush=True)
        for what, value in import_module(f"stress.{name}").main().items():
            print(f"  {what}: {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
