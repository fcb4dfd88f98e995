"""METTLE in words: what its GM does now and then, ways to count, what may be proposed or is left untold."""

from webapp.screens.games import CountWay
from webapp.screens.moves import MoveForm

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


WHAT = (
    ("action", "An Action for somebody", "any of the ten, for anybody"),
    ("fight", "Begin a fight", "who calls the first attack, who is surprised"),
    ("npc", "Bring in NPCs", "guards, beasts, somebody of your own"),
    ("status", "A status for somebody", "Prone, Restrained, Rattled and the rest"),
    ("weapon", "A weapon for somebody", "damage, bonus dice, range"),
    ("numbers", "Numbers of somebody", "Attributes, Armour, Speed, Threat"),
    ("sneak", "The party sneaks", "the lowest pool rolls for all"),
    ("move", "Move somebody", "to another zone, whatever hinders"),
    ("light", "Light of a zone", "dim, dark, smoke"),
    ("scenery", "Scenery in a zone", "cover, obstacles, something to climb"),
    ("hazard", "Fire or hazard", "put into a zone"),
    ("ignite", "Somebody burns", "sets somebody on fire"),
    ("fall", "Somebody falls", "so many metres"),
    ("poison", "Poison or disease", "an affliction that goes on"),
    ("trap", "Set a trap", "hidden until it is sprung"),
    ("race", "Start a race", "drivers and their speed"),
    ("chase", "Start a chase", "who flees, who is after them"),
    ("map", "Draw a travel map", "a journey and its stops"),
    ("path", "Draw a path", "between two stops"),
    ("pin", "Drop a pin", "a new stop"),
    ("rival", "Rivals on the way", "who travels, too"),
    ("provisions", "Provisions", "food and water for days"),
    ("hours", "Hours pass", "a minute, an hour, a week; sessions; vouchers"),
    ("day", "A day passes", "food, water, sleep, rest"),
    ("project", "Begin a project", "a long Use, whole or split"),
    ("downtime", "Give Downtime Vouchers", "to those who are not busy"),
)
MOVES = tuple(MoveForm(key, name, about, f"games/mettle/moves/{key}.html") for key, name, about in WHAT)
