"""What is written down of a check: how it was rolled and how it came out, in one shape for all games."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from webapp.rules.check import Resolved
from webapp.store.models import THINGS


def _thing(pair: list[object]) -> list[object]:
    if len(pair) != 2 or str(pair[0]) not in THINGS or type(pair[1]) is not int:
        raise ValueError("a reference is a kind and an id")
    return pair


Reference = Annotated[list[Any], AfterValidator(_thing)]


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Counted(_Written):
    """A source that counted, and the tag, condition or helper it came from."""

    name: str
    modifier: str
    amount: int
    note: str
    thing: Reference | None = None


class AsRolled(_Written):
    """The check just as it was rolled: later changes on the table change nothing of it."""

    check: dict[str, Any]
    dice: str
    faces: Annotated[int, Field(ge=2, le=100)]
    numbers: dict[str, Any]
    counted: list[Counted]
    hazards: list[Reference]


class Result(_Written):
    """How it came out; `combined` is the sentence for several who rolled for one moment."""

    outcome: str
    label: str
    success: bool
    real: bool = False
    sentences: list[str] = []
    data: dict[str, Any] = {}
    combined: str | None = None

    @classmethod
    def of(cls, resolved: Resolved, **otherwise: object) -> dict[str, object]:
        """What a check keeps of how it came out, but for what is told `otherwise`."""
        told: dict[str, Any] = {
            "outcome": resolved.outcome,
            "label": resolved.label,
            "success": resolved.success,
            "real": resolved.real,
            "sentences": list(resolved.sentences),
            "data": dict(resolved.data),
        }
        return cls(**(told | otherwise)).model_dump(exclude_none=True)
