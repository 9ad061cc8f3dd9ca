"""The error tree. Everything Tsuzuri raises on purpose is one of these.

    TsuzuriError                      exit
    ├── UsageError                     2    the request cannot be understood
    ├── ConfigurationError             2    settings or models that do not fit together
    │   └── UnsupportedOperation       2    an adapter lacks a capability, by name
    ├── ModelUnavailable               3    a model is not on this machine
    │   └── ModelDied                  3    its process ended, and again after a restart
    ├── FetchFailed                    3    no source gave the file
    ├── LibraryBusy                    3    another process is writing
    ├── RateLimited                    3    too much was asked for in a short time
    ├── NotAllowed                     4    the settings do not allow it
    ├── LibraryLocked                  4    the key is missing, locked or wrong
    ├── LibraryDamaged                 3    the file is not what it should be
    └── OutOfSpace                     3    the disk is full

Each class has a `title` and an exit code, and says when it occurs; each instance has a sentence and a `hint`
with the way out.
"""

from typing import ClassVar


class TsuzuriError(Exception):
    """Any failure that Tsuzuri explains. The message is one sentence; `hint` is what to do about it."""

    title: ClassVar[str] = "Something went wrong"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        if not message:
            raise ValueError("an error must say what happened")
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(TsuzuriError):
    """A command or call whose words do not make sense together."""

    title = "Not understood"
    exit_code = 2


class ConfigurationError(TsuzuriError):
    """A setting that is unknown, malformed or half of a pair. Names file, key and the nearest valid key."""

    title = "Configuration"
    exit_code = 2


class UnsupportedOperation(ConfigurationError):
    """An adapter was asked for a capability it does not declare."""

    title = "Not supported"

    def __init__(self, adapter: str, capability: str, *, hint: str = "choose another adapter in the settings") -> None:
        super().__init__(f"{adapter} cannot {capability}", hint=hint)
        self.adapter = adapter
        self.capability = capability


class ModelUnavailable(TsuzuriError):
    """A model or its runtime is not on this machine."""

    title = "Model not available"


class ModelDied(ModelUnavailable):
    """A model's process ended while it worked, and again after it was restarted."""

    title = "The model's process ended"


class FetchFailed(TsuzuriError):
    """Every source of a model file failed; the message lists each reason."""

    title = "Download failed"


class LibraryBusy(TsuzuriError):
    """Another process holds the library's writer lock."""

    title = "The library is busy"


class LibraryLocked(TsuzuriError):
    """The library's key is missing, in a locked keyring, or does not fit the file."""

    title = "The library is locked"
    exit_code = 4


class NotAllowed(TsuzuriError):
    """What was asked for has to be allowed in the settings first."""

    title = "Not allowed"
    exit_code = 4


class RateLimited(TsuzuriError):
    """More was asked for than a door lets through in a time. `retry_after` are seconds."""

    title = "Too many requests"

    def __init__(self, what: str, retry_after: float) -> None:
        super().__init__(f"too many {what}", hint=f"try again in {int(retry_after) + 1} seconds")
        self.retry_after = retry_after


class LibraryDamaged(TsuzuriError):
    """The file is not a Tsuzuri library, was written by a newer version, or fails its integrity check."""

    title = "The library cannot be read"


class OutOfSpace(TsuzuriError):
    """The disk is full. What was already stored is unharmed."""

    title = "The disk is full"
