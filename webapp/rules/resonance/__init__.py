"""Resonance: 2d10 with exploding doubles, tag pools, clocks in clocks and races against a threat clock.

```python
from webapp.rules import resonance
rolled = resonance.given([[5, 5], [4, 9]])                            # SR 14, a Critical
resonance.effort(rolled, level=2, stat=3, tn=14).by                   # 5
resonance.fire(resonance.TagPool({"Blight": 1}), resonance.Event("acts")).happened
resonance.Race(scene=5, situation=3, threat=15).attempt().threat     # 14
resonance.odds("advantage", 2, 3, 14).success                         # an exact fraction
```
Rules: Resonance (Psychromattica) by David Beall, CC BY 4.0; texts here are our own.
"""

from webapp.rules.resonance.achieved import (
    Achieved,
    Critical,
    barrier_tn,
    critical_options,
    critical_tag,
    effect,
    effort,
    ladder,
    loss_of,
    resistance_now,
)
from webapp.rules.resonance.book import actions, catalogue
from webapp.rules.resonance.boosts import Choice
from webapp.rules.resonance.chances import RollOdds, odds
from webapp.rules.resonance.check import Check, whole_check
from webapp.rules.resonance.conditions import (
    Attempt,
    Kind,
    blocked,
    dictated_by,
    may_pay_from,
    movement,
    sources,
    standing_up,
)
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.front import RULESET, Resonance
from webapp.rules.resonance.hiding import Hiding, hide, obscure
from webapp.rules.resonance.pool import Added, TagPool
from webapp.rules.resonance.race import Budget, Outcome, Race, budget, budget_for, level_modifier
from webapp.rules.resonance.ranges import Band, band_at
from webapp.rules.resonance.rounds import Drawn, Rounds, place_among, shuffled
from webapp.rules.resonance.situations import Defeat, Scene, Situation, State, Step
from webapp.rules.resonance.standard import Mode, Settled, StandardRoll, given, roll, settle
from webapp.rules.resonance.stats import Stats, keyword_cost, level_for, points_at
from webapp.rules.resonance.statuses import Happened
from webapp.rules.resonance.triggers import Fired, fire, standing
from webapp.rules.resonance.values import (
    Changed,
    Value,
    Values,
    downtime,
    emergency_care_tn,
    recharge,
    recover_count,
    rest,
    start_situation,
)

__all__ = [
    "RULESET",
    "Achieved",
    "Added",
    "Attempt",
    "Band",
    "Budget",
    "Changed",
    "Check",
    "Choice",
    "Critical",
    "Defeat",
    "Drawn",
    "Event",
    "Fired",
    "Happened",
    "Hiding",
    "Kind",
    "Mode",
    "Outcome",
    "Race",
    "Resonance",
    "RollOdds",
    "Rounds",
    "Scene",
    "Settled",
    "Situation",
    "StandardRoll",
    "State",
    "Stats",
    "Step",
    "TagPool",
    "Value",
    "Values",
    "actions",
    "band_at",
    "barrier_tn",
    "blocked",
    "budget",
    "budget_for",
    "catalogue",
    "critical_options",
    "critical_tag",
    "dictated_by",
    "downtime",
    "effect",
    "effort",
    "emergency_care_tn",
    "fire",
    "given",
    "hide",
    "keyword_cost",
    "ladder",
    "level_for",
    "level_modifier",
    "loss_of",
    "may_pay_from",
    "movement",
    "obscure",
    "odds",
    "place_among",
    "points_at",
    "recharge",
    "recover_count",
    "resistance_now",
    "rest",
    "roll",
    "settle",
    "shuffled",
    "sources",
    "standing",
    "standing_up",
    "start_situation",
    "whole_check",
]
