"""The owner's log: nothing that was written is lost, and what is damaged is passed over."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tsuzuri.core.access import Ruling
from tsuzuri.core.errors import ConfigurationError
from tsuzuri.library.access.audit import Audit, Entry

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
ENTRY = Entry(NOW, "claude", "search", "work", Ruling.ALLOWED, "id", 3, 1.5)


def numbered(count: int, first: int = 0) -> list[Entry]:
    return [
        replace(ENTRY, id=str(number), at=NOW + timedelta(seconds=number)) for number in range(first, first + count)
    ]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "audit.jsonl"


def test_gives_back_what_was_written_in_order(path: Path) -> None:
    for entry in numbered(3):
        Audit(path).write(entry)
    assert list(Audit(path).entries()) == numbered(3)
    assert [entry.id for entry in Audit(path).entries(lambda one: one.id != "1")] == ["0", "2"]


def test_is_for_the_owner_alone(path: Path) -> None:
    Audit(path).write(ENTRY)
    assert path.stat().st_mode & 0o777 == 0o600


def test_that_has_grown_goes_on_in_a_new_file_and_loses_nothing(path: Path) -> None:
    audit = Audit(path, largest=400)
    for entry in numbered(40):
        audit.write(entry)
    files = sorted(path.parent.glob("audit*.jsonl"))
    assert len(files) > 5
    assert all(file.stat().st_size < 600 and file.stat().st_mode & 0o777 == 0o600 for file in files)
    assert list(audit.entries()) == numbered(40)


def test_of_several_writers_at_once_loses_nothing(path: Path) -> None:
    def write(first: int) -> None:
        for entry in numbered(50, first):
            Audit(path, largest=2_000).write(entry)

    writers = [threading.Thread(target=write, args=(1_000 * number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    expected = {entry.id for number in range(4) for entry in numbered(50, 1_000 * number)}
    found = [entry.id for entry in Audit(path).entries()]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_can_be_followed_over_the_turn_of_files(path: Path) -> None:
    audit = Audit(path, largest=400)
    batches: Iterator[list[Entry]] = iter([numbered(2), [], numbered(9, 2), numbered(1, 11)])

    def rest() -> bool:
        batch = next(batches, None)
        for entry in batch or ():
            audit.write(entry)
        return batch is not None

    assert list(audit.entries(rest=rest)) == numbered(12)


@pytest.mark.parametrize(
    "damage",
    [
        b"\n",
        b"\xff\xfe\n",
        b"[]\n",
        b"3\n",
        b"[" * 99_999 + b"\n",
        b'{"at": "yesterday"}\n',
        json.dumps({"at": NOW.isoformat(), "ruling": "perhaps"}).encode() + b"\n",
        json.dumps(
            {"at": "9999-12-31T23:59:59-14:00", "agent": "", "operation": "", "dataset": "", "ruling": "allowed"}
        ).encode()
        + b"\n",
    ],
)
def test_that_is_damaged_gives_the_rest(path: Path, damage: bytes) -> None:
    Audit(path).write(ENTRY)
    with path.open("ab") as file:
        file.write(damage)
    Audit(path).write(ENTRY)
    assert list(Audit(path).entries()) == [ENTRY, ENTRY]


def test_that_cannot_be_written_is_told_without_its_place(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(ConfigurationError, match="cannot be written") as told:
        Audit(path).write(ENTRY)
    assert str(path) not in f"{told.value} {told.value.hint}"


def test_of_nothing_is_empty(path: Path) -> None:
    assert list(Audit(path).entries()) == []
