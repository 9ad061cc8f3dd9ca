"""What a person may set: in `config.toml`, or in the environment as `TSUZURI_SECTION__KEY`, which wins.

Importing this module imports pydantic, so a face imports it only when it needs the settings. Secrets are not
settings: a key that looks like one is refused.
"""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import PrivateAttr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.settings.sections import (
    DATASET_NAME,
    AccessSettings,
    BackupSettings,
    CategorySettings,
    ChatSettings,
    EmbedderSettings,
    InterfaceSettings,
    LibrarySettings,
    NetworkSettings,
    ReadingSettings,
    RerankerSettings,
    SearchSettings,
    Section,
)

FILE_NAME = "config.toml"
PREFIX = "TSUZURI_"

OF_A_DATASET = ("chat", "embedder", "reading", "search", "categories")
"""The sections that a dataset may have of its own."""

_SECRET = re.compile(r"(^|_)(key|token|secret|password|passphrase|credentials?)$", re.IGNORECASE)


class Settings(BaseSettings):
    """All settings, each with a default. Frozen; unknown keys are refused."""

    # Only what is passed in counts: `load_settings` reads the file and the environment, so a test can give both.
    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True
    )

    library: LibrarySettings = LibrarySettings()
    chat: ChatSettings = ChatSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    reranker: RerankerSettings = RerankerSettings()
    network: NetworkSettings = NetworkSettings()
    reading: ReadingSettings = ReadingSettings()
    search: SearchSettings = SearchSettings()
    categories: CategorySettings = CategorySettings()
    access: AccessSettings = AccessSettings()
    backup: BackupSettings = BackupSettings()
    interface: InterfaceSettings = InterfaceSettings()
    _of_datasets: dict[str, "Settings"] = PrivateAttr(default_factory=dict)

    def of(self, dataset: str) -> "Settings":
        """Those in force for a dataset: `[datasets.NAME.SECTION]` key by key over `[SECTION]`."""
        return self._of_datasets.get(dataset, self)

    @property
    def datasets(self) -> tuple[str, ...]:
        """The datasets that have settings of their own."""
        return tuple(self._of_datasets)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 (the signature is pydantic's)
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Take values from the constructor alone."""
        return (init_settings,)


def load_settings(config_dir: Path, environ: Mapping[str, str] = os.environ) -> Settings:
    """Read `config.toml`, if there is one, and the environment.

    Raises:
        ConfigurationError: the file cannot be read, a key is unknown, malformed or looks like a secret, or only one
            of `chat.model` and `embedder.model` is named. It names the file or variable, the key, and the nearest
            valid key.
    """
    file = config_dir / FILE_NAME
    from_file = _read(file)
    _refuse_secrets(from_file, file)
    from_environment = _read_environment(environ)
    of_datasets = _of_datasets(from_file, file)
    settings = _valid(_merged(from_file, from_environment), file, from_environment)
    for name, own in of_datasets.items():
        values = _merged(_merged(from_file, own), from_environment)
        settings._of_datasets[name] = _valid(values, file, from_environment, f"datasets.{name}.")
    return settings


def _valid(values: Mapping[str, Any], file: Path, from_environment: Mapping[str, Any], above: str = "") -> Settings:
    try:
        settings = Settings(**values)
    except ValidationError as error:
        raise _explained(error, file, from_environment, above) from None
    _require_pair(settings, file, above)
    _require_authentication(settings, file)
    return settings


def _of_datasets(from_file: dict[str, Any], file: Path) -> dict[str, dict[str, Any]]:
    """What the file says of single datasets, taken out of it."""
    of_datasets = from_file.pop("datasets", {})
    if not isinstance(of_datasets, dict):
        raise ConfigurationError(f"{file}: datasets is no table", hint="write [datasets.NAME.SECTION]")
    for name, own in of_datasets.items():
        if not (re.fullmatch(DATASET_NAME, name) and isinstance(own, dict)):
            raise ConfigurationError(
                f"{file}: datasets.{name} is no dataset's table", hint="write [datasets.NAME.SECTION]"
            )
        for section in own:
            if section not in OF_A_DATASET:
                near = _nearest(section, list(OF_A_DATASET))
                raise ConfigurationError(
                    f"{file}: datasets.{name}.{section} is not a section of a dataset",
                    hint=f"did you mean {near}?" if near else f"those are {', '.join(OF_A_DATASET)}",
                )
    return of_datasets


def _read(file: Path) -> dict[str, Any]:
    try:
        return TomlConfigSettingsSource(Settings, file).toml_data
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"{file} is not valid TOML: {error}", hint="correct the line, or move the file away"
        ) from None
    except OSError as error:
        raise ConfigurationError(f"{file} cannot be read: {error.strerror}", hint="check who may read it") from None


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    sections = Settings.model_fields
    for name in environ:
        section, nested, _ = name.removeprefix(PREFIX).partition("__")
        if name.startswith(PREFIX) and nested and section.lower() not in sections:
            near = _nearest(section.lower(), sections)
            raise ConfigurationError(f"{name} names no section of the settings", hint=_suggestion(near))
    source = EnvSettingsSource(Settings)
    source.env_vars = {name.lower(): value for name, value in environ.items() if "__" in name and value}
    return source()


def _merged(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    """Both, key by key inside sections; `high` wins."""
    both = {**low, **high}
    for key in low.keys() & high.keys():
        if isinstance(low[key], dict) and isinstance(high[key], dict):
            both[key] = {**low[key], **high[key]}
    return both


def _refuse_secrets(values: Mapping[str, Any], file: Path, above: str = "") -> None:
    for key, value in values.items():
        if _SECRET.search(key):
            raise ConfigurationError(
                f"{file}: {above}{key} looks like a secret, and secrets are never read from a file",
                hint=(
                    "delete the line; a library's key comes from the system keyring or TSUZURI_KEY, a model hub's "
                    "token from HF_TOKEN"
                ),
            )
        if isinstance(value, dict):
            _refuse_secrets(value, file, f"{above}{key}.")


def _explained(
    error: ValidationError, file: Path, from_environment: Mapping[str, Any], above: str
) -> ConfigurationError:
    """The first thing that is wrong, without the value: it might be anything that was pasted."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    path = [str(part) for part in first["loc"]]
    where = _variable(path) if _holds(from_environment, path) else str(file)
    key = above + ".".join(path)
    if first["type"] != "extra_forbidden":
        return ConfigurationError(f"{where}: {key}: {first['msg']}", hint=_meaning(path))
    *section, unknown = path
    near = _nearest(unknown, _keys(section))
    return ConfigurationError(
        f"{where}: {key} is not a setting", hint=_suggestion(".".join([*section, near]) if near else "")
    )


def _require_pair(settings: Settings, file: Path, above: str) -> None:
    """A chat model and an embedder are chosen together, so that a change of one is never half a change."""
    chat, embedder = "model" in settings.chat.model_fields_set, "model" in settings.embedder.model_fields_set
    if chat != embedder:
        named, missing = ("chat", "embedder") if chat else ("embedder", "chat")
        default = Settings.model_fields[missing].default.model
        raise ConfigurationError(
            f"{file}: {above}{named}.model is set, and {above}{missing}.model is not: the two are chosen as a pair",
            hint=f'add model = "{default}" under [{above}{missing}] to keep the usual one',
        )


def _require_authentication(settings: Settings, file: Path) -> None:
    """Access control and authentication are one policy: who cannot be told apart cannot be kept apart."""
    if settings.access.control == "on" and settings.access.authentication == "off":
        raise ConfigurationError(
            f'{file}: access.control is "on", and access.authentication is "off": nobody could be told apart',
            hint='set access.authentication = "on", or access.control = "off" for single-user mode',
        )


def _keys(section: list[str]) -> list[str]:
    """The keys of a section, or the names of all sections."""
    return list(_fields(section[0]) if section else Settings.model_fields)


def _fields(section: str) -> dict[str, FieldInfo]:
    default: Section = Settings.model_fields[section].default
    return type(default).model_fields


def _meaning(path: list[str]) -> str:
    if len(path) < 2 or path[0] not in Settings.model_fields:
        return "sections are written as [name]"
    field = _fields(path[0]).get(path[1])
    return (field.description or "") if field else ""


def _variable(path: list[str]) -> str:
    return PREFIX + "__".join(path).upper()


def _holds(values: Mapping[str, Any], path: list[str]) -> bool:
    node: Any = values
    for part in path:
        if not isinstance(node, Mapping) or part not in node:
            return False
        node = node[part]
    return True


def _nearest(word: str, words: Mapping[str, Any] | list[str]) -> str:
    return next(iter(difflib.get_close_matches(word, list(words), n=1, cutoff=0.5)), "")


def _suggestion(near: str) -> str:
    return f"did you mean {near}?" if near else f"the sections are {', '.join(Settings.model_fields)}"
