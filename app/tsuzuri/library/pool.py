"""Several datasets open at once, with one embedder and one chat model between those whose settings are equal."""

import threading
from typing import TYPE_CHECKING, Self

from tsuzuri.library.datasets import names

if TYPE_CHECKING:
    from tsuzuri.library.facade import Library
    from tsuzuri.library.opening import Installation
    from tsuzuri.library.stages import Models


class Pool:
    """Opens each dataset on first use and keeps it open. Thread-safe. Use as a context manager, or call `close`."""

    def __init__(self, installation: "Installation") -> None:
        self._installation = installation
        self._lock = threading.Lock()
        self._libraries: dict[str, Library] = {}
        self._models: dict[tuple[object, ...], Models] = {}

    def names(self) -> tuple[str, ...]:
        """The datasets that can be opened: all but the archived ones."""
        return names(self._installation)

    def default(self) -> str:
        """The dataset that is meant where none is named."""
        return self._installation.chosen("")

    def get(self, dataset: str) -> "Library":
        """The open library of a dataset.

        Raises:
            UsageError: there is no such dataset, or it is archived.
            TsuzuriError: whatever `Installation.open` raises.
        """
        with self._lock:
            if dataset not in self._libraries:
                self._installation.require(dataset)
                self._libraries[dataset] = self._installation.open(dataset, models=self._models_of(dataset))
            return self._libraries[dataset]

    def close(self) -> None:
        """Close every library and end the models. Idempotent."""
        with self._lock:
            for library in self._libraries.values():
                library.close()
            self._libraries.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _models_of(self, dataset: str) -> "Models":
        settings = self._installation.settings.of(dataset)
        alike = (settings.chat, settings.embedder, settings.reranker)
        if alike not in self._models:
            self._models[alike] = self._installation.models(dataset)
        return self._models[alike]
