"""Razorweave: 4d6 against a DC, Edge and Burden, tags, conditions and clocks.

```python
from webapp.rules import razorweave
from webapp.rules.dice import Loaded
dim_light = razorweave.Source("Dim Light", razorweave.Modifier.EDGE)
check = razorweave.Check(dc=16, attribute=2, sources=(dim_light,))
razorweave.roll(check, Loaded(2, 3, 4, 5, 6)).tier      # full_success
razorweave.odds(check)                                  # exact chances of all five tiers
```
Rules: Razorweave ch. 8 and 9, CC BY-SA 4.0 by its authors; texts here are our own.
"""

from webapp.rules.check import Assessment, Held, Proposed, Source
from webapp.rules.effects import Effect, Modifier
from webapp.rules.razorweave.advancement import Advance, Span, advance, advances
from webapp.rules.razorweave.assessment import assess, bears
from webapp.rules.razorweave.chances import odds, totals
from webapp.rules.razorweave.characters import attributes, starting_ratings
from webapp.rules.razorweave.check import Check, Outcome, keep_four, outcome_of, roll, roll_given
from webapp.rules.razorweave.clocks import Decision, Dial, decide, propose_ticks
from webapp.rules.razorweave.conditions import (
    Condition,
    after_check,
    clock_full,
    goal_reached,
    rest,
    scene_ends,
    treat,
    unsaid,
    unsaid_custom,
)
from webapp.rules.razorweave.fights import (
    actions,
    resolve_clock,
    resolves,
    rolled_order,
    strike_ticks,
    turn_orders,
)
from webapp.rules.razorweave.front import RULESET, Razorweave
from webapp.rules.razorweave.gate import RollGate, questions
from webapp.rules.razorweave.groups import SplitRisks, assisted, representative, split_risks
from webapp.rules.razorweave.ladder import ladder, rung_of
from webapp.rules.razorweave.levels import Level, Weighed, as_dc, level_of, level_row, levels, weigh
from webapp.rules.razorweave.retries import Retry, retry
from webapp.rules.razorweave.scenes import causes, sizes, start_small, worth_a_clock
from webapp.rules.razorweave.sources import helped, proficiency, setup, source_kinds, tools, with_small_bonus
from webapp.rules.razorweave.tiers import Tier, tier_named, tier_of, tiers

__all__ = [
    "RULESET",
    "Advance",
    "Assessment",
    "Check",
    "Condition",
    "Decision",
    "Dial",
    "Effect",
    "Held",
    "Level",
    "Modifier",
    "Outcome",
    "Proposed",
    "Razorweave",
    "Retry",
    "RollGate",
    "Source",
    "Span",
    "SplitRisks",
    "Tier",
    "Weighed",
    "actions",
    "advance",
    "advances",
    "after_check",
    "as_dc",
    "assess",
    "assisted",
    "attributes",
    "bears",
    "causes",
    "clock_full",
    "decide",
    "goal_reached",
    "helped",
    "keep_four",
    "ladder",
    "level_of",
    "level_row",
    "levels",
    "odds",
    "outcome_of",
    "proficiency",
    "propose_ticks",
    "questions",
    "representative",
    "resolve_clock",
    "resolves",
    "rest",
    "retry",
    "roll",
    "roll_given",
    "rolled_order",
    "rung_of",
    "scene_ends",
    "setup",
    "sizes",
    "source_kinds",
    "split_risks",
    "start_small",
    "starting_ratings",
    "strike_ticks",
    "tier_named",
    "tier_of",
    "tiers",
    "tools",
    "totals",
    "treat",
    "turn_orders",
    "unsaid",
    "unsaid_custom",
    "weigh",
    "with_small_bonus",
    "worth_a_clock",
]
