"""Razorweave: 4d6 against a DC, Edge and Burden, tags, conditions and clocks.

```python
>>> from webapp.games.razorweave import rules as razorweave
>>> check = razorweave.Check(dc=16, attribute=2, skill_name="Stealth")
>>> check = razorweave.with_modifiers(check, ["Dim Light"])
>>> print(razorweave.roll(check, razorweave.Loaded(2, 3, 4, 5, 6)))
Full success. 3 + 4 + 5 + 6 = 18 (dropped 2); 18 + 2 = 20 against DC 16: margin +4.
>>> razorweave.resolve(check, [2, 3, 4, 5, 6]).margin      # the same, from dice that a person rolled
4
>>> round(float(razorweave.odds(check).success), 3)
0.898

```
Rules: Razorweave ch. 8 and 9, CC BY-SA 4.0 by its authors; texts here are our own.
"""

from webapp.games.api import (
    Assessment,
    ClockRef,
    ContextItem,
    Effect,
    Loaded,
    Modifier,
    ModifierKind,
    ProposalLine,
    RuleError,
)
from webapp.games.api import shorten as _shorten
from webapp.games.razorweave.rules.assessment import assess, bears, edge_against
from webapp.games.razorweave.rules.chances import odds
from webapp.games.razorweave.rules.check import (
    Check,
    Outcome,
    RazorweaveRequest,
    keep_four,
    outcome_of,
    resolve,
    roll,
)
from webapp.games.razorweave.rules.clock_ticks import Advance, SegmentSpan, advance, advances
from webapp.games.razorweave.rules.clocks import Decision, decide, tick
from webapp.games.razorweave.rules.condition_lifecycle import (
    Condition,
    after_check,
    clock_full,
    goal_reached,
    missing_details,
    rest,
    scene_ends,
    treat,
)
from webapp.games.razorweave.rules.edge_and_burden import (
    Level,
    ModifierSum,
    SourceKind,
    as_dc,
    helped,
    level_of,
    level_row,
    levels,
    proficiency,
    setup,
    source_kinds,
    tools,
    weigh,
)
from webapp.games.razorweave.rules.ladder import attributes, ladder, rung_of
from webapp.games.razorweave.rules.prompt import condition, modifiers_for, with_modifiers
from webapp.games.razorweave.rules.roll_gate import Retry, RollGate, crowded, questions, retry, split_risks
from webapp.games.razorweave.rules.ruleset import RULESET, Razorweave
from webapp.games.razorweave.rules.tiers import Tier, TierRow, tier_named, tier_of, tiers
from webapp.rules.clocks import Clock

__all__ = [
    "RULESET",
    "Advance",
    "Assessment",
    "Check",
    "Clock",
    "ClockRef",
    "Condition",
    "ContextItem",
    "Decision",
    "Effect",
    "Level",
    "Loaded",
    "Modifier",
    "ModifierKind",
    "ModifierSum",
    "Outcome",
    "ProposalLine",
    "Razorweave",
    "RazorweaveRequest",
    "Retry",
    "RollGate",
    "RuleError",
    "SegmentSpan",
    "SourceKind",
    "Tier",
    "TierRow",
    "advance",
    "advances",
    "after_check",
    "as_dc",
    "assess",
    "attributes",
    "bears",
    "clock_full",
    "condition",
    "crowded",
    "decide",
    "edge_against",
    "goal_reached",
    "helped",
    "keep_four",
    "ladder",
    "level_of",
    "level_row",
    "levels",
    "missing_details",
    "modifiers_for",
    "odds",
    "outcome_of",
    "proficiency",
    "questions",
    "resolve",
    "rest",
    "retry",
    "roll",
    "rung_of",
    "scene_ends",
    "setup",
    "source_kinds",
    "split_risks",
    "tick",
    "tier_named",
    "tier_of",
    "tiers",
    "tools",
    "treat",
    "weigh",
    "with_modifiers",
]
_shorten(globals())
