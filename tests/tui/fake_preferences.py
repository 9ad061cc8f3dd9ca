"""Settings in memory."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from tsuzuri.core.errors import ConfigurationError, FetchFailed
from tsuzuri.core.orders import EntityOrder, SourceOrder
from tsuzuri.library.datasets import DatasetView
from tsuzuri.library.models_here import ModelView
from tsuzuri.library.preferences import DatasetFile
from tsuzuri.models.tuning import Measured, Tuning
from tsuzuri.pipeline.progress import Progress

MODELS = (
    ModelView("qwen3-4b", "chat", 2_497_281_120, "Apache-2.0", ("en", "ja"), 3500, True, True, True),
    ModelView("qwen2.5-1.5b", "chat", 1_117_320_768, "Apache-2.0", ("en", "ja"), 2000, False, False, False),
    ModelView("nano-e5", "embed", 0, "MIT", ("en", "ja"), 300, True, True, True),
    ModelView("sorter", "rerank", 600_000_000, "MIT", (), 900, False, False, False, "nothing uses a re-ranker yet"),
)


@dataclass
class FakePreferences:
    """Satisfies `parts.Preferences`. A download that is `held` goes on until it is stopped; one that fails says so."""

    shown: tuple[ModelView, ...] = MODELS
    encrypted: bool = True
    held: bool = False
    fails: bool = False
    others: tuple[DatasetView, ...] = ()
    begins_with: tuple[SourceOrder, EntityOrder] = (SourceOrder.PLACE, EntityOrder.NAME)
    deeds: list[tuple[str, ...]] = field(default_factory=list)
    file: Path = Path("/home/ada/.config/tsuzuri/config.toml")

    def models(self) -> tuple[ModelView, ...]:
        return self.shown

    def use(self, model_id: str) -> None:
        self.deeds.append(("use", model_id))
        self.shown = tuple(replace(one, chosen=one.id == model_id) if one.kind == "chat" else one for one in self.shown)

    def pull(self, model_id: str, on_progress: Callable[[Progress], None], stopped: Callable[[], bool]) -> bool:
        self.deeds.append(("pull", model_id))
        if self.fails:
            raise FetchFailed("no source gave it", hint="try again")
        on_progress(Progress(412_000_000, 1_117_320_768, 6_100_000.0, 115.0))
        pause = threading.Event()
        while self.held and not stopped():
            pause.wait(0.005)
        if not stopped():
            self.shown = tuple(replace(one, installed=one.installed or one.id == model_id) for one in self.shown)
        return not stopped()

    def bench(
        self, model_id: str, on_measured: Callable[[Measured], None], stopped: Callable[[], bool]
    ) -> Measured | None:
        self.deeds.append(("bench", model_id))
        measured = Measured(Tuning(threads=4, width=8), 120.0, 31.5)
        on_measured(measured)
        return None if stopped() else measured

    def dataset(self) -> DatasetFile:
        key = ("available", "keyring") if self.encrypted else ("", "")
        return DatasetFile(
            "main", Path("/home/ada/.local/share/tsuzuri/main.tsuzuri"), 52_300_000, self.encrypted, *key
        )

    def datasets(self) -> tuple[DatasetView, ...]:
        if self.fails:
            raise ConfigurationError("the keyring item is not what Tsuzuri wrote", hint="restore it")
        return self.others

    @property
    def orders(self) -> tuple[SourceOrder, EntityOrder]:
        return self.begins_with

    def choose_order(self, order: SourceOrder | EntityOrder) -> None:
        self.deeds.append(("order", order.value))

    def choose_theme(self, theme: Literal["dark", "light"]) -> None:
        self.deeds.append(("theme", theme))
