"""Before a roll: which tags and conditions make this easier, harder or riskier?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.razorweave.check import FACES, Check
from webapp.rules.razorweave.ladder import rung_of
from webapp.rules.razorweave.levels import COUNTED
from webapp.rules.ruleset import Assessment, Held, Source

Bearing = tuple[Held, Effect]


def assess(check: Check, around: Sequence[Held] = ()) -> Assessment:
    """List all that stands around a check: what bears on it, what might, what forbids it, what to say.

    An effect bears if it names the attribute, the skill, the intent or the approach and its switch is on
    ("threat visible": reading A4.12); every other stays on offer. The check's own sources count already and
    are listed first. Source: ch. 9, "Using Tags and Conditions with Checks".
    """
    bearing = [(held, effect) for held in around for effect in held.effects if bears(held, effect, check)]
    sources = tuple(as_source(*pair) for pair in bearing if pair[1].modifier in COUNTED)
    return Assessment(
        sources=check.sources + sources,
        offered=tuple(as_source(held, effect) for held, effect in _rest(around, bearing)),
        blocked=blocks(bearing),
        warnings=check.warnings
        + tuple(_note(*pair) for pair in bearing if pair[1].modifier is Modifier.NOTE),
        dice=check.level.says,
        count=check.level.dice,
        faces=FACES,
        data=_numbers(check, around),
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
    """A tag's or condition's effect as a named source of a check."""
    return Source(held.name, effect.modifier, effect.amount, effect.note)


def blocks(bearing: Sequence[Bearing]) -> tuple[str, ...]:
    """What cannot be done at all until something else is: "Restrained: break free first".

    A block on anything yields to what the same thing says of this very action (Surprised forbids acting, but
    a first reaction is only harder). Source: ch. 9, "Condition Limiting Options".
    """
    harder = {held.name for held, effect in bearing if effect.modifier in COUNTED}
    return tuple(
        f"{held.name}: {effect.note or 'not possible now'}."
        for held, effect in bearing
        if effect.modifier is Modifier.BLOCKS and held.name not in harder
    )


def _rest(around: Sequence[Held], bearing: Sequence[Bearing]) -> Iterable[Bearing]:
    for held in around:
        for effect in held.effects:
            if effect.modifier in COUNTED and (held, effect) not in bearing:
                yield held, effect


def _note(held: Held, effect: Effect) -> str:
    return f"{held.name}: {effect.note or effect.on}."


def _numbers(check: Check, around: Sequence[Held]) -> dict[str, object]:
    weighed = check.weighed
    return {
        "level": weighed.level,
        "edge": weighed.edge,
        "burden": weighed.burden,
        "net": weighed.net,
        "capped": weighed.capped,
        "dc": check.final_dc,
        "difficulty": rung_of(check.dc).name,
        "bonus": check.bonus,
        "on_failure": [held.name for held in around if held.data.get("ticks") == "failure"],
    }
