"""The ruleset of Freeform, a game without dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.games.api import (
    Assessment,
    Attribute,
    CheckRequest,
    ContextItem,
    Modifier,
    ModifierKind,
    Ruleset,
    load_catalogue,
    named_by,
)


@dataclass(frozen=True, slots=True)
class Check:
    """A check in Freeform: intent and approach in words, and the modifiers that count."""

    intent: str = ""
    approach: str = ""
    sources: tuple[Modifier, ...] = ()


class Freeform(Ruleset[CheckRequest, Check]):
    """The ruleset for tables without a rulebook, or with one that the app does not know."""

    key = "freeform"
    name = "Freeform"
    pitch = "Tags, conditions and clocks for any game. There are no dice: the people at the table decide."
    check = Check
    players_burn = True
    sheet_numbers = (Attribute("Gear", "Gear", "what the character carries", kind="text", rating=False),)
    effect_modifiers = frozenset({ModifierKind.NOTE, ModifierKind.BLOCKS})

    catalogue = load_catalogue(
        "webapp.games.freeform.rules",
        extra_fields={"role": str},
        kinds=frozenset({"tag", "condition", "clock"}),
    )
    """Tags, conditions and kinds of clock that most stories can use."""

    def called(self, asked: CheckRequest, stats: Mapping[str, Any]) -> Check:
        """Return the check with the request's intent and approach."""
        return Check(asked.intent, asked.approach)

    def modifiers_for(self, check: Check, around: Sequence[ContextItem] = ()) -> Assessment:
        """Return an Assessment with a sentence for each nearby effect on the action: blocks and warnings."""
        said: dict[bool, list[str]] = {True: [], False: []}
        for held in around:
            for effect in (value for value in held.effects if named_by(value, check.intent, check.approach)):
                forbids = effect.modifier is ModifierKind.BLOCKS
                what = effect.note.rstrip(".") or ("not possible now" if forbids else effect.on)
                said[forbids].append(f"{held.name}: {what}.")
        return Assessment(blocked=tuple(said[True]), warnings=tuple(said[False]))


RULESET = Freeform()
