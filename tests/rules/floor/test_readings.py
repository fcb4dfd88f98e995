"""What no text of the books here names is marked as a reading, in the catalogue and in what is looked up."""

import pytest

from webapp.rules.catalogue import parse
from webapp.rules.errors import CatalogueError
from webapp.rules.playable_games import rulesets

ENTRIES = {
    "razorweave": [
        "Alert", "Festive", "Solemn", "Suppressed", "Stunned", "Distracted", "Prone",
        "Compromised Reputation", "Obsessed", "Unconscious", "Focused", "Backed by Authority", "Resolve",
    ],
    "resonance": ["Task", "Personal"],
    "mettle": [
        "Grappled", "Delayed", "Splattered", "Overloaded", "Convinced",
        "Confuse", "Dismay", "Expose", "Imperil", "Waste", "Vehicle", "Countdown",
    ],
    "freeform": [],
}  # fmt: skip
NAMED = {
    "razorweave": {
        "Dim Light": "000:130", "Darkness": "000:131", "Slick": "000:132", "Cramped": "000:133",
        "Elevated": "000:134", "Solid Cover": "000:135", "Fragile Cover": "000:59", "Unstable": "000:60",
        "Outnumbered": "000:66", "Flanked": "000:67", "Surprised": "000:68", "Exposed": "000:136",
        "Hazardous": "000:137", "Surveillance": "000:71", "Tense": "000:77", "Chaotic": "000:78",
        "Formal": "000:79", "Suspicious": "000:80", "Obscured": "000:163", "Crowded": "000:7",
        "Exhausted": "000:138", "Bleeding": "000:139", "Wounded": "000:140", "Frightened": "000:141",
        "Dazed": "000:142", "Restrained": "000:143", "Poisoned": "000:144", "Encumbered": "000:145",
        "Shaken": "000:146", "Blinded": "000:147", "Marked": "004:79", "Long-term goal": "000:184",
        "Mounting threat": "000:185", "Ticking danger": "000:186", "Faction project": "000:187",
        "Personal": "000:116",
    },
    "resonance": {
        "Mounted": "001:14", "Riding": "001:15", "Prone": "001:16", "Crouching": "001:17",
        "Cover": "001:18", "High Ground": "001:19", "Submerged": "001:20", "Hidden": "001:21",
        "Exhausted": "001:22", "Injured": "001:23", "Unconscious": "001:24", "Silenced": "001:25",
        "Exposed": "001:26", "Mark": "001:50", "Impair": "001:51", "Slow": "001:52", "Daze": "001:53",
        "Curse": "001:54", "Bind": "001:55", "Weaken": "001:56", "Blight": "001:57", "Silence": "001:58",
        "Nullify": "001:59", "Liberate": "001:65", "Augment": "001:66", "Haste": "001:67",
        "Ward": "001:68", "Bless": "001:69", "Charge": "001:70", "Cure": "001:71", "Regen": "001:72",
        "Enhance": "001:73", "Obscure": "001:74", "Situation": "002:12", "Scene": "002:12",
        "Threat": "002:32",
    },
    "mettle": {
        "Afflicted": "003:367", "Blinded": "003:368", "Deafened": "003:369", "Encumbered": "003:370",
        "Fatigued": "003:371", "Incapacitated": "003:372", "Rattled": "003:373", "Shaken": "003:374",
        "Starving": "003:375", "Suffocating": "003:376", "Surprised": "003:377", "Hungry": "003:378",
        "Thirsty": "003:379", "Staggered": "003:131", "Fallen": "003:131", "Burning": "003:362",
        "Aiming": "003:110", "Unnoticed": "003:226", "Stable": "003:120", "Dead": "003:120",
        "Partial Cover": "003:344", "Total Cover": "003:345", "Guard Cover": "003:346",
        "Dim light": "003:406", "Darkness": "003:406", "Total darkness": "003:406", "Campfire": "003:360",
        "Bonfire": "003:360", "Forge": "003:360", "Common cold": "003:329",
        "Monitor lizard bite": "003:330", "Curare dart": "003:331", "Rattler venom": "003:332",
        "Cobra venom": "003:333", "Tranquilizer dart": "003:334", "Anti-personnel mine": "003:387",
        "Flooding room": "003:388", "Pitfall": "003:392", "Scything blade": "003:395",
        "Tripwire": "003:399", "Delay": "003:94", "Project": "003:290",
    },
    "freeform": {},
}  # fmt: skip
"""Where a text names an entry, one by one: text and line."""
SHEETS = {
    "razorweave": ["In a fight", "Resolve clocks", "Who acts next"],
    "resonance": [
        "Dice and turns", "Target Numbers", "Choices of a Critical", "Actions", "Stats", "Levels",
        "Social: trust", "Social: tension", "Social: faction",
    ],
    "mettle": ["Difficulty", "Quality of a success", "Attributes", "Characters", "Loads in kg"],
    "freeform": [],
}  # fmt: skip
ROWS = {
    "mettle": ["Surge", "Vehicle", "Crash elsewhere", "Confuse", "Dismay", "Expose", "Imperil", "Waste"],
}


@pytest.mark.parametrize("game", ENTRIES)
def test_an_entry_that_no_text_names_is_a_reading(game: str) -> None:
    found = [entry.name for entry in rulesets()[game].catalogue.values() if entry.source]
    assert found == ENTRIES[game]


@pytest.mark.parametrize("game", NAMED)
def test_every_other_entry_stands_in_a_text_at_its_line(game: str) -> None:
    catalogue = rulesets()[game].catalogue.values()
    assert game == "freeform" or {entry.name for entry in catalogue if not entry.source} == set(NAMED[game])
    assert not set(NAMED[game]) & set(ENTRIES[game])
    texts = {"razorweave": ("000", "004"), "resonance": ("001", "002"), "mettle": ("003",)}
    assert all(line.startswith(texts[game]) for line in NAMED[game].values())


@pytest.mark.parametrize("game", SHEETS)
def test_so_is_a_table_and_a_row_to_look_up(game: str) -> None:
    sheets = rulesets()[game].reference
    assert [sheet.title for sheet in sheets if sheet.source == "reading"] == SHEETS[game]
    marked = [(sheet, name) for sheet in sheets for name in sheet.readings]
    assert [name for _, name in marked] == ROWS.get(game, [])
    for sheet, name in marked:
        assert any(name in row[:2] for row in sheet.rows), name


def test_a_source_is_a_reading_or_nothing() -> None:
    row = {"name": "Fog", "text": "Grey.", "source": "hearsay"}
    with pytest.raises(CatalogueError, match="it must be “reading” or absent, not “hearsay”") as refused:
        parse({"tag": [row]}, "own")
    assert refused.value.field == "source"
