"""A game's form for a check, and the request that is made with it."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from typing_extensions import TypeVar

if TYPE_CHECKING:
    from webapp.rules.ruleset import Ruleset


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
class PlayersForm:
    """The fields of a form that a player fills in, grouped by how they are drawn."""

    things: tuple[CheckField, ...]
    people: tuple[CheckField, ...]
    choices: tuple[CheckField, ...]
    details: tuple[CheckField, ...]
    flags: tuple[CheckField, ...]

    @property
    def is_long(self) -> bool:
        """Whether there are more than three details and flags, which are then folded behind one line."""
        return len(self.details) + len(self.flags) > 3


class JsonRecord:
    """The base of frozen dataclasses that a table stores as plain JSON, perhaps beside other fields."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Self:
        """Make an instance from the matching fields of stored JSON.

        Fields that are null or "" count as absent, and lists become tuples.
        """
        known = cls.__dataclass_fields__
        said = {name: value for name, value in raw.items() if name in known and value not in (None, "")}
        return cls(
            **{name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
        )


@dataclass(frozen=True, slots=True)
class CheckRequest(JsonRecord):
    """The fields of a check as requested; a game adds its form's fields in its own frozen dataclass.

    Every game has an intent and an approach in words, the roller, and the clocks that the check is aimed at.
    """

    intent: str = ""
    approach: str = ""
    character: int | None = None
    targets: tuple[int, ...] = ()


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


def players_form(rules: "Ruleset") -> PlayersForm:
    """Return the fields that a player sets, without those that have buttons of their own."""

    def of(*kinds: str) -> tuple[CheckField, ...]:
        fields = (field for field in rules.check_form if field.player and not field.apart)
        return tuple(field for field in fields if field.kind in kinds)

    return PlayersForm(
        of("character", "zone", "piece"), of("characters"), of("choice"), of("text", "number"), of("flag")
    )


def ladder_field(rules: "Ruleset") -> CheckField | None:
    """Return the form's number field for the ladder, a required one first; None without a ladder or field."""
    numbers = [field for field in rules.check_form if field.kind == "number"]
    needed = next((field for field in numbers if field.needed), None)
    return (needed or next(iter(numbers), None)) if rules.ladder else None


def chosen(rules: "Ruleset", field: CheckField, asked: Mapping[str, Any]) -> Any:
    """Return a field's value in this request, else its default; None if it has none."""
    said = asked.get(field.key)
    if said is not None and said != "":
        return said
    default = rules.request_type.__dataclass_fields__[field.key].default
    return None if default is MISSING or default in ("", ()) else default


def group_kind_of(rules: "Ruleset", key: str | None) -> GroupKind:
    """Return a game's group kind with this key; an empty `GroupKind` for None or an unknown key."""
    return next((kind for kind in rules.group_kinds if kind.key == key), GroupKind())
