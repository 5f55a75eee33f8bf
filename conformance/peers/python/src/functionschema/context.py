"""The context of a call: whether somebody still waits for it."""

from __future__ import annotations

import threading
import time


class Context:
    """Ends when it is cancelled or its deadline has passed. Safe for concurrent use."""

    def __init__(self, deadline: float | None = None) -> None:
        self._cancelled = threading.Event()
        self._deadline = deadline  # of time.monotonic()

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def done(self) -> bool:
        return self._cancelled.is_set() or (self._deadline is not None and time.monotonic() >= self._deadline)
