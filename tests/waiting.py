"""Waiting for what another thread or process does: for a condition, with a deadline, never for a fixed time."""

import threading
import time
from collections.abc import Callable

_NEVER = threading.Event()


def wait_until(condition: Callable[[], bool], within_s: float = 30.0) -> None:
    """Return as soon as the condition holds.

    Raises:
        TimeoutError: it did not, in so many seconds.
    """
    deadline = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"it did not come to that in {within_s:g} seconds")
        _NEVER.wait(0.01)
