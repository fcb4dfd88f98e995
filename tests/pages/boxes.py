"""What a form of a page would send if somebody only pressed its button."""

from html.parser import HTMLParser

from werkzeug.datastructures import MultiDict

UNSENT = {"submit", "button", "reset", "file"}


class _Forms(HTMLParser):
    """Collects the boxes of every form, as a browser does."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[MultiDict[str, str]] = []
        self._select: tuple[str, list[str], str | None] | None = None
        self._text: str | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.forms.append(MultiDict())
        elif tag == "input" and at.get("name") and at.get("type") not in UNSENT:
            if at.get("type") not in ("checkbox", "radio") or "checked" in at:
                self._add(at["name"], at.get("value", "on" if at.get("type") == "checkbox" else ""))
        elif tag == "textarea":
            self._text = at.get("name", "")
            self._add(self._text, "")
        elif tag == "select":
            self._select = at.get("name", ""), [], None
        elif tag == "option" and self._select is not None:
            name, values, chosen = self._select
            values.append(at.get("value", ""))
            self._select = name, values, at.get("value", "") if "selected" in at else chosen

    def handle_data(self, data: str) -> None:
        if self._text is not None and self.forms:
            before = self.forms[-1].get(self._text, "")
            self.forms[-1].setlist(self._text, [before + data if before else data.removeprefix("\n")])

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._text = None
        elif tag == "select" and self._select is not None:
            name, values, chosen = self._select
            self._select = None
            if values:
                self._add(name, values[0] if chosen is None else chosen)

    def _add(self, name: str, value: str) -> None:
        if name and self.forms:
            self.forms[-1].add(name, value)


def boxes(page: str, do: str, having: str = "do") -> MultiDict[str, str]:
    """The boxes of the first form of this page that sends this command and has this box, as they stand."""
    found = _Forms()
    found.feed(page)
    return next(form for form in found.forms if form.get("do") == do and having in form)
