"""Every example in a docstring is run, so that none of them goes stale."""

import doctest
from importlib import import_module

import pytest

from tests.house.reading import ROOT

SHOWN = sorted(
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in (ROOT / "webapp").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", SHOWN)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert (failed, tried > 0) == (0, True)
