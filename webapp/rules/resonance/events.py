"""What can happen to the holder of a tag pool: the events on which tags bite or may be spent.

The list itself, with other ways to say each event, is events.toml.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields, number
from webapp.rules.resonance import book
from webapp.rules.resonance.numbers import MOST_ACTIONS
from webapp.rules.resonance.pool import kind_of, name_of, tag
from webapp.rules.resonance.values import Value


@dataclass(frozen=True, slots=True)
class Event:
    """Something happens to the holder, who may spend boosts on it (each at most once).

    Only `on` is needed. The rest says more, so that the answer can: `sp` and `ep` the costs, `rolls` whether
    dice fall, `sr` what they came to, `value` what Blight takes from (HP unless the Curator says otherwise)
    and `hp` how much is left, `ev` against `resistance` or the `loss` already known, `remove` the tags
    picked, `restore` the Value that Regen gives back to, `actions` those of this round, `tag` and `count`
    what is gained.
    """

    on: str
    spend: tuple[str, ...] = ()
    action: str = ""
    sp: int | None = None
    ep: int | None = None
    rolls: bool = False
    sr: int | None = None
    value: Value = Value.HP
    hp: int | None = None
    restore: Value | None = None
    remove: tuple[str, ...] = ()
    actions: int | None = None
    level: int | None = None
    stat: int | None = None
    influence: int | None = None
    slowed: bool = True
    ev: int | None = None
    resistance: int | None = None
    loss: int | None = None
    doubled: bool = False
    unavoidable: bool = False
    tag: str = ""
    count: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "on", book.event_key(self.on))
        for name, (low, high) in RANGES.items():
            if getattr(self, name) is not None:
                number(getattr(self, name), name, low=low, high=high)
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
        """Read an event as JSON gives it; RuleError for fields this event does not have."""
        with Fields(event, within="event") as given:
            on = book.event_key(given.text("on", longest=60))
            known_fields: Mapping[str, object] = {
                name: _read(given, name) for name in book.event_fields(on) if given.has(name)
            }
            spend = tuple(given.items("spend", (), most=20))
        return cls(on=on, spend=spend, **known_fields)  # type: ignore[arg-type]

    @property
    def deed(self) -> bool:
        """Whether the holder does something: nobody does who is unconscious."""
        return self.on in ("action_declared", "reaction_declared", "break_free")

    @property
    def moments(self) -> tuple[str, ...]:
        """Every trigger this event meets: declaring an action that costs SP and rolls meets three."""
        found = [self.on]
        if self.on == "break_free":  # correction B4.23: freeing oneself is an action that pays SP
            found += ["action_declared", "sp_paid"]
        if self.on in ("action_declared", "reaction_declared"):
            pays = (
                bool(self.sp) and self.on == "action_declared"
            )  # Impair names actions, Blight reactions too
            found += ["sp_paid"] * pays + ["ep_paid"] * bool(self.ep) + ["roll"] * self.rolls
        if self.on == "tag_gained" and self.tag == "bind":
            found.append("immobilised")
        if (self.on == "sp_paid" and self.sp == 0) or (self.on == "ep_paid" and self.ep == 0):
            found.remove(self.on)
        return tuple(found)


def _boost(name: str) -> str:
    key = tag(name)
    if kind_of(key) != "boost":
        why = f"{name_of(key)} is a status tag: it bites by itself and cannot be spent."
        raise RuleError(why, field="spend", value=name)
    return key


RANGES: Mapping[str, tuple[int, int]] = {
    "sp": (0, 100),
    "ep": (0, 100),
    "sr": (0, 1000),
    "hp": (1, 100),
    "actions": (0, MOST_ACTIONS),
    "level": (0, 9),
    "stat": (1, 5),
    "influence": (1, 5),
    "ev": (0, 1000),
    "resistance": (0, 100),
    "loss": (0, 1000),
    "count": (1, 10),
}
FLAGS = frozenset({"rolls", "slowed", "doubled", "unavoidable"})


def _read(given: Fields, name: str) -> object:
    if name in RANGES:
        return given.integer(name, *RANGES[name])
    if name in FLAGS:
        return given.flag(name)
    if name in ("value", "restore"):
        return Value(given.choice(name, Value))
    if name == "remove":
        picked = given.value(name)
        return (picked,) if isinstance(picked, str) else tuple(given.items(name, most=20))
    return given.text(name, longest=60)
