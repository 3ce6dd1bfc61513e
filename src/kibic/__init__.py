"""Kibic: Preferans and the other games of the same tables, as a library, an engine and a table."""

__version__ = "0.1.0"
