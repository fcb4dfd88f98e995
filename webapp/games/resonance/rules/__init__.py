"""Resonance: 2d10 with exploding doubles, tag pools, clocks in clocks and races against a threat clock.

```python
>>> from webapp.games.resonance import rules as resonance
>>> check = resonance.Check(against=14, level=2, stat=3)
>>> print(resonance.resolve(check, [5, 5, 4, 9]))
Critical success. 5 and 5, then 4 and 9: SR 14 + 5 = 19 against 14: success by 5.
>>> resonance.fire(resonance.TagPool({"Blight": 1}), resonance.Event("acts")).pool
TagPool({})
>>> resonance.Race(scene=5, situation=3, threat=15).attempt().threat
14

```
Rules: Resonance (Psychromattica) by David Beall, CC BY 4.0; texts here are our own.
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
from webapp.games.resonance.rules.aftermath import tick
from webapp.games.resonance.rules.book import actions, catalogue
from webapp.games.resonance.rules.boosts import Choice
from webapp.games.resonance.rules.chances import odds
from webapp.games.resonance.rules.check import (
    Check,
    FurtherTarget,
    NearbyEffect,
    assess,
    modifiers_for,
    with_modifiers,
)
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import (
    Attempt,
    Kind,
    dictated_by,
    may_pay_from,
    movement,
    standing_up,
)
from webapp.games.resonance.rules.outcome import Outcome, resolve, roll
from webapp.games.resonance.rules.pools import Event, OwnTag, PoolAddition, TagPool
from webapp.games.resonance.rules.positions import Band
from webapp.games.resonance.rules.races import Budget, Ending, Race, budget, budget_for, level_modifier
from webapp.games.resonance.rules.rolled_actions import Deed
from webapp.games.resonance.rules.rounds import DrawnTurn, Rounds, place_among, shuffled
from webapp.games.resonance.rules.ruleset import RULESET, Resonance
from webapp.games.resonance.rules.situations import Defeat, Scene, Situation, SituationState, Step
from webapp.games.resonance.rules.standard_roll import (
    Critical,
    Hiding,
    Mode,
    ModeDecision,
    RollComparison,
    StandardRoll,
    decide_mode,
    given,
    hide,
    ladder,
    obscure,
)
from webapp.games.resonance.rules.stats import Stats
from webapp.games.resonance.rules.statuses import TagEffect
from webapp.games.resonance.rules.triggers import TriggerResult, fire
from webapp.games.resonance.rules.values import (
    Value,
    ValueChange,
    Values,
    downtime,
    recharge,
    rest,
    start_situation,
)
from webapp.rules.clocks import Clock

__all__ = [
    "RULESET",
    "Assessment",
    "Attempt",
    "Band",
    "Budget",
    "Check",
    "Choice",
    "Clock",
    "ClockRef",
    "ContextItem",
    "Critical",
    "Deed",
    "Defeat",
    "DrawnTurn",
    "Effect",
    "Ending",
    "Event",
    "FurtherTarget",
    "Hiding",
    "Kind",
    "Loaded",
    "Mode",
    "ModeDecision",
    "Modifier",
    "ModifierKind",
    "NearbyEffect",
    "Outcome",
    "OwnTag",
    "PoolAddition",
    "ProposalLine",
    "Race",
    "Resonance",
    "ResonanceRequest",
    "RollComparison",
    "Rounds",
    "RuleError",
    "Scene",
    "Situation",
    "SituationState",
    "StandardRoll",
    "Stats",
    "Step",
    "TagEffect",
    "TagPool",
    "TriggerResult",
    "Value",
    "ValueChange",
    "Values",
    "actions",
    "assess",
    "budget",
    "budget_for",
    "catalogue",
    "decide_mode",
    "dictated_by",
    "downtime",
    "fire",
    "given",
    "hide",
    "ladder",
    "level_modifier",
    "may_pay_from",
    "modifiers_for",
    "movement",
    "obscure",
    "odds",
    "place_among",
    "recharge",
    "resolve",
    "rest",
    "roll",
    "shuffled",
    "standing_up",
    "start_situation",
    "tick",
    "with_modifiers",
]
_shorten(globals())
