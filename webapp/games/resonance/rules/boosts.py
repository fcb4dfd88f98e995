"""The ten boost tags: when their holder may spend one, and its effect.

Boosts are choices; none is applied automatically. Source: Layer 3, 2.5.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import MOST_ACTIONS
from webapp.games.resonance.rules.pools import Event, TagPool, name_of, tag
from webapp.games.resonance.rules.standard_roll import obscure as hidden_at
from webapp.games.resonance.rules.statuses import TagEffect
from webapp.games.resonance.rules.values import Value

BEFORE_THE_ROLL = ("bless", "charge", "augment", "ward")
"""The boosts that one tap spends on a waiting roll; Ward is its target's, the others are the roller's."""
ACTIVATES = ("", "activate", "called shot", "combined strike")


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision that the holder may make now: to spend a boost, or to pick what a Nullify removes.

    `needs` names the fields to send with it, `options` the possible picks. `must` is whether picks
    are due, and `due` how many.
    """

    tag: str
    text: str
    needs: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    must: bool = False
    due: int = 1

    @property
    def by_any_stat(self) -> bool:
        """Whether the holder has to choose a stat for the boost."""
        return self.tag == "obscure"

    def as_dict(self) -> dict[str, object]:
        """Return the choice as JSON, with the book's name of the tag and without `due`."""
        return {
            "tag": name_of(self.tag),
            "text": self.text,
            "needs": list(self.needs),
            "options": list(self.options),
            "must": self.must,
        }


def choices(pool: TagPool, event: Event) -> tuple[Choice, ...]:
    """Return the boosts that may be spent on this event, with what the holder must choose.

    Boosts already spent on it and the table's own tags are left out.
    """
    fit = (key for key in pool.of_kind("boost") if key not in pool.own and key not in event.spend)
    found = ((key, book.catalogue()[key]) for key in fit if offered(key, pool, event))
    return tuple(
        Choice(key, entry.text, tuple(entry.data.get("needs", ())), _options(key, pool))
        for key, entry in found
    )


def offered(key: str, pool: TagPool, event: Event) -> bool:
    """Return whether this boost fits the event."""
    if not set(book.catalogue()[key].data["on"]) & set(event.moments):
        return False
    if key == "augment":
        return event.action in ACTIVATES and event.on != "break_free" and "obscure" not in event.spend
    if key == "obscure":
        return event.action in ("", "obscure") and event.on != "break_free" and "augment" not in event.spend
    if key == "haste":  # reading B4.15: never more than 6 actions in a round
        return event.actions is None or event.actions < MOST_ACTIONS
    return key != "cure" or pool.total("status") > 0


def spend(key: str, pool: TagPool, event: Event) -> tuple[TagPool, TagEffect]:
    """Spend one boost; return the pool without it, and its effect (Cure also removes a status tag).

    Raises RuleError if the pool has none, if it does not fit this event, or if Cure's pick is missing.
    """
    if key not in pool:
        raise RuleError(f"There is no {name_of(key)} in the pool to spend.", field="spend", value=key)
    if not offered(key, pool, event):
        raise RuleError(
            f"{name_of(key)} cannot be spent now. Trigger: {book.catalogue()[key].trigger}",
            field="spend",
            value=key,
        )
    if key == "cure":
        return _cure(pool, event)
    if key in ALWAYS:
        effect, text = ALWAYS[key]
        return pool.remove(key), TagEffect(key, effect, 1, 1, text)
    return pool.remove(key), SPEND[key](event)


def spend_late(key: str, pool: TagPool, event: Event) -> tuple[TagPool, TagEffect]:
    """Spend one boost on an event that has just happened; return the pool and the effect, as `spend` does.

    Charge refunds 1 EP of a cost in EP, and Liberate removes the Binds that were just gained.
    """
    left, happened = spend(key, pool, event)
    if key == "charge" and event.ep:
        back = replace(happened, effect="restored", amount=1, data={"value": str(Value.EP)})
        return left, back
    if key == "liberate" and event.tag == "bind":
        left = left.remove("bind", min(event.count, left["bind"]))
    return left, happened


def again(key: str) -> bool:
    """Return whether a boost may be spent more than once on the same event: Cure and Haste."""
    return "own_turn" in book.catalogue()[key].data["on"]


def haste(event: Event) -> TagEffect:
    """Return the effect of Haste: one more action this turn."""
    after = {} if event.actions is None else {"actions": event.actions + 1}
    return TagEffect("haste", "actions", 1, 1, "Haste: one more action this turn.", after)


def charge(event: Event) -> TagEffect:
    """Return the effect of Charge: the total cost of the keywords is 1 EP less."""
    after = {} if event.ep is None else {"cost": event.ep - 1}
    return TagEffect("charge", "ep_cost", -1, 1, "Charge: the keywords cost 1 EP less.", after)


def regen(event: Event) -> TagEffect:
    """Return the effect of Regen: 1 point of a Value of the holder's choice."""
    where = event.restore.upper() if event.restore else "a Value of your choice"
    chosen = {"value": str(event.restore)} if event.restore else {}
    return TagEffect("regen", "restored", 1, 1, f"Regen: 1 point restored to {where}.", chosen)


def enhance(event: Event) -> TagEffect:
    """Return the effect of Enhance: the result is higher by the holder's own Influence. Reading B4.14."""
    bonus = event.influence or 0
    amount = str(bonus) if bonus else "your Influence"
    return TagEffect("enhance", "bonus", bonus, 1, f"Enhance: the result is higher by {amount}.")


def obscure(event: Event) -> TagEffect:
    """Return the effect of Obscure: the holder hides; a seeker must beat 10 + Level + the chosen Stat."""
    if event.level is None or event.stat is None:
        return TagEffect(
            "obscure", "hidden", 0, 1, "Obscure: you are Hidden; searchers must beat 10 + Level + Stat."
        )
    tn = hidden_at(event.level, event.stat).tn
    return TagEffect(
        "obscure",
        "hidden",
        0,
        1,
        "Obscure: you are Hidden; searchers must beat 10 + Level + Stat.",
        {"tn": tn},
    )


ALWAYS: Mapping[str, tuple[str, str]] = {
    "liberate": ("ignored", "Liberate: the effect does not immobilise you."),
    "augment": ("keyword", "Augment: add any one keyword at its usual EP cost."),
    "ward": ("ignored", "Ward: the action has no effect on you."),
    "bless": ("advantage", "Bless: this roll has Advantage."),
}
"""The boosts with the same effect on every event: the effect, and a sentence."""
SPEND: Mapping[str, Callable[[Event], TagEffect]] = {
    "haste": haste,
    "charge": charge,
    "regen": regen,
    "enhance": enhance,
    "obscure": obscure,
}


def _cure(pool: TagPool, event: Event) -> tuple[TagPool, TagEffect]:
    """Spend a Cure: remove one status tag of the holder's choice; return the pool and the effect."""
    gone = pick(pool, event.remove, "status", "tag that Cure removes")
    after = pool.remove("cure").remove(gone)
    text = f"Cure: one {name_of(gone)} is removed."
    return after, TagEffect("cure", "removed", 1, 1, text, {"cured": name_of(gone)}, facts={"other": gone})


def pick(pool: TagPool, picks: Sequence[str], kind: str, what: str) -> str:
    """Return the picked tag of a kind, or the only one there is; raise RuleError for a missing or wrong pick.

    The holder picks. Source: Layer 3, 2.3.1.
    """
    options, picked, what = pool.of_kind(kind), [tag(pick, pool.own) for pick in picks], f"{kind} {what}"
    if len(picked) > 1:
        raise RuleError(f"Pick one {what}, not {len(picked)}.", field="remove", value=list(picked))
    if not picked and len(options) == 1:
        return options[0]
    if not picked or picked[0] not in options:
        raise RuleError(
            f"Pick the {what}: {', '.join(map(name_of, options))}.", field="remove", value=list(picked)
        )
    return picked[0]


def _options(key: str, pool: TagPool) -> tuple[str, ...]:
    if key == "cure":
        return tuple(name_of(status) for status in pool.of_kind("status"))
    return tuple(Value) if key == "regen" else ()
