"""Notes that an agent adds: sources without a file, in the library alone, always marked with who wrote them."""

import hmac
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.access import AGENT
from tsuzuri.core.document import Block, BlockKind, Document, Refusal, RefusalReason, Said, SaidKind, Span
from tsuzuri.core.errors import UsageError
from tsuzuri.core.ids import SourceId
from tsuzuri.core.values import SourceDraft
from tsuzuri.text.normalise import display

if TYPE_CHECKING:
    from tsuzuri.library.stages import Stages

LONGEST = 100_000
"""Characters of a note."""

_PARAGRAPH = re.compile(r"\S(?:.*?\S)?(?=\s*\n[^\S\n]*\n|\s*\Z)", re.DOTALL)
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Remembered:
    """A note that was taken in. `uri` is its place, `passages` how many of its passages can be found now."""

    source_id: SourceId
    uri: str
    passages: int


def remember(stages: "Stages", text: str, *, title: str, agent: str, note_id: str) -> Remembered:
    """Store a note, which can be found by its words at once, and which the model reads as it reads files.

    It is dated by this moment. The same text of one agent's and under one title is stored once, with both places; a
    file of the same text is another content, so that its title and its origin are never those of a note.

    Raises:
        UsageError: there is nothing in it, or too much.
        ModelUnavailable: the embedder cannot run.
        OutOfSpace: the disk is full.
    """
    shown = display(text)
    if len(shown) > LONGEST:
        raise UsageError(f"a note has at most {LONGEST:,} characters, not {len(shown):,}", hint="cut it into several")
    now, document = stages.clock(), _document(shown, title, agent)
    draft = SourceDraft(f"{AGENT}{agent}/{note_id}", len(shown.encode()), now)
    source_id = stages.indexing(_NoFile()).take_new(
        draft, document, _digest(document, agent), Said(now, SaidKind.MESSAGE)
    )
    source = None if source_id is None else stages.backend.catalog.source(source_id)
    if source is None:
        raise UsageError("there is nothing in the note", hint="give it some text")
    return Remembered(source.id, draft.uri, source.passages)


def places_of(path: Path) -> tuple[Path, ...]:
    """How a path may be written in a library: a file's with its links followed or not, a note's as it is."""
    return (path,) if str(path).startswith(AGENT) else (path.resolve(), path.absolute())


def _document(text: str, title: str, agent: str) -> Document:
    from tsuzuri.readers.language import language
    from tsuzuri.readers.media import PLAIN

    named = " ".join(display(title).split())[:_LONGEST_TITLE]
    blocks = tuple(Block(BlockKind.PARAGRAPH, Span(*found.span())) for found in _PARAGRAPH.finditer(text))
    return Document(text, PLAIN, blocks, title=named or f"A note of {agent}", language=language(text))


def _digest(document: Document, agent: str) -> bytes:
    """What names the note as its SHA-256 names a file; keyed, so that no file of the same bytes has it too."""
    return hmac.digest(f"{AGENT}{agent}".encode(), f"{document.title}\n{document.text}".encode(), "sha256")


class _NoFile:
    """Reads nothing: what an agent tells is text already."""

    def read(self, path: Path) -> Document | Refusal:
        """There is no file."""
        return Refusal(RefusalReason.UNREADABLE, f"{path} is no file")

    def close(self) -> None:
        """Nothing is open."""
