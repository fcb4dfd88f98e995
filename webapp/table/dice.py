"""The server's own dice, thrown from the system's secure source."""

import secrets
from collections.abc import Sequence


def secure_dice(count: int, faces: int) -> Sequence[int]:
    """Roll `count` fair dice of 1 to `faces`."""
    return [1 + secrets.randbelow(faces) for _ in range(count)]
