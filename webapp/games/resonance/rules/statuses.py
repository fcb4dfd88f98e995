"""The ten status tags and their mandatory effects at their triggers.

Each function handles one tag: it returns the effect, with how many tags are removed (1, or 0 if the
tag stays), or None if the tag does not apply. Source: Layer 3, 2.4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.api import Modifier, ModifierKind
from webapp.games.resonance.rules.pools import Event, TagPool, name_of
from webapp.games.resonance.rules.values import Value


@dataclass(frozen=True, slots=True)
class TagEffect:
    """One effect of a tag: its kind, its amount, how many tags are removed, and a sentence.

    `effect` is a word a program can act on: value_loss, sp_cost, ep_cost, no_innate_keywords,
    disadvantage, advantage, advantage_to_attacker, sr, resistance, actions, passives, boost_lost,
    freed, gained, lost, removed, resolved, restored, bonus, keyword, ignored, hidden. `ends_action`
    means that the declared action is lost. `facts` are what `TagWorked` and `TagOverflowed` tell besides.
    """

    tag: str
    effect: str
    amount: int = 0
    removed: int = 0
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    ends_action: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def source(self) -> Modifier | None:
        """The modifier that Curse or Bless adds to the current roll; None for other effects."""
        if self.effect in ("advantage", "disadvantage"):
            return Modifier(name_of(self.tag), ModifierKind(self.effect), note="tag")
        return None

    def as_dict(self) -> dict[str, object]:
        """Return the effect as JSON, with the book's name of the tag."""
        return {
            "tag": name_of(self.tag),
            "effect": self.effect,
            "amount": self.amount,
            "removed": self.removed,
            "text": self.text,
            **({"ends_action": True} if self.ends_action else {}),
            **self.data,
        }


def blight(pool: TagPool, event: Event) -> TagEffect:
    """Return the effect of Blight: 1 HP, or 1 of a Value that the Curator chose, is lost at once.

    It comes before anything else, and if it takes the last HP the declared action is lost (reading
    B4.12). Nothing reduces the loss, and it does not use up a Weaken (reading B4.11).
    """
    down = event.value is Value.HP and event.hp is not None and event.hp <= 1
    left = {} if event.hp is None or event.value is not Value.HP else {"left": event.hp - 1}
    deed = "reaction" if event.on == "reaction_declared" else "action"
    lost = f" No HP is left, so the {deed} is lost." if down else ""
    return TagEffect(
        "blight",
        "value_loss",
        1,
        1,
        f"Blight: 1 {event.value.upper()} lost; nothing can prevent it.{lost}",
        {"value": str(event.value), **left},
        ends_action=down,
        facts={"ends": deed} if down else {},
    )


def impair(pool: TagPool, event: Event) -> TagEffect:
    """Return the effect of Impair: the action costs 1 SP more."""
    base = 1 if event.on == "break_free" else event.sp
    cost = {} if base is None else {"cost": base + 1}
    total = f", {base + 1} in all" if base is not None else ""
    text = f"Impair: the action costs 1 SP more{total}."
    return TagEffect("impair", "sp_cost", 1, 1, text, cost, facts={"total": cost.get("cost")})


def daze(pool: TagPool, event: Event) -> TagEffect:
    """Return the effect of Daze: the SR is lower by the number of tags, but not below 0. Reading B4.10."""
    count = pool["daze"]
    after = {} if event.sr is None else {"sr": max(0, event.sr - count)}
    return TagEffect("daze", "sr", -count, 1, f"Daze: the SR is {count} lower, but not below 0.", after)


def weaken(pool: TagPool, event: Event) -> TagEffect | None:
    """Return the effect of Weaken: Resistance is lower by the number of tags; a loss removes one tag.

    It counts for the incoming effect (reading B4.11). If the effect then takes nothing, no tag is
    removed. None for a loss that nothing can prevent, and for a known `loss` of 0 without `ev`.
    """
    if event.unavoidable or (event.loss == 0 and event.ev is None):
        return None
    count = pool["weaken"]
    numbers = _weakened(event, count)
    gone = int(numbers.get("loss", 1) > 0)
    stays = "" if gone else " Nothing was lost, so Weaken stays."
    text = f"Weaken: Resistance is {count} lower.{stays}"
    return TagEffect("weaken", "resistance", -count, gone, text, numbers, facts={"stays": not gone})


def _weakened(event: Event, count: int) -> dict[str, int]:
    if event.ev is None or event.resistance is None:
        return {} if event.loss is None else {"loss": event.loss}
    lowered = max(0, event.resistance - count)
    loss = max(0, event.ev - lowered) * (2 if event.doubled else 1)
    return {"resistance": lowered, "loss": loss}


def slow(pool: TagPool, event: Event) -> TagEffect | None:
    """Return the effect of Slow: one action fewer this turn, never below 1; the turn's end removes one Slow.

    One tag counts per turn, however many there are (reading B4.15). A Slow that came during this
    very turn waits for the next: the turn's end has no effect if `slowed` is false (None).
    """
    if event.on == "turn_end":
        return (
            TagEffect("slow", "removed", 1, 1, "Slow: one is removed as this turn ends.")
            if event.slowed
            else None
        )
    after = {} if event.actions is None else {"actions": min(event.actions, max(1, event.actions - 1))}
    return TagEffect("slow", "actions", -1, 0, "Slow: one action fewer this turn, but at least 1.", after)


def nullify(pool: TagPool, event: Event) -> TagEffect:
    """Return the effect of Nullify at the first priority of a round: one is removed.

    After the last one, passive keywords work again.
    """
    left = pool["nullify"] - 1
    state = "Passive keywords work again." if left == 0 else f"Passive keywords stay off ({left} left)."
    return TagEffect("nullify", "passives", 1, 1, f"Nullify: one is removed. {state}", facts={"left": left})


def bind(pool: TagPool, event: Event) -> TagEffect:
    """Return the effect of breaking free: one Bind is removed, for an action and 1 SP.

    After the last one, the character can move again.
    """
    left = pool["bind"] - 1
    state = "You can move again." if left == 0 else f"Still immobilised ({left} left)."
    text = f"Bind: an action and 1 SP remove one. {state}"
    return TagEffect("bind", "freed", 1, 1, text, facts={"left": left})


def resolve(key: str, pool: TagPool, event: Event) -> TagEffect | None:
    """Return the effect of a status tag at its trigger; None if the tag does not apply.

    For a tag of the table's own, the only effect is that one is removed.
    """
    if key in pool.own:
        cause = pool.own[key].clears.rstrip(". ")
        text = f"{key}{f' ({cause})' if cause else ''}: one is removed."
        return TagEffect(key, "resolved", 0, 1, text, facts={"clears": cause or None})
    if key in ALWAYS:
        effect, text = ALWAYS[key]
        return TagEffect(key, effect, 1, 1, text)
    return RESOLVE[key](pool, event)


ALWAYS: Mapping[str, tuple[str, str]] = {
    "silence": ("no_innate_keywords", "Silence: no innate keywords on this action."),
    "curse": ("disadvantage", "Curse: this roll has Disadvantage."),
    "mark": ("advantage_to_attacker", "Mark: the attack against you has Advantage."),
}
RESOLVE: Mapping[str, Callable[[TagPool, Event], TagEffect | None]] = {
    "blight": blight,
    "impair": impair,
    "daze": daze,
    "weaken": weaken,
    "slow": slow,
    "nullify": nullify,
    "bind": bind,
}
