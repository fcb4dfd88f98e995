"""How long a page needs to paint what somebody did: from the answer to their request until it stands there.

Both ends are read on the page's own clock. A machine with other work may hold any single one up, so
the best of a few is what the page can do; a page that is never told, or late by design, is late every time.
"""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.host import Host

TRIES = 12
SOON = 200
PAINTED = """async ({ url, key, command, where, words, patience }) => {
    const painted = new Promise(done => {
        const look = () => {
            const there = document.querySelector(where);
            if (!there?.checkVisibility() || !there.textContent.includes(words)) return;
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        };
        const watch = new MutationObserver(look);
        const all = { subtree: true, childList: true, characterData: true, attributes: true };
        watch.observe(document.body, all);
        setTimeout(() => done(Infinity), patience);
    });
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(`${url}/commands`, { method: "POST", headers, body: JSON.stringify(command) });
    if (!answer.ok) throw new Error(await answer.text());
    const answered = performance.now();
    return { took: await painted - answered, result: (await answer.json()).result };
}"""

Took = tuple[float, dict[str, Any]]


def painted(page: Page, host: Host, where: str, words: str, patience: int = 9000, **command: Any) -> Took:
    """Milliseconds until a command that the GM sends stands there in words, and its result."""
    told = page.evaluate(
        PAINTED,
        {
            "url": host.url,
            "key": host.made["keys"]["gm"],
            "command": command,
            "where": where,
            "words": words,
            "patience": patience,
        },
    )
    return told["took"], told["result"]


def is_soon(once: Callable[[int], float]) -> bool:
    """Whether one of a few attempts, numbered from one, stood there in time; then no more are made."""
    return any(once(number) <= SOON for number in range(1, TRIES + 1))
