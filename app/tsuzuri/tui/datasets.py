"""The other datasets, to go to from this one."""

from typing import TYPE_CHECKING

from tsuzuri.tui.bridge import Answer
from tsuzuri.tui.choices import Choice
from tsuzuri.tui.parts import Preferences
from tsuzuri.tui.present import amount, one_line

if TYPE_CHECKING:
    from tsuzuri.library.datasets import DatasetView


class DatasetsCame(Answer):
    """The datasets that are not the one that is open, to choose from."""

    def __init__(self, others: "tuple[DatasetView, ...]") -> None:
        super().__init__()
        self.others = others


def others(preferences: Preferences) -> DatasetsCame:
    """The datasets there are beside the one that is open."""
    here = preferences.dataset().name
    return DatasetsCame(tuple(one for one in preferences.datasets() if one.name != here))


def offered(datasets: "tuple[DatasetView, ...]") -> "tuple[Choice[DatasetView], ...]":
    """Each with what it holds, or why it cannot be opened."""
    return tuple(Choice(one, one_line(one.name), _told(one)) for one in datasets)


def _told(one: "DatasetView") -> str:
    lock = "encrypted" if one.encrypted else "not encrypted"
    if one.counts is None:
        return f"{one_line(one.problem)} ({lock})"
    return f"{amount(one.counts.sources, 'source')}, {amount(one.counts.facts, 'fact')}, {lock}"
