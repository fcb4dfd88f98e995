"""Fewer steps with the same end: whole stretches are left out first, then single steps."""

import time
from collections.abc import Callable
from typing import TypeVar

Item = TypeVar("Item")


def shrunk(steps: list[Item], fails: Callable[[list[Item]], bool], ends: float) -> list[Item]:
    """The shortest list found until the time is up that still fails; the same one when it does not."""
    if not fails(steps):
        return steps
    size = len(steps) // 2
    while size and time.monotonic() < ends:
        at = 0
        while at < len(steps) and time.monotonic() < ends:
            fewer = steps[:at] + steps[at + size :]
            if fails(fewer):
                steps = fewer
            else:
                at += size
        size //= 2
    return steps
