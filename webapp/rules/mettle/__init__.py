"""METTLE Core: pools of d6 read as Score and Edge.

```python
>>> from webapp.rules import mettle
>>> rattled = mettle.Status("rattled")
>>> check = mettle.Check(pool=6, difficulty=3).under([rattled])
>>> print(mettle.resolve(check, [2, 2, 4, 5, 5, 6]))       # both 2s are gone
Score 0 (discarded 2, 2) against Difficulty 3, 4 Edge: a failure; a Twist may be offered.
>>> mettle.odds(mettle.Check(pool=3, difficulty=3)).success
Fraction(7, 12)
>>> mettle.Mettle.full(calling=6, motive=4).lose(7).rally().current
6
>>> mettle.start(["Ann", "Bog"], first="Ann").act("Bog").holder
'Bog'

```
Rules: METTLE Core by Jake Eldritch, Planarian Games, CC BY 4.0; texts here are our own.
"""

from webapp.rules.check import Assessment, Held, Proposed, Source
from webapp.rules.codec import kept, restored
from webapp.rules.effects import Effect, Modifier
from webapp.rules.guard import guard_door
from webapp.rules.mettle.actions import Action, Form, Way, action, all_actions, custom_action
from webapp.rules.mettle.afflictions import Affliction, Exposure
from webapp.rules.mettle.attacks import (
    Blow,
    Rammed,
    Sprung,
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
from webapp.rules.mettle.book import affliction, catalogue, fire, trap
from webapp.rules.mettle.burdens import Burden, Discard, burden_of
from webapp.rules.mettle.chances import Chances, odds
from webapp.rules.mettle.chases import Chase, chase, move
from webapp.rules.mettle.check import Check, Result, resolve, roll, twist
from webapp.rules.mettle.check_setup import assess, passive
from webapp.rules.mettle.cover import Cover, defence, take_cover
from webapp.rules.mettle.durations import (
    Day,
    Lived,
    after_action,
    after_day,
    after_days,
    after_round,
    deadly,
    next_scene,
)
from webapp.rules.mettle.facts import Asked, Body, Called, Facts, Weapon
from webapp.rules.mettle.hazards import Harm, Hazard, Trap, fall, plummet
from webapp.rules.mettle.healing import Patient, heal
from webapp.rules.mettle.initiative import Initiative, Phase, start
from webapp.rules.mettle.journeys import Map, Path, Travellers, arrival, astray
from webapp.rules.mettle.meter import Mettle, MettleState, unsoaked
from webapp.rules.mettle.minds import group_sneaker, poor_light, rattle, sneak, sway
from webapp.rules.mettle.projects import Project, split, tick, trivial
from webapp.rules.mettle.ruleset import RULESET, MettleCore
from webapp.rules.mettle.sheet import Attributes, Preset, Sheet, experience_cost, raised, sheet_of
from webapp.rules.mettle.spans import Span, entitled, span_of
from webapp.rules.mettle.statuses import Status, add, remove
from webapp.rules.mettle.stretches import Racer, Stretch, Stunt, crash_damage, stretch
from webapp.rules.mettle.zones import Legs, Scenery, Zones, draw, quick, speed_of

__all__ = guard_door(globals())
