"""The forms of a page, as somebody sends them who changes nothing, or types where something must stand."""

import random
from dataclasses import dataclass, field

from tests.soak.markup import Tokens, attribute, ending

NEVER = {"table.remove", "key.revoke", "key.add", "seat.leave", "seat.remove", "seat.claim", "scene.activate"}
NEVER |= {"seat.ask", "seat.answer"}
"""What would send somebody of ours away, or bring to light what lies hidden."""
TYPED = ("text", "search", "number", "")


@dataclass
class Form:
    """What it would send, and the boxes in which something must be typed first."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    empty: list[tuple[str, str]] = field(default_factory=list)

    @property
    def do(self) -> str:
        return dict(self.sent).get("do", "")

    def filled(self, chance: random.Random) -> list[tuple[str, str]]:
        """With a word or a number in every box that needs one."""
        typed = [
            (name, "2" if kind == "number" else f"Note {chance.randint(1, 99)}") for name, kind in self.empty
        ]
        return self.sent + typed


def forms(page: Tokens) -> list[Form]:
    """The forms that a press sends, in the order of the page."""
    starts = [at for at, each in enumerate(page) if each.startswith("<form") and "data-press" in each]
    found = [_read(page[at : ending(page, at)]) for at in starts]
    return [form for form in found if form.do and form.do not in NEVER]


def _read(tokens: Tokens) -> Form:
    form = Form()
    pressed = False
    for at, each in enumerate(tokens):
        if " name=" not in each:
            continue
        name = attribute(each, "name")
        if each.startswith("<input"):
            _input(form, name, each)
        elif each.startswith("<select"):
            _select(form, name, tokens[at : ending(tokens, at)])
        elif each.startswith("<textarea"):
            form.sent.append((name, "" if tokens[at + 1].startswith("<") else tokens[at + 1]))
        elif each.startswith("<button") and not pressed:
            form.sent.append((name, attribute(each, "value")))
            pressed = True
    return form


def _input(form: Form, name: str, token: str) -> None:
    kind, value = attribute(token, "type"), attribute(token, "value")
    if kind in ("checkbox", "radio") and " checked" not in token:
        return
    if not value and " required" in token and kind in TYPED:
        form.empty.append((name, kind))
    else:
        form.sent.append((name, value or ("on" if kind == "checkbox" else "")))


def _select(form: Form, name: str, tokens: Tokens) -> None:
    options = [each for each in tokens if each.startswith("<option")]
    chosen = next((each for each in options if " selected" in each), options[0] if options else None)
    if chosen is not None:
        form.sent.append((name, attribute(chosen, "value")))
