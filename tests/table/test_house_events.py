"""What each kind of event of the house says to whom; the examples are in `house_events.toml`."""

from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask

from tests.database_copies import load_copy
from tests.table.house import (
    Example,
    House,
    assert_examples,
    assert_nothing_hidden,
    assert_said,
    examples_in,
    named,
)
from webapp.rules.events import kinds
from webapp.state import event_kinds

EXAMPLES = examples_in(Path(__file__).with_name("house_events.toml"))


@pytest.fixture
def house(app: Flask) -> House:
    return load_copy(app, House.open)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_event_is_said_to_each_reader_as_they_may_know_it(house: House, example: Example) -> None:
    assert_said(house, example)


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_nothing_hidden_is_read_from_an_event(house: House, example: Example) -> None:
    assert_nothing_hidden(house, example)


def test_every_kind_of_the_house_has_an_example() -> None:
    wanted = {*event_kinds.read_of("webapp.state"), *event_kinds.read_of("webapp.games.razorweave")}
    assert_examples(wanted, EXAMPLES, "house_events.toml")


def test_every_fact_of_an_example_is_one_of_its_kind() -> None:
    for example in EXAMPLES:
        known = {field.name for field in fields(cast(Any, kinds()[example["kind"]]))}
        unknown = sorted(set(example.get("facts", {})) - known)
        assert unknown == [], f"“{named(example)}” has facts that its kind has not"
