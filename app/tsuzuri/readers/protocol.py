"""What the reading process is asked and answers: a path, and a document or refusal as JSON."""

import os
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from tsuzuri.core.document import Document, Refusal

Answer = Document | Refusal


@cache
def _answers() -> TypeAdapter[Answer]:
    return TypeAdapter(Answer)


def pack_path(path: Path) -> bytes:
    """A request. The bytes are the file system's own, for a name need not be text."""
    return os.fsencode(path)


def unpack_path(frame: bytes) -> Path:
    """The inverse of `pack_path`."""
    return Path(os.fsdecode(frame))


def pack_answer(answer: Answer) -> bytes:
    """An answer as JSON."""
    return _answers().dump_json(answer)


def unpack_answer(frame: bytes) -> Answer:
    """The inverse of `pack_answer`.

    Raises:
        pydantic.ValidationError: the frame is no answer.
    """
    return _answers().validate_json(frame)
