"""Which clocks an outcome moves, how far and why."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.rules import razorweave as rw
from webapp.rules.check import Proposed
from webapp.rules.clocks import Clock, Opposed, raced
from webapp.rules.errors import CatalogueError
from webapp.rules.razorweave import RULESET, Dial, Tier
from webapp.rules.razorweave.advancement import _span

EXPOSE = {"id": 1, "name": "Expose the Official", "kind": "progress", "targeted": True}
COVER_UP = {"id": 2, "name": "Cover-Up Complete", "kind": "threat", "opposes": 1}


def ticks(proposed: tuple[Proposed, ...]) -> list[tuple[Any, Any, int | None, int | None]]:
    assert all(one.do == "clock.tick" for one in proposed)
    return [(one.fields["clock"], one.fields["by"], one.low, one.high) for one in proposed]


def test_investigation_against_cover_up() -> None:
    """The worked example of ch. 9, from the first round to the fourth."""
    first = RULESET.proposes({"dc": 16, "margin": 2}, "full_success", [EXPOSE, COVER_UP])
    assert ticks(first) == [(1, 2, 1, 2)]  # quiet: the threat stays where it is
    expose = Clock(6, 0).tick(2).clock

    second = RULESET.proposes(
        {"dc": 14, "margin": -1, "intent": "question the clerk"}, "partial_success", [EXPOSE, COVER_UP]
    )
    assert ticks(second) == [(1, 1, 1, 1), (2, 1, 0, 1)]
    assert second[0].because == "Partial success, margin -1, on question the clerk"
    expose, cover_up = expose.tick(1).clock, Clock(4, 0).tick(1).clock

    cover_up = cover_up.tick(1).clock  # the official hears of it: an event, ticked by the GM
    assert (expose.filled, cover_up.filled) == (3, 2)

    fourth = RULESET.proposes({"dc": 16, "margin": -4}, "failure", [EXPOSE, COVER_UP])
    assert ticks(fourth) == [(2, 2, 1, 2)]

    over = cover_up.tick(2)
    assert over.completed
    assert raced(Opposed(cover_up), Opposed(expose), over, None)[0].came == "first"


@pytest.mark.parametrize(
    ("tier", "loud", "split", "progress", "threat"),
    [
        (Tier.CRITICAL_SUCCESS, False, False, (2, 3, 3), (0, 0, 0)),
        (Tier.CRITICAL_SUCCESS, True, False, (2, 3, 3), (1, 1, 1)),
        (Tier.CRITICAL_SUCCESS, False, True, (1, 1, 1), (0, 0, 0)),
        (Tier.FULL_SUCCESS, False, True, (1, 1, 1), (0, 0, 0)),
        (Tier.PARTIAL_SUCCESS, True, True, (1, 1, 1), (1, 2, 2)),
        (Tier.FAILURE, True, False, (0, 0, 0), (2, 3, 3)),
        (Tier.CRITICAL_FAILURE, False, False, (0, 0, 0), (2, 3, 3)),
        (Tier.CRITICAL_FAILURE, False, True, (0, 0, 0), (2, 3, 3)),
    ],
)
def test_loud_and_split_actions(
    tier: Tier, loud: bool, split: bool, progress: tuple[int, ...], threat: tuple[int, ...]
) -> None:
    moved = rw.advance(tier, loud=loud, split=split)
    assert (moved.progress.low, moved.progress.high, moved.progress.default) == progress
    assert (moved.threat.low, moved.threat.high, moved.threat.default) == threat


def test_a_tier_may_be_said_as_a_word() -> None:
    assert rw.advance("failure").threat == rw.SegmentSpan(1, 2)


def test_a_row_of_the_table_with_a_typo_is_refused() -> None:
    with pytest.raises(
        CatalogueError, match=r"razorweave/tables.toml, advance 'failure', threat: it is \[2, 1\]"
    ):
        _span({"tier": "failure", "threat": [2, 1]}, "threat")  # type: ignore[dict-item]


def dials(*clocks: dict[str, Any]) -> list[Dial]:
    return [Dial.parse(clock) for clock in clocks]


LIFT = {"id": 4, "name": "Repair the lift", "kind": "progress"}
MAP = {"id": 5, "name": "Draw a map", "kind": "progress"}
STORM = {"id": 6, "name": "The storm", "kind": "danger"}
WOUND = {"id": 8, "name": "Bleed Out", "kind": "personal"}


@pytest.mark.parametrize(
    ("clocks", "said", "progress", "threat", "because"),
    [
        ([EXPOSE, COVER_UP, LIFT], {}, [1], 2, "the action targets it"),
        ([LIFT, {**MAP, "affected": True}, STORM], {}, [5], 6, "it is most affected"),
        ([LIFT, STORM, COVER_UP], {}, [4], 6, "it is the only one"),
        ([LIFT, MAP], {"intent": "finish the map"}, [5], None, "the intent names it"),
        ([LIFT, MAP], {"intent": "talk"}, [4, 5], None, "nothing settles it: split at the reduced rate"),
        (
            [{**LIFT, "name": "Escape from the tower"}, MAP],
            {"intent": "hide from the guards"},
            [4, 5],
            None,
            "nothing settles it: split at the reduced rate",
        ),
        ([LIFT, MAP], {"intent": "get it to repair itself"}, [4], None, "the intent names it"),
        ([LIFT, MAP], {"approach": "draw while they wait"}, [5], None, "the approach is closest to it"),
        ([LIFT, MAP, STORM], {}, [4, 5], 6, "nothing settles it: split at the reduced rate"),
        ([{**LIFT, "complete": True}, MAP], {}, [5], None, "it is the only one"),
        ([MAP, WOUND], {}, [5], None, "it is the only one"),
        ([LIFT, {**WOUND, "targeted": True}], {}, [8], None, "the action targets it"),
        ([LIFT, {**STORM, "targeted": True}], {}, [], 6, "the action targets it"),
        ([EXPOSE, COVER_UP, {**STORM, "affected": True}], {}, [1], 6, "the action targets it"),
        ([LIFT, {**WOUND, "harms": True}], {}, [4], None, "it is the only one"),
        ([LIFT, {**WOUND, "harms": True, "targeted": True}], {}, [], 8, "the action targets it"),
        ([], {}, [], None, "it is the only one"),
    ],
)
def test_which_clock_moves(
    clocks: list[dict[str, Any]], said: dict[str, str], progress: list[int], threat: int | None, because: str
) -> None:
    decision = rw.decide(dials(*clocks), **said)
    assert [dial.id for dial in decision.progress] == progress
    assert (decision.threat.id if decision.threat else None) == threat
    assert decision.because == because


def test_a_split_action_moves_both_clocks_at_the_reduced_rate() -> None:
    proposed = RULESET.proposes({"dc": 14}, "critical_success", [LIFT, MAP, STORM])
    assert ticks(proposed) == [(4, 1, 1, 1), (5, 1, 1, 1)]


def test_a_loud_success_wakes_the_threat() -> None:
    assert ticks(RULESET.proposes({"dc": 14, "loud": True}, "full_success", [EXPOSE, COVER_UP])) == [
        (1, 2, 1, 2),
        (2, 1, 1, 1),
    ]


def test_a_hazard_may_bite_on_a_failure_only() -> None:
    check = {"dc": 14, "hazards": ["Hazardous"]}
    failed = RULESET.proposes(check, "failure", [STORM])
    assert ticks(failed) == [(6, 2, 1, 2), (6, 1, 0, 1)]
    assert failed[1].because == "Failure; Hazardous"
    assert RULESET.proposes(check, "full_success", [STORM]) == ()


@given(st.sampled_from(Tier), st.booleans(), st.booleans())
def test_what_is_proposed_lies_in_its_range(tier: Tier, loud: bool, split: bool) -> None:
    moved = rw.advance(tier, loud=loud, split=split)
    for span in (moved.progress, moved.threat):
        assert 0 <= span.low <= span.default <= span.high <= 4
    assert moved.progress.moves == tier.succeeds


def test_time_moves_clocks_that_hang_on_it() -> None:
    assert ticks(rw.RULESET.time_passes([4, 6], "a scene passes")) == [(4, 1, 0, 1), (6, 1, 0, 1)]
