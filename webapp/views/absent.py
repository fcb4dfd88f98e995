"""A marker for values an audience may not have: templates treat it as false, JSON leaves it out."""

from enum import Enum
from typing import TypeAlias, TypeVar


class Absent(Enum):
    """The one value `ABSENT`: false in templates, left out of JSON."""

    ABSENT = "absent"

    def __bool__(self) -> bool:
        return False


ABSENT = Absent.ABSENT
T = TypeVar("T")
Maybe: TypeAlias = T | Absent
page_only: dict[str, object] = {"json": False}
flattened: dict[str, object] = {"json": False, "flat": True}
"""A field whose own fields are beside the others in JSON."""
