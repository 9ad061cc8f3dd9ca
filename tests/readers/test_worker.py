import subprocess
import sys
from pathlib import Path

import pytest

from tests.readers.shapes import read_as_document
from tsuzuri.core.document import Refusal, RefusalReason
from tsuzuri.readers.worker import read_file


def test_a_file_is_read_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("words", encoding="utf-8")
    assert read_as_document(read_file(path)).text == "words"


def test_a_file_that_went_away_is_unreadable(tmp_path: Path) -> None:
    answer = read_file(tmp_path / "gone.txt")
    assert isinstance(answer, Refusal)
    assert answer.reason is RefusalReason.UNREADABLE


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_memory_is_limited() -> None:
    program = "from tsuzuri.readers.worker import limit_memory; limit_memory(64 * 1024**2); bytearray(256 * 1024**2)"
    paths = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=paths)
    assert "MemoryError" in done.stderr
