import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readers.shapes import read_as_document
from tsuzuri.core.document import Block, BlockKind, Document, Refusal, RefusalReason, Span
from tsuzuri.readers.worker import MOST_CHARACTERS, MOST_PARTS, bounded, read_file


def test_a_file_is_read_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("words", encoding="utf-8")
    assert read_as_document(read_file(path)).text == "words"


def test_a_file_that_went_away_is_unreadable(tmp_path: Path) -> None:
    answer = read_file(tmp_path / "gone.txt")
    assert isinstance(answer, Refusal)
    assert answer.reason is RefusalReason.UNREADABLE


def test_a_text_or_a_list_of_parts_beyond_the_bound_is_refused() -> None:
    blocks = tuple(Block(BlockKind.PARAGRAPH, Span(0, 1)) for _ in range(MOST_PARTS + 1))
    for document in (Document("a" * (MOST_CHARACTERS + 1), "text/plain"), Document("a", "text/plain", blocks)):
        answer = bounded(document)
        assert isinstance(answer, Refusal)
        assert answer.reason is RefusalReason.TOO_LARGE
    assert bounded(Document("a", "text/plain", blocks[1:])) == Document("a", "text/plain", blocks[1:])


def test_what_has_become_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    answer = read_file(pipe)
    assert isinstance(answer, Refusal)
    assert answer.reason is RefusalReason.UNREADABLE


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_memory_is_limited() -> None:
    program = (
        "from tsuzuri.readers.confinement import limit_memory; limit_memory(64 * 1024**2); bytearray(256 * 1024**2)"
    )
    paths = {"PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=paths)
    assert "MemoryError" in done.stderr
