"""METTLE Core: pools of d6 read as Score and Edge.

```python
>>> from webapp.rules import mettle
>>> rattled = mettle.Check(pool=6, difficulty=3, discard=mettle.Discard.LOWEST)
>>> mettle.take(rattled, [2, 2, 4, 5, 5, 6]).success       # both 2s are gone: Score 0, Edge 4
False
>>> mettle.chances(mettle.Check(pool=3, difficulty=3)).success
Fraction(7, 12)
>>> mettle.Mettle.full(calling=6, motive=4).lose(7).rally().current
6
>>> mettle.start(["Ann", "Bog"], first="Ann").act("Bog").holder
'Bog'

```
Rules: METTLE Core by Jake Eldritch, Planarian Games, CC BY 4.0; texts here are our own.
"""

from webapp.rules.mettle import (
    actions,
    attack,
    chase,
    cover,
    heal,
    lasting,
    minds,
    moving,
    race,
    sneak,
    spans,
    statuses,
    travel,
    visibility,
    zones,
)
from webapp.rules.mettle.actions import action, all_actions
from webapp.rules.mettle.afflictions import Affliction, Exposure
from webapp.rules.mettle.assembly import assembled, passive
from webapp.rules.mettle.attack import Blow, Target
from webapp.rules.mettle.book import affliction, catalogue, custom, fire, trap
from webapp.rules.mettle.burdens import Burden, burden_of
from webapp.rules.mettle.called import Called
from webapp.rules.mettle.character import (
    Attributes,
    Npc,
    experience_cost,
    from_stats,
    load_of,
    npc,
    raised,
    starting,
)
from webapp.rules.mettle.check import Check, Discard, Result, read, roll, take, twist
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.damage import unsoaked
from webapp.rules.mettle.downtime import entitled
from webapp.rules.mettle.fires import Burning
from webapp.rules.mettle.front import RULESET, MettleCore
from webapp.rules.mettle.hazards import Harm, Hazard, crash, fall, plummet
from webapp.rules.mettle.initiative import Initiative, Phase, start
from webapp.rules.mettle.meter import Mettle, State
from webapp.rules.mettle.odds import Chances, chances, edge_odds, score_odds
from webapp.rules.mettle.projects import Project, split
from webapp.rules.mettle.race import Stretch, stretch
from webapp.rules.mettle.racer import Racer
from webapp.rules.mettle.statuses import Status, burden
from webapp.rules.mettle.tables import attributes, ladder, qualities, quality_of, sizes
from webapp.rules.mettle.traps import Sprung, Trap, spring_on_zone
from webapp.rules.mettle.travel import Map, Path
from webapp.rules.mettle.zones import Legs, Scenery, Zones, draw, quick, speed_of

__all__ = [
    "RULESET",
    "Affliction",
    "Attributes",
    "Blow",
    "Burden",
    "Burning",
    "Called",
    "Chances",
    "Check",
    "Cover",
    "Discard",
    "Exposure",
    "Harm",
    "Hazard",
    "Initiative",
    "Legs",
    "Map",
    "Mettle",
    "MettleCore",
    "Npc",
    "Path",
    "Phase",
    "Project",
    "Racer",
    "Result",
    "Scenery",
    "Sprung",
    "State",
    "Status",
    "Stretch",
    "Target",
    "Trap",
    "Zones",
    "action",
    "actions",
    "affliction",
    "all_actions",
    "assembled",
    "attack",
    "attributes",
    "burden",
    "burden_of",
    "catalogue",
    "chances",
    "chase",
    "cover",
    "crash",
    "custom",
    "draw",
    "edge_odds",
    "entitled",
    "experience_cost",
    "fall",
    "fire",
    "from_stats",
    "heal",
    "ladder",
    "lasting",
    "load_of",
    "minds",
    "moving",
    "npc",
    "passive",
    "plummet",
    "qualities",
    "quality_of",
    "quick",
    "race",
    "raised",
    "read",
    "roll",
    "score_odds",
    "sizes",
    "sneak",
    "spans",
    "speed_of",
    "split",
    "spring_on_zone",
    "start",
    "starting",
    "statuses",
    "stretch",
    "take",
    "trap",
    "travel",
    "twist",
    "unsoaked",
    "visibility",
    "zones",
]
