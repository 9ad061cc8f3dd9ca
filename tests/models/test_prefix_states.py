"""States come back as they were, or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tsuzuri.models.prefix_states import PrefixStates

TOKENS = (1, 2, 3)


def states(folder: Path, told: list[str], identity: str = "model", most: int = 8) -> PrefixStates:
    return PrefixStates(folder / "prefixes", identity, told.append, most=most)


def test_a_state_comes_back_for_its_tokens_and_model_alone(tmp_path: Path) -> None:
    told: list[str] = []
    states(tmp_path, told).save(TOKENS, b"state")
    assert states(tmp_path, told).load(TOKENS) == b"state"
    assert states(tmp_path, told).load((1, 2)) is None
    assert states(tmp_path, told, "other model").load(TOKENS) is None
    assert told == []
    assert [path.suffix for path in (tmp_path / "prefixes").iterdir()] == [".prefix"]


@pytest.mark.parametrize(
    "harm",
    [lambda old: b"", lambda old: old[:40], lambda old: old[:-1] + b"!", lambda old: b"!" * 99],
    ids=["empty", "cut", "changed", "foreign"],
)
def test_what_is_damaged_is_not_there_until_it_is_written_again(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    told: list[str] = []
    kept = states(tmp_path, told)
    kept.save(TOKENS, b"a state of some length")
    (file,) = (tmp_path / "prefixes").iterdir()
    file.write_bytes(harm(file.read_bytes()))
    assert kept.load(TOKENS) is None
    assert "damaged" in told[0]
    kept.save(TOKENS, b"state")
    assert kept.load(TOKENS) == b"state"


def test_a_file_of_another_key_under_its_name_is_foreign(tmp_path: Path) -> None:
    told: list[str] = []
    kept = states(tmp_path, told)
    kept.save(TOKENS, b"state")
    (file,) = (tmp_path / "prefixes").iterdir()
    kept.save((9,), b"other")
    (other,) = (path for path in (tmp_path / "prefixes").iterdir() if path != file)
    other.replace(file)
    assert kept.load(TOKENS) is None


def test_only_so_many_are_kept_those_used_last(tmp_path: Path) -> None:
    told: list[str] = []
    kept = states(tmp_path, told, most=2)
    kept.save((1,), b"one")
    kept.save((2,), b"two")
    assert kept.load((1,)) == b"one"
    kept.save((3,), b"three")
    assert [kept.load((number,)) for number in (1, 2, 3)] == [b"one", None, b"three"]


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "prefixes").write_text("a file is in the way")
    kept = states(tmp_path, told)
    kept.save(TOKENS, b"state")
    assert kept.load(TOKENS) is None
    assert told
