"""The fastest setting is kept, for each model file its own, and nothing that was kept can stop anything."""

from pathlib import Path

import pytest

from tsuzuri.models.tuning import Measured, Measurements, Tuning, may_win


def measurements(folder: Path, name: str = "model@1", cores: int = 4, threads: int | None = None) -> Measurements:
    return Measurements(folder / "cache", name, cores, threads)


def measured(threads: int, width: int, speed: float) -> Measured:
    return Measured(Tuning(threads, width), 100.0, speed)


@pytest.mark.parametrize(("cores", "threads"), [(1, (1,)), (2, (1, 2)), (8, (1, 4, 8))])
def test_the_counts_to_try_follow_the_cores(tmp_path: Path, cores: int, threads: tuple[int, ...]) -> None:
    assert measurements(tmp_path, cores=cores).thread_counts == threads


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (4, 4), (8, 4), (16, 8)])
def test_before_anything_is_measured_the_cores_decide(tmp_path: Path, cores: int, threads: int) -> None:
    assert measurements(tmp_path, cores=cores).tuning() == Tuning(threads)


def test_the_setting_that_writes_fastest_is_kept(tmp_path: Path) -> None:
    best = measurements(tmp_path).keep_best([measured(1, 4, 5.0), measured(2, 8, 30.0), measured(4, 8, 20.0)])
    assert best.tuning == Tuning(2, 8)
    assert measurements(tmp_path).best() == best
    assert best.step_seconds == pytest.approx(8 / 30)


def test_one_request_at_a_time_is_kept_only_if_several_are_much_slower(tmp_path: Path) -> None:
    kept = measurements(tmp_path)
    assert kept.keep_best([measured(1, 1, 10.0), measured(1, 4, 8.0), measured(2, 4, 7.0)]).tuning == Tuning(1, 4)
    assert kept.keep_best([measured(1, 1, 10.0), measured(1, 4, 6.0)]).tuning == Tuning(1, 1)


def test_what_was_kept_is_used_for_that_model_alone(tmp_path: Path) -> None:
    measurements(tmp_path).keep_best([measured(3, 8, 1.0)])
    measurements(tmp_path, "other@2").keep_best([measured(1, 1, 1.0)])
    assert measurements(tmp_path).tuning() == Tuning(3, 8)
    assert measurements(tmp_path, "other@2").tuning() == Tuning(1, 1)


def test_threads_that_a_person_has_set_are_the_only_ones_tried(tmp_path: Path) -> None:
    own = measurements(tmp_path, threads=5)
    assert {setting.threads for setting in own.settings} == {5}
    measurements(tmp_path).keep_best([measured(3, 8, 1.0)])
    assert own.tuning() == Tuning(5)
    own.keep_best([measured(5, 1, 1.0)])
    assert own.tuning() == Tuning(5, 1)
    assert measurements(tmp_path).tuning() == Tuning(3, 8)


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b'{"x": 1}', b'{"x": {"threads": 2, "width": 1}}', b"\xff"])
def test_what_cannot_be_read_counts_as_not_measured(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "bench.json").write_bytes(kept)
    assert measurements(tmp_path).best() is None
    measurements(tmp_path).keep_best([measured(2, 4, 1.0)])
    assert measurements(tmp_path).tuning() == Tuning(2, 4)


def test_a_wider_batch_has_a_larger_context() -> None:
    assert Tuning(1, 8).context - Tuning(1, 4).context == 4 * 1280


def test_a_count_of_threads_that_is_far_slower_is_not_tried_further() -> None:
    results = [measured(1, 1, 10.0), measured(1, 4, 12.0), measured(2, 1, 4.0)]
    assert not may_win(Tuning(2, 4), results)
    assert may_win(Tuning(1, 8), results)
    assert may_win(Tuning(4, 1), results)
    assert may_win(Tuning(2, 4), [measured(1, 1, 10.0), measured(2, 1, 6.0)])
