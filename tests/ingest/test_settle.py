from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.ingest.settle import Settling, Signature

ROOT = Path("/notes")
FILE = ROOT / "plan.md"
POLL_S = 0.1


def signature(size: int = 1) -> Signature:
    return Signature(size, 0, 0)


def still(path: Path) -> Signature:
    return signature()


def following(*roots: Path, most: int = 10_000) -> Settling:
    settling = Settling(quiet_s=0.6, cap_s=10, most=most)
    for root in roots or (ROOT,):
        settling.follow(root)
    return settling


def polled(settling: Settling, start: float, until: float) -> list[tuple[float, Path]]:
    """What came due, and when, with a poll every `POLL_S` seconds."""
    steps = range(round((until - start) / POLL_S) + 1)
    moments = [start + step * POLL_S for step in steps]
    return [(now, path) for now in moments for path in settling.due(now, still)]


def test_a_path_is_due_once_when_it_was_quiet() -> None:
    settling = following()
    settling.note(FILE, 0.0)
    assert settling.due(0.3, still) == ()
    assert settling.due(0.5, still) == ()
    assert settling.due(0.6, still) == (FILE,)
    assert settling.due(20.0, still) == ()


def test_an_event_begins_the_quiet_time_again() -> None:
    settling = following()
    for now in (0.0, 0.3, 0.5):
        settling.note(FILE, now)
        assert settling.due(now, still) == ()
    assert settling.due(0.8, still) == ()
    assert settling.due(1.1, still) == (FILE,)


def test_one_look_after_a_long_sleep_is_not_enough() -> None:
    settling = following()
    settling.note(FILE, 0.0)
    assert settling.due(5.0, still) == ()
    assert settling.due(5.2, still) == ()
    assert settling.due(5.3, still) == (FILE,)


def test_a_file_that_grows_without_events_waits_until_two_looks_agree() -> None:
    settling = following()
    settling.note(FILE, 0.0)
    sizes = iter((1, 2, 3, 3))
    looks = [settling.due(now, lambda path: signature(next(sizes))) for now in (0.3, 0.7, 1.1, 1.5)]
    assert looks == [(), (), (), (FILE,)]


def test_a_file_that_is_gone_is_due_as_well() -> None:
    settling = following()
    settling.note(FILE, 0.0)
    assert [settling.due(now, lambda path: None) for now in (0.3, 0.6)] == [(), (FILE,)]


def test_a_file_that_is_written_to_for_ever_is_taken_every_ten_seconds() -> None:
    settling = following()
    taken: list[float] = []
    for step in range(251):
        now = step / 10
        settling.note(FILE, now)
        taken += [now for _ in settling.due(now, still)]
    assert taken == [10.0, 20.1]


def test_a_folder_takes_in_what_is_below_it_in_either_order() -> None:
    for paths in ((ROOT / "a", ROOT / "a/b/c.md", ROOT / "ab.md"), (ROOT / "ab.md", ROOT / "a/b/c.md", ROOT / "a")):
        settling = following()
        for path in paths:
            settling.note(path, 0.0)
        assert {path for _, path in polled(settling, 0.0, 1.0)} == {ROOT / "a", ROOT / "ab.md"}


def test_a_folder_waits_for_the_events_below_it() -> None:
    settling = following()
    settling.note(ROOT / "a", 0.0)
    assert settling.due(0.3, still) == ()
    settling.note(ROOT / "a" / "b.md", 0.5)
    assert settling.due(0.8, still) == ()
    assert settling.due(1.1, still) == (ROOT / "a",)


def test_more_paths_than_can_be_kept_become_their_root() -> None:
    other = Path("/mail")
    settling = following(ROOT, other, most=10)
    for number in range(50):
        settling.note(ROOT / f"{number}.md", 0.0)
    settling.note(other / "letter.eml", 0.0)
    assert {path for _, path in polled(settling, 0.0, 1.0)} == {ROOT, other / "letter.eml"}


def test_paths_of_a_root_within_a_root_count_for_the_inner_one() -> None:
    inner = ROOT / "work"
    settling = following(ROOT, inner, most=2)
    for path in (FILE, inner / "a.md", inner / "b.md", inner / "c.md"):
        settling.note(path, 0.0)
    assert {path for _, path in polled(settling, 0.0, 1.0)} == {FILE, inner}


def test_a_root_that_was_left_is_forgotten_with_all_below_it() -> None:
    settling = following()
    settling.note(FILE, 0.0)
    settling.leave(ROOT)
    settling.note(FILE, 0.1)
    assert polled(settling, 0.0, 1.0) == []
    assert settling.next_due(0.0) is None


def test_one_may_sleep_until_the_next_look() -> None:
    settling = following()
    assert settling.next_due(0.0) is None
    settling.note(FILE, 1.0)
    assert settling.next_due(1.0) == pytest.approx(0.3)
    settling.due(1.3, still)
    assert settling.next_due(1.5) == pytest.approx(0.1)
    assert settling.next_due(9.0) == 0.0


names = st.sampled_from("abc")
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: ROOT.joinpath(*parts))
# Tenths of a second between notes, so that moments are those of the polls.
notes = st.lists(st.tuples(paths, st.integers(0, 20)), min_size=1, max_size=40)


def run(told: Sequence[tuple[Path, int]]) -> tuple[list[tuple[int, Path]], list[tuple[int, Path]]]:
    """Notes and polls in tenths of a second. Gives what was noted and what came due, each with its moment."""
    settling = following(most=8)
    noted: list[tuple[int, Path]] = []
    due: list[tuple[int, Path]] = []
    moment = 0
    for path, pause in told:
        for _ in range(pause):
            due += [(moment, one) for one in settling.due(moment / 10, still)]
            moment += 1
        settling.note(path, moment / 10)
        noted.append((moment, path))
    for tick in range(moment, moment + 102):
        due += [(tick, one) for one in settling.due(tick / 10, still)]
    return noted, due


@given(notes)
@settings(max_examples=200, deadline=None)
def test_nothing_noted_is_lost_and_nothing_waits_longer_than_the_cap_and_a_poll(told: list[tuple[Path, int]]) -> None:
    noted, due = run(told)
    for moment, path in noted:
        assert any(moment <= taken <= moment + 101 and path.is_relative_to(one) for taken, one in due)


@given(notes)
@settings(max_examples=200, deadline=None)
def test_nothing_is_due_before_it_was_quiet_except_at_the_cap(told: list[tuple[Path, int]]) -> None:
    noted, due = run(told)
    for number, (taken, one) in enumerate(due):
        earlier = [then for then, other in due[:number] if other.is_relative_to(one) or one.is_relative_to(other)]
        since = [moment for moment, path in noted if path.is_relative_to(one) and moment <= taken]
        open_since = [moment for moment in since if moment >= max(earlier, default=0)]
        assert taken - max(since) >= 6 or taken - min(open_since) >= 100


@given(st.lists(paths, min_size=1, max_size=20).flatmap(lambda told: st.tuples(st.just(told), st.permutations(told))))
@settings(max_examples=200, deadline=None)
def test_the_order_of_notes_of_one_moment_does_not_matter(orders: tuple[list[Path], list[Path]]) -> None:
    one, other = (run([(path, 0) for path in order])[1] for order in orders)
    assert one == other


@given(notes)
@settings(max_examples=100, deadline=None)
def test_whoever_sleeps_as_long_as_is_said_misses_nothing(told: list[tuple[Path, int]]) -> None:
    settling = following()
    now = 0.0
    for path, pause in told:
        now += pause / 10
        settling.note(path, now)
    due: list[Path] = []
    for _ in range(200):
        sleep = settling.next_due(now)
        if sleep is None:
            break
        now += sleep + 0.001
        due += settling.due(now, still)
    assert settling.next_due(now) is None
    assert all(any(path.is_relative_to(one) for one in due) for path, _ in told)
