"""Tsuzuri: a local-first memory for one person's files."""

__version__ = "0.1.0"
