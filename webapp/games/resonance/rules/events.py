"""Events that happen to the holder of a tag pool and make tags take effect or let them be spent.

The list, with other names for each event, is in events.toml.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import Actions, Count, Left, Level, Parts, Stat, Target
from webapp.games.resonance.rules.pools import kind_of, name_of, tag
from webapp.games.resonance.rules.values import Value
from webapp.rules.annotations import Most, Within
from webapp.rules.argument_validation import taken
from webapp.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to the holder, who may spend boosts on it (each at most once).

    Only `on` is required to create an event; the other fields make its result more precise. Firing it
    raises RuleError if a choice is missing: the `tag` of tag_gained, or what a Cure is to `remove`.

    `action` is the action's key, `sp` and `ep` are its costs, `rolls` is whether dice are rolled, and
    `sr` their result. `value` is the Value that is lost, or that Blight takes from (HP unless the
    Curator says otherwise), and `hp` what is left of HP. A loss is `ev` less `resistance` (twice as
    much if `doubled`), or the known `loss`; nothing prevents an `unavoidable` one. `level` and `stat`
    are for Obscure, `influence` for Enhance; `slowed` is whether Slow takes effect on this turn.
    `remove` are the tags picked, `restore` is the Value that Regen restores, `actions` are those of
    this round, and `tag` and `count` say which tags are gained and how many.
    """

    on: str
    spend: Annotated[tuple[str, ...], Most(20)] = ()
    action: str = ""
    sp: Left | None = None
    ep: Left | None = None
    rolls: bool = False
    sr: Count | None = None
    value: Value = Value.HP
    hp: Parts | None = None
    restore: Value | None = None
    remove: tuple[str, ...] = ()
    actions: Actions | None = None
    level: Level | None = None
    stat: Stat | None = None
    influence: Stat | None = None
    slowed: bool = True
    ev: Count | None = None
    resistance: Target | None = None
    loss: Count | None = None
    doubled: bool = False
    unavoidable: bool = False
    tag: str = ""
    count: Annotated[int, Within(1, 10)] = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "on", book.event_key(self.on))
        object.__setattr__(self, "action", self.action.strip().casefold())
        object.__setattr__(self, "spend", tuple(_boost(name) for name in self.spend))
        object.__setattr__(self, "tag", tag(self.tag) if self.tag else "")
        twice = next((key for key in self.spend if self.spend.count(key) > 1), None)
        if twice:  # Layer 3, 2.2.1: one instance
            raise RuleError(
                f"Only one {name_of(twice)} can be spent on one event.", field="spend", value=twice
            )

    @classmethod
    def parse(cls, event: Mapping[str, object]) -> "Event":
        """Parse an event from JSON; raise RuleError for fields that this event does not have."""
        said = book.event_said(event, "event", "spend")
        if isinstance(said.get("remove"), str):
            said["remove"] = [said["remove"]]
        return taken(cls, said, "event")

    @property
    def deed(self) -> bool:
        """Whether the event is an action or a reaction of the holder, which the unconscious cannot take."""
        return self.on in ("action_declared", "reaction_declared", "break_free")

    @property
    def moments(self) -> tuple[str, ...]:
        """Every trigger this event meets; declaring an action that costs SP and rolls meets three."""
        found = [self.on]
        if self.on == "break_free":  # correction B4.23: freeing oneself is an action that pays SP
            found += ["action_declared", "sp_paid"]
        if self.on in ("action_declared", "reaction_declared"):
            pays = (
                bool(self.sp) and self.on == "action_declared"
            )  # Impair applies to actions, Blight to reactions too
            found += ["sp_paid"] * pays + ["ep_paid"] * bool(self.ep) + ["roll"] * self.rolls
        if self.on == "tag_gained" and self.tag == "bind":
            found.append("immobilised")
        if (self.on == "sp_paid" and self.sp == 0) or (self.on == "ep_paid" and self.ep == 0):
            found.remove(self.on)
        return tuple(found)


def _boost(name: str) -> str:
    key = tag(name)
    if kind_of(key) != "boost":
        why = f"{name_of(key)} is a status tag: it takes effect by itself and cannot be spent."
        raise RuleError(why, field="spend", value=name)
    return key
