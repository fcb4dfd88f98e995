"""What the table adds to a check by hand: help, tools, training, setup, surroundings."""

from dataclasses import dataclass
from functools import cache

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.razorweave.ladder import STEP
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of thing that Edge and Burden come from."""

    key: str
    name: str
    text: str


@cache
def source_kinds() -> tuple[SourceKind, ...]:
    """Tags, conditions, environment, tools, proficiencies, setup, help. Source: ch. 8, "Edge"."""
    text = {"key": str, "name": str, "text": str}
    return tuple(SourceKind(**row) for row in rows(PACKAGE, "tables.toml", "source", text))


def free_sources() -> tuple[Source, ...]:
    """What a GM adds by hand: the kinds that are neither tag nor condition, each as help or hindrance."""
    named = {each.key: each.name for each in source_kinds()}
    trained = named["proficiency"]
    return (
        tools(named["tools"], fitting=True),
        proficiency(trained),
        proficiency(trained, steps=2),
        setup(named["setup"]),
        Source(named["help"], Modifier.EDGE),
        tools(named["tools"], fitting=False),
        Source(named["environment"], Modifier.EDGE),
        Source(named["environment"], Modifier.BURDEN),
    )


def helped(helper: str) -> Source:
    """Someone assists the one who leads: +1 Edge (the "small bonus" of the text: reading A4.14).

    Source: ch. 8, "Group Checks and Assistance".
    """
    return Source(f"Help from {helper}", Modifier.EDGE)


def tools(name: str, fitting: bool) -> Source:
    """The right tools give Edge, makeshift ones Burden; gear never adds to the total."""
    return Source(name, Modifier.EDGE if fitting else Modifier.BURDEN)


def proficiency(name: str, steps: int = 0) -> Source:
    """A fitting proficiency: +1 Edge, or with `steps` 1 or 2 a DC that many ladder steps lower.

    It may also make the roll unnecessary (the gate's Uncertainty is then no); it never adds to the total.
    Source: ch. 7.
    """
    if steps not in (0, 1, 2):
        raise RuleError(
            f"A proficiency lowers the DC by 1 or 2 steps, not {steps!r}.", field="steps", value=steps
        )
    return Source(name, Modifier.DC, -STEP * steps) if steps else Source(name, Modifier.EDGE)


def setup(name: str) -> Source:
    """Something prepared earlier pays off: +1 Edge."""
    return Source(name, Modifier.EDGE)
