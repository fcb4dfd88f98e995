"""What the table may ask of a game without dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.rules.catalogue import load
from webapp.rules.check import Assessment, Held, Source
from webapp.rules.effects import Modifier, named_by
from webapp.rules.play import AskedFor
from webapp.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Check:
    """What somebody is about to do, in words."""

    intent: str = ""
    approach: str = ""
    sources: tuple[Source, ...] = ()


class Freeform(Ruleset[AskedFor, Check]):
    """A table that plays without a rulebook, or with one that the app does not know."""

    key = "freeform"
    name = "Freeform"
    pitch = "Tags, conditions and clocks for any game. No dice: the table decides."
    check = Check
    effect_modifiers = frozenset({Modifier.NOTE, Modifier.BLOCKS})

    catalogue = load(
        "webapp.rules.freeform",
        extra_fields={"role": str},
        kinds=frozenset({"tag", "condition", "clock"}),
    )
    """Tags, conditions and kinds of clock that most stories can use."""

    def called(self, asked: AskedFor, stats: Mapping[str, Any]) -> Check:
        """What somebody says that they do."""
        return Check(asked.intent, asked.approach)

    def assess(self, check: Check, around: Sequence[Held] = ()) -> Assessment:
        """Read out what stands around an action: what forbids it and what to bear in mind."""
        said: dict[bool, list[str]] = {True: [], False: []}
        for held in around:
            for effect in (each for each in held.effects if named_by(each, check.intent, check.approach)):
                forbids = effect.modifier is Modifier.BLOCKS
                what = f"{held.name} {'forbids' if forbids else 'touches'} {effect.on}"
                said[forbids].append(f"{what}: {effect.note}." if effect.note else f"{what}.")
        return Assessment(blocked=tuple(said[True]), warnings=tuple(said[False]))


RULESET = Freeform()
