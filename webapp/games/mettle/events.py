"""The kinds of events of METTLE; their sentences are in `events.toml` beside this file.

A new fact goes last and has a default.
"""

# ---- what befalls people: Mettle, statuses, hazards, afflictions, days, journeys, experience ----

# ---- fights, Actions, Cover, Zones, races and chases ----
