"""The server's own dice, which use the operating system's secure random source."""

import secrets
from collections.abc import Sequence


def secure_dice(count: int, faces: int) -> Sequence[int]:
    """Roll `count` fair dice with results from 1 to `faces`."""
    return [1 + secrets.randbelow(faces) for _ in range(count)]
