"""How fast the chat model runs here, measured: a few seconds for each of a few settings, the best one kept."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tsuzuri.core.decoding import DecodeRequest, FactForm, Sentence, Turn
from tsuzuri.models.catalogue import Model
from tsuzuri.models.chat import LlamaChat, Tuning

_FILE = "bench.json"
_SETTINGS = TypeAdapter(dict[str, Tuning])
_WIDTHS = (1, 4, 8)
_LEAST_S = 1e-6
_PREFIX = (Turn("system", "Write one line per fact: subject | type | relation | object | type"),)
_SENTENCES = (
    "Rina Hayami joined Alder Foundry as a technician in May 2021.",
    "She moved from Kobe to Lyon and leads the furnace team.",
    "The foundry makes bells for the town of Serrat.",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One setting's speed: tokens read and written a second."""

    tuning: Tuning
    read_per_s: float
    new_per_s: float


Measure = Callable[[Tuning], Measured]
"""Measures one setting, in about ten seconds."""


def measured(cache_dir: Path, model: Model, threads: int | None = None) -> Tuning:
    """The best setting a bench has found for this model file; before any bench, what the number of cores suggests.

    `threads` given by the settings overrides what was measured.
    """
    tuning = _stored(cache_dir).get(model.name) or usual(os.cpu_count() or 2)
    return replace(tuning, threads=threads) if threads else tuning


def usual(cores: int) -> Tuning:
    """The setting before any bench: a thread a core, but of many cores every second is likely a hyper-thread."""
    return Tuning(threads=cores if cores <= 4 else cores // 2)


def bench(measure: Measure, cores: int, on_result: Callable[[Measured], None] | None = None) -> Measured:
    """Try thread counts and batch widths; returns the setting that writes fastest. `on_result` hears of each.

    Raises what `measure` raises.
    """
    results = []
    for threads in sorted({1, max(1, cores // 2), cores}):
        for width in _WIDTHS:
            result = measure(Tuning(threads, width))
            results.append(result)
            if on_result is not None:
                on_result(result)
    return max(results, key=lambda result: result.new_per_s)


def measuring(model: Model, path: Path, log: Path) -> Measure:
    """Measures this model file: each setting in a process of its own, on a few sentences.

    What it returns raises `ModelUnavailable` where the file or the runtime is missing.
    """
    form = FactForm(("person", "organization", "place", "thing"), "value")
    passage = DecodeRequest(tuple(map(Sentence, _SENTENCES)), form, max_tokens=24)

    def measure(tuning: Tuning) -> Measured:
        chat = LlamaChat(model.name, path, tuning, log=log)
        try:
            chat.decode(_PREFIX, [passage] * tuning.width)
            took = chat.last
        finally:
            chat.close()
        assert took is not None
        return Measured(
            tuning,
            took.prefix_tokens / max(took.prefix_seconds, _LEAST_S),
            took.new_tokens / max(took.seconds, _LEAST_S),
        )

    return measure


def keep(cache_dir: Path, model: Model, tuning: Tuning) -> None:
    """Store the setting for this model file, atomically."""
    cache_dir.mkdir(parents=True, exist_ok=True)
    stored = _stored(cache_dir) | {model.name: tuning}
    draft = cache_dir / f"{_FILE}.{os.getpid()}"
    draft.write_bytes(_SETTINGS.dump_json(stored, indent=1))
    draft.replace(cache_dir / _FILE)


def _stored(cache_dir: Path) -> dict[str, Tuning]:
    """The settings that were kept. In a cache, what cannot be read counts as not measured; a bench makes it again."""
    try:
        return _SETTINGS.validate_json((cache_dir / _FILE).read_bytes())
    except (FileNotFoundError, ValidationError):
        return {}
