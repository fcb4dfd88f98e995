"""Every row of the catalogue with its numbers."""

from typing import Any

import pytest

from webapp.games.mettle.rules import RULESET, Discard, Status, burden_of, catalogue
from webapp.games.mettle.rules.statuses import burden
from webapp.rules.check import ContextItem
from webapp.rules.effects import ModifierKind

STATUSES = {
    "afflicted": ({"counts": "potence", "lasts": "treatment"}, [("difficulty", 1)]),
    "blinded": ({"lasts": "source", "sense": "sight"}, [("blocks", 1), ("difficulty", 4), ("note", 1)]),
    "deafened": ({"lasts": "source", "sense": "hearing"}, [("blocks", 1), ("note", 1)]),
    "encumbered": ({"lasts": "source", "speed": -1}, [("difficulty", 1), ("note", 1)]),
    "fatigued": ({"counts": "nights", "lasts": "sleep"}, [("mettle.minimum", 1)]),
    "incapacitated": ({"lasts": "source", "poise": 0}, [("blocks", 1)]),
    "rattled": (
        {"counts": "actions", "lasts": "actions"},
        [("mettle.discard", -1), ("blocks", 1)],
    ),
    "shaken": ({"lasts": "source"}, [("mettle.discard", 1)]),
    "starving": ({"counts": "days", "lasts": "food", "maximum": -1, "dies": "no maximum"}, [("note", 1)]),
    "suffocating": ({"lasts": "source", "loses": 1, "idle": 2}, [("note", 1)]),
    "surprised": ({"lasts": "round"}, [("blocks", 1)]),
    "hungry": ({"counts": "days", "lasts": "food", "dies": "calling"}, [("difficulty", 1)]),
    "thirsty": ({"counts": "days", "lasts": "water", "dies": "calling"}, [("difficulty", 2)]),
    "staggered": ({"counts": "negative mettle", "lasts": "heal"}, [("blocks", 1), ("dice", -1)]),
    "fallen": (
        {"counts": "negative mettle", "lasts": "heal", "poise": 0, "unless": "heal"},
        [("blocks", 1), ("blocks", 1), ("dice", -1)],
    ),
    "burning": ({"lasts": "no edge"}, [("blocks", 1)]),
}


@pytest.mark.parametrize("key", STATUSES)
def test_every_status_has_its_numbers(key: str) -> None:
    entry, (data, effects) = catalogue()[key], STATUSES[key]
    assert dict(entry.data) == data
    assert [(str(effect.modifier), effect.amount) for effect in entry.effects] == effects
    assert entry.sources
    assert entry.trigger
    assert entry.clears


def test_the_catalogue_has_every_row() -> None:
    counted: dict[str, int] = {}
    for entry in catalogue().values():
        counted[entry.kind] = counted.get(entry.kind, 0) + 1
    assert counted == {
        "status": 16,
        "condition": 9,
        "cover": 3,
        "visibility": 3,
        "fire": 3,
        "affliction": 6,
        "trap": 5,
        "twist": 6,
        "clock": 3,
    }
    assert [entry.key for entry in catalogue().entries("status")] == list(STATUSES)


@pytest.mark.parametrize(
    ("key", "data"),
    [
        ("grappled", {"counts": "unsoaked", "lasts": "next action"}),
        ("delayed", {"lasts": "next action"}),
        ("aiming", {"lasts": "next action"}),
        ("splattered", {"counts": "edge", "most": 4, "lasts": "source", "sense": "sight"}),
        ("overloaded", {"lasts": "source", "speed": -2}),
        ("partial", {"defence": 2}),
        ("total", {}),
        ("guard", {"defence": -2, "ally": 2}),
        ("dim", {"sense": "sight", "level": 1}),
        ("dark", {"sense": "sight", "level": 2}),
        ("total-dark", {"sense": "sight", "level": 4}),
        ("project", {"role": "progress"}),
        ("countdown", {"role": "threat"}),
    ],
)
def test_every_other_row_has_its_numbers(key: str, data: dict[str, Any]) -> None:
    assert dict(catalogue()[key].data) == data
    assert catalogue()[key].text


def test_the_six_seeds_of_a_twist() -> None:
    names = [entry.name for entry in catalogue().entries("twist")]
    assert names == ["Delay", "Confuse", "Dismay", "Expose", "Imperil", "Waste"]


@pytest.mark.parametrize("key", list(catalogue()))
def test_the_engine_can_apply_every_effect_in_the_catalogue(key: str) -> None:
    entry = catalogue()[key]
    for effect in entry.effects:
        assert effect.modifier in RULESET.effect_modifiers
        felt = burden_of([ContextItem(entry.name, entry.kind, (effect,))], effect.on)
        if effect.modifier is ModifierKind.DIFFICULTY:
            assert felt.difficulty == effect.amount
        elif effect.modifier is ModifierKind.DICE:
            assert felt.dice == effect.amount
        elif effect.modifier is ModifierKind.BLOCKS:
            assert felt.blocked == (f"{entry.name}: {effect.note}.",)
        elif effect.modifier is ModifierKind.METTLE_DISCARD:
            assert felt.discard is (Discard.LOWEST if effect.amount < 0 else Discard.HIGHEST)
        else:
            assert [source.note for source in felt.sources] == [effect.note]
    if entry.kind in ("status", "condition"):
        burden([Status(key)], "anything")
