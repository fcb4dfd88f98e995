"""Input is read strictly, and what is wrong is named."""

from typing import Any

import pytest

from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields


def test_fields_are_read_one_by_one() -> None:
    fields = Fields({"dc": 16, "loud": True, "name": "Oak", "tier": "b", "list": [1], "none": None})

    assert fields.integer("dc", 0, 40) == 16
    assert fields.flag("loud") is True
    assert fields.text("name") == "Oak"
    assert fields.choice("tier", ("a", "b")) == "b"
    assert list(fields.items("list")) == [1]
    assert fields.integer("none", 0, 1, 1) == 1
    fields.done()


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda f: f.integer("dc", 0, 40), "dc"),
        (lambda f: f.integer("text", 0, 40), "text"),
        (lambda f: f.integer("yes", 0, 40), "yes"),
        (lambda f: f.integer("number", 0, 4), "number"),
        (lambda f: f.flag("number"), "number"),
        (lambda f: f.text("number"), "number"),
        (lambda f: f.text("text", longest=2), "text"),
        (lambda f: f.choice("text", ("a", "b")), "text"),
        (lambda f: f.choice("number", ("a", "b")), "number"),
        (lambda f: f.items("text"), "text"),
        (lambda f: f.items("many", most=2), "many"),
        (lambda f: f.done(), "text"),
    ],
)
def test_what_is_wrong_is_named(ask: Any, field: str) -> None:
    fields = Fields({"text": "word", "yes": True, "number": 5, "many": [1, 2, 3]})
    with pytest.raises(RuleError) as refused:
        ask(fields)
    assert refused.value.field == field


def test_input_that_is_no_object_is_refused() -> None:
    with pytest.raises(RuleError, match="object with named fields"):
        Fields([1, 2])  # type: ignore[arg-type]
