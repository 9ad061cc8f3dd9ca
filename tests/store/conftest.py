from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.samples import KEY, NOW
from tsuzuri.core.ports import Backend
from tsuzuri.store.memory import MemoryBackend
from tsuzuri.store.sqlite.backend import SqliteBackend


def open_backend(flavour: str, path: Path) -> Backend:
    if flavour == "memory":
        return MemoryBackend()
    return SqliteBackend(path, KEY if flavour == "sqlite encrypted" else None, clock=lambda: NOW)


@pytest.fixture(params=["memory", "sqlite plain", "sqlite encrypted"])
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path / "library.db")
    yield opened
    opened.close()
