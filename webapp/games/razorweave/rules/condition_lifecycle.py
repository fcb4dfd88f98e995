"""Propose how conditions change: with scenes, checks, rest, treatment and their own clocks.

The functions change nothing: they return proposals, which the table applies or offers to the GM.
"""

import re
from collections.abc import Iterable, Sequence

from webapp.games.api import SEVERITIES, CarriedCondition, Effect, ProposalLine
from webapp.games.razorweave.rules.check import Check, Outcome
from webapp.rules.clocks import TickResult

Condition = CarriedCondition
MINOR, MAJOR = SEVERITIES
REST, RECOVERY, TREATMENT = "rest", "recovery", "treatment"
CLEARED_BY = {"treatment": TREATMENT, "break free": "", "check": "", "turn": "", "round": ""}
"""The care that clears a condition, by its `ends`; "" for none. Other minor conditions clear with a rest."""

FREEING = re.compile(
    r"\b(break|get|work|wriggl|cut|pull|tear|slip|squirm|twist|struggl)\w*\b.*\b(free|loose)\b"
    r"|\b(break|work|wriggl|cut|tear|slip|squirm|twist|struggl)\w*\b.*\bout of\b|\bbreak out\b|\buntie\b"
    r"|\bfree(ing)? \w+sel(f|ves)\b"
    r"|\b(escap|break|snap|burst|cut|tear|slip|shak|loosen|undo|pick)\w*\b.*"
    r"\b(my|his|her|its|their|the|these) (\w+ )?"
    r"(bonds|ropes|chains|cuffs|handcuffs|manacles|shackles|fetters|snare|grip|grasp|hold)\b"
)


def missing_details(
    *, effects: Sequence[Effect] = (), trigger: str = "", clears: str = ""
) -> tuple[str, ...]:
    """Return the details that the table's own tag or condition still lacks; all are optional.

    Source: ch. 9, "Introducing and Clearing Conditions", and the note on inventing new ones.
    """
    said = {
        "its effect (Edge, Burden or DC)": effects,
        "what triggers it": trigger.strip(),
        "how it clears": clears.strip(),
    }
    return tuple(what for what, there in said.items() if not there)


def scene_ends(conditions: Iterable[Condition]) -> tuple[ProposalLine, ...]:
    """Propose the changes at a scene's end: untreated conditions tick, and those that last a scene clear.

    Bleeding ticks (reading A4.9), Poisoned may tick; for a condition without a personal clock, a new
    clock is proposed instead. Source: ch. 9.
    """
    found: list[ProposalLine] = []
    for condition in conditions:
        if condition.data.get("ticks") == "scene" and not condition.treated:
            found.append(_worsen(condition))
        if condition.data.get("ends") == "scene":
            found.append(_clear(condition, "the scene ends"))
    return tuple(found)


def after_check(conditions: Iterable[Condition], outcome: Outcome) -> tuple[ProposalLine, ...]:
    """Propose to clear the roller's conditions: Shaken after a success, Restrained after breaking free.

    Suppressed clears after any check.
    """
    return tuple(_clear(one, why) for one in conditions if (why := _why_over(one, outcome)))


def rest(conditions: Iterable[Condition], *, long: bool = False) -> tuple[ProposalLine, ...]:
    """Propose to clear minor conditions after a rest; a `long` rest also clears those that need time.

    A condition that depends on a fact of the story, such as Frightened, ends with that fact and not
    by rest. A wound that needs care heals in time only after treatment. Source: ch. 9, "Quick
    Reference"; ch. 12.
    """
    resting = (one for one in conditions if _helped_by(one, REST) or (long and _recovers(one)))
    return tuple(_clear(one, "enough time to recover" if long else "a short rest") for one in resting)


def treat(conditions: Iterable[Condition]) -> tuple[ProposalLine, ...]:
    """Propose the effects of treatment: conditions clear, or a wound can heal in time from then on.

    If the treatment may take a check, the proposal states its DC. Source: ch. 9, "Quick Reference";
    ch. 18.
    """
    found = []
    for one in conditions:
        if _helped_by(one, TREATMENT):
            dc = one.data.get("stabilise")
            found.append(_clear(one, f"treatment, DC {dc} if it takes a check" if dc else "treatment"))
        elif one.data.get("care") and not one.treated:
            fields = {"condition": one.id, "treated": True}
            found.append(
                ProposalLine("condition.edit", fields, f"{one.name}: treated; it can now heal with time")
            )
    return tuple(found)


def _helped_by(condition: Condition, what: str) -> bool:
    minor = REST if condition.severity == MINOR and not condition.data.get("switch") else ""
    usual = CLEARED_BY.get(str(condition.data.get("ends")), minor)
    return what in str(condition.data.get("helps", usual)).split(", ")


def _recovers(condition: Condition) -> bool:
    return _helped_by(condition, RECOVERY) and (condition.treated or not condition.data.get("care"))


def clock_full(condition: Condition, ticked: TickResult) -> tuple[ProposalLine, ...]:
    """Propose the worse condition that follows when a condition's own clock completes.

    Bleeding becomes Unconscious, for example. Only the tick that completes the clock proposes
    anything.
    """
    worse = condition.data.get("worsens")
    if not ticked.completed or not worse:
        return ()
    fields = {"character": condition.character, "name": worse, "severity": MAJOR, "source": condition.name}
    return (ProposalLine("condition.add", fields, f"the clock of {condition.name} is full"),)


def goal_reached(condition: Condition, ticked: TickResult) -> tuple[ProposalLine, ...]:
    """Propose to clear a condition when the clock of its goal (recovering, facing a fear) completes."""
    return (_clear(condition, "the clock of its goal is complete"),) if ticked.completed else ()


def breaks_free(check: Check) -> bool:
    """Return whether a check is an attempt to get free: "I break free", "wriggle out of the ropes"."""
    return FREEING.search(f"{check.intent} {check.approach}".casefold()) is not None


def _worsen(condition: Condition) -> ProposalLine:
    low = 0 if condition.data.get("may") else 1
    if condition.clock is not None:
        fields: dict[str, object] = {"clock": condition.clock, "by": 1}
        return ProposalLine(
            "clock.tick", fields, f"{condition.name}, untreated at the end of the scene", low, 1
        )
    segments = condition.data.get("segments", 4)
    fields = {"name": condition.name, "segments": segments, "filled": 1, "kind": "personal"}
    return ProposalLine("clock.add", fields, f"{condition.name} has no clock yet", None, None)


def _why_over(condition: Condition, outcome: Outcome) -> str:
    ends = condition.data.get("ends")
    if ends == "check":
        return "it applied only to the next action"
    if not outcome.tier.succeeds:
        return ""
    if ends == "success":
        return "a check succeeded"
    return "broke free" if ends == "break free" and breaks_free(outcome.check) else ""


def _clear(condition: Condition, why: str) -> ProposalLine:
    return ProposalLine("condition.clear", {"condition": condition.id}, f"{condition.name}: {why}")
