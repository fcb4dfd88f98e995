"""Apply an event to a tag pool: mandatory tags resolve in order, boosts are spent or offered.

Reading B4.12, the order on one action: Blight, Impair (the cost), Silence (the keywords), Curse and Daze
(the roll), then the removals. One instance of each tag resolves; besides these, only boosts that are
spent and tags that Cure, Nullify or the event itself removes leave the pool.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from webapp.games.api import Modifier, RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.boosts import Choice, choices, pick, spend
from webapp.games.resonance.rules.pools import MOST_OF_A_KIND, Event, TagPool, kind_of, name_of, tag
from webapp.games.resonance.rules.statuses import TagEffect, resolve
from webapp.games.resonance.rules.values import Value


@dataclass(frozen=True, slots=True)
class TriggerResult:
    """A pool after an event: the effects in order, and the choices that its holder has now."""

    pool: TagPool
    happened: tuple[TagEffect, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def sources(self) -> tuple[Modifier, ...]:
        """The modifiers of the holder's own roll from tags: Curse's Disadvantage, Bless's Advantage."""
        return tuple(one.source for one in self.happened if one.source is not None)

    @property
    def action_lost(self) -> bool:
        """Whether a Blight took the last HP, so that the declared action is lost."""
        return any(one.ends_action for one in self.happened)

    def costs(self, event: Event) -> dict[Value, int]:
        """Return the event's final costs that are not 0, by Value: SP plus Impair, EP less Charge."""
        sp = 1 if event.on == "break_free" else event.sp or 0
        ep = event.ep or 0
        costs = {Value.SP: sp + self.amount("sp_cost") if sp else 0, Value.EP: 0}
        if ep:
            costs[Value.EP] = max(0, ep + self.amount("ep_cost"))
        return {value: cost for value, cost in costs.items() if cost}

    def amount(self, effect: str) -> int:
        """Return the sum of one kind of effect: `amount("sr")` is -2 with two Daze tags."""
        return sum(one.amount for one in self.happened if one.effect == effect)


def fire(pool: TagPool, event: Event) -> TriggerResult:
    """Apply an event to a pool: status and own tags, each once, then gains or removals, then boosts spent.

    If a Blight takes the last HP, the rest does not happen.
    Raises RuleError for boosts that are not there or do not fit, for a missing pick, and for
    breaking free without a Bind.
    """
    if event.on == "break_free" and "bind" not in pool:
        raise RuleError("There is no Bind to break free of.", field="event.on", value=event.on)
    after, happened = _mandatory(pool, event)
    if any(one.ends_action for one in happened):
        return TriggerResult(after, happened)
    after, moved, due = _moved(after, event)
    now = _slowed(event, happened)
    after, spent = _spent(after, now)
    return TriggerResult(after, (*happened, *moved, *spent), (*due, *choices(after, now)))


@lru_cache(maxsize=1024)
def standing(pool: TagPool) -> tuple[Modifier, ...]:
    """Return the modifiers of the holder's next roll from tags, without using any up."""
    return fire(pool, Event("roll")).sources


def _mandatory(pool: TagPool, event: Event) -> tuple[TagPool, tuple[TagEffect, ...]]:
    happened: list[TagEffect] = []
    after = pool
    for key in (*in_order(), *pool.own):
        if key in after and _waits(after, key, event):
            one = resolve(key, after, event)
            if one is not None:
                happened.append(one)
                after = after.remove(key, one.removed)
                if one.ends_action:
                    break
    return after, tuple(happened)


def _waits(pool: TagPool, key: str, event: Event) -> bool:
    """Return whether this event resolves a tag."""
    on = [pool.own[key].on] if key in pool.own else book.catalogue()[key].data["on"]
    return not set(on).isdisjoint(event.moments)


def _slowed(event: Event, happened: Iterable[TagEffect]) -> Event:
    """Return the event with the actions that a Slow leaves for the turn; a Haste adds to these."""
    left = [one.data["actions"] for one in happened if "actions" in one.data]
    return replace(event, actions=left[-1]) if left else event


@cache
def in_order() -> tuple[str, ...]:
    """Return the status tags in resolution order: Blight, Impair, Silence, Curse, Daze, the rest."""
    entries = book.catalogue().entries("status")
    return tuple(entry.key for entry in sorted(entries, key=lambda entry: int(entry.data["order"])))


Moved = tuple[TagPool, tuple[TagEffect, ...], tuple[Choice, ...]]


def _moved(pool: TagPool, event: Event) -> Moved:
    """Apply the gain or removal of tags; return the pool, the effects, and picks that are due."""
    if event.on == "tag_gained":
        return _gained(pool, event)
    if event.on == "tag_removed":
        return pool.recover(event.remove, sum(MOST_OF_A_KIND.values())), _gone(pool, event.remove), ()
    return pool, (), ()


def _gained(pool: TagPool, event: Event) -> Moved:
    if not event.tag:
        raise RuleError("Name the tag that is gained.", field="event.tag")
    if event.tag == "bind" and "liberate" in event.spend:
        return pool, (), ()
    came = pool.add(event.tag, event.count)
    name = name_of(event.tag)
    happened = []
    if came.added:
        happened.append(TagEffect(event.tag, "gained", came.added, 0, f"{came.added} {name} gained."))
    if came.lost:
        text = f"{came.lost} {name} not added: {came.why}."
        happened.append(TagEffect(event.tag, "lost", came.lost, 0, text, facts=came.limit))
    if event.tag == "nullify" and came.added:
        return _nullified(came.pool, tuple(happened), event, came.added)
    return came.pool, tuple(happened), ()


def _nullified(pool: TagPool, happened: tuple[TagEffect, ...], event: Event, count: int) -> Moved:
    """Remove a boost tag of the holder's choice for each Nullify gained, if there is one. Reading B4.13.

    Picks that are still missing are returned as a choice that is due. Raises RuleError for too many picks.
    """
    due = min(count, pool.total("boost"))
    picks = list(event.remove)
    if len(picks) > due:
        most = f"Pick at most {due} of the boost tags, not {len(picks)}."
        raise RuleError(most if due else "There is no boost tag to remove.", field="remove", value=picks)
    while due and (picks or len(pool.of_kind("boost")) == 1):
        gone = pick(pool, picks[:1], "boost", "tag that Nullify removes")
        pool, due, picks = pool.remove(gone), due - 1, picks[1:]
        text = f"Nullify: one {name_of(gone)} is removed too."
        lost = TagEffect("nullify", "boost_lost", 1, 0, text, {"boost": name_of(gone)}, facts={"other": gone})
        happened = (*happened, lost)
    return pool, happened, _still_due(pool, due)


def _still_due(pool: TagPool, due: int) -> tuple[Choice, ...]:
    if not due:
        return ()
    names = tuple(name_of(key) for key in pool.of_kind("boost"))
    return (
        Choice(
            "nullify",
            f"Pick {due} of your boost tags for Nullify to remove.",
            ("remove",),
            names,
            must=True,
            due=due,
        ),
    )


def _gone(pool: TagPool, picks: Iterable[str]) -> tuple[TagEffect, ...]:
    return tuple(
        TagEffect(key, "removed", 1, 1, f"One {name_of(key)} {kind_of(key, pool.own)} tag removed.")
        for key in (tag(name, pool.own) for name in picks)
    )


def _spent(pool: TagPool, event: Event) -> tuple[TagPool, tuple[TagEffect, ...]]:
    spent: list[TagEffect] = []
    for key in event.spend:
        pool, one = spend(key, pool, event)
        spent.append(one)
    return pool, tuple(spent)
