from collections.abc import Iterator

import pytest

from tests.search.answer.office import fill
from tests.stages import STORES, open_backend
from tsuzuri.core.ports import Backend


@pytest.fixture(scope="package", params=STORES)
def office(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    """The library of `office`, to be looked at only."""
    opened = open_backend(request.param, tmp_path_factory.mktemp("office"))
    fill(opened)
    yield opened
    opened.close()
