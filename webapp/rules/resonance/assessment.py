"""What touches a check before it is rolled."""

from collections.abc import Iterable, Mapping, Sequence

from webapp.rules.check import Assessment, Held
from webapp.rules.effects import Modifier
from webapp.rules.resonance import standard
from webapp.rules.resonance.check import Check, Met, counted
from webapp.rules.resonance.standard import Mode

EXPLODES = "doubles add up and roll again"
SAID: Mapping[Mode, str] = {
    Mode.NORMAL: f"2d10, the Main die counts; {EXPLODES}",
    Mode.ADVANTAGE: f"2d10 with Advantage, the higher die counts; {EXPLODES}",
    Mode.DISADVANTAGE: f"2d10 with Disadvantage, the lower die counts; {EXPLODES}",
}
CANCELLED = f"2d10, Advantage and Disadvantage cancel: the Main die counts; {EXPLODES}"


def assess(check: Check, around: Sequence[Held] = ()) -> Assessment:
    """Say what helps, hinders and forbids a check, the things around it included, and which dice to roll."""
    met, called = check.meets(around), check.around(around)
    settled = called.settled
    return Assessment(
        sources=(*settled.advantages, *settled.disadvantages),
        offered=counted(one for one in met if not one.bears),
        blocked=called.blocked + _said(met, Modifier.BLOCKS),
        warnings=(*_warnings(called), *_said(met, Modifier.NOTE)),
        dice=CANCELLED if settled.advantages and settled.disadvantages else SAID[settled.mode],
        count=2,
        faces=standard.FACES,
        data={
            "mode": str(settled.mode),
            "bonus": called.level + called.stat + called.bonus,
            "against": called.against_now,
            "daze": called.pool["daze"],
        },
    )


def _said(met: Iterable[Met], modifier: Modifier) -> tuple[str, ...]:
    return tuple(one.says for one in met if one.bears and one.effect.modifier is modifier)


def _warnings(called: Check) -> Iterable[str]:
    if called.pool["daze"]:
        yield f"Daze takes {called.pool['daze']} off the SR."
    if called.against_now != called.against:
        yield f"Weaken lowers the Resistance from {called.against} to {called.against_now}."
    if called.pool["silence"] and called.attempt.action and not called.attempt.keywords:
        yield "Silence: no innate keywords on this action."
