"""A game's form for a check, and the request that is made with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from typing_extensions import TypeVar

from webapp.rules.codec import load_known


@dataclass(frozen=True, slots=True)
class CheckField:
    """One field of a game's `check.call`, for forms and validation.

    `kind` is "choice" (one of `choices`, named by `labels`), "text", "number" (`low` to `high`),
    "flag", or a reference to things of the table: "character", "characters" (several), "zone" or
    "piece". Players may set a field with `player`; while a field with `needed` is empty, the check
    cannot be rolled. A field with `apart` has its own buttons. The request's field of the same name
    has the default value.

      CheckField("risk", "Risk", "How much is at stake.", "choice", ("low", "high"), labels=("Low", "High"))
    """

    key: str
    name: str
    text: str
    kind: str = "text"
    choices: tuple[str, ...] = ()
    low: int = -20
    high: int = 20
    player: bool = False
    needed: bool = False
    apart: bool = False
    labels: tuple[str, ...] = ()

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Each choice with its label, which defaults to the capitalised key."""
        usual = (f"{key[:1].upper()}{key[1:]}" for key in self.choices)
        return tuple(zip(self.choices, self.labels or usual, strict=True))


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """The fields of a check as requested; a game adds its form's fields in its own frozen dataclass.

    Every game has an intent and an approach in words, the roller, and the clocks that the check is aimed at.
    """

    intent: str = ""
    approach: str = ""
    character: int | None = None
    targets: tuple[int, ...] = ()

    @classmethod
    def of(cls, asked: Mapping[str, Any]) -> Self:
        """Read the fields that a check stores as they were sent, perhaps beside fields of its game."""
        return load_known(cls, asked)


RequestT = TypeVar("RequestT", bound=CheckRequest, default=Any)


@dataclass(frozen=True, slots=True)
class Question:
    """A question to ask before the roll: its key, its name, and its wording."""

    key: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class GroupKind:
    """A way for several characters to face one check.

    The others help (`helps`), or each rolls (`each_rolls`); `company` is the text before their names.
    """

    key: str = ""
    name: str = ""
    text: str = ""
    helps: bool = False
    each_rolls: bool = False
    company: str = "Together with"
