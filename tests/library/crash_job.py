"""The main job in a process of its own: `python -m tests.library.crash_job HOME FOLDER`.

Real store, real reader; models that answer at once, but not quite. Prints a line for each step of its progress.
"""

import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from tests.fakes import FakeChat, FakeEmbedder
from tests.library.worlds import fact_lines
from tsuzuri.core.clock import system_clock
from tsuzuri.core.decoding import Decoded, DecodeRequest, Turn
from tsuzuri.library.facade import Library
from tsuzuri.library.lock import holder, writer_lock
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.library.stages import Models, Stages
from tsuzuri.paths import shipped
from tsuzuri.pipeline.progress import Progress
from tsuzuri.readers.sandbox import SandboxedReader
from tsuzuri.store.sqlite.backend import SqliteBackend

if TYPE_CHECKING:
    from tsuzuri.core.values import Vectors

_DELAY_S = 0.003
_NEVER = threading.Event()


class SlowEmbedder(FakeEmbedder):
    def passages(self, texts: Sequence[str]) -> "Vectors":
        _NEVER.wait(_DELAY_S)
        return super().passages(texts)


class SlowChat(FakeChat):
    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        def done(index: int, answer: Decoded) -> None:
            _NEVER.wait(_DELAY_S)
            if on_done is not None:
                on_done(index, answer)

        return super().decode(prefix, requests, on_done=done)


def library_file(home: Path) -> Path:
    """Where the job keeps its library."""
    return home / "library.tsuzuri"


def main() -> None:
    home, folder = Path(sys.argv[1]), Path(sys.argv[2])
    file = library_file(home)
    library = Library(
        "crash",
        Stages(
            SqliteBackend(file, None),
            lambda: SandboxedReader(home / "reader.log"),
            Models(SlowEmbedder(), SlowChat(fact_lines), "slow", True),
            load_ontology(shipped("assets/ontology.toml")),
            system_clock,
        ),
        encrypted=False,
        writing=lambda: writer_lock(file),
        holder=lambda: holder(file),
        new_id=lambda: token_hex(4),
    )

    def tell(step: str, progress: Progress) -> None:
        print(step, progress.done, flush=True)

    with library:
        library.add([folder], on_progress=tell)


if __name__ == "__main__":
    main()
