"""What the sets are read with: the models of this installation, the shipped ontology, and a store for each reading."""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.eval.extraction import Reading, Text, extract
from tests.eval.remembered_vectors import RememberingEmbedder
from tests.eval.remembering import RememberingChat
from tsuzuri.core.clock import system_clock
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.models import ChatModel, Embedder
from tsuzuri.core.ontology import Ontology
from tsuzuri.core.ports import Backend
from tsuzuri.extract import prompt
from tsuzuri.library.ontology_file import load_ontology
from tsuzuri.library.opening import Installation
from tsuzuri.models import grammar
from tsuzuri.paths import shipped
from tsuzuri.pipeline.progress import Meter
from tsuzuri.store.sqlite.backend import SqliteBackend


@dataclass(frozen=True, slots=True)
class Workbench:
    """The tools of a run. `chat` is None where no chat model is to be called."""

    chat: ChatModel | None
    embedder: Embedder
    ontology: Ontology

    @property
    def model(self) -> str | None:
        """The name of the chat model."""
        return None if self.chat is None else self.chat.name

    def read(self, texts: Sequence[Text], ontology: Ontology | None = None, what: str = "") -> tuple[Reading, ...]:
        """Let the model read the texts into a library of their own, and say what it holds of each.

        Raises:
            ModelUnavailable: there is no chat model.
        """
        with store() as backend:
            return self.read_into(backend, texts, ontology, what)

    def read_into(
        self, backend: Backend, texts: Sequence[Text], ontology: Ontology | None = None, what: str = ""
    ) -> tuple[Reading, ...]:
        """Let the model read the texts into an empty store.

        Raises:
            ModelUnavailable: there is no chat model.
        """
        if self.chat is None:
            raise ModelUnavailable("no chat model was asked for", hint="add --model")
        return extract(
            backend,
            texts,
            self.chat,
            ontology or self.ontology,
            self.embedder.count_tokens,
            system_clock,
            _Line(what).show,
        )


@contextmanager
def opened(*, model: bool, cache: Path | None) -> Iterator[Workbench]:
    """The tools of this installation; with a `cache` answers and vectors are kept in that folder.

    Raises:
        ConfigurationError: settings or models do not fit together.
        ModelUnavailable: a chat model is asked for, and none is configured.
    """
    models = Installation.here().models()
    chat = models.chat if model else None
    if model and chat is None:
        raise ModelUnavailable("no chat model is configured", hint="see: tsuzuri models list")
    embedder: Embedder = models.embedder
    if cache is not None:
        chat = None if chat is None else RememberingChat(chat, cache, _version())
        embedder = RememberingEmbedder(embedder, cache)
    try:
        yield Workbench(chat, embedder, load_ontology(shipped("assets/ontology.toml")))
    finally:
        embedder.close()
        if chat is not None:
            chat.close()


@contextmanager
def store() -> Iterator[Backend]:
    """An empty store, gone afterwards."""
    with TemporaryDirectory(prefix="tsuzuri-eval-") as folder:
        backend = SqliteBackend(Path(folder) / "library.tsuzuri", None, clock=system_clock)
        try:
            yield backend
        finally:
            backend.close()


def _version() -> str:
    """What decides about an answer besides model, prefix and request: the prompt's version and the grammar's text."""
    assert grammar.__file__ is not None
    return f"{prompt.VERSION} {hashlib.sha256(Path(grammar.__file__).read_bytes()).hexdigest()}"


class _Line:
    """Progress on stderr: on one line of a terminal, else a line a step."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._meter = Meter()

    def show(self, done: int, total: int) -> None:
        at = self._meter.at(done, total)
        left = "" if at.eta_s is None else f", {at.eta_s / 60:.1f} min left"
        end = "\r" if sys.stderr.isatty() and done < total else "\n"
        text = f"{self._what} {done} of {total} passages, {at.rate * 60:.1f} a minute{left}".strip()
        print(f"{text:<78}", end=end, file=sys.stderr, flush=True)
