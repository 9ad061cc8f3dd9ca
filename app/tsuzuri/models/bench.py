"""How fast the chat model runs here, measured: a few seconds for each of a few settings, the best one kept."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tsuzuri.core.decoding import DecodeRequest, FactLinesForm, Turn
from tsuzuri.models.catalogue import Model
from tsuzuri.models.chat import LlamaChat, Tuning

_FILE = "bench.json"
_WIDTHS = (1, 4, 8)
_PREFIX = (Turn("system", "Write one line per fact: number | subject | type | relation | object | type | time or -"),)
_SENTENCES = (
    "Rina Hayami joined Alder Foundry as a technician in May 2021.",
    "She moved from Kobe to Lyon and leads the furnace team.",
    "The foundry makes bells for the town of Serrat.",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One setting's speed: tokens read and written a second, and seconds to load the model."""

    tuning: Tuning
    read_per_s: float
    new_per_s: float


def measured(cache_dir: Path, model: Model, threads: int | None = None) -> Tuning:
    """The best setting a bench has found for this model file; before any bench, one thread a core and four wide.

    `threads` given by the settings overrides what was measured.
    """
    best = _stored(cache_dir).get(model.name)
    default = Tuning(
        threads=max(1, (os.cpu_count() or 2) if (os.cpu_count() or 2) <= 4 else (os.cpu_count() or 2) // 2)
    )
    tuning = Tuning(**best) if best else default
    return Tuning(threads, tuning.width, tuning.context) if threads else tuning


def bench(model: Model, path: Path, log: Path, on_result: Callable[[Measured], None] | None = None) -> Measured:
    """Try thread counts and batch widths, about ten seconds each; returns the setting that writes fastest.

    Raises:
        ModelUnavailable: the file or the runtime is missing.
    """
    results = []
    for tuning in _settings():
        result = _measure(model, path, log, tuning)
        results.append(result)
        if on_result is not None:
            on_result(result)
    return max(results, key=lambda result: result.new_per_s)


def keep(cache_dir: Path, model: Model, tuning: Tuning) -> None:
    """Store the setting for this model file, atomically."""
    cache_dir.mkdir(parents=True, exist_ok=True)
    stored = _stored(cache_dir) | {model.name: asdict(tuning)}
    temporary = cache_dir / f"{_FILE}.{os.getpid()}"
    temporary.write_text(json.dumps(stored, indent=1, sort_keys=True), encoding="utf-8")
    temporary.replace(cache_dir / _FILE)


def _settings() -> Iterator[Tuning]:
    cores = os.cpu_count() or 1
    for threads in sorted({1, max(1, cores // 2), cores}):
        for width in _WIDTHS:
            yield Tuning(threads, width)


def _measure(model: Model, path: Path, log: Path, tuning: Tuning) -> Measured:
    chat = LlamaChat(model.name, path, tuning, log=log)
    form = FactLinesForm(_SENTENCES, (), ("person", "organization", "place", "thing"), "value")
    prompt = "\n".join(f"[{number}] {sentence}" for number, sentence in enumerate(_SENTENCES, 1))
    try:
        chat.decode(_PREFIX, [DecodeRequest(prompt, form, 48)] * tuning.width)
        took = chat.last
    finally:
        chat.close()
    assert took is not None
    return Measured(tuning, took.prefix_tokens / max(took.prefix_seconds, 1e-6), took.new_tokens / took.seconds)


def _stored(cache_dir: Path) -> dict[str, dict[str, int]]:
    try:
        stored: dict[str, dict[str, int]] = json.loads((cache_dir / _FILE).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return stored
