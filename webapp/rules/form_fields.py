"""Which fields of a check's form a player sets, and what a field or a group's kind is in a request."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass
from typing import Any

from webapp.rules.check_form import CheckField, GroupKind
from webapp.rules.ruleset import Ruleset


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


def players_form(rules: Ruleset) -> PlayersForm:
    """Return the fields that a player sets, without those that have buttons of their own."""

    def of(*kinds: str) -> tuple[CheckField, ...]:
        """Return the player's fields of these kinds, such as "choice", in the form's order."""
        fields = (field for field in rules.check_form if field.player and not field.apart)
        return tuple(field for field in fields if field.kind in kinds)

    return PlayersForm(
        of("character", "zone", "piece"), of("characters"), of("choice"), of("text", "number"), of("flag")
    )


def ladder_field(rules: Ruleset) -> CheckField | None:
    """Return the form's number field for the ladder, a required one first; None without a ladder or field."""
    numbers = [field for field in rules.check_form if field.kind == "number"]
    needed = next((field for field in numbers if field.needed), None)
    return (needed or next(iter(numbers), None)) if rules.ladder else None


def chosen(rules: Ruleset, field: CheckField, asked: Mapping[str, Any]) -> Any:
    """Return a field's value in this request, else its default; None if it has none."""
    said = asked.get(field.key)
    if said is not None and said != "":
        return said
    default = rules.request_type.__dataclass_fields__[field.key].default
    return None if default is MISSING or default in ("", ()) else default


def group_kind_of(rules: Ruleset, key: str | None) -> GroupKind:
    """Return a game's group kind with this key; an empty `GroupKind` for None or an unknown key."""
    return next((kind for kind in rules.group_kinds if kind.key == key), GroupKind())
