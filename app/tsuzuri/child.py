"""Child processes: native code that may hang, swell or abort runs in one, never in ours.

Both sides speak frames (a 4-byte big-endian length, then the bytes) over the child's standard input and output.
The child moves its own output aside first, so that whatever a C library prints lands in the log and not between
the frames. A child whose parent is gone ends itself.
"""

import os
import queue
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, BinaryIO, Self

from tsuzuri.offline import guard

_HEADER = struct.Struct(">I")
_LOG_LIMIT = 4 * 1024 * 1024
LONGEST_FRAME = 2**32 - 1
"""The most bytes that a header can announce."""


class ChildDied(Exception):
    """The child process ended before it answered. `code` is its exit status, negative for a signal."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the process ended with {f'signal {-code}' if code < 0 else f'status {code}'}")
        self.code = code


class ChildTimedOut(Exception):
    """The child process did not answer in time; it has been killed."""


class ChildSaidTooMuch(Exception):
    """The child process began a frame longer than the parent takes; it has been killed."""


class Child:
    """A running child process, `python -m module arguments…`.

    `log` receives what the child prints; it is begun anew once it has passed 4 MB. `environment` adds to ours.
    `max_frame` is the length in bytes of the longest frame that is taken from it.
    """

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] = (),
        *,
        log: Path | None = None,
        environment: Mapping[str, str] | None = None,
        max_frame: int = LONGEST_FRAME,
    ) -> None:
        stderr: IO[bytes] | int = subprocess.DEVNULL
        if log is not None:
            log.parent.mkdir(parents=True, exist_ok=True)
            stale = log.exists() and log.stat().st_size > _LOG_LIMIT
            stderr = log.open("wb" if stale else "ab")
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, **(environment or {})},
            )
        finally:
            if not isinstance(stderr, int):
                stderr.close()
        self._max_frame = max_frame
        self._said_too_much = False
        self._frames: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, name=f"{module} frames", daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    def send(self, frame: bytes) -> None:
        """Send one frame.

        Raises:
            ChildDied: the process is gone.
        """
        assert self._process.stdin is not None
        try:
            _write_frame(self._process.stdin, frame)
        except (OSError, ValueError) as error:  # a broken pipe, or one that `kill` has closed, from another thread too
            raise ChildDied(self._reap()) from error

    def receive(self, timeout: float | None = None) -> bytes:
        """Wait for the next frame, at most `timeout` seconds.

        Raises:
            ChildDied: the process ended first.
            ChildTimedOut: nothing came; the process has been killed.
            ChildSaidTooMuch: the frame is longer than `max_frame`; the process has been killed.
        """
        try:
            frame = self._frames.get(timeout=timeout)
        except queue.Empty:
            self.kill()
            raise ChildTimedOut from None
        if frame is None:
            self._frames.put(None)
            code = self._reap()
            raise ChildSaidTooMuch if self._said_too_much else ChildDied(code)
        return frame

    def kill(self) -> None:
        """End the process now. Idempotent."""
        self._process.kill()
        self._reap()

    def close(self, patience: float = 2.0) -> None:
        """Let the process end by itself for `patience` seconds, then kill it. Idempotent."""
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except OSError:  # the pipe broke with the process, which is what we want
                self._process.kill()
        try:
            self._process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._reap()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _reap(self) -> int:
        code = self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None and not pipe.closed:
                try:
                    pipe.close()
                except OSError:  # unsent bytes for a process that is gone
                    continue
        return code

    def _listen(self) -> None:
        assert self._process.stdout is not None
        try:
            while (frame := _read_frame(self._process.stdout, self._max_frame)) is not None:
                self._frames.put(frame)
        except ChildSaidTooMuch:
            self._said_too_much = True
            self._process.kill()
        self._frames.put(None)


class Channel:
    """The child's end. Made once, first thing, in the child's main, which it keeps on this machine."""

    def __init__(self) -> None:
        guard()
        self._incoming = os.fdopen(os.dup(0), "rb")
        self._outgoing = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="frames", daemon=True).start()

    def receive(self) -> bytes:
        """Wait for the next frame. If the parent goes away the process ends here."""
        return self._frames.get()

    def poll(self) -> bytes | None:
        """The next frame if one has come."""
        try:
            return self._frames.get_nowait()
        except queue.Empty:
            return None

    def send(self, frame: bytes) -> None:
        """Send one frame; ends the process if the parent is gone."""
        try:
            _write_frame(self._outgoing, frame)
        except OSError:
            os._exit(0)

    def _listen(self) -> None:
        while (frame := _read_frame(self._incoming)) is not None:
            self._frames.put(frame)
        # Not sys.exit: native code may be running in the main thread, and there is nobody left to answer.
        os._exit(0)


def _write_frame(pipe: IO[bytes] | BinaryIO, frame: bytes) -> None:
    pipe.write(_HEADER.pack(len(frame)))
    pipe.write(frame)
    pipe.flush()


def _read_frame(pipe: IO[bytes] | BinaryIO, max_length: int = LONGEST_FRAME) -> bytes | None:
    try:
        header = pipe.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None
        (length,) = _HEADER.unpack(header)
        if length > max_length:
            raise ChildSaidTooMuch
        frame = pipe.read(length)
    except (OSError, ValueError):  # closed under us while we waited
        return None
    return frame if len(frame) == length else None
