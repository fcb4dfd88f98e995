"""Accept conditions and status tags by name, for use of the rules at a Python prompt."""

from collections.abc import Iterable
from dataclasses import replace

from webapp.games.resonance.rules.book import catalogue
from webapp.games.resonance.rules.check import Check, assess
from webapp.games.resonance.rules.pools import TagPool
from webapp.rules.check import Assessment, ContextItem
from webapp.rules.names import held_by_name

KINDS = ("condition", "status")


def modifiers_for(check: Check, around: object = (), target: object = ()) -> Assessment:
    """Return what helps, hinders and blocks a check, and which dice to roll, as `assess` does.

    `around` are conditions and tags of the roller, `target` those of the target; both may be names:
    `modifiers_for(check, ["Prone", "Curse"], target=["Exposed"])`.
    """
    return assess(with_modifiers(check, around, target))


def with_modifiers(check: Check, around: object = (), target: object = ()) -> Check:
    """Return the check with the conditions and tags that affect it, ready to roll."""
    own = held_by_name(around, catalogue(), KINDS)
    theirs = held_by_name(target, catalogue(), KINDS)
    aimed = (replace(their, data={**their.data, "target": True}) for their in theirs)
    return replace(
        check.around(value for value in (*own, *aimed) if value.kind != "status"),
        pool=_with_tags(check.pool, own),
        target_pool=_with_tags(check.target_pool, theirs),
    )


def _with_tags(pool: TagPool, held: Iterable[ContextItem]) -> TagPool:
    for value in held:
        if value.kind == "status":
            pool = pool.add(value.name, int(value.data.get("count", 1))).pool
    return pool
