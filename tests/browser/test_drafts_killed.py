"""What was typed a moment before the browser was killed."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.drafting import keeps, keeps_none
from tests.browser.host import Host
from tests.browser.seats import Gm
from tests.browser.test_entered_lines import enter, waiting


@pytest.fixture
def start(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path, host: Host
) -> Iterator[Callable[[], Gm]]:
    """Start a browser that keeps its profile, at the GM's table."""
    with ExitStack() as opened:

        def start() -> Gm:
            context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)
            opened.callback(context.close)
            return Gm(context.new_page(), host.server).sit_at(host)

        yield start


def _on_disk(gm: Gm) -> None:
    """Within a moment nothing is left to be written."""
    keeps(gm.page)
    gm.page.wait_for_function("() => !Object.keys(localStorage).some((name) => name.includes(':draft:'))")


def _kill(profile: Path) -> None:
    for at in Path("/proc").glob("[0-9]*"):
        if f"--user-data-dir={profile}".encode() in _command(at):
            os.kill(int(at.name), signal.SIGKILL)


def _command(process: Path) -> list[bytes]:
    try:
        return (process / "cmdline").read_bytes().split(b"\0")
    except OSError:  # it has ended
        return []


def test_it_is_offered_again(start: Callable[[], Gm], tmp_path: Path) -> None:
    gm = start()
    gm.page.locator("#add-text").fill("Half a thing")
    _on_disk(gm)
    _kill(tmp_path)
    expect(start().page.locator("#add-text")).to_have_value("Half a thing")


def test_so_is_the_name_of_a_table_that_was_not_started(start: Callable[[], Gm], tmp_path: Path) -> None:
    """Until it is; then the start page is empty."""
    gm = start()
    gm.page.goto(gm.server.url)
    name = gm.page.get_by_label("Name (optional)")
    name.fill("The Rowan")
    _on_disk(gm)
    _kill(tmp_path)
    gm = start()
    gm.page.goto(gm.server.url)
    name = gm.page.get_by_label("Name (optional)")
    expect(name).to_have_value("The Rowan")
    gm.page.get_by_role("button", name="Start the table").click()
    gm.page.locator("#gm-link").wait_for()
    keeps_none(gm.page)
    gm.page.goto(gm.server.url, wait_until="load")
    expect(name).to_have_value("")


def test_so_is_a_line_that_waits(start: Callable[[], Gm], tmp_path: Path) -> None:
    gm = start()
    gm.page.route("**/add", lambda route: route.abort())
    enter(gm, "#Fog")
    expect(waiting(gm)).to_be_visible()
    _on_disk(gm)
    _kill(tmp_path)
    start().sees_tag("Fog")
