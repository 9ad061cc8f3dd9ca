"""The models of an installation: what is here, which are in use, how fast they are, and how another is brought here."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuzuri.core.errors import ConfigurationError, FetchFailed, TsuzuriError, UsageError
from tsuzuri.pipeline.progress import Meter, Progress

if TYPE_CHECKING:
    from tsuzuri.library.opening import Installation
    from tsuzuri.models.catalogue import Model
    from tsuzuri.models.tuning import Measured

_BETWEEN_LOOKS_S = 0.5
_PATIENCE_S = 5.0

FETCH = (sys.executable, "-m", "tsuzuri", "models", "pull")
"""The command that brings a model here, without its id: of all of Tsuzuri it alone leaves the machine."""


@dataclass(frozen=True, slots=True)
class ModelView:
    """A model of the table. `bytes` is 0 where it comes with its package.

    `chosen` is whether the settings name it for the dataset, `begun` whether they did when this process began: what
    was opened then works on with those. `unusable` says why nothing here can use it.
    """

    id: str
    kind: str
    bytes: int
    licence: str
    languages: tuple[str, ...]
    memory_mb: int
    installed: bool
    chosen: bool
    begun: bool
    unusable: str = ""


def listed(installation: "Installation", dataset: str = "") -> tuple[ModelView, ...]:
    """Every model of the table."""
    from tsuzuri.models.catalogue import installed
    from tsuzuri.settings.loading import load_settings

    now = load_settings(installation.paths.config_dir, installation.environ).of(dataset)
    then = installation.settings.of(dataset)
    chosen, begun = ({one.chat.model, one.embedder.model} for one in (now, then))
    return tuple(
        ModelView(
            model.id,
            model.kind.value,
            model.size,
            model.licence,
            tuple(model.languages),
            model.memory_mb,
            installed(model, installation.paths.models_dir),
            model.id in chosen,
            model.id in begun,
            _unusable(installation, model.id),
        )
        for model in installation.catalogue.models
    )


def hub_token(installation: "Installation", model: "Model") -> str:
    """The token of the hub that the model may come from, empty where there is none; the keyring is not troubled if no
    hub has it.
    """
    from urllib.parse import urlsplit

    from tsuzuri.models.catalogue import HubSource
    from tsuzuri.models.fetch import TOKEN_VARIABLE, hub

    if not any(isinstance(source, HubSource) for source in model.sources):
        return ""
    host = urlsplit(hub(installation.environ)).hostname
    return (installation.keys.token(host, TOKEN_VARIABLE) if host else None) or ""


def use(installation: "Installation", model_id: str, dataset: str = "") -> tuple[str, str]:
    """Choose a chat model or an embedder, from the next start on; gives the pair that is then in use.

    Raises:
        ConfigurationError: there is no such model, nothing can use it, or what is written does not hold, since the
            environment or the dataset's own settings name another.
        UnsupportedOperation: nothing here runs it.
    """
    from tsuzuri.models.catalogue import ModelKind
    from tsuzuri.settings.choosing import choose_models
    from tsuzuri.settings.loading import load_settings

    model = installation.catalogue.get(model_id)
    installation.require_usable(model)
    folder = installation.paths.config_dir
    before = load_settings(folder, installation.environ)
    chat = model.id if model.kind is ModelKind.CHAT else before.chat.model
    embedder = model.id if model.kind is ModelKind.EMBED else before.embedder.model
    choose_models(folder, chat=chat, embedder=embedder)
    after = load_settings(folder, installation.environ).of(dataset)
    if (after.chat.model, after.embedder.model) != (chat, embedder):
        raise ConfigurationError(
            f"{model.id} is written down and not in use: another is named elsewhere",
            hint="look for TSUZURI_CHAT__MODEL in the environment and [datasets.NAME.chat] in config.toml",
        )
    return chat, embedder


def bench(
    installation: "Installation",
    model_id: str,
    on_measured: "Callable[[Measured], None]",
    stopped: Callable[[], bool] = lambda: False,
) -> "tuple[Measured, int] | None":
    """Measure a chat model here and keep the best setting; gives that, and how many layers run on the
    GPU. None, and nothing kept, where it was stopped: that is looked at after each setting.

    Raises:
        UsageError: it is no chat model.
        ModelUnavailable: its file or what runs it is missing.
        ModelDied: its process ended.
    """
    from tsuzuri.models.catalogue import ModelKind

    model = installation.catalogue.get(model_id)
    if model.kind is not ModelKind.CHAT:
        raise UsageError(f"{model.id} is not a chat model", hint="tsuzuri models list")
    measurements = installation.measurements(model)

    def told(results: "Iterator[Measured]") -> "Iterator[Measured]":
        for result in results:
            on_measured(result)
            if stopped():
                raise _Stopped
            yield result

    with closing(installation.chat_model(model)) as chat:
        try:
            best = measurements.keep_best(told(chat.measure(measurements.settings)))
        except _Stopped:
            return None
        return best, chat.loaded.gpu_layers if chat.loaded else 0


def fetch_apart(
    installation: "Installation",
    model_id: str,
    on_progress: Callable[[Progress], None],
    stopped: Callable[[], bool],
    *,
    command: Sequence[str] = FETCH,
) -> bool:
    """Bring a model here in a process of its own, since this one never leaves the machine; False where it was stopped.

    What has come stays, and the next time goes on from there. Progress is in bytes.

    Raises:
        UsageError: it comes with its package.
        FetchFailed: the process failed; its last words are the reason.
    """
    from tsuzuri.models.catalogue import path_of

    model = installation.catalogue.get(model_id)
    if not model.file:
        raise UsageError(f"{model.id} comes with its package and needs no download", hint="tsuzuri models list")
    target = path_of(model, installation.paths.models_dir)
    part, meter = target.with_name(f"{target.name}.part"), Meter()
    with subprocess.Popen(
        [*command, model.id],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=dict(installation.environ),
        text=True,
        errors="replace",
    ) as process:
        while True:
            try:
                _, said = process.communicate(timeout=_BETWEEN_LOOKS_S)
                break
            except subprocess.TimeoutExpired:
                on_progress(meter.at(part.stat().st_size if part.exists() else 0, model.size))
            if stopped():
                _end(process)
                return False
    if process.returncode:
        reasons = [line.strip() for line in said.splitlines() if line.strip()]
        raise FetchFailed(
            f"{model.id} did not come: {reasons[-1] if reasons else f'the process ended with {process.returncode}'}",
            hint="what has come so far is kept: try again",
        )
    return True


class _Stopped(Exception):
    """Ends a measurement that is wanted no longer."""


def _end(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    try:
        process.communicate(timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _unusable(installation: "Installation", model_id: str) -> str:
    try:
        installation.require_usable(installation.catalogue.get(model_id))
    except TsuzuriError as error:
        return error.message
    return ""
