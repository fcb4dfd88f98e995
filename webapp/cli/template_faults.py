"""Find mistakes in a game's templates: what does not parse, and names of what does not exist."""

import ast
from collections.abc import Iterator

from jinja2 import TemplateSyntaxError, nodes

from webapp.cli.game_source import Fault, GameSource, hint
from webapp.table.commands import commands
from webapp.views.panel_ids import wrong_panel_ids

PRESSED = ("press", "command")
"""The macros of parts/forms.html whose first argument is a command."""


def template_faults(source: GameSource) -> Iterator[Fault]:
    """Check that every template compiles, and that what it includes exists."""
    for file in sorted((source.folder / "templates").rglob("*.html")):
        try:
            tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            yield Fault(source.named(file), error.lineno, f"{error.message} (TemplateSyntaxError)")
            continue
        for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
            wanted = getattr(node, "template", None)
            if isinstance(wanted, nodes.Const) and not getattr(node, "ignore_missing", False):
                yield from source.missing(source.named(file), node.lineno, str(wanted.value))


def pressed_faults(source: GameSource) -> Iterator[Fault]:
    """Check that every command that a template's buttons and forms name exists."""
    for file in sorted((source.folder / "templates").rglob("*.html")):
        tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            macro = getattr(call.node, "attr", getattr(call.node, "name", ""))
            said = call.args[0] if macro in PRESSED and call.args else None
            if isinstance(said, nodes.Const) and said.value not in commands():
                near = hint(said.value, commands())
                yield Fault(source.named(file), said.lineno, f"there is no command {said.value!r}.{near}")


def name_faults(source: GameSource) -> Iterator[Fault]:
    """Check that every template that code names exists."""
    for file in source.modules:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "of" and isinstance(node.value, ast.Constant):
                wanted = str(node.value.value)
                if wanted.startswith(f"{source.key}/"):
                    yield from source.missing(source.named(file), node.value.lineno, f"games/{wanted}.html")


def panel_id_faults(source: GameSource) -> Iterator[Fault]:
    """Check that every panel is named after the game."""
    if source.game is not None:
        for wrong in wrong_panel_ids(source.key, source.game):
            yield Fault(source.named(wrong.file), wrong.line, f"{wrong.says(source.key)}.")
