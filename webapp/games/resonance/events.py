"""The kinds of events of Resonance; their sentences are in `events.toml` beside this file.

A new fact goes last and has a default.
"""

# ---- people: values, tags, boosts, conditions ----

# ---- rounds, Situations, Races, positions ----
