"""Short reprs for values at a prompt: one line of at most 119 characters, without default values."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any

LONGEST = 119


def shorten(package: Mapping[str, Any]) -> None:
    """Give every dataclass that a package exports a repr of one line, unless the class has its own."""
    for thing in package.values():
        if isinstance(thing, type) and is_dataclass(thing) and thing.__dataclass_params__.repr:  # type: ignore[attr-defined]
            thing.__repr__ = brief  # type: ignore[method-assign]


def brief(value: Any) -> str:
    """Write a dataclass as its constructor call, without default values: `Check(dc=16, attribute=2)`."""
    said = ((field.name, getattr(value, field.name)) for field in fields(value) if not _usual(value, field))
    return cut(
        f"{type(value).__name__}({', '.join(f'{name}={_written(sentence)}' for name, sentence in said)})"
    )


def cut(text: str) -> str:
    """Return a repr cut to at most 119 characters, with "...)" at the end if something was cut."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 4]}...)"


def _usual(value: Any, field: Field[Any]) -> bool:
    """Return whether a field has its default, so that it need not be shown."""
    usual = field.default if field.default_factory is MISSING else field.default_factory()
    return bool(getattr(value, field.name) == usual)


def _written(value: object) -> str:
    """Format a value as people write it: words for members of an enumeration, lists for tuples."""
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    return repr(value)
