"""Make tokens and codes from the system's secure random source; tokens are stored as SHA-256."""

import hashlib
import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no letters that look alike


def new_token() -> str:
    """Return 192 random bits in 32 letters that are safe in an address."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash that is stored instead of the token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_mark() -> str:
    """Return 72 random bits in 12 letters that identify a device but open nothing."""
    return secrets.token_urlsafe(9)


def new_digits(length: int = 6) -> str:
    """Return a new code for another device: digits only, since it is used once within minutes."""
    return "".join(secrets.choice("0123456789") for _ in range(length))


def new_table_id() -> str:
    """Return a new public id of a table, for addresses; it opens nothing by itself."""
    return "".join(secrets.choice(CODE_LETTERS.lower()) for _ in range(10))


def new_epoch() -> str:
    """Return a new epoch for a table's revisions; after a restore it invalidates old cursors."""
    return secrets.token_hex(4)
