"""Every tag and condition of chapter 9, with its effects spelled out."""

import pytest

from webapp.games.razorweave.rules import RULESET

ENVIRONMENTAL = [
    "Dim Light",
    "Darkness",
    "Slick",
    "Cramped",
    "Elevated",
    "Solid Cover",
    "Fragile Cover",
    "Unstable",
]
SITUATIONAL = ["Outnumbered", "Flanked", "Surprised", "Exposed", "Hazardous", "Surveillance"]
ATMOSPHERIC = ["Tense", "Chaotic", "Formal", "Suspicious"]
QUICK = [
    "Dim Light", "Darkness", "Slick", "Cramped", "Elevated", "Solid Cover", "Exposed", "Hazardous",
    "Exhausted", "Bleeding", "Wounded", "Frightened", "Dazed", "Restrained", "Poisoned", "Encumbered",
    "Shaken", "Blinded",
]  # fmt: skip

ROWS = {
    "Dim Light": [("stealth", "edge", 1), ("sight", "burden", 1)],
    "Darkness": [("sight", "burden", 2), ("sight", "note", 1)],
    "Slick": [("movement and balance", "burden", 1)],
    "Cramped": [("large movement, wide swing, large weapon", "burden", 1), ("grapple", "edge", 1)],
    "Elevated": [
        ("ranged downward, shoot down, ranged from above", "edge", 1),
        ("movement and balance", "note", 1),
    ],
    "Solid Cover": [("defense", "edge", 1), ("sight", "note", 1)],
    "Fragile Cover": [("defense", "note", 1)],
    "Unstable": [("careful", "burden", 1), ("movement", "note", 1)],
    "Outnumbered": [("defense", "burden", 1), ("defense", "note", 1)],
    "Flanked": [("defense", "burden", 1)],
    "Surprised": [("anything", "blocks", 1), ("anything", "burden", 1)],
    "Exposed": [("defense", "burden", 1), ("defense", "note", 1)],
    "Hazardous": [("anything", "note", 1)],
    "Surveillance": [("anything", "note", 1)],
    "Tense": [("calm", "burden", 1), ("social", "note", 1)],
    "Chaotic": [("coordination", "burden", 1), ("misdirection", "note", 1)],
    "Formal": [("informal", "burden", 1), ("etiquette", "edge", 1)],
    "Suspicious": [("trust", "burden", 1), ("deception", "note", 1)],
    "Exhausted": [("demanding physical", "burden", 1)],
    "Bleeding": [("anything", "note", 1)],
    "Wounded": [("physical", "burden", 1)],
    "Frightened": [("anything", "burden", 1)],
    "Dazed": [("perception and reaction", "burden", 1)],
    "Restrained": [("physical", "blocks", 1)],
    "Poisoned": [("physical", "burden", 1)],
    "Encumbered": [("movement, AGI", "burden", 1)],
    "Shaken": [("PRE", "burden", 1)],
    "Blinded": [("sight", "burden", 2), ("sight", "note", 1)],
}

DATA = {
    "Flanked": {"target": "character", "asks": True},
    "Surprised": {"target": "character", "unless": "reaction", "ends": "round"},
    "Outnumbered": {"target": "character"},
    "Exposed": {"target": "character", "quick": True, "foes": True},
    "Hazardous": {"quick": True, "ticks": "failure", "may": True},
    "Exhausted": {"quick": True, "ends": "rest", "helps": "rest, treatment"},
    "Bleeding": {
        "quick": True,
        "ticks": "scene",
        "segments": 4,
        "stabilise": 14,
        "worsens": "Unconscious",
        "ends": "treatment",
    },
    "Wounded": {"quick": True, "severity": "major", "helps": "recovery", "care": True},
    "Frightened": {"quick": True, "switch": "threat visible", "starts": True},
    "Dazed": {"quick": True, "ends": "scene"},
    "Restrained": {"quick": True, "ends": "break free"},
    "Poisoned": {
        "quick": True,
        "ticks": "scene",
        "may": True,
        "segments": 4,
        "ends": "treatment",
        "helps": "treatment, recovery",
    },
    "Shaken": {"quick": True, "ends": "success"},
    "Blinded": {"quick": True, "severity": "major", "impossible": "not possible without sight"},
}

CLEARS = {
    "Dim Light": "A light, or dawn.",
    "Darkness": "A strong light.",
    "Slick": "Clean the surface, let it dry, or walk carefully.",
    "Cramped": "Move to a place with more room.",
    "Elevated": "Come down, or the opponents climb up.",
    "Solid Cover": "Be flanked, lose the cover, or move away.",
    "Exposed": "Reach cover.",
    "Hazardous": "Leave, or make the place safe.",
    "Exhausted": "Rest, or restorative help.",
    "Bleeding": "First aid or medical treatment.",
    "Wounded": "Medical care and time to recover.",
    "Frightened": "Take courage, get away from the cause, or defeat it.",
    "Dazed": "A short recovery, or the end of the scene.",
    "Restrained": "A check to break free, or help from outside.",
    "Poisoned": "An antidote, time, or medical care.",
    "Encumbered": "Drop or stow some of the load.",
    "Shaken": "A successful check, or an ally at your side.",
    "Blinded": "Sight returns, or you find another way to perceive.",
}


def test_eighteen_tags_in_three_groups() -> None:
    by_group = {
        group: [entry.name for entry in RULESET.catalogue.entries("tag", group)]
        for group in ("Environmental", "Situational", "Atmospheric")
    }
    assert by_group == {
        "Environmental": ENVIRONMENTAL,
        "Situational": SITUATIONAL,
        "Atmospheric": ATMOSPHERIC,
    }


def test_eighteen_rows_of_the_quick_reference() -> None:
    quick = [entry for entry in RULESET.catalogue.values() if entry.data.get("quick")]
    assert [entry.name for entry in quick] == QUICK
    assert [entry.kind for entry in quick] == ["tag"] * 8 + ["condition"] * 10


@pytest.mark.parametrize("name", ROWS)
def test_a_rows_effects(name: str) -> None:
    entry = RULESET.catalogue.find(name)
    assert [(one.on, str(one.modifier), one.amount) for one in entry.effects] == ROWS[name]
    assert entry.sources
    assert entry.text


@pytest.mark.parametrize("name", CLEARS)
def test_how_a_row_clears(name: str) -> None:
    assert RULESET.catalogue.find(name).clears == CLEARS[name]


@pytest.mark.parametrize("name", DATA)
def test_what_else_a_row_says(name: str) -> None:
    assert RULESET.catalogue.find(name).data == DATA[name]


def test_the_glossary_adds_to_chapter_nine() -> None:
    tags = [entry.name for entry in RULESET.catalogue.entries("tag", "Glossary")]
    conditions = [
        entry.name for entry in RULESET.catalogue.entries("condition") if not entry.data.get("quick")
    ]
    assert tags == ["Obscured", "Crowded", "Alert", "Festive", "Solemn"]
    assert conditions == [
        "Marked", "Suppressed", "Stunned", "Distracted", "Prone", "Compromised Reputation", "Obsessed",
        "Unconscious", "Focused", "Backed by Authority",
    ]  # fmt: skip


def test_every_effect_is_one_the_engine_applies() -> None:
    for entry in RULESET.catalogue.values():
        assert {effect.modifier for effect in entry.effects} <= RULESET.effect_modifiers, entry.name


@pytest.mark.parametrize("name", ["Weakened", "Cluttered", "Abundant Handholds", "Total Darkness"])
def test_names_that_the_book_only_uses_in_passing_are_left_to_the_table(name: str) -> None:
    assert name not in [entry.name for entry in RULESET.catalogue.values()]
