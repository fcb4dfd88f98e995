"""A page that has come to rest: what is wrong with it then is wrong for good."""

from typing import Any

from playwright.sync_api import Page, TimeoutError

PATIENCE = 60_000
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
