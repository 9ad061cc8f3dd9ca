import pytest

from tests.search.answer.office import fill
from tsuzuri.core.ports import Backend


@pytest.fixture
def office(backend: Backend) -> Backend:
    """The library of `office`."""
    fill(backend)
    return backend
