"""METTLE Core: pools of d6 read as Score and Edge.

```python
>>> from webapp.games.mettle import rules as mettle
>>> rattled = mettle.Status("rattled")
>>> check = mettle.Check(pool=6, difficulty=3).under([rattled])
>>> print(mettle.resolve(check, [2, 2, 4, 5, 5, 6]))       # both 2s are discarded
Score 0 (discarded 2, 2) against Difficulty 3, 4 Edge: a failure; a Twist may be offered.
>>> mettle.odds(mettle.Check(pool=3, difficulty=3)).success
Fraction(7, 12)
>>> mettle.Mettle.full(calling=6, motive=4).lose(7).rally().current
6
>>> ANN, BOG = 1, 2
>>> mettle.start([ANN, BOG], first=ANN).act(BOG).holder
2

```
Rules: METTLE Core by Jake Eldritch, Planarian Games, CC BY 4.0; texts here are our own.
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
from webapp.games.mettle.rules.action_effects import (
    Patient,
    Project,
    group_sneaker,
    heal,
    poor_light,
    rattle,
    sneak,
    split,
    sway,
    tick,
    trivial,
)
from webapp.games.mettle.rules.actions import Action, Form, Way, action, all_actions, custom_action
from webapp.games.mettle.rules.afflictions import Affliction, Exposure
from webapp.games.mettle.rules.attacks import (
    Blow,
    RamResult,
    TrapResult,
    damage_of,
    grapple,
    out_of_reach,
    ram,
    range_difficulty,
    reaching,
    spares,
    split_pool,
    spring_on_zone,
    strike,
)
from webapp.games.mettle.rules.book import affliction, catalogue, fire, trap
from webapp.games.mettle.rules.chances import CheckChances, odds
from webapp.games.mettle.rules.chases import Chase, chase, move
from webapp.games.mettle.rules.check import Check, Result, resolve, roll, twist
from webapp.games.mettle.rules.check_burdens import Burden, Discard, burden_of
from webapp.games.mettle.rules.check_request import Body, CalledCheck, MettleRequest, RequestFacts, Weapon
from webapp.games.mettle.rules.check_setup import assess, modifiers_for, passive, with_modifiers
from webapp.games.mettle.rules.cover import Cover, defence, take_cover
from webapp.games.mettle.rules.durations import (
    Day,
    DaysResult,
    after_action,
    after_day,
    after_days,
    after_round,
    deadly,
    next_scene,
)
from webapp.games.mettle.rules.hazards import Harm, Hazard, Trap, fall, plummet
from webapp.games.mettle.rules.initiative import Initiative, Phase, start
from webapp.games.mettle.rules.journeys import Map, Path, Travellers, arrival, astray
from webapp.games.mettle.rules.mettle_points import Mettle, MettleState, unsoaked
from webapp.games.mettle.rules.race_stretches import Racer, Stretch, Stunt, crash_damage, stretch
from webapp.games.mettle.rules.ruleset import RULESET, MettleCore
from webapp.games.mettle.rules.sheet import (
    Attributes,
    Preset,
    Sheet,
    experience_cost,
    raise_attribute,
    sheet_of,
)
from webapp.games.mettle.rules.statuses import Status, add, remove
from webapp.games.mettle.rules.time_spans import Span, entitled, span_of
from webapp.games.mettle.rules.zones import Legs, Scenery, Zones, draw, quick, speed_of
from webapp.rules.clocks import Clock
from webapp.rules.codec import dump_value, load_value

__all__ = [
    "RULESET",
    "Action",
    "Affliction",
    "Assessment",
    "Attributes",
    "Blow",
    "Body",
    "Burden",
    "CalledCheck",
    "Chase",
    "Check",
    "CheckChances",
    "Clock",
    "ClockRef",
    "ContextItem",
    "Cover",
    "Day",
    "DaysResult",
    "Discard",
    "Effect",
    "Exposure",
    "Form",
    "Harm",
    "Hazard",
    "Initiative",
    "Legs",
    "Loaded",
    "Map",
    "Mettle",
    "MettleCore",
    "MettleRequest",
    "MettleState",
    "Modifier",
    "ModifierKind",
    "Path",
    "Patient",
    "Phase",
    "Preset",
    "Project",
    "ProposalLine",
    "Racer",
    "RamResult",
    "RequestFacts",
    "Result",
    "RuleError",
    "Scenery",
    "Sheet",
    "Span",
    "Status",
    "Stretch",
    "Stunt",
    "Trap",
    "TrapResult",
    "Travellers",
    "Way",
    "Weapon",
    "Zones",
    "action",
    "add",
    "affliction",
    "after_action",
    "after_day",
    "after_days",
    "after_round",
    "all_actions",
    "arrival",
    "assess",
    "astray",
    "burden_of",
    "catalogue",
    "chase",
    "crash_damage",
    "custom_action",
    "damage_of",
    "deadly",
    "defence",
    "draw",
    "dump_value",
    "entitled",
    "experience_cost",
    "fall",
    "fire",
    "grapple",
    "group_sneaker",
    "heal",
    "load_value",
    "modifiers_for",
    "move",
    "next_scene",
    "odds",
    "out_of_reach",
    "passive",
    "plummet",
    "poor_light",
    "quick",
    "raise_attribute",
    "ram",
    "range_difficulty",
    "rattle",
    "reaching",
    "remove",
    "resolve",
    "roll",
    "sheet_of",
    "sneak",
    "span_of",
    "spares",
    "speed_of",
    "split",
    "split_pool",
    "spring_on_zone",
    "start",
    "stretch",
    "strike",
    "sway",
    "take_cover",
    "tick",
    "trap",
    "trivial",
    "twist",
    "unsoaked",
    "with_modifiers",
]
_shorten(globals())
