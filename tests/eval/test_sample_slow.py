"""The whole main job on the sample with the large model: how much is found, and how much of it is right."""

from collections.abc import Iterator

import pytest

from tests.eval.sample import parse_key, score
from tests.eval.sample_library import KEY, report, rows_of, verbatim
from tsuzuri.library.demo import fill, open_demo
from tsuzuri.library.facade import Library
from tsuzuri.library.opening import Installation
from tsuzuri.paths import Paths

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    home = tmp_path_factory.mktemp("home")
    environ = {"TSUZURI_HOME": str(home), "TSUZURI_MODELS_DIR": str(Paths.default().models_dir)}
    with open_demo(Installation(Paths.default(environ), environ)) as opened:
        fill(opened)
        yield opened


def test_every_fact_has_its_ends_and_its_time_verbatim_in_its_evidence(library: Library) -> None:
    held, total = verbatim(library)
    assert held == total > 0


def test_four_in_five_stored_facts_are_right(library: Library) -> None:
    result = score(rows_of(library), parse_key(KEY.read_text(encoding="utf-8")))
    assert result.right_share >= 0.8, report(result)


def test_seven_in_ten_facts_of_the_key_are_found(library: Library) -> None:
    result = score(rows_of(library), parse_key(KEY.read_text(encoding="utf-8")))
    assert result.found_share >= 0.7, report(result)
