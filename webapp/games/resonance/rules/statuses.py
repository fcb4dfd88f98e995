"""The ten status tags and their mandatory effects at their triggers.

Each function handles one tag: it returns what happened and how many instances are removed (1, or 0 if the
tag stays), or None if the tag does not apply. Source: Layer 3, 2.4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.resonance.rules.events import Event
from webapp.games.resonance.rules.pools import TagPool, name_of
from webapp.games.resonance.rules.values import Value
from webapp.rules.check import Modifier
from webapp.rules.effects import ModifierKind


@dataclass(frozen=True, slots=True)
class TagEffect:
    """One effect of a tag: on what, by how much, how many instances were removed, and a sentence.

    `effect` is a word a program can act on: value_loss, sp_cost, ep_cost, no_innate_keywords, disadvantage,
    advantage, advantage_to_attacker, sr, resistance, actions, passives, boost_lost, freed, gained, lost,
    removed, resolved, restored, bonus, keyword, ignored, hidden. `ends_action` says that the declared action
    is lost.
    """

    tag: str
    effect: str
    amount: int = 0
    removed: int = 0
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    ends_action: bool = False

    @property
    def source(self) -> Modifier | None:
        """The source that the effect adds to the current roll: Curse or Bless, else None."""
        if self.effect in ("advantage", "disadvantage"):
            return Modifier(name_of(self.tag), ModifierKind(self.effect), note="tag")
        return None

    def as_dict(self) -> dict[str, object]:
        """Return the same as JSON, with the book's name of the tag."""
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
    """Lose 1 point at once, before anything else: HP, or what the Curator chose.

    Reading B4.12: it comes first, and if it takes the last HP the declared action is lost. Nothing lessens
    it, and it leaves Weaken alone (reading B4.11).
    """
    down = event.value is Value.HP and event.hp is not None and event.hp <= 1
    left = {} if event.hp is None or event.value is not Value.HP else {"left": event.hp - 1}
    lost = " That was the last: the action is lost." if down else ""
    return TagEffect(
        "blight",
        "value_loss",
        1,
        1,
        f"Blight: 1 {event.value.upper()} lost, and nothing prevents it.{lost}",
        {"value": str(event.value), **left},
        ends_action=down,
    )


def impair(pool: TagPool, event: Event) -> TagEffect:
    """Pay 1 SP more for the action."""
    base = 1 if event.on == "break_free" else event.sp
    cost = {} if base is None else {"cost": base + 1}
    total = f", {base + 1} in all" if base is not None else ""
    return TagEffect("impair", "sp_cost", 1, 1, f"Impair: the action costs 1 SP more{total}.", cost)


def daze(pool: TagPool, event: Event) -> TagEffect:
    """Lower the SR by the number of Daze tags, never below 0. Reading B4.10: the count sets the size."""
    count = pool["daze"]
    after = {} if event.sr is None else {"sr": max(0, event.sr - count)}
    return TagEffect("daze", "sr", -count, 1, f"Daze: the SR is {count} lower, but not below 0.", after)


def weaken(pool: TagPool, event: Event) -> TagEffect | None:
    """Lower Resistance by the number of Weaken tags; one is removed if anything was lost.

    Reading B4.11: it counts while the incoming effect is worked out; a loss that nothing can prevent neither
    uses nor removes it.
    """
    if event.unavoidable or (event.loss == 0 and event.ev is None):
        return None
    count = pool["weaken"]
    numbers = _weakened(event, count)
    gone = int(numbers.get("loss", 1) > 0)
    stays = "" if gone else " Nothing got through, so it stays."
    return TagEffect(
        "weaken", "resistance", -count, gone, f"Weaken: Resistance is {count} lower.{stays}", numbers
    )


def _weakened(event: Event, count: int) -> dict[str, int]:
    if event.ev is None or event.resistance is None:
        return {} if event.loss is None else {"loss": event.loss}
    lowered = max(0, event.resistance - count)
    loss = max(0, event.ev - lowered) * (2 if event.doubled else 1)
    return {"resistance": lowered, "loss": loss}


def slow(pool: TagPool, event: Event) -> TagEffect | None:
    """Take one action off this turn, never below 1; at the end of that turn one Slow is removed.

    Reading B4.15: one tag per turn, however many there are. A Slow that came during this very turn (`slowed`
    false) waits for the next.
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
    """Remove one Nullify at the first priority of a round; passive keywords return with the last."""
    left = pool["nullify"] - 1
    state = "Passive keywords work again." if left == 0 else f"Passive keywords stay off ({left} left)."
    return TagEffect("nullify", "passives", 1, 1, f"Nullify: one is removed. {state}")


def bind(pool: TagPool, event: Event) -> TagEffect:
    """Break free of one Bind for an action and 1 SP; the last one gone, one can move again."""
    left = pool["bind"] - 1
    state = "You can move again." if left == 0 else f"Still immobilised ({left} left)."
    return TagEffect("bind", "freed", 1, 1, f"Bind: an action and 1 SP remove one. {state}")


def resolve(key: str, pool: TagPool, event: Event) -> TagEffect | None:
    """Return what a status tag does at its trigger; of tags that always do the same, one is used up.

    A tag of the table's own does nothing else.
    """
    if key in pool.own:
        return TagEffect(
            key, "resolved", 0, 1, f"{key}: {pool.own[key].clears or 'it happened'}, so one is removed."
        )
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
