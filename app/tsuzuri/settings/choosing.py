"""Writing into the settings file, leaving the rest of it, comments too, as it is."""

from collections.abc import Mapping
from pathlib import Path

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.settings.loading import FILE_NAME


def choose_models(config_dir: Path, *, chat: str, embedder: str) -> None:
    """Write the pair of models into the settings file; see `choose`."""
    choose(config_dir, {"chat": {"model": chat}, "embedder": {"model": embedder}})


def choose(config_dir: Path, values: Mapping[str, Mapping[str, str]]) -> None:
    """Write values into the settings file, by section and key.

    Raises:
        ConfigurationError: the file is not TOML, or holds something else where a section belongs.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    file = config_dir / FILE_NAME
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    except TOMLKitError as error:
        raise ConfigurationError(f"{file} is not TOML: {error}", hint="mend it by hand first") from error
    for section, keys in values.items():
        table = document.setdefault(section, tomlkit.table())
        if not hasattr(table, "update"):
            raise ConfigurationError(f"{file}: {section} is no section", hint="mend it by hand first")
        table.update(keys)
    config_dir.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{FILE_NAME}.new")
    draft.write_text(tomlkit.dumps(document), encoding="utf-8")
    draft.replace(file)
