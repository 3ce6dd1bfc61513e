"""``python -m stress [NAME...]``: plays the stories (all, or those named) and prints what they counted."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

Main = Callable[[], dict[str, object]]

#: Each is a module whose ``main() -> dict[str, object]`` raises when something is wrong, and returns what it counted.
NAMES: Final = ("kills", "cluster", "relay", "hostile", "frames", "load")


def main(names: list[str], known: Mapping[str, Main] | None = None) -> int:
    """Plays all that are asked for and prints; 2 when a name is unknown, 1 when a story ends badly, else 0."""
    stories = known if known is not None else {name: _story(name) for name in NAMES}
    unknown = [name for name in names if name not in stories]
    if unknown:
        print(f"no story is called {unknown[0]!r}; stories: {', '.join(stories)}", file=sys.stderr)
        return 2
    ends = {name: _played(name, stories[name]) for name in names or stories}
    print("summary:")
    for name, (seconds, problem) in ends.items():
        print(f"  {name}: {'ok' if problem is None else f'FAILED, {problem}'} ({seconds:.0f} s)")
    return int(any(problem is not None for _, problem in ends.values()))


def _story(name: str) -> Main:
    def play() -> dict[str, object]:
        counted: dict[str, object] = import_module(f"stress.{name}").main()
        return counted

    return play


def _played(name: str, story: Main) -> tuple[float, str | None]:
    """How long the story took, in seconds, and what was wrong. A story that ends badly keeps no other from its turn."""
    print(f"{name}:", flush=True)
    begun = time.monotonic()
    try:
        for what, value in story().items():
            print(f"  {what}: {value}", flush=True)
    except Exception as error:  # whatever it is, it is told, and the next story is played
        traceback.print_exc()
        said = str(error).splitlines()
        return time.monotonic() - begun, said[0] if said else type(error).__name__
    return time.monotonic() - begun, None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
