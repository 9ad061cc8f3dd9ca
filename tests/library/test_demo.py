"""The sample library is complete, apart from the person's own, and goes on where it was broken off."""

from pathlib import Path

from tests.library.worlds import installed_at
from tsuzuri.core.results import Outcome
from tsuzuri.library.demo import fill, open_demo


def test_everything_in_the_sample_is_read_and_found(tmp_path: Path) -> None:
    here = installed_at(tmp_path, {})
    with open_demo(here) as library:
        report = fill(library, model=False)
        assert [(one.path.name, one.reason) for one in report.indexed if one.reason] == []
        assert report.unreachable == ()
        assert len(report.indexed) >= 15
        for words in ("Bristol", "会議"):
            assert library.search(words, semantic=False).outcome is Outcome.FOUND
    assert [file.name for file in here.paths.data_dir.glob("*.tsuzuri")] == ["demo.tsuzuri"]
    with open_demo(here) as library:
        assert all(one.unchanged for one in fill(library, model=False).indexed)
        assert fill(library).understood is not None
        assert library.check() == ()
