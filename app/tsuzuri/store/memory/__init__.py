"""A store in memory, for tests and for trying things out. It keeps the same contract as the one in a file."""

from tsuzuri.store.memory.backend import MemoryBackend

__all__ = ["MemoryBackend"]
