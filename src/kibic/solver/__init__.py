"""Exact play with open cards."""
