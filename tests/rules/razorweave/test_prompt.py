"""From a prompt: lists where tuples are, a sentence for what does not fit, and what is said at the table."""

from collections.abc import Callable

import pytest

from webapp.games.razorweave import rules as rw
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

CHECK = rw.Check(14, intent="pick the lock")
OUTCOME = rw.resolve(CHECK, [4, 4, 4, 4])


def test_lists_are_taken_where_tuples_are() -> None:
    edge = rw.Modifier("Fine picks", rw.ModifierKind.EDGE)
    assert rw.Check(14, sources=[edge]) == rw.Check(14, sources=(edge,))  # type: ignore[arg-type]
    assert rw.ContextItem("Fog", "tag", []) == rw.ContextItem("Fog", "tag")  # type: ignore[arg-type]


def test_a_word_is_taken_where_a_kind_of_modifier_is() -> None:
    assert rw.Modifier("Fog", " Burden ").modifier is rw.ModifierKind.BURDEN  # type: ignore[arg-type]
    assert rw.Effect("climbing", "burden").modifier is rw.ModifierKind.BURDEN  # type: ignore[arg-type]


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
        (lambda: rw.Modifier("Fog", "fog"), "modifier"),  # type: ignore[arg-type]
        (lambda: rw.Effect("climbing", "fog"), "modifier"),  # type: ignore[arg-type]
        (lambda: rw.roll(CHECK, [4, 4, 4, 4]), "source"),  # type: ignore[arg-type]
        (lambda: rw.resolve(CHECK, "nonsense"), "dice"),
        (lambda: rw.resolve(CHECK, 4), "dice"),  # type: ignore[arg-type]
        (lambda: rw.advance("nonsense"), "tier"),
        (lambda: rw.split_risks({}), "outcomes"),
        (lambda: rw.level_row(3), "level"),
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
