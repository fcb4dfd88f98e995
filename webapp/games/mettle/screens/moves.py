"""What METTLE's GM does now and then."""

from webapp.screens.moves import MoveForm

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
