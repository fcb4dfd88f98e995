"""Resonance: 2d10 with exploding doubles, tag pools, clocks in clocks and races against a threat clock.

```python
from webapp.rules import resonance
check = resonance.Check(against=14, level=2, stat=3)
print(resonance.resolve(check, [5, 5, 4, 9]))    # Critical success. 5 and 5, then 4 and 9: SR 14, with +5 ...
resonance.odds(check)["success"]                 # an exact fraction
resonance.fire(resonance.TagPool({"Blight": 1}), resonance.Event("acts")).happened
resonance.Race(scene=5, situation=3, threat=15).attempt().threat     # 14
```
Rules: Resonance (Psychromattica) by David Beall, CC BY 4.0; texts here are our own.
"""

from webapp.rules.check import Assessment, Dial, Held, Proposed, Source
from webapp.rules.effects import Effect, Modifier
from webapp.rules.guard import guard_door
from webapp.rules.resonance.achieved import Achieved, Critical, Hiding, hide, ladder, obscure
from webapp.rules.resonance.asked import Asked
from webapp.rules.resonance.book import actions, catalogue
from webapp.rules.resonance.boosts import Choice
from webapp.rules.resonance.chances import odds
from webapp.rules.resonance.check import Check, Met, Other, assess
from webapp.rules.resonance.conditions import (
    Attempt,
    Band,
    Kind,
    dictated_by,
    may_pay_from,
    movement,
    standing_up,
)
from webapp.rules.resonance.deeds import Deed
from webapp.rules.resonance.events import Event
from webapp.rules.resonance.follows import tick
from webapp.rules.resonance.outcome import Outcome, resolve, roll
from webapp.rules.resonance.pool import Added, OwnTag, TagPool
from webapp.rules.resonance.race import Budget, Ending, Race, budget, budget_for, level_modifier
from webapp.rules.resonance.rounds import Drawn, Rounds, place_among, shuffled
from webapp.rules.resonance.ruleset import RULESET, Resonance
from webapp.rules.resonance.situations import Defeat, Scene, Situation, SituationState, Step
from webapp.rules.resonance.standard import Mode, Settled, StandardRoll, given, settle
from webapp.rules.resonance.stats import Stats
from webapp.rules.resonance.statuses import Happened
from webapp.rules.resonance.triggers import Fired, fire
from webapp.rules.resonance.values import Changed, Value, Values, downtime, recharge, rest, start_situation

__all__ = guard_door(globals())
