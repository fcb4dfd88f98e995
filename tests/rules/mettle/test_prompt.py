"""What the modules show in a prompt is what a prompt answers."""

import doctest
from importlib import import_module

import pytest

SHOWN = ["", ".afflictions", ".attack", ".check", ".hazards", ".initiative", ".meter", ".race", ".zones"]


@pytest.mark.parametrize("module", SHOWN)
def test_the_example_of_a_module_is_true(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"webapp.rules.mettle{module}"))
    assert tried > 0
    assert failed == 0
