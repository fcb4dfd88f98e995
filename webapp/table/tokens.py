"""Make tokens and codes from the system's secure random source; tokens are stored as SHA-256."""

import hashlib
import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no letters that look alike


def new_token() -> str:
    """Return 192 random bits as 32 characters that are safe in a URL."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash that is stored instead of the token: SHA-256 in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_mark() -> str:
    """Return 72 random bits as 12 characters, which identify a device but give no access."""
    return secrets.token_urlsafe(9)


def new_digits(length: int) -> str:
    """Return a new device code of digits only, which is valid only once and for a few minutes."""
    return "".join(secrets.choice("0123456789") for _ in range(length))


def new_table_id() -> str:
    """Return a new public table id of 10 characters for URLs; it gives no access by itself."""
    return "".join(secrets.choice(CODE_LETTERS.lower()) for _ in range(10))


def new_epoch() -> str:
    """Return a new epoch for a table's cursors, which makes all older cursors invalid."""
    return secrets.token_hex(4)
