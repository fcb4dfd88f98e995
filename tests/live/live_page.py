"""A page as a browser keeps it: opened once, then kept by what the stream and the replies to presses send.

`LivePage(html)` is the page as it was opened; `hears` takes bytes of its stream, `swap` the reply to a press;
`differences(fresh)` says in words where it shows something else than a page opened just now.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from html.parser import HTMLParser

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
OF_ITS_OWN = {"announcer", "live", "moment", "notice", "own-steps", "presence", "tour"}
"""What a page fills by itself, or asks for, and no message brings."""
TOLD_BY_THE_WAY = {"data-at", "data-cursor", "data-revision", "data-live", "data-stamp"}
NEITHER = ("script", "template")


@dataclass(eq=False)
class Node:
    """One element: its attributes, and its children, elements and text."""

    tag: str
    attributes: dict[str, str]
    parent: "Node | None" = None
    children: list["Node | str"] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def each(self) -> Iterator["Node"]:
        """This element and all within it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.each()

    def find(self, id: str) -> "Node | None":
        return next((node for node in self.each() if node.id == id), None)

    def elements(self) -> list["Node"]:
        return [child for child in self.children if isinstance(child, Node)]

    def put(self, where: int, news: list["Node"]) -> None:
        self.children[where:where] = news
        for node in news:
            node.parent = self

    def leave(self) -> int:
        """Take it out of its parent; where it stood there."""
        assert self.parent is not None
        place = next(index for index, child in enumerate(self.parent.children) if child is self)
        del self.parent.children[place]
        return place

    def lines_within(self) -> Iterator[str]:
        """What its children show, whatever it is itself."""
        for child in self.children:
            yield from child.lines() if isinstance(child, Node) else [" ".join(child.split())]

    def lines(self, depth: int = 0) -> Iterator[str]:
        """What it shows, one element or text a line."""
        if self.tag in NEITHER or self.id in OF_ITS_OWN:
            return
        if self.attributes.get("class") in ("earlier", "earlier empty"):
            return  # the way to older lines: a page that was open longer has more of them itself
        said = sorted((name, each) for name, each in self.attributes.items() if name not in TOLD_BY_THE_WAY)
        yield " " * depth + " ".join([self.tag, *(f"{name}={each!r}" for name, each in said)])
        for child in self.children:
            if isinstance(child, Node):
                yield from child.lines(depth + 1)
            elif child.strip():
                yield " " * (depth + 1) + " ".join(child.split())


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Node("", {})

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: each or "" for name, each in attributes}, self.at)
        self.at.children.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.at = self.at.parent or self.root

    def handle_endtag(self, tag: str) -> None:
        node: Node | None = self.at
        while node is not None and node.tag != tag:
            node = node.parent
        if node is not None:
            self.at = node.parent or self.root

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def parse(html: str) -> Node:
    """The elements of a page, or of a part of one, under one root without a name."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root


class LivePage:
    """One open page. `cursor` is where its stream would resume; `heard` are the named events it was sent."""

    def __init__(self, html: str) -> None:
        self.root = parse(html)
        self.body = next(node for node in self.root.each() if node.tag == "body")
        self.cursor = self.body.attributes["data-cursor"]
        self.heard: list[str] = []
        self._rest = ""

    def hears(self, chunk: bytes) -> None:
        """Bytes of the page's stream, whole events or parts of them."""
        *events, self._rest = (self._rest + chunk.decode()).split("\n\n")
        for event in filter(None, events):
            self._takes(event)

    def swap(self, message: str) -> None:
        """Every partial of a message, in order, as the page's scripts put them in.

        For a reply to a press that is all: the cursor stays where the stream left it.
        """
        for partial in (node for node in parse(message).each() if node.tag == "hx-partial"):
            id = partial.attributes["hx-target"].removeprefix("#")
            target = self.root.find(id)
            if target is None:
                continue  # a page shows what it chose of its audience's panels
            how, _, until = partial.attributes["hx-swap"].partition(" until:#")
            if how == "afterbegin":
                self._lines(target, partial, until)
            else:
                self._panel(target, partial, how)

    def differences(self, fresh: str) -> list[str]:
        """Where this page shows something else than one opened just now, as lines of a diff.

        A page that was open longer has more lines of the journal itself; the oldest of them do not count.
        """
        opened = LivePage(fresh).root
        now, journal = list(opened.lines()), self.root.find("journal-lines")
        if journal is None:
            kept = list(self.root.lines())
        else:
            every, new = journal.children, opened.find("journal-lines")
            journal.children = list(journal.elements()[: len(new.elements()) if new is not None else 0])
            kept = list(self.root.lines())
            journal.children = every
        return list(unified_diff(kept, now, "kept", "fresh", lineterm="", n=2))

    def proof(self, lines: int) -> dict[str, int]:
        """What this page's stamps come to, and those of so many lines of its journal."""
        found = [each.attributes.get("data-stamp") for each in self.root.each()]
        stamps = [int(stamp, 16) for stamp in found if stamp]
        journal = self.root.find("journal-lines")
        told = journal.elements()[:lines] if journal else []
        in_order = sum(
            place * int(each.attributes["data-line"], 16) for place, each in enumerate(told, start=1)
        )
        shown = {"count": len(stamps), "stamp": sum(stamps) % 2**32}
        return shown | {"lines": len(told), "told": in_order % 2**32}

    # ---- one event, one partial ------------------------------------------------------------------

    def _takes(self, event: str) -> None:
        fields: dict[str, list[str]] = {}
        for line in event.split("\n"):
            name, _, value = line.partition(": ")
            fields.setdefault(name, []).append(value)
        if "event" in fields:
            self.heard.append(fields["event"][0])
        elif "data" in fields:  # what carries panels has no name, and it alone moves the cursor
            self.swap("\n".join(fields["data"]))
            self.cursor = fields["id"][0]

    def _panel(self, target: Node, partial: Node, how: str) -> None:
        if how == "innerHTML":
            target.children = []
            target.put(0, partial.elements())
            return
        (panel,) = partial.elements()
        if not _is_not_newer(panel.attributes.get("data-at", ""), target.attributes.get("data-at", "")):
            parent = target.parent
            assert parent is not None
            parent.put(target.leave(), [panel])

    def _lines(self, target: Node, partial: Node, until: str) -> None:
        journal = target.parent
        assert journal is not None
        if _is_not_newer(until, journal.attributes["data-at"]):
            return
        here = {node.id for node in target.elements()}
        target.put(0, [line for line in partial.elements() if line.id not in here])


def _is_not_newer(incoming: str, standing: str) -> bool:
    epoch, _, revision = incoming.rpartition("-")
    known, _, newest = standing.rpartition("-")
    return bool(incoming and standing) and epoch == known and int(revision) <= int(newest)
