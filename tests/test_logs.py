"""The log says what happened and never what was read."""

import json
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.logs import LogFile, event_logger


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[LogFile]:
    file = LogFile(tmp_path / "logs")
    yield file
    file.close()


def lines(file: LogFile) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.path.read_text().splitlines()]


def test_an_event_is_one_json_object(log_file: LogFile) -> None:
    event_logger("tsuzuri.readers").info("source_read", source=12, ms=3.5, model="e5-small")
    (line,) = lines(log_file)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "module": "tsuzuri.readers",
        "event": "source_read",
        "fields": {"source": 12, "ms": 3.5, "model": "e5-small"},
    }


def test_a_string_that_could_be_content_is_only_measured(log_file: LogFile) -> None:
    event_logger("test").info("source_read", title="Ada Example moved to Kyoto", name="東京の会議", path="/home/x/a.md")
    assert lines(log_file)[0]["fields"] == {
        "title": "(26 characters)",
        "name": "(5 characters)",
        "path": "(12 characters)",
    }


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=65))
def test_no_long_string_gets_in(text: str) -> None:
    from tsuzuri.logs import _plain

    assert _plain(text) == f"({len(text)} characters)"


def test_an_exception_is_its_class_and_place_without_its_message(log_file: LogFile) -> None:
    try:
        raise ValueError("the secret recipe")
    except ValueError as error:
        event_logger("test").error("read_failed", error=error)
    assert lines(log_file)[0]["fields"]["error"].startswith("ValueError test_logs.py:")
    assert "recipe" not in log_file.path.read_text()


def test_an_event_name_is_not_a_sentence() -> None:
    with pytest.raises(ValueError, match="event"):
        event_logger("test").info("Read the file of Ada")


def test_nothing_reaches_the_terminal(log_file: LogFile, capfd: pytest.CaptureFixture[str]) -> None:
    event_logger("test").error("went_wrong")
    logging.getLogger("somebody.else").error("their text")
    assert capfd.readouterr() == ("", "")
    assert "their text" not in log_file.path.read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
def test_a_full_disk_is_not_told_on_the_terminal(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tsuzuri.log").symlink_to("/dev/full")
    file = LogFile(tmp_path)
    event_logger("test").info("first")
    file.close()
    assert capfd.readouterr() == ("", "")


def test_lines_that_were_lost_are_counted_with_the_next_one(log_file: LogFile) -> None:
    record = logging.makeLogRecord({})
    log_file._handler.handleError(record)
    log_file._handler.handleError(record)
    event_logger("test").info("space_again")
    event_logger("test").info("later")
    assert [line.get("lost") for line in lines(log_file)] == [2, None]


def test_the_file_rotates(tmp_path: Path) -> None:
    file = LogFile(tmp_path)
    try:
        file._handler.maxBytes = 400
        for number in range(20):
            event_logger("test").info("tick", number=number)
    finally:
        file.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "tsuzuri.log",
        "tsuzuri.log.1",
        "tsuzuri.log.2",
        "tsuzuri.log.3",
    ]


def test_threads_write_whole_lines(log_file: LogFile) -> None:
    log = event_logger("test")

    def write() -> None:
        for number in range(50):
            log.info("tick", number=number)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lines(log_file)) == 200


def test_debug_is_left_out_unless_asked_for(tmp_path: Path) -> None:
    file = LogFile(tmp_path, level=logging.DEBUG)
    try:
        event_logger("test").debug("detail")
        assert [line["event"] for line in lines(file)] == ["detail"]
    finally:
        file.close()


def test_a_closed_log_writes_no_more(tmp_path: Path) -> None:
    file = LogFile(tmp_path)
    file.close()
    file.close()
    event_logger("test").info("late")
    assert file.path.read_text() == ""
