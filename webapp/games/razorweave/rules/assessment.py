"""Assess a check before its roll: which tags and conditions make it easier, harder or riskier."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from webapp.games.api import Assessment, ContextItem, Effect, Modifier, ModifierKind, name_key, named_by
from webapp.games.razorweave.rules.check import FACES, Check
from webapp.games.razorweave.rules.condition_lifecycle import breaks_free
from webapp.games.razorweave.rules.edge_and_burden import COUNTED, IMPACT
from webapp.games.razorweave.rules.ladder import rung_of

Bearing = tuple[ContextItem, Effect]


def assess(check: Check, around: Sequence[ContextItem] = ()) -> Assessment:
    """Assess everything near a check: modifiers that count, offers, blocks and warnings.

    An effect counts if it names the attribute or the skill and its switch is on ("threat visible":
    reading A4.12), unless the GM has to confirm the thing each time. Other effects are offered, and
    those that intent or approach name are suggested too. A thing without an effect on dice is
    offered as Edge or Burden. The check's own modifiers come first; things of the same name are not
    added again. The numbers in `data` include every effect that counts.
    Source: ch. 8, "The Core Check Procedure"; ch. 9, "Using Tags and Conditions with Checks".
    """
    every = [(held, effect) for held in around for effect in held.effects]
    bearing = [pair for pair in every if bears(*pair, check)]
    said = [pair for pair in every if pair not in bearing and suggests(*pair, check)]
    added = _added(check, bearing)
    whole = replace(check, sources=check.sources + added)
    spared = _spared(bearing, check)
    blocked = blocks(bearing, spared)
    offered = _offered(check, whole.sources, around)
    return Assessment(
        sources=whole.sources,
        offered=offered,
        blocked=blocked,
        may_block=(*(text for text in blocks(every, spared) if text not in blocked), *_impossible(around)),
        warnings=whole.warnings
        + tuple(
            f"{held.name}: {(bearing_thing.note or bearing_thing.on).rstrip('.')}."
            for held, bearing_thing in (*bearing, *said)
            if bearing_thing.modifier is ModifierKind.NOTE
        ),
        dice=whole.level.roll_text,
        count=whole.level.dice,
        faces=FACES,
        data=_numbers(whole, around),
        suggested=_suggested(added, said, offered),
    )


def bears(held: ContextItem, effect: Effect, check: Check) -> bool:
    """Return whether this effect of a thing nearby counts for the check by default.

    It does if it names the attribute or the skill and its switch is on, unless the GM has to
    confirm the thing each time.
    """
    return not held.data.get("asks") and switched_on(held) and named_by(effect, *names_of(check))


def suggests(held: ContextItem, effect: Effect, check: Check) -> bool:
    """Return whether the check's intent, approach or names mention this effect and its switch is on."""
    return switched_on(held) and named_by(effect, *names_of(check), check.intent, check.approach)


def opposed(one: Modifier, other: Modifier) -> bool:
    """Return whether one modifier helps and the other hinders, so that only one of them counts."""
    return IMPACT not in (one.modifier, other.modifier) and _helps(one) != _helps(other)


def switched_on(held: ContextItem) -> bool:
    """Return whether the facts that a thing depends on ("threat visible") are true; True if it has none."""
    wanted = held.data.get("switch")
    starts = bool(held.data.get("starts"))
    return all(held.switches.values()) and (wanted is None or held.switches.get(wanted, starts))


def names_of(check: Check) -> tuple[str, str]:
    """Return the names that an effect may refer to: the check's attribute and its skill."""
    return (check.attribute_name, check.skill_name)


def _helps(source: Modifier) -> bool:
    return source.modifier is ModifierKind.EDGE or (source.modifier is ModifierKind.DC and source.amount < 0)


def as_source(held: ContextItem, effect: Effect) -> Modifier:
    """Return a tag's or condition's effect as a modifier, with its note or the kind of check it names."""
    return Modifier(held.name, effect.modifier, effect.amount, effect.note or effect.on)


def edge_against(held: ContextItem, who: str) -> ContextItem | None:
    """Return the Edge that another character's condition or tag (Marked, Exposed) gives their attackers.

    `who` is that character's name. None if the condition or tag gives no Edge. Source: ch. 8, "Edge,
    Burden, Tags, and Conditions".
    """
    if not held.data.get("foes"):
        return None
    edge = Effect(who, ModifierKind.EDGE, note=f"against {who}")
    return ContextItem(f"{held.name} ({who})", held.kind, (edge,))


def blocks(
    pairs: Sequence[Bearing], spared: Callable[[ContextItem], bool] = lambda _: False
) -> tuple[str, ...]:
    """Return a sentence for each effect that blocks the check: "Restrained: break free first.".

    Effects of things for which `spared` returns True are left out.
    Source: ch. 9, "Condition Limiting Options".
    """
    return tuple(
        f"{held.name}: {effect.note.rstrip('.') or 'not possible now'}."
        for held, effect in pairs
        if effect.modifier is ModifierKind.BLOCKS and not spared(held)
    )


def _impossible(around: Sequence[ContextItem]) -> Iterator[str]:
    """Yield a sentence for each thing nearby, such as Darkness, that blocks the check if the GM says so."""
    for held in around:
        if said := held.data.get("impossible"):
            yield f"{held.name}: {said}."


def _spared(bearing: Sequence[Bearing], check: Check) -> Callable[[ContextItem], bool]:
    """Return a function that tells whether a thing leaves this check possible, though it may block others.

    It does if another of its effects makes this kind of check easier or harder, if it names the
    check as an exception (`unless`), or if it ends by breaking free and the check is an attempt to do so.
    """
    harder = {held.name for held, effect in bearing if effect.modifier in COUNTED and not named_by(effect)}
    freeing = breaks_free(check)
    return lambda held: (
        held.name in harder or _left_open(held, check) or (freeing and held.data.get("ends") == "break free")
    )


def _left_open(held: ContextItem, check: Check) -> bool:
    unless = str(held.data.get("unless") or "")
    return bool(unless) and named_by(Effect(unless, ModifierKind.NOTE), *names_of(check))


def _added(check: Check, bearing: Sequence[Bearing]) -> tuple[Modifier, ...]:
    """Return the effects that count, without those of things named among the check's modifiers.

    If one thing changes both the dice and the DC, only the dice count; if it both helps and
    hinders, only its first effect counts.
    """
    there = {name_key(source.name) for source in check.sources}
    found = [as_source(*pair) for pair in bearing if pair[1].modifier in COUNTED]
    rolling = {source.name for source in found if source.modifier in (ModifierKind.EDGE, ModifierKind.BURDEN)}
    counted: list[Modifier] = []
    for source in found:
        shifts_too = source.modifier is ModifierKind.DC and source.name in rolling
        if name_key(source.name) not in there and not shifts_too and not _contradicts(source, counted):
            counted.append(source)
    return tuple(counted)


def _contradicts(source: Modifier, others: Iterable[Modifier]) -> bool:
    return any(other.name == source.name and opposed(source, other) for other in others)


def _suggested(
    added: Sequence[Modifier], said: Sequence[Bearing], offered: Sequence[Modifier]
) -> tuple[Modifier, ...]:
    """Return the offers that the check names, unless an opposite effect of the same thing counts."""
    spoken = [as_source(*pair) for pair in said if pair[1].modifier in COUNTED]
    return tuple(source for source in offered if source in spoken and not _contradicts(source, added))


def _offered(
    check: Check, counting: Sequence[Modifier], around: Sequence[ContextItem]
) -> tuple[Modifier, ...]:
    """Return the nearby effects that the GM may add, without those of things among the check's modifiers."""
    there = {name_key(source.name) for source in check.sources}
    found = (source for held in around if name_key(held.name) not in there for source in _may_count(held))
    return tuple(source for source in found if source not in counting)


def _may_count(held: ContextItem) -> Sequence[Modifier]:
    """Return the modifiers that a thing may count as: its effects on checks; without any, Edge or Burden.

    A condition that has only other effects ("ticks each scene", "break free first") is a Burden.
    Source: ch. 9, "How Tags Affect Checks", "How Conditions Affect Checks".
    """
    said = [as_source(held, effect) for effect in held.effects if effect.modifier in COUNTED]
    if said:
        return said
    hinders = Modifier(held.name, ModifierKind.BURDEN, note="if it hinders")
    harms = held.kind == "condition" and held.effects
    return [hinders] if harms else [Modifier(held.name, ModifierKind.EDGE, note="if it helps"), hinders]


def _numbers(check: Check, around: Sequence[ContextItem]) -> dict[str, object]:
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
