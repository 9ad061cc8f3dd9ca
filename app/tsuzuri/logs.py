"""The log: one JSON object a line, in a file that rotates, never on the terminal, never with content.

    log = event_logger(__name__)
    log.info("source_read", source=12, ms=3)

writes `{"time": …, "level": "info", "event": "source_read", "fields": {"source": 12, "ms": 3}}`. Fields are ids,
counts, durations, names of classes and models. Text that could be a person's is not written: a string that is no
plain identifier is replaced by its length, an exception by its class and the place that raised it.
"""

import json
import logging
import logging.handlers
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path

Field = str | int | float | bool | None | BaseException

_ROOT = "tsuzuri"
_MAX_BYTES = 2 * 1024 * 1024
_KEPT = 3
_EVENT = re.compile(r"[a-z][a-z0-9_]{0,63}")
_IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:+-]{0,63}")


class EventLogger:
    """Writes events of one module. Cheap when the log is not open."""

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger

    def debug(self, event: str, /, **fields: Field) -> None:
        """Note an event that matters only when a fault is sought."""
        self._write(logging.DEBUG, event, fields)

    def info(self, event: str, /, **fields: Field) -> None:
        """Note an event of ordinary work."""
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, /, **fields: Field) -> None:
        """Note something that a person may want to know of."""
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, /, **fields: Field) -> None:
        """Note a failure; pass the exception as a field."""
        self._write(logging.ERROR, event, fields)

    def _write(self, level: int, event: str, fields: dict[str, Field]) -> None:
        if not _EVENT.fullmatch(event):
            raise ValueError("an event's name is a few lower-case words joined by _")
        if self._logger.isEnabledFor(level):
            plain = {name: _plain(value) for name, value in fields.items()}
            self._logger.log(level, event, extra={"fields": plain})


def event_logger(name: str) -> EventLogger:
    """The logger of a module; pass `__name__`."""
    inside = name == _ROOT or name.startswith(f"{_ROOT}.")
    return EventLogger(logging.getLogger(name if inside else f"{_ROOT}.{name}"))


class LogFile:
    """The open log file. One process writes one file, since rotation is not safe between processes.

    Other libraries' loggers are cut off from the terminal, where they would draw over the interface, and from the
    file, since what they write may be content.
    """

    def __init__(self, folder: Path, name: str = "tsuzuri", *, level: int = logging.INFO) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{name}.log"
        self._handler = _Handler(
            self.path, maxBytes=_MAX_BYTES, backupCount=_KEPT, encoding="utf-8", errors="backslashreplace"
        )
        self._handler.setFormatter(_Formatter())
        self._others = logging.NullHandler()
        logging.getLogger().addHandler(self._others)
        ours = logging.getLogger(_ROOT)
        ours.propagate = False
        ours.setLevel(level)
        ours.addHandler(self._handler)

    def close(self) -> None:
        """Stop writing. Idempotent."""
        logging.getLogger(_ROOT).removeHandler(self._handler)
        logging.getLogger().removeHandler(self._others)
        try:
            self._handler.close()
        except OSError:  # the disk is full to the end: there is nowhere left to say so
            return


class _Handler(logging.handlers.RotatingFileHandler):
    """A line that cannot be written (the disk is full) is counted, and the count is told with the next that can."""

    lost = 0

    def emit(self, record: logging.LogRecord) -> None:
        record.lost = self.lost
        before = self.lost
        super().emit(record)
        if self.lost == before:
            self.lost = 0

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002 (the signature is logging's)
        self.lost += 1  # logging's own would print a traceback, with the record, over the interface


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "module": record.name,
            "event": record.getMessage(),
            "fields": getattr(record, "fields", {}),
        }
        if lost := getattr(record, "lost", 0):
            line["lost"] = lost
        return json.dumps(line, ensure_ascii=True, allow_nan=True)


def _plain(value: Field) -> str | int | float | bool | None:
    if isinstance(value, BaseException):
        return _where(value)
    if isinstance(value, str) and not _IDENTIFIER.fullmatch(value):
        return f"({len(value)} characters)"
    return value


def _where(error: BaseException) -> str:
    """The exception's class and the innermost line that raised it; never its message."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
