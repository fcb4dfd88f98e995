"""The readable words for the fields of things, used in the journal and in refusals."""

from collections.abc import Iterable

from webapp.rules.check_form import CheckField

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
OF_A_CHECK = {
    "uses": "sources",
    "sources": "sources",
    "changed": "circumstances",
    "group": "group",
    "helpers": "group",
    "intent": "intent",
    "approach": "approach",
}
"""The words for the fields that all checks share; the other fields have none."""


def words_for(kind: str, field: str) -> str:
    """Return the readable words for a field of this kind of thing; a sheet's line is called by its name."""
    if field.startswith(STATS):
        return field.removeprefix(STATS)
    return IN_WORDS.get(f"{kind}.{field}") or IN_WORDS.get(field, field.replace("_", " "))


def check_field_words(form: Iterable[CheckField], key: str) -> str:
    """Return the readable words for a field of a check, or of its game's form; "" for one without words."""
    name = next((field.name for field in form if field.key == key), None)
    if name is None or name.isalpha():
        return name or OF_A_CHECK.get(key, "")
    return key.upper() if len(key) == 2 else key.replace("_", " ")
