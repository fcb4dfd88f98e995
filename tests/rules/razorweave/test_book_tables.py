"""Every row of the book's tables, with its numbers written out."""

import pytest

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Tier


def test_the_dc_ladder_has_six_rungs() -> None:
    assert [(rung.value, rung.name) for rung in rw.ladder()] == [
        (12, "Easy"),
        (14, "Routine"),
        (16, "Tough"),
        (18, "Hard"),
        (20, "Heroic"),
        (22, "Legendary"),
    ]
    assert all(rung.text and rung.example for rung in rw.ladder())
    assert RULESET.ladder == rw.ladder()


@pytest.mark.parametrize(
    ("dc", "name"),
    [
        (10, "Easy"),
        (12, "Easy"),
        (13, "Easy"),
        (14, "Routine"),
        (17, "Tough"),
        (22, "Legendary"),
        (26, "Legendary"),
    ],
)
def test_a_dc_between_two_rungs_counts_as_the_lower(dc: int, name: str) -> None:
    assert rw.rung_of(dc).name == name


def test_edge_and_burden_always_keep_four() -> None:
    assert [(level.level, level.name, level.roll_text) for level in rw.levels()] == [
        (2, "+2 Edge", "6d6, keep the best 4"),
        (1, "+1 Edge", "5d6, keep the best 4"),
        (0, "Even", "4d6"),
        (-1, "-1 Burden", "5d6, keep the worst 4"),
        (-2, "-2 Burden", "6d6, keep the worst 4"),
    ]
    assert all(level.text for level in rw.levels())


def test_five_outcomes() -> None:
    assert [(row.tier, row.name, row.low, row.high) for row in rw.tiers()] == [
        ("critical_success", "Critical success", 5, None),
        ("full_success", "Full success", 0, 4),
        ("partial_success", "Partial success", -2, -1),
        ("failure", "Failure", -6, -3),
        ("critical_failure", "Critical failure", None, -7),
    ]
    assert all(row.text and row.example for row in rw.tiers())


def test_clock_advancement_by_outcome() -> None:
    assert [
        (row.tier, (row.progress.low, row.progress.high), (row.threat.low, row.threat.high))
        for row in rw.advances()
    ] == [
        (Tier.CRITICAL_SUCCESS, (2, 3), (0, 0)),
        (Tier.FULL_SUCCESS, (1, 2), (0, 0)),
        (Tier.PARTIAL_SUCCESS, (1, 1), (0, 1)),
        (Tier.FAILURE, (0, 0), (1, 2)),
        (Tier.CRITICAL_FAILURE, (0, 0), (2, 3)),
    ]


def test_four_attributes() -> None:
    assert [(one.key, one.name) for one in RULESET.attributes] == [
        ("MIG", "Might"),
        ("AGI", "Agility"),
        ("PRE", "Presence"),
        ("RSN", "Reason"),
    ]


def test_sources_and_kinds_of_clock() -> None:
    assert [(kind.key, kind.name) for kind in rw.source_kinds()] == [
        ("tag", "Tag"),
        ("condition", "Condition"),
        ("environment", "Environment"),
        ("tools", "Tools"),
        ("proficiency", "Proficiency"),
        ("setup", "Setup"),
        ("help", "Help"),
    ]
    assert [(kind.key, kind.role) for kind in RULESET.catalogue.clock_kinds] == [
        ("progress", "progress"),
        ("threat", "threat"),
        ("danger", "threat"),
        ("faction", "threat"),
        ("personal", "threat"),
        ("resolve", "progress"),
    ]


@pytest.mark.parametrize(
    ("title", "heads"),
    [
        ("Clock sizes", ["4", "6", "8"]),
        ("Why a clock moves", ["By checks", "By time", "By events"]),
        ("Start small", ["Tags", "Conditions", "Clocks"]),
        ("In a fight", ["Strike", "Maneuver", "Set Up", "Defend or Withdraw"]),
        ("Resolve clocks", ["Minor foe", "Player character", "Boss, or a whole group"]),
        ("Who acts next", ["Conversational", "Popcorn", "Rolled"]),
    ],
)
def test_what_is_only_looked_up_stands_in_the_reference(title: str, heads: list[str]) -> None:
    sheet = next(each for each in RULESET.reference if each.title == title)
    assert [row[0] for row in sheet.rows] == heads
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)


def test_two_forces_are_worth_two_clocks() -> None:
    sheet = next(each for each in RULESET.reference if each.title == "When a clock is worth making")
    assert sheet.rows[2][1].startswith("Two clocks that oppose each other")


def test_a_strike_moves_a_resolve_clock_as_any_check_does() -> None:
    assert [rw.advance(tier).progress.default for tier in Tier] == [3, 2, 1, 0, 0]
