"""The readable words for the fields of things, used in the journal and in refusals."""

IN_WORDS = {
    "burned": "burned mark",
    "character": "character",
    "character.kind": "role",
    "clears": "way to clear it",
    "clock": "clock",
    "completed_by": "race",
    "direction": "direction",
    "effects": "effects",
    "filled": "filled segments",
    "follows": "clock it follows",
    "goal": "goal",
    "joins": "joined zones",
    "locked": "sheet lock",
    "look": "looks",
    "note.text": "note",
    "notes": "GM notes",
    "object": "place",
    "on_full": "completion text",
    "only": "visibility",
    "opposes": "rival clock",
    "owner": "tick permission",
    "played": "state",
    "scene": "place",
    "segments": "size",
    "shared": "tick permission",
    "source": "source",
    "stats": "sheet",
    "switches": "facts",
    "tempo": "automatic ticks",
    "treated": "treatment",
    "trigger": "trigger",
    "visibility": "visibility",
    "zone": "place",
}
STATS = "stats."
GM_ALONE = {"scene.notes", "clock.on_full"}
"""The fields that only the GM reads."""


def words_for(kind: str, field: str) -> str:
    """Return the readable words for a field of this kind of thing; a sheet's line is called by its name."""
    if field.startswith(STATS):
        return field.removeprefix(STATS)
    return IN_WORDS.get(f"{kind}.{field}") or IN_WORDS.get(field, field.replace("_", " "))
