"""From a prompt: lists where tuples are, a sentence for what does not fit, and what is said at the table."""

from collections.abc import Callable
from typing import Any

import pytest

from webapp.games.razorweave import rules as rw
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

CHECK = rw.Check(14, intent="pick the lock")
OUTCOME = rw.resolve(CHECK, [4, 4, 4, 4])
WRONG: Any = "nonsense"


def test_lists_are_taken_where_tuples_are() -> None:
    edge = rw.Modifier("Fine picks", rw.ModifierKind.EDGE)
    assert rw.Check(14, sources=[edge]) == rw.Check(14, sources=(edge,))  # type: ignore[arg-type]
    assert rw.ContextItem("Fog", "tag", []) == rw.ContextItem("Fog", "tag")  # type: ignore[arg-type]


def test_an_outcome_says_what_is_said_at_the_table() -> None:
    assert str(OUTCOME) == "Full success. 4 + 4 + 4 + 4 = 16 against DC 14: margin +2."
    ones = rw.roll(rw.Check(4, attribute=1), Loaded(1, 1, 1, 1))
    assert str(ones) == (
        "Critical failure. 1 + 1 + 1 + 1 = 4; 4 + 1 = 5 against DC 4: margin +1. Every die shows 1."
    )
    hindered = rw.roll(rw.Check(4, attribute=-5), Loaded(1, 1, 1, 1))
    assert hindered.sum.startswith("1 + 1 + 1 + 1 = 4; 4 − 5 = −1 against DC 4")


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: rw.Check(WRONG), "dc"),
        (lambda: rw.Check(14, sources=WRONG), "sources"),
        (lambda: rw.Check(14, sources=[WRONG]), "sources[0]"),  # type: ignore[arg-type, list-item]
        (lambda: rw.Check(14, intent=7), "intent"),  # type: ignore[arg-type]
        (lambda: rw.Modifier(7, rw.ModifierKind.EDGE), "name"),  # type: ignore[arg-type]
        (lambda: rw.ContextItem("Fog", "tag", [WRONG]), "effects[0]"),  # type: ignore[arg-type, list-item]
        (lambda: rw.assess(WRONG), "check"),
        (lambda: rw.assess(CHECK, [WRONG]), "around[0]"),
        (lambda: rw.odds(WRONG), "check"),
        (lambda: rw.roll(WRONG, Loaded(4, 4, 4, 4)), "check"),
        (lambda: rw.roll(CHECK, [4, 4, 4, 4]), "source"),  # type: ignore[arg-type]
        (lambda: rw.resolve(WRONG, [4, 4, 4, 4]), "check"),
        (lambda: rw.resolve(CHECK, WRONG), "dice"),
        (lambda: rw.resolve(CHECK, 4), "dice"),  # type: ignore[arg-type]
        (lambda: rw.tick(WRONG, OUTCOME.tier), "clocks"),
        (lambda: rw.tick([WRONG], OUTCOME.tier), "clocks[0]"),
        (lambda: rw.tick([], WRONG), "outcome"),
        (lambda: rw.advance(WRONG), "tier"),
        (lambda: rw.weigh([WRONG]), "sources[0]"),
        (lambda: rw.as_dc(WRONG), "source"),
        (lambda: rw.helped(7), "helper"),  # type: ignore[arg-type]
        (lambda: rw.split_risks({"Ada": OUTCOME, "Bo": WRONG}), "outcomes[Bo]"),
        (lambda: rw.split_risks(WRONG), "outcomes"),
        (lambda: rw.retry(CHECK, WRONG), "now"),
        (lambda: rw.scene_ends([WRONG]), "conditions[0]"),
        (lambda: rw.rest(WRONG), "conditions"),
        (lambda: rw.treat([WRONG]), "conditions[0]"),
        (lambda: rw.after_check([WRONG], OUTCOME), "conditions[0]"),
        (lambda: rw.rung_of(WRONG), "dc"),
        (lambda: rw.level_row(WRONG), "level"),
    ],
)
def test_whatever_does_not_fit_gets_a_sentence_and_a_field(call: Callable[[], object], field: str) -> None:
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.field == field
    assert str(refused.value).endswith(".")


def test_a_condition_of_the_book_is_made_from_its_name() -> None:
    assert [line.because for line in rw.rest([rw.condition("exhausted")])] == ["Exhausted: a short rest"]
    assert rw.rest([rw.condition("Frightened"), rw.condition("Wounded")]) == ()
    assert rw.condition("Wounded", 7, 3).severity == "major"
    assert rw.scene_ends([rw.condition("Bleeding", treated=True)]) == ()
    with pytest.raises(RuleError, match="Did you mean Bleeding"):
        rw.condition("Bleding")
