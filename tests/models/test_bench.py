"""The bench keeps the fastest setting, for each model file its own, and nothing it has kept can stop anything."""

from pathlib import Path

import pytest

from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.models.bench import Measured, bench, keep, measured, measuring, usual
from tsuzuri.models.catalogue import Model, load_catalogue
from tsuzuri.models.chat import Tuning
from tsuzuri.paths import shipped

CATALOGUE = load_catalogue(shipped("models.toml"))
MODEL: Model = CATALOGUE.get(CATALOGUE.default_chat)
OTHER: Model = next(model for model in CATALOGUE.models if model.kind is MODEL.kind and model != MODEL)


def test_the_setting_that_writes_fastest_wins_and_each_is_told() -> None:
    speeds = {(2, 8): 30.0, (1, 4): 20.0}
    told: list[Measured] = []
    best = bench(lambda t: Measured(t, 1.0, speeds.get((t.threads, t.width), 5.0)), 4, told.append)
    assert best.tuning == Tuning(2, 8)
    assert [(one.tuning.threads, one.tuning.width) for one in told] == [
        (threads, width) for threads in (1, 2, 4) for width in (1, 4, 8)
    ]


@pytest.mark.parametrize(("cores", "threads"), [(1, {1}), (2, {1, 2}), (8, {1, 4, 8})])
def test_thread_counts_follow_the_cores(cores: int, threads: set[int]) -> None:
    tried: list[Tuning] = []

    def measure(tuning: Tuning) -> Measured:
        tried.append(tuning)
        return Measured(tuning, 1.0, 1.0)

    bench(measure, cores)
    assert {tuning.threads for tuning in tried} == threads


def test_a_model_that_is_not_here_cannot_be_measured(tmp_path: Path) -> None:
    measure = measuring(MODEL, tmp_path / "none.gguf", tmp_path / "bench.log")
    with pytest.raises(ModelUnavailable):
        bench(measure, 1)


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (4, 4), (8, 4), (16, 8)])
def test_before_any_bench_the_cores_decide(cores: int, threads: int) -> None:
    assert usual(cores) == Tuning(threads)


def test_what_was_kept_is_used_for_that_model_alone(tmp_path: Path) -> None:
    keep(tmp_path / "cache", MODEL, Tuning(3, 8))
    keep(tmp_path / "cache", OTHER, Tuning(1, 1))
    assert measured(tmp_path / "cache", MODEL) == Tuning(3, 8)
    assert measured(tmp_path / "cache", OTHER) == Tuning(1, 1)
    keep(tmp_path / "cache", MODEL, Tuning(2))
    assert measured(tmp_path / "cache", MODEL) == Tuning(2)


def test_threads_of_the_settings_win(tmp_path: Path) -> None:
    keep(tmp_path, MODEL, Tuning(3, 8))
    assert measured(tmp_path, MODEL, threads=5) == Tuning(5, 8)


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b'{"x": 1}', b'{"x": {"threads": "many"}}', b"\xff"])
def test_what_cannot_be_read_counts_as_not_measured(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "bench.json").write_bytes(kept)
    assert measured(tmp_path, MODEL, threads=1) == Tuning(1)
    keep(tmp_path, MODEL, Tuning(2))
    assert measured(tmp_path, MODEL) == Tuning(2)
