"""Writing into the settings file, leaving the rest of it, comments too, as it is."""

from pathlib import Path

from tsuzuri.core.errors import ConfigurationError
from tsuzuri.settings.loading import FILE_NAME


def choose_models(config_dir: Path, *, chat: str, embedder: str) -> None:
    """Write the pair of models into the settings file, leaving the rest of it, comments too, as it is.

    Raises:
        ConfigurationError: the file is not TOML.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    file = config_dir / FILE_NAME
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.exists() else tomlkit.document()
    except TOMLKitError as error:
        raise ConfigurationError(f"{file} is not TOML: {error}", hint="mend it by hand first") from error
    for section, model in (("chat", chat), ("embedder", embedder)):
        document.setdefault(section, tomlkit.table())["model"] = model
    config_dir.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{FILE_NAME}.new")
    draft.write_text(tomlkit.dumps(document), encoding="utf-8")
    draft.replace(file)
