"""A page as a flat list of its tags and texts: quick to cut, to put together and to compare."""

import re
from collections.abc import Iterator
from html import unescape

TOKEN = re.compile(r"<!--.*?-->|<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>|[^<]+", re.DOTALL)
NAME = re.compile(r"</?([a-zA-Z0-9-]+)")
ID = re.compile(r'\sid="([^"]*)"')
TARGET = re.compile(r'hx-target="#([^"]*)" hx-swap="([^"]*)"')
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
RAW = re.compile(r"<(script|style)\b[^>]*>.*?</\1>", re.DOTALL)

Tokens = list[str]


def tokens(html: str) -> Tokens:
    """The tags and texts of a page in their order; white space alone is nothing."""
    bare = RAW.sub(lambda found: f"<{found[1]}></{found[1]}>", html)
    return [each for each in map(str.strip, TOKEN.findall(bare)) if each and not each.startswith("<!")]


def place(page: Tokens, id: str) -> tuple[int, int] | None:
    """Where the element with this id begins, and where what follows it does."""
    wanted = f' id="{id}"'
    start = next((at for at, each in enumerate(page) if each[0] == "<" and wanted in each), None)
    return None if start is None else (start, ending(page, start))


def ending(page: Tokens, start: int) -> int:
    """The place after the end of the element that begins here."""
    depth = 0
    for at in range(start, len(page)):
        depth += _step(page[at])
        if depth == 0:
            return at + 1
    raise AssertionError(f"{page[start][:120]} has no end")


def _step(token: str) -> int:
    if token[0] != "<" or token.endswith("/>"):
        return 0
    found = NAME.match(token)
    if found is None or found[1].lower() in VOID:
        return 0
    return -1 if token[1] == "/" else 1


def partials(html: str) -> Iterator[tuple[str, str, Tokens]]:
    """The parts of a message: the id each is for, how it goes there, and what it holds."""
    page = tokens(html)
    at = 0
    while at < len(page):
        end = ending(page, at) if page[at].startswith("<") else at + 1
        found = TARGET.search(page[at]) if page[at].startswith("<hx-partial") else None
        assert found is not None, f"a message holds something beside partials: {page[at][:120]}"
        yield found[1], found[2], page[at + 1 : end - 1]
        at = end


def attribute(token: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', token)
    return unescape(found[1]) if found else ""


def text_of(page: Tokens) -> str:
    """All that the page says anywhere, its attributes too."""
    return unescape("\n".join(page))


# ---- what two pages may differ in ----------------------------------------------------------------


def difference(kept: Tokens, fresh: Tokens) -> str:
    """Where two pages first differ and what each says there; "" when they are the same."""
    if kept == fresh:
        return ""
    pairs = zip(kept, fresh, strict=False)
    at = next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(kept), len(fresh)))
    return f"in {_within(fresh, at)}\n  kept:  {_around(kept, at)}\n  fresh: {_around(fresh, at)}"


def _around(page: Tokens, at: int) -> str:
    return " ".join(page[max(at - 2, 0) : at + 8])[:700]


def _within(page: Tokens, at: int) -> str:
    """The ids of the elements around this place."""
    open_ids: list[str] = []
    for each in page[:at]:
        step = _step(each)
        if step > 0:
            found = ID.search(each)
            open_ids.append(found[1] if found else "")
        elif step < 0 and open_ids:
            open_ids.pop()
    return " > ".join(filter(None, open_ids)) or "the page"
