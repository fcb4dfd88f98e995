"""What Resonance's Curator does now and then."""

from webapp.screens.moves import MoveForm

WHAT = (
    ("race", "Start a Race", "a Situation against a Threat Clock"),
    ("situation", "Start a Situation", "its parts; the Scene Clock"),
    ("npc", "Bring in NPCs", "minions, machines, villains of the party's level"),
    ("tag", "Give a tag", "statuses and boosts, several at once"),
    ("own-tag", "A tag of your own", "its name, colour, what clears it"),
    ("tempo", "Travel, rest, downtime", "the party moves on"),
    ("rounds", "Begin rounds", "somebody is surprised"),
    ("mount", "Rider and mount", "who rides whom"),
    ("level", "The next level", "two more keywords, one stat higher"),
)
MOVES = tuple(MoveForm(key, name, about, f"games/resonance/moves/{key}.html") for key, name, about in WHAT)
