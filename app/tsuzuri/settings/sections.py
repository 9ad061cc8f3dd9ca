"""The sections of the settings: each key with its type, its default and what it means."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

DATASET_NAME = r"^[a-z0-9][a-z0-9_-]{0,63}$"
DatasetName = Annotated[str, StringConstraints(pattern=DATASET_NAME)]
"""A dataset's name is also its file's: lower-case letters, digits, - and _."""


class Section(BaseModel):
    """A section of the file. Frozen; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LibrarySettings(Section):
    """Which library is opened, and how it lies on the disk."""

    dataset: DatasetName = Field(default="personal", description="The dataset to open when none is named.")
    encryption: Literal["on", "off"] = Field(
        default="on",
        description='Whether a new library is encrypted. "off" leaves it readable to whoever has the file.',
    )


class ChatSettings(Section):
    """The model that reads passages and writes facts."""

    model: str = Field(
        default="qwen2.5-coder-1.5b-instruct-q4_k_m", description="Its id in models.toml; empty for no chat model."
    )
    enabled: bool = Field(default=True, description="Whether passages are read by the model at all.")
    threads: int | None = Field(default=None, ge=1, le=256, description="CPU threads; left out, they are measured.")
    gpu_layers: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        description="Layers run on a GPU, 0 for none; left out, all of them where llama.cpp finds a GPU.",
    )
    endpoint: str = Field(
        default="",
        description="The base URL of an OpenAI-compatible server that runs the model; left out, it runs here.",
    )
    slots: int = Field(default=4, ge=1, le=64, description="How many requests the server is sent at a time.")
    timeout_s: float = Field(default=120.0, gt=0, le=3600, description="Seconds after which a silent server failed.")
    structured: Literal["grammar", "json_schema"] = Field(
        default="grammar", description="How the server holds the model to a form; llama.cpp knows grammars."
    )
    tokens_per_day: int | None = Field(
        default=None, ge=1, description="Tokens the model may read and write in a day; left out, as many as it takes."
    )
    max_write_llm_calls: int = Field(
        default=3,
        ge=0,
        le=100,
        description="How often the model is asked about contradictions of one passage; the rest wait in review.",
    )


class EmbedderSettings(Section):
    """The model that makes passages comparable by meaning."""

    model: str = Field(default="multilingual-e5-small-q4", min_length=1, description="Its id in models.toml.")
    threads: int | None = Field(
        default=None, ge=1, le=256, description="CPU threads; left out, they follow the machine."
    )
    endpoint: str = Field(
        default="",
        description="The base URL of an OpenAI-compatible server that runs the model; left out, it runs here.",
    )
    dimension: int = Field(default=384, ge=1, le=16_384, description="With an endpoint: how long its vectors are.")
    query_prefix: str = Field(default="", max_length=200, description="With an endpoint: what precedes a question.")
    passage_prefix: str = Field(default="", max_length=200, description="With an endpoint: what precedes a text.")


class RerankerSettings(Section):
    """The model that orders what both routes have found; none unless a server has one."""

    endpoint: str = Field(default="", description="The base URL of a server with /rerank, such as llama-server.")
    model: str = Field(default="", description="What the server calls the model.")


class NetworkSettings(Section):
    """Which machines beside this one may be spoken to."""

    hosts: tuple[str, ...] = Field(default=(), description="The hosts of the endpoints that are used; no others are.")


class ReadingSettings(Section):
    """Limits on reading one file."""

    timeout_s: float = Field(default=60.0, gt=0, le=3600, description="Seconds after which reading a file is given up.")
    max_megabytes: int = Field(default=200, ge=1, le=10_000, description="Files larger than this are not read.")


class SearchSettings(Section):
    """How searches answer."""

    limit: int = Field(default=10, ge=1, le=200, description="How many hits a search gives when it is not told.")
    allow_query: bool = Field(default=False, description="Whether SQL of one's own may read the documented views.")


class CategorySettings(Section):
    """How entities are sorted into categories."""

    enabled: bool = Field(default=True, description="Whether entities are sorted into categories at all.")
    n: int = Field(default=2, ge=2, le=20, description="How many a category holds at least.")
    max_layers: int = Field(default=4, ge=1, le=4, description="How many layers of categories there are at most.")
    batch: int = Field(default=50, ge=10, le=200, description="How many entities the model is shown at a time.")
    max_calls: int = Field(
        default=1000, ge=0, le=100_000, description="Questions to the model in one rebuild; the rest names itself."
    )
    max_tokens: int = Field(
        default=200_000, ge=0, le=100_000_000, description="Tokens the model may read and write in one rebuild."
    )
    interval_hours: float = Field(
        default=24.0, gt=0, le=10_000, description="Hours after which even one new entity brings a rebuild."
    )


class AccessSettings(Section):
    """Whether programs that ask the library are told apart."""

    control: Literal["off", "on"] = Field(
        default="off",
        description='"on": every program needs a token of its own. "off": without one, it acts for you (single user).',
    )
    authentication: Literal["on", "off"] = Field(
        default="on",
        description="Whether tokens are asked for; it can be off only where control is.",
    )


class BackupSettings(Section):
    """Where backups lie, and how many are kept."""

    folder: str = Field(default="", description="Where they lie; left out, in `backups` beside the libraries.")
    keep: int = Field(default=7, ge=1, le=10_000, description="How many of a dataset are kept; older ones go.")


class InterfaceSettings(Section):
    """How the terminal interface looks and begins."""

    theme: Literal["dark", "light"] = Field(default="dark", description="Its colours.")
    sources: Literal["place", "changed", "added", "size"] = Field(
        default="place", description="In which order its list of sources begins."
    )
    entities: Literal["name", "type", "newest"] = Field(
        default="name", description="In which order its list of entities begins."
    )
