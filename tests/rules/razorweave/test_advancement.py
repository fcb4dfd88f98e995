"""Which clocks an outcome moves, how far and why."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Check, ClockRef, RazorweaveRequest, Tier
from webapp.games.razorweave.rules.clock_ticks import _span, effect_of
from webapp.rules.check import Modifier, ProposalLine, Resolved
from webapp.rules.check_hooks import RolledCheck
from webapp.rules.clocks import Clock, RaceEntry, raced
from webapp.rules.errors import CatalogueError

EXPOSE = ClockRef(1, "Expose the Official", "progress", targeted=True)
COVER_UP = ClockRef(2, "Cover-Up Complete", "threat", opposes=1)


def proposed(
    tier: Tier, clocks: list[ClockRef], *hazards: str, margin: int = 0, intent: str = "", loud: bool = False
) -> tuple[ProposalLine, ...]:
    """What an outcome of this tier proposes for these clocks."""
    result = Resolved(str(tier), tier.label, tier.succeeds, data={"margin": margin})
    return RULESET.proposes(
        RolledCheck(Check(14, intent=intent), result, RazorweaveRequest(loud=loud), hazards), clocks
    )


def ticks(proposed: tuple[ProposalLine, ...]) -> list[tuple[Any, Any, int | None, int | None]]:
    assert all(one.do == "clock.tick" for one in proposed)
    return [(one.fields["clock"], one.fields["by"], one.low, one.high) for one in proposed]


def test_investigation_against_cover_up() -> None:
    """The worked example of ch. 9, from the first round to the fourth."""
    first = proposed(Tier.FULL_SUCCESS, [EXPOSE, COVER_UP], margin=2)
    assert ticks(first) == [(1, 2, 1, 2)]  # quiet: the threat stays where it is
    expose = Clock(6, 0).tick(2).clock

    second = proposed(Tier.PARTIAL_SUCCESS, [EXPOSE, COVER_UP], margin=-1, intent="question the clerk")
    assert ticks(second) == [(1, 1, 1, 1), (2, 1, 0, 1)]
    assert second[0].because == "Partial success, margin -1, on “question the clerk”"
    expose, cover_up = expose.tick(1).clock, Clock(4, 0).tick(1).clock

    cover_up = cover_up.tick(1).clock  # the official hears of it: an event, ticked by the GM
    assert (expose.filled, cover_up.filled) == (3, 2)

    fourth = proposed(Tier.FAILURE, [EXPOSE, COVER_UP], margin=-4)
    assert ticks(fourth) == [(2, 2, 1, 2)]

    over = cover_up.tick(2)
    assert over.completed
    assert raced(RaceEntry(cover_up), RaceEntry(expose), over, None)[0].came == "first"


@pytest.mark.parametrize(
    ("tier", "loud", "split", "progress", "threat"),
    [
        (Tier.CRITICAL_SUCCESS, False, False, (2, 3, 3), (0, 0, 0)),
        (Tier.CRITICAL_SUCCESS, True, False, (2, 3, 3), (1, 1, 1)),
        (Tier.CRITICAL_SUCCESS, False, True, (1, 1, 1), (0, 0, 0)),
        (Tier.FULL_SUCCESS, False, True, (1, 1, 1), (0, 0, 0)),
        (Tier.PARTIAL_SUCCESS, True, True, (1, 1, 1), (1, 2, 2)),
        (Tier.FAILURE, True, False, (0, 0, 0), (1, 2, 2)),  # 000:276: caught by the guards, two ticks
        (Tier.CRITICAL_FAILURE, True, False, (0, 0, 0), (2, 3, 3)),
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


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("tier", Tier)
def test_a_limited_effect_is_the_least_of_the_books_range_and_a_great_one_the_most(
    tier: Tier, split: bool
) -> None:
    """Seed 000:19; the range itself is that of 000:195 to 000:201."""
    limited, plain, great = (rw.advance(tier, split=split, impact=by).progress for by in (-1, 0, 1))
    assert (limited.low, limited.high) == (plain.low, plain.high) == (great.low, great.high)
    assert (limited.default, great.default) == (plain.low, plain.high)
    assert rw.advance(tier, impact=-1).threat == rw.advance(tier).threat


def test_a_tag_may_better_or_worsen_how_far_an_outcome_reaches() -> None:
    """Seed 000:19 and 000:158: "change position and effect"."""
    fog = Modifier("Fog of war", rw.ModifierKind.RAZORWEAVE_IMPACT, -1)
    result = Resolved("full_success", "Full success", True, data={"margin": 2})
    for sources, said, by in (((fog,), "", 1), ((), "limited", 1), ((fog,), "great", 2), ((), "great", 2)):
        rolled = RolledCheck(Check(14, sources=sources), result, RazorweaveRequest(impact=said))
        assert ticks(RULESET.proposes(rolled, [EXPOSE])) == [(1, by, 1, 2)]
    assert Check(14, sources=(fog,)).weighed.level == 0


def test_a_tier_may_be_said_as_a_word() -> None:
    assert rw.advance("failure").threat == rw.SegmentSpan(1, 2)


def test_a_row_of_the_table_with_a_typo_is_refused() -> None:
    with pytest.raises(
        CatalogueError, match=r"razorweave/tables.toml, advance 'failure', threat: it is \[2, 1\]"
    ):
        _span({"tier": "failure", "threat": [2, 1]}, "threat")  # type: ignore[dict-item]


LIFT = ClockRef(4, "Repair the lift", "progress")
MAP = ClockRef(5, "Draw a map", "progress")
STORM = ClockRef(6, "The storm", "danger")
WOUND = ClockRef(8, "Bleed Out", "personal")


@pytest.mark.parametrize(
    ("clocks", "said", "progress", "threat", "because"),
    [
        ([EXPOSE, COVER_UP, LIFT], {}, [1], 2, "the action targets this clock"),
        ([LIFT, replace(MAP, affected=True), STORM], {}, [5], 6, "this clock is most affected"),
        ([LIFT, STORM, COVER_UP], {}, [4], 6, "there is at most one open goal"),
        ([LIFT, MAP], {"intent": "finish the map"}, [5], None, "the intent names this clock"),
        ([LIFT, MAP], {"intent": "talk"}, [4, 5], None, "no clock stands out: split at the reduced rate"),
        (
            [replace(LIFT, name="Escape from the tower"), MAP],
            {"intent": "hide from the guards"},
            [4, 5],
            None,
            "no clock stands out: split at the reduced rate",
        ),
        ([LIFT, MAP], {"intent": "get it to repair itself"}, [4], None, "the intent names this clock"),
        (
            [LIFT, MAP],
            {"approach": "draw while they wait"},
            [5],
            None,
            "the approach is closest to this clock",
        ),
        ([LIFT, MAP, STORM], {}, [4, 5], 6, "no clock stands out: split at the reduced rate"),
        ([replace(LIFT, complete=True), MAP], {}, [5], None, "there is at most one open goal"),
        ([MAP, WOUND], {}, [5], None, "there is at most one open goal"),
        ([LIFT, replace(WOUND, targeted=True)], {}, [8], None, "the action targets this clock"),
        ([LIFT, replace(STORM, targeted=True)], {}, [], 6, "the action targets this clock"),
        ([EXPOSE, COVER_UP, replace(STORM, affected=True)], {}, [1], 6, "the action targets this clock"),
        ([LIFT, replace(WOUND, harms=True)], {}, [4], None, "there is at most one open goal"),
        ([LIFT, replace(WOUND, harms=True, targeted=True)], {}, [], 8, "the action targets this clock"),
        ([], {}, [], None, "there is at most one open goal"),
    ],
)
def test_which_clock_moves(
    clocks: list[ClockRef], said: dict[str, str], progress: list[int], threat: int | None, because: str
) -> None:
    decision = rw.decide(clocks, **said)
    assert [dial.id for dial in decision.progress] == progress
    assert (decision.threat.id if decision.threat else None) == threat
    assert decision.because == because


def test_a_split_action_moves_both_clocks_at_the_reduced_rate() -> None:
    assert ticks(proposed(Tier.CRITICAL_SUCCESS, [LIFT, MAP, STORM])) == [(4, 1, 1, 1), (5, 1, 1, 1)]


def test_a_loud_success_wakes_the_threat() -> None:
    assert ticks(proposed(Tier.FULL_SUCCESS, [EXPOSE, COVER_UP], loud=True)) == [
        (1, 2, 1, 2),
        (2, 1, 1, 1),
    ]


def test_a_hazard_may_bite_on_a_failure_only() -> None:
    failed = proposed(Tier.FAILURE, [STORM], "Hazardous", margin=-2)
    assert ticks(failed) == [(6, 2, 1, 2), (6, 1, 0, 1)]
    assert failed[1].because == "Failure, margin -2; Hazardous"
    assert proposed(Tier.FULL_SUCCESS, [STORM], "Hazardous") == ()


@given(st.sampled_from(Tier), st.booleans(), st.booleans())
def test_what_is_proposed_lies_in_its_range(tier: Tier, loud: bool, split: bool) -> None:
    moved = rw.advance(tier, loud=loud, split=split)
    for span in (moved.progress, moved.threat):
        assert 0 <= span.low <= span.default <= span.high <= 4
    assert moved.progress.moves == tier.succeeds


def test_an_impact_is_a_great_effect_and_below_0_a_limited_one() -> None:
    assert [effect_of(impact) for impact in (-1, 1, 2)] == ["limited", "great", "great"]
