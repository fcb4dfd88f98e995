"""A page that has come to rest: what is wrong with it then is wrong for good."""

from typing import Any

from playwright.sync_api import Page, TimeoutError

PATIENCE = 60_000
PASSES = """() => [
    ...document.querySelectorAll(".tv-awake, .tv-stage, .tv [data-moment]:not([data-aside])"),
].filter(each => each.checkVisibility() && each.textContent.trim()).map(each => each.textContent)"""
"""What is shown for some seconds, then leaves by itself: until then the page looks otherwise."""
RIGHT = """arg => {
    const script = (%s);
    const found = typeof script === "function" ? script(arg) : script;
    if (found instanceof Promise) throw new Error("what is waited for answers at once");
    const wrong = found && (typeof found !== "object" || Object.keys(found).length);
    return wrong ? null : { found };
}"""


def still_wrong(page: Page, script: str, arg: Any = None) -> Any:
    """Return what a script finds on a page: nothing as soon as it can, else what it finds after a minute."""
    try:
        right = page.wait_for_function(RIGHT % f"\n{script}\n", arg=arg, polling=50, timeout=PATIENCE)
    except TimeoutError:
        return page.evaluate(script, arg)
    return right.evaluate("each => each.found")


def at_rest(page: Page) -> Page:
    """Return the page once nothing is shown on it that passes by itself: only then is its layout measured."""
    passing = still_wrong(page, PASSES)
    assert passing == [], "what passes is still shown"
    return page
