"""What is wrong with this installation, and how to mend it."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.core.decoding import Ask, Turn, YesNo
from tsuzuri.core.errors import TsuzuriError
from tsuzuri.library.opening import Installation
from tsuzuri.offline import is_local

if TYPE_CHECKING:
    from tsuzuri.models.protocol import Seen


class Health(StrEnum):
    """How one check came out."""

    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


_KEY_STATES = {"locked": "locked", "missing": "the keyring has none", "no_keyring": "there is no keyring"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One check, what it found, and the way out of anything bad."""

    check: str
    health: Health
    message: str
    hint: str = ""


def _look() -> "Seen":
    from tsuzuri.models.chat import runtime

    return runtime()


def examine(installation: Installation, dataset: str = "", *, look: "Callable[[], Seen]" = _look) -> Iterator[Finding]:
    """Look at settings, models, key, disk and library in turn; a failed check does not stop the others.

    `look` tells what llama.cpp can do here.
    """
    checks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("settings", lambda: _settings(installation)),
        ("runtime", lambda: _runtime(installation, look)),
        ("chat model", lambda: _chat(installation)),
        ("speed", lambda: _speed(installation)),
        ("embedder", lambda: _embedder(installation)),
        ("key", lambda: _key(installation, dataset)),
        ("files", lambda: _files(installation)),
        ("agents", lambda: _agents(installation)),
        ("disk", lambda: _disk(installation)),
        ("folders", lambda: _folders(installation, dataset)),
        ("library", lambda: _library(installation, dataset)),
    )
    for name, check in checks:
        try:
            yield check()
        except TsuzuriError as error:
            yield Finding(name, Health.BAD, error.message, error.hint)


def _settings(installation: Installation) -> Finding:
    file = installation.paths.config_dir / "config.toml"
    installation.settings  # noqa: B018 (reading them is the check)
    return Finding("settings", Health.GOOD, f"read from {file}" if file.exists() else "the defaults; there is no file")


def _runtime(installation: Installation, look: "Callable[[], Seen]") -> Finding:
    if installation.settings.chat.endpoint:
        return Finding("runtime", Health.NOTE, "llama.cpp is not used: the chat model runs elsewhere")
    seen, layers = look(), installation.settings.chat.gpu_layers
    if layers and not seen.gpu:
        wanted = f"chat.gpu_layers is {layers}, and llama.cpp finds no GPU"
        return Finding("runtime", Health.BAD, wanted, "take chat.gpu_layers out of the settings, or set it to 0")
    used = {None: "the GPU has all layers", 0: "the GPU is not used"}.get(layers, f"the GPU has {layers} layers")
    where = used if seen.gpu else "no GPU"
    return Finding("runtime", Health.GOOD, f"llama.cpp {seen.version} starts; {where}, {os.cpu_count()} processors")


def _speed(installation: Installation) -> Finding:
    from tsuzuri.models.catalogue import ModelKind

    settings = installation.settings.chat
    if not (settings.enabled and settings.model) or settings.endpoint:
        return Finding("speed", Health.NOTE, "no chat model runs here")
    best = installation.measurements(installation.catalogue.get(settings.model, ModelKind.CHAT)).best()
    if best is None:
        return Finding("speed", Health.NOTE, "not measured yet", "it is at first use, or now: tsuzuri models bench")
    tuning = best.tuning
    rates = f"{best.read_per_s:.0f} tokens a second read, {best.new_per_s:.1f} written"
    return Finding("speed", Health.GOOD, f"{rates} on {tuning.threads} threads, {tuning.width} passages at once")


def _chat(installation: Installation) -> Finding:
    from tsuzuri.models.catalogue import ModelKind, installed, path_of
    from tsuzuri.models.fetch import is_intact

    settings = installation.settings.chat
    if not (settings.enabled and settings.model):
        return Finding("chat model", Health.NOTE, "none is configured; files are searchable but not understood")
    if settings.endpoint:
        chat = installation.models().chat
        assert chat is not None
        chat.ask((), [Ask((Turn("user", "Say yes."),), YesNo(), max_tokens=4)])
        leaving = "" if is_local(chat.name.rpartition("@")[2]) else "; texts leave this machine for it"
        return Finding("chat model", Health.GOOD, f"{chat.name} answers{leaving}")
    model = installation.catalogue.get(settings.model, ModelKind.CHAT)
    models_dir = installation.paths.models_dir
    if not installed(model, models_dir):
        return Finding(
            "chat model", Health.BAD, f"{model.id} is not on this machine", "download it with: tsuzuri models pull"
        )
    if not is_intact(model, models_dir):
        return Finding(
            "chat model",
            Health.BAD,
            f"{path_of(model, models_dir)} is not the file it should be",
            "fetch it again with: tsuzuri models pull --again",
        )
    return Finding("chat model", Health.GOOD, f"{model.id} is here and intact")


def _embedder(installation: Installation) -> Finding:
    embedder = installation.models().embedder
    try:
        vector = embedder.query("a question")
    finally:
        embedder.close()
    return Finding("embedder", Health.GOOD, f"{embedder.space.model} answers with {len(vector)} dimensions")


def _key(installation: Installation, dataset: str) -> Finding:
    from tsuzuri.secrets.keys import KeyState

    name = installation.chosen(dataset)
    in_clear = installation.in_clear(name)
    if in_clear:
        return Finding("key", Health.NOTE, f"{name} is not encrypted and needs no key")
    state = installation.keys.state(name)
    if state is KeyState.AVAILABLE:
        return Finding("key", Health.GOOD, f"the key of {name} is at hand")
    found = f"the key of {name} is not at hand ({_KEY_STATES[state]})"
    if in_clear is None:
        return Finding("key", Health.NOTE, f"{found}; there is no such library yet")
    return Finding("key", Health.NOTE, found, "unlock the keyring, set TSUZURI_KEY, or be asked for the passphrase")


def _disk(installation: Installation) -> Finding:
    folder = installation.paths.data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free / 1e9
    health = Health.BAD if free < 1 else Health.GOOD
    return Finding("disk", health, f"{free:.1f} GB free", "make room: libraries grow as they learn" if free < 1 else "")


def _files(installation: Installation) -> Finding:
    from tsuzuri.library.mending import abandoned, former_copies, open_to_others

    if seen := open_to_others(installation):
        found = f"others on this machine may read {len(seen)} of your files, such as {seen[0]}"
        return Finding("files", Health.BAD, found, "tsuzuri doctor --fix takes that away")
    if left := abandoned(installation):
        return Finding(
            "files", Health.NOTE, f"{len(left)} drafts were left behind", "tsuzuri doctor --fix deletes them"
        )
    if copies := former_copies(installation):
        found = f"{len(copies)} copies of an earlier time lie beside the libraries, such as {copies[0].name}"
        return Finding("files", Health.NOTE, found, "delete them when all is well; tsuzuri forget does that too")
    return Finding("files", Health.GOOD, f"only you may read them; the log is in {installation.paths.log_dir}")


def _agents(installation: Installation) -> Finding:
    from tsuzuri.library.access.entrance import agents_of

    agents = agents_of(installation).agents()
    control = installation.settings.access.control
    if not agents and control == "off":
        return Finding("agents", Health.GOOD, "no other program is let in")
    return Finding("agents", Health.GOOD, f"{len(agents)} agents are known; access control is {control}")


def _folders(installation: Installation, dataset: str) -> Finding:
    from tsuzuri.library.mending import watch_limit, watched_folders

    name, limit = installation.chosen(dataset), watch_limit()
    if installation.in_clear(name) is None or limit is None:
        return Finding("folders", Health.GOOD, "nothing limits how many folders are watched here")
    with installation.open(name) as library:
        roots = tuple(Path(root.path) for root in library.folders.roots() if not root.polled)
    count = watched_folders(roots, limit)
    if count > limit * 0.9:
        return Finding(
            "folders",
            Health.BAD,
            f"{count:,} folders are to be watched, and the system lets you watch {limit:,}",
            f"raise it: sudo sysctl fs.inotify.max_user_watches={2 * count}",
        )
    return Finding("folders", Health.GOOD, f"{count:,} folders are watched of {limit:,} that may be")


def _library(installation: Installation, dataset: str) -> Finding:
    name = installation.chosen(dataset)
    if not installation.library_path(name).exists():
        return Finding("library", Health.NOTE, f"{name} is not begun", "begin with: tsuzuri add PATH")
    with installation.open(name) as library:
        wrong = library.check()
        counts = library.counts()
    if wrong:
        way_out = "tsuzuri doctor --fix, if it is an index; else restore a backup, or add the files again"
        return Finding("library", Health.BAD, "; ".join(wrong[:5]), way_out)
    return Finding("library", Health.GOOD, f"{name} is sound: {counts.sources} sources, {counts.facts} facts")
