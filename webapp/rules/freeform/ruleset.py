"""What the table may ask of a game without dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.rules.catalogue import load
from webapp.rules.check import Assessment, Held
from webapp.rules.effects import Modifier, named_by
from webapp.rules.fields import Fields
from webapp.rules.ruleset import Ruleset


class Freeform(Ruleset):
    """A table that plays without a rulebook, or with one that the app does not know."""

    key = "freeform"
    name = "Freeform"
    pitch = "Tags, conditions and clocks for any game. No dice: the table decides."
    effect_modifiers = frozenset({Modifier.NOTE, Modifier.BLOCKS})

    catalogue = load(
        "webapp.rules.freeform",
        extra_fields={"role": str},
        kinds=frozenset({"tag", "condition", "clock"}),
    )
    """Tags, conditions and kinds of clock that most stories can use."""

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Read out what stands around an action: what forbids it and what to bear in mind.

        `check` may have `intent` and `approach`, in words.
        """
        with Fields(check) as fields:
            words = (fields.text("intent", ""), fields.text("approach", ""))
        said: dict[bool, list[str]] = {True: [], False: []}
        for held in around:
            for effect in (each for each in held.effects if named_by(each, *words)):
                forbids = effect.modifier is Modifier.BLOCKS
                what = f"{held.name} {'forbids' if forbids else 'touches'} {effect.on}"
                said[forbids].append(f"{what}: {effect.note}." if effect.note else f"{what}.")
        return Assessment(blocked=tuple(said[True]), warnings=tuple(said[False]))


RULESET = Freeform()
