"""Pytest fixtures of the test tools: `pytest_plugins = ["webapp.testing.fixtures"]` in a `conftest.py`.

`trial_table` makes a table of a ruleset; `browser_host` serves the tables to real browsers.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from webapp.testing.browser import BrowserHost
from webapp.testing.tables import TrialTable, trial_app

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.fixture
def trial_table() -> Callable[[str], TrialTable]:
    """Return a function that makes a table of a ruleset: `trial_table("lantern")`."""
    return TrialTable


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Choose the browser that CHROMIUM names, else one on the PATH, else Playwright's own."""
    known = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    own = {"executable_path": known} if known else {}
    return {**browser_type_launch_args, **own, "args": ["--no-sandbox"]}


@pytest.fixture
def browser_host(browser: Any) -> Iterator[BrowserHost]:
    """Yield a host that serves this process's tables to real browsers; needs `tableside[browser]`."""
    with BrowserHost(trial_app(), browser) as host:
        yield host
