"""A page that has come to rest: what is wrong with it then is wrong for good."""

from typing import Any

from playwright.sync_api import Page


def still_wrong(page: Page, script: str, arg: Any = None) -> Any:
    """What a script finds on a page that had five seconds to find its place; nothing as soon as it can."""
    for _ in range(100):
        found = page.evaluate(script, arg)
        if not found:
            break
        page.wait_for_timeout(50)
    return found
