"""What a person may look at and set from inside an open library: its models, how it lies on the disk, the colours."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.library import models_here
from tsuzuri.library.models_here import ModelView

if TYPE_CHECKING:
    from tsuzuri.library.datasets import DatasetView
    from tsuzuri.library.opening import Installation
    from tsuzuri.models.tuning import Measured
    from tsuzuri.pipeline.progress import Progress

Theme = Literal["dark", "light"]


@dataclass(frozen=True, slots=True)
class DatasetFile:
    """The file of a dataset.

    `key` says whether its key is at hand ("available", "locked", "missing", "no_keyring"), `origin` where that comes
    from ("keyring", "passphrase", ...); both are empty for one in clear.
    """

    name: str
    path: Path
    bytes: int
    encrypted: bool
    key: str
    origin: str


class Preferences:
    """The settings of an installation, as they are for one dataset. Everything is in `config.toml` too."""

    def __init__(self, installation: "Installation", dataset: str) -> None:
        self._installation = installation
        self._dataset = installation.chosen(dataset)

    @property
    def file(self) -> Path:
        """The settings file; it need not be there yet."""
        from tsuzuri.settings.loading import FILE_NAME

        return self._installation.paths.config_dir / FILE_NAME

    def models(self) -> tuple[ModelView, ...]:
        """Every model of the table."""
        return models_here.listed(self._installation, self._dataset)

    def use(self, model_id: str) -> None:
        """Choose a model, from the next start on; see `models_here.use`."""
        models_here.use(self._installation, model_id, self._dataset)

    def pull(self, model_id: str, on_progress: "Callable[[Progress], None]", stopped: Callable[[], bool]) -> bool:
        """Bring a model here; see `models_here.fetch_apart`."""
        return models_here.fetch_apart(self._installation, model_id, on_progress, stopped)

    def bench(
        self, model_id: str, on_measured: "Callable[[Measured], None]", stopped: Callable[[], bool]
    ) -> "Measured | None":
        """Measure a chat model and keep the best setting; see `models_here.bench`."""
        measured = models_here.bench(self._installation, model_id, on_measured, stopped)
        return None if measured is None else measured[0]

    def dataset(self) -> DatasetFile:
        """How the dataset lies on the disk."""
        name, keys = self._dataset, self._installation.keys
        path = self._installation.library_path(name)
        encrypted = self._installation.in_clear(name) is False
        return DatasetFile(
            name,
            path,
            path.stat().st_size if path.exists() else 0,
            encrypted,
            keys.state(name).value if encrypted else "",
            keys.origin(name).value if encrypted else "",
        )

    def datasets(self) -> "tuple[DatasetView, ...]":
        """Every dataset there is; see `datasets.listed`."""
        from tsuzuri.library.datasets import listed

        return listed(self._installation)

    @property
    def orders(self) -> tuple[SourceOrder, EntityOrder]:
        """The orders in which the interface's lists of sources and of entities begin."""
        chosen = self._installation.settings.interface
        return SourceOrder(chosen.sources), EntityOrder(chosen.entities)

    def choose_order(self, order: SourceOrder | EntityOrder) -> None:
        """Have the list of sources, or of entities, begin in this order from now on.

        Raises:
            ConfigurationError: the settings file is not TOML.
        """
        from tsuzuri.settings.choosing import choose

        of = "sources" if isinstance(order, SourceOrder) else "entities"
        choose(self._installation.paths.config_dir, {"interface": {of: order.value}})

    def choose_theme(self, theme: Theme) -> None:
        """Have the interface begin in these colours from now on.

        Raises:
            ConfigurationError: the settings file is not TOML.
        """
        from tsuzuri.settings.choosing import choose

        choose(self._installation.paths.config_dir, {"interface": {"theme": theme}})
