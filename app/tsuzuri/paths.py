"""Where things lie: settings, data, models and logs of this person, and the files we ship."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders that Tsuzuri uses. None of them need exist yet."""

    config_dir: Path
    data_dir: Path
    cache_dir: Path
    log_dir: Path
    models_dir: Path

    @property
    def own(self) -> tuple[Path, ...]:
        """All of them: nothing in them is ever taken in."""
        return (self.config_dir, self.data_dir, self.cache_dir, self.log_dir, self.models_dir)

    @classmethod
    def default(cls, environ: Mapping[str, str] = os.environ) -> "Paths":
        """The platform's usual folders, or `config`, `data`, `cache` and `logs` under `TSUZURI_HOME`.

        `TSUZURI_MODELS_DIR` moves the models alone, so that several homes can share them. An empty variable counts
        as not set.
        """
        home = environ.get("TSUZURI_HOME")
        if home:
            root = _absolute(home)
            config, data, cache, logs = root / "config", root / "data", root / "cache", root / "logs"
        else:
            from platformdirs import PlatformDirs

            usual = PlatformDirs("tsuzuri", appauthor=False)
            config, data = usual.user_config_path, usual.user_data_path
            cache, logs = usual.user_cache_path, usual.user_log_path
        models = environ.get("TSUZURI_MODELS_DIR")
        return cls(config, data, cache, logs, _absolute(models) if models else cache / "models")


def shipped(name: str, package: Path = _PACKAGE) -> Path:
    """A file that comes with Tsuzuri, such as `models.toml` or `assets/sample`.

    In an installed package it lies under `shipped/`; in a checkout, at the top level. `package` is the folder of
    the package `tsuzuri`.

    Raises:
        FileNotFoundError: there is no such file.
    """
    installed = package / "shipped"
    path = (installed if installed.is_dir() else package.parents[1]) / name
    if not path.exists():
        raise FileNotFoundError(f"{name} does not come with this installation")
    return path


def _absolute(folder: str) -> Path:
    return Path(folder).expanduser().absolute()
