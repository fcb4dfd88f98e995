"""Razorweave: 4d6 against a DC, Edge and Burden, tags, conditions and clocks.

```python
from webapp.rules import razorweave
from webapp.rules.dice import Loaded
dim_light = razorweave.Source("Dim Light", razorweave.Modifier.EDGE)
check = razorweave.Check(dc=16, attribute=2, sources=[dim_light])
print(razorweave.roll(check, Loaded(2, 3, 4, 5, 6)))    # Full success. 3 + 4 + 5 + 6 = 18 (dropped 2), ...
razorweave.odds(check)                                  # exact chances of all five tiers
razorweave.resolve(check, [2, 3, 4, 5, 6])              # the same, from dice that a person rolled
```
Rules: Razorweave ch. 8 and 9, CC BY-SA 4.0 by its authors; texts here are our own.
"""

from webapp.rules.check import Assessment, Dial, Held, Proposed, Source
from webapp.rules.effects import Effect, Modifier
from webapp.rules.guard import guard_door
from webapp.rules.razorweave.advancement import Advance, SegmentSpan, advance, advances
from webapp.rules.razorweave.assessment import against, assess, bears
from webapp.rules.razorweave.chances import odds
from webapp.rules.razorweave.check import Asked, Check, Outcome, keep_four, outcome_of, resolve, roll
from webapp.rules.razorweave.clocks import Decision, decide, tick
from webapp.rules.razorweave.conditions import (
    Condition,
    after_check,
    clock_full,
    goal_reached,
    rest,
    scene_ends,
    treat,
    unsaid,
)
from webapp.rules.razorweave.gate import Retry, RollGate, crowded, questions, retry, split_risks
from webapp.rules.razorweave.ladder import attributes, ladder, rung_of
from webapp.rules.razorweave.levels import (
    Level,
    SourceKind,
    Weighed,
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
from webapp.rules.razorweave.ruleset import RULESET, Razorweave
from webapp.rules.razorweave.tiers import Tier, TierRow, tier_named, tier_of, tiers

__all__ = guard_door(globals())
