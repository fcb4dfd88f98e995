"""METTLE in words: its own ways to count, its commands that may be proposed, and those a story leaves out."""

from webapp.screens.games import CountWay

WAYS = {
    "mettle.discard": CountWay(
        "Discards dice (above 0 the highest)",
        lambda amount: f"{'Lowest' if amount < 0 else 'Highest'} dice go",
    ),
    "mettle.minimum": CountWay("Least Difficulty", lambda amount: f"At least Difficulty {amount}"),
}

UNTOLD = frozenset(
    {
        "mettle.action.cover",
        "mettle.guard.accept",
        "mettle.guard.refuse",
        "mettle.initiative.act",
        "mettle.initiative.pass",
        "mettle.initiative.rejoin",
        "mettle.initiative.wait",
        "mettle.remove",
        "mettle.travel.path",
        "mettle.travel.pin",
        "mettle.travel.provisions",
        "mettle.twist.refuse",
        "mettle.weapon.add",
        "mettle.zone.scenery",
    }
)
"""Whose turn it is and what was laid out beforehand are no part of the story."""
PROPOSABLE = {
    "mettle.hurt": "{character} loses {by} Mettle",
    "mettle.mend": "{character} regains {by} Mettle",
    "mettle.status.add": "{character} is {name}",
    "mettle.status.end": "an end to what ails {character}",
    "mettle.zone.move": "{character} goes to {zone}",
    "mettle.zone.light": "another light in {zone}",
    "mettle.zone.scenery": "“{name}” in {zone}",
    "mettle.hazard.spring": "a trap is sprung",
    "mettle.hazard.strike": "a hazard strikes",
    "mettle.hazard.ignite": "{character} catches fire",
    "mettle.hazard.fall": "{character} falls {metres} m",
    "mettle.hazard.expose": "{character} meets “{name}”",
    "mettle.project.add": "a project “{name}”",
    "mettle.travel.pin": "a pin “{name}” near {near}",
    "mettle.travel.path": "a path from {one} to {other}",
    "mettle.travel.encounter": "an encounter on the way to {stop}",
    "mettle.travel.arrive": "the group arrives at {stop}",
    "mettle.action.sneak": "that the party sneaks together",
    "mettle.chase.flee": "that the quarry flees",
    "mettle.chase.pursue": "{character} keeps up in the chase",
    "mettle.stretch.board": "{character} rides with {driver}",
    "mettle.weapon.add": "{character} carries “{name}”",
    "mettle.twist.offer": "a Twist: {text}",
    "mettle.voucher.give": "Downtime Vouchers",
}
