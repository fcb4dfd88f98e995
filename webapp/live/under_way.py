"""Note which greenlets call games right now, so that a game that keeps them waiting can be found."""

from collections.abc import Iterator
from contextlib import contextmanager

import gevent

from webapp.rules.game_faults import tamed

under_way: set[gevent.Greenlet] = set()
"""The greenlets that answer a request or draw for a stream."""


@contextmanager
def calling_games() -> Iterator[None]:
    """Note this greenlet meanwhile, and raise GameFault for what a game raises to end the program."""
    me = gevent.getcurrent()
    inner = me in under_way
    under_way.add(me)
    try:
        with tamed():
            yield
    finally:
        if not inner:
            under_way.discard(me)
