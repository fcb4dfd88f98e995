"""Keys, seat secrets and dice, made from the system's secure source; what opens is kept as SHA-256."""

import hashlib
import secrets
from collections.abc import Sequence

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # nothing that reads like something else


def new_token() -> str:
    """192 bits in 32 letters that are safe in an address."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is stored and looked up instead of the token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_mark() -> str:
    """72 bits in 12 letters that tell one device from another; they open nothing."""
    return secrets.token_urlsafe(9)


def new_code(length: int = 8) -> str:
    """A join code to be read aloud and typed by hand; long enough for what may be guessed in a year."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def new_digits(length: int = 6) -> str:
    """A code for one's own other device: digits alone, since it is good for minutes and used once."""
    return "".join(secrets.choice("0123456789") for _ in range(length))


def new_table_id() -> str:
    """A table's public name in addresses; it opens nothing by itself."""
    return "".join(secrets.choice(CODE_LETTERS.lower()) for _ in range(10))


def new_epoch() -> str:
    """The epoch of a table's revisions: another after a restore, so that old cursors are known."""
    return secrets.token_hex(4)


def secure_dice(count: int, faces: int) -> Sequence[int]:
    """The server's own dice."""
    return [1 + secrets.randbelow(faces) for _ in range(count)]
