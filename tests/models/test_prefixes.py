"""Prefixes stay in the context while there is room, and our own are kept on the disk."""

from pathlib import Path

import pytest

from tests.models.scripted import ScriptedRuntime
from tsuzuri.core.decoding import Turn
from tsuzuri.models.prefix_states import PrefixStates
from tsuzuri.models.prefixes import PREFIX_SEQUENCES, Prefixes
from tsuzuri.models.runtime import EngineError


def never() -> bool:
    return False


def turns(text: str, *, own: bool = False) -> tuple[Turn, ...]:
    return (Turn("system", text, own),)


@pytest.fixture
def runtime() -> ScriptedRuntime:
    return ScriptedRuntime(lambda _: {})


def states(folder: Path) -> PrefixStates:
    return PrefixStates(folder, "model", lambda message: None)


def test_alternating_ones_are_read_once_each(runtime: ScriptedRuntime) -> None:
    prefixes = Prefixes(runtime, 100, None)
    found = [prefixes.read(turns(text), never) for text in ("one", "other", "one", "other")]
    assert found == [(0, 4), (1, 6), (0, 4), (1, 6)]
    assert len(runtime.batches) == 2


def test_the_one_used_longest_ago_makes_room(runtime: ScriptedRuntime) -> None:
    prefixes = Prefixes(runtime, 12, None)
    for text in ("one", "two", "one", "six67"):
        prefixes.read(turns(text), never)
    assert sorted(runtime.sequences.values()) == [b"one\x03", b"six67\x03"]


def test_there_are_never_more_than_have_a_sequence(runtime: ScriptedRuntime) -> None:
    prefixes = Prefixes(runtime, 1000, None)
    for number in range(PREFIX_SEQUENCES + 3):
        prefixes.read(turns(str(number)), never)
    assert set(runtime.sequences) == set(range(PREFIX_SEQUENCES))


def test_one_that_does_not_fit_is_refused(runtime: ScriptedRuntime) -> None:
    with pytest.raises(EngineError, match="does not fit"):
        Prefixes(runtime, 100, None).read(turns("x" * 4000), never)


def test_our_own_is_restored_at_the_next_start(runtime: ScriptedRuntime, tmp_path: Path) -> None:
    Prefixes(runtime, 100, states(tmp_path)).read(turns("ours", own=True), never)
    fresh = ScriptedRuntime(lambda _: {})
    assert Prefixes(fresh, 100, states(tmp_path)).read(turns("ours", own=True), never) == (0, 5)
    assert fresh.batches == []
    assert fresh.sequences == runtime.sequences


def test_a_persons_text_never_goes_to_the_disk(runtime: ScriptedRuntime, tmp_path: Path) -> None:
    mixed = (Turn("system", "ours", own=True), Turn("user", "a letter"))
    Prefixes(runtime, 100, states(tmp_path)).read(mixed, never)
    assert list(tmp_path.iterdir()) == []
