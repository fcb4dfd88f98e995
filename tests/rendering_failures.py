"""What was left out of a page because it could not be shown, as the log notes it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_out() -> Iterator[list[str]]:
    """Collects the notes that are made meanwhile."""
    notes: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: notes.append(record.getMessage())  # type: ignore[method-assign]
    log = logging.getLogger("webapp.views.safe_rendering")
    log.addHandler(handler)
    try:
        yield notes
    finally:
        log.removeHandler(handler)
