from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.eval.remembered_vectors import RememberingEmbedder
from tests.fakes import FakeEmbedder

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors


class CountedEmbedder(FakeEmbedder):
    """Notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> "Vectors":
        self.asked += texts
        return np.stack([super(CountedEmbedder, self).query(text) for text in texts])

    def query(self, text: str) -> "Vector":
        self.asked.append(text)
        return super().query(text)


def test_a_text_is_embedded_once_for_each_use(tmp_path: Path) -> None:
    asked = CountedEmbedder()
    for _ in range(2):
        remembering = RememberingEmbedder(asked, tmp_path)
        found = remembering.passages(["tea", "mill", "tea"])
        assert np.array_equal(found, FakeEmbedder().passages(["tea", "mill", "tea"]))
        assert np.array_equal(remembering.query("tea"), FakeEmbedder().query("tea"))
    assert asked.asked == ["tea", "mill", "tea"]


def test_a_record_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    RememberingEmbedder(FakeEmbedder(), tmp_path).passages(["tea", "mill"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    asked = CountedEmbedder()
    RememberingEmbedder(asked, tmp_path).passages(["tea", "mill"])
    assert asked.asked == ["mill"]
    assert len(RememberingEmbedder(asked, tmp_path).passages(["tea", "mill"])) == 2
    assert asked.asked == ["mill"]
