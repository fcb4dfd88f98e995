"""A marker for values that an audience may not have; it is false in templates and omitted in JSON."""

from enum import Enum
from typing import TypeAlias, TypeVar


class Absent(Enum):
    """The type of the single value `ABSENT`, which is false in templates and omitted in JSON."""

    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False


ABSENT = Absent.ABSENT
"""The value of a field that is never sent."""
T = TypeVar("T")
Maybe: TypeAlias = T | Absent
"""A value that may be `ABSENT`."""
page_only: dict[str, object] = {"json": False}
flattened: dict[str, object] = {"json": False, "flat": True}
"""The metadata of a field whose own fields are merged into its parent's in JSON."""
