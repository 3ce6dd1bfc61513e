"""Runs a program until its own standard input ends, so that nothing is left behind however the tests end.

Standard input may name the signal that ends the program; the usual one is the first argument. Options of
:class:`subprocess.Popen` are the second, as JSON.
"""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys

# Ctrl+C goes to the whole group; the tests still need their services to clean up.
signal.signal(signal.SIGINT, signal.SIG_IGN)
usual, options, *command = sys.argv[1:]
kept = subprocess.Popen(command, stdin=subprocess.DEVNULL, **json.loads(options))
wanted = sys.stdin.read().strip()
with contextlib.suppress(ProcessLookupError):
    kept.send_signal(signal.Signals[wanted or usual])
sys.exit(kept.wait())
