"""``python -m kibic.cli`` is ``kibic``."""

from kibic.cli.app import main

main()
