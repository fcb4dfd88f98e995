"""Before a roll: which tags and conditions make this easier, harder or riskier?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from webapp.rules.check import Assessment, Held, Source
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.razorweave.check import FACES, Check
from webapp.rules.razorweave.conditions import breaks_free
from webapp.rules.razorweave.ladder import rung_of
from webapp.rules.razorweave.levels import COUNTED

Bearing = tuple[Held, Effect]


def assess(check: Check, around: Sequence[Held] = ()) -> Assessment:
    """List all that stands around a check: what bears on it, what might, what forbids it, what to say.

    An effect bears if it names the attribute, the skill, the intent or the approach and its switch is on
    ("threat visible": reading A4.12); every other that changes the dice or forbids stays on offer, as does
    what says nothing of dice. The check's own sources count already, come first and are not added again; the
    numbers are those with everything that bears. Source: ch. 9, "Using Tags and Conditions with Checks".
    """
    every = [(held, effect) for held in around for effect in held.effects]
    bearing = [(held, effect) for held, effect in every if bears(held, effect, check)]
    whole = replace(check, sources=check.sources + _added(check, bearing))
    spared = _spared(bearing, check)
    blocked = blocks(bearing, spared)
    return Assessment(
        sources=whole.sources,
        offered=_offered(check, whole.sources, around),
        blocked=blocked,
        may_block=(*(text for text in blocks(every, spared) if text not in blocked), *_impossible(around)),
        warnings=whole.warnings
        + tuple(f"{held.name}: {it.note or it.on}." for held, it in bearing if it.modifier is Modifier.NOTE),
        dice=whole.level.says,
        count=whole.level.dice,
        faces=FACES,
        data=_numbers(whole, around),
    )


def bears(held: Held, effect: Effect, check: Check) -> bool:
    """Whether this effect of a thing that stands there touches this check now."""
    return switched_on(held) and named_by(effect, *words_of(check))


def switched_on(held: Held) -> bool:
    """Whether a thing that depends on a fact ("threat visible") finds it true; others always do."""
    wanted = held.data.get("switch")
    return all(held.switches.values()) and (wanted is None or held.switches.get(wanted, False))


def words_of(check: Check) -> tuple[str, ...]:
    """Everything that says what kind of check this is."""
    return (check.attribute_name, check.skill_name, check.intent, check.approach)


def as_source(held: Held, effect: Effect) -> Source:
    """A tag's or condition's effect as a named source of a check, noting what it is for."""
    return Source(held.name, effect.modifier, effect.amount, effect.note or effect.on)


def against(held: Held, who: str) -> Held | None:
    """What somebody else carries, as it may help whoever goes for them: Marked, Exposed.

    Source: ch. 8, "Edge, Burden, Tags, and Conditions".
    """
    if not held.data.get("foes"):
        return None
    edge = Effect(who, Modifier.EDGE, note=f"against {who}")
    return Held(f"{held.name} ({who})", held.kind, (edge,))


def blocks(pairs: Sequence[Bearing], spared: Callable[[Held], bool] = lambda _: False) -> tuple[str, ...]:
    """What cannot be done at all until something else is: "Restrained: break free first".

    Source: ch. 9, "Condition Limiting Options".
    """
    return tuple(
        f"{held.name}: {effect.note or 'not possible now'}."
        for held, effect in pairs
        if effect.modifier is Modifier.BLOCKS and not spared(held)
    )


def _impossible(around: Sequence[Held]) -> Iterator[str]:
    """What the book leaves to the GM: in Darkness some things are hard and others out of the question."""
    for held in around:
        if said := held.data.get("impossible"):
            yield f"{held.name}: {said}."


def _spared(bearing: Sequence[Bearing], check: Check) -> Callable[[Held], bool]:
    """Which things do not forbid this check though they may forbid others.

    A block on anything yields to what the same thing says of this very action (Surprised forbids acting, but
    a first reaction is only harder), and what ends by breaking free never forbids that.
    """
    harder = {held.name for held, effect in bearing if effect.modifier in COUNTED}
    freeing = breaks_free(check)
    return lambda held: held.name in harder or (freeing and held.data.get("ends") == "break free")


def _added(check: Check, bearing: Sequence[Bearing]) -> tuple[Source, ...]:
    """What bears and is not among the check's sources yet; of one thing the dice, else the DC, never both."""
    there = {source.name.casefold() for source in check.sources}
    found = [as_source(*pair) for pair in bearing if pair[1].modifier in COUNTED]
    rolling = {source.name for source in found if source.modifier is not Modifier.DC}
    return tuple(
        source
        for source in found
        if source.name.casefold() not in there
        and (source.modifier is not Modifier.DC or source.name not in rolling)
    )


def _offered(check: Check, counting: Sequence[Source], around: Sequence[Held]) -> tuple[Source, ...]:
    """What stands around and does not count yet: the GM may tick it."""
    there = {source.name.casefold() for source in check.sources}
    found = (source for held in around if held.name.casefold() not in there for source in _may_count(held))
    return tuple(source for source in found if source not in counting)


def _may_count(held: Held) -> Sequence[Source]:
    """All that a thing may count as. What says nothing of dice may help or hinder, as the table agrees.

    Of a condition that says something else ("ticks each scene", "break free first") the book knows only
    harm. Source: ch. 9, "How Tags Affect Checks", "How Conditions Affect Checks".
    """
    said = [as_source(held, effect) for effect in held.effects if effect.modifier in COUNTED]
    if said:
        return said
    hinders = Source(held.name, Modifier.BURDEN, note="if it hinders")
    harms = held.kind == "condition" and held.effects
    return [hinders] if harms else [Source(held.name, Modifier.EDGE, note="if it helps"), hinders]


def _numbers(check: Check, around: Sequence[Held]) -> dict[str, object]:
    weighed = check.weighed
    return {
        "level": weighed.level,
        "edge": weighed.edge,
        "burden": weighed.burden,
        "net": weighed.net,
        "capped": weighed.capped,
        "dc": check.final_dc,
        "difficulty": rung_of(check.final_dc).name,
        "bonus": check.bonus,
        "hazards": [held.name for held in around if held.data.get("ticks") == "failure"],
    }
