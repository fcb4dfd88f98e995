"""The normal form of a page: without what a page kept by its stream and a fresh one may differ in."""

import re

from tests.soak.markup import Tokens, place
from webapp.views.journal import AT_FIRST

MOMENT = re.compile(r'\sdata-(?:at|revision|cursor|stamp)="[^"]*"')
STREAM = re.compile(r'data-hx-sse:connect="[^"]*"')
ALONE = (
    "screens",
    "notice",
    "revision",
    "announcer",
    "presence",
    "tour",
    "own-steps",
    "asked",
)
"""Told apart from the stream: who is here, what a device waits for or was answered, where the page stands."""
LINES = {str(role): many for role, many in AT_FIRST.items()}


def normalise(page: Tokens) -> Tokens:
    """Return the page as two devices with the same view must agree on it."""
    left = list(page)
    for id in ALONE:
        _empty(left, id)
    _journal(left)
    return [_bare(each) for each in left if "data-press-key" not in each]


def _bare(token: str) -> str:
    return STREAM.sub("", MOMENT.sub("", token)) if token[0] == "<" else re.sub(r"\s+", " ", token)


def _empty(page: Tokens, id: str) -> None:
    found = place(page, id)
    if found is not None:
        del page[found[0] : found[1]]


def _journal(page: Tokens) -> None:
    """As many lines as a fresh page tells, and nothing of the way to older ones."""
    found = place(page, "journal-lines")
    if found is None:
        return
    role = "gm" if any('data-role="gm"' in each for each in page[:60]) else "player"
    lines = [at for at in range(*found) if page[at].startswith("<li") and "data-line" in page[at]]
    more = lines[LINES[role] :]
    if more:
        del page[more[0] : found[1] - 1]
    earlier = next((at for at, each in enumerate(page) if each.startswith('<p class="earlier')), None)
    if earlier is not None:
        end = next(at for at in range(earlier, len(page)) if page[at] == "</p>")
        del page[earlier : end + 1]
