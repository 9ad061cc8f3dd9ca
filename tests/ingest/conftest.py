from collections.abc import Iterator

import pytest

from tests.stages import STORES, open_backend
from tsuzuri.core.ports import Backend


@pytest.fixture(params=STORES)
def backend(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    opened = open_backend(request.param, tmp_path_factory.mktemp("library"))
    yield opened
    opened.close()
