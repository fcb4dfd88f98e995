"""Find mistakes in a game's templates: syntax errors, and names of things that do not exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2 import TemplateSyntaxError, nodes

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.table.commands import commands
from webapp.views.panel import PICK, wrong_panel_ids

SHARED = re.compile(r'"games/" ~ view\.ruleset ~ "/([\w-]+\.html)"')
"""Matches the text with which a shared template includes a game's template."""
OWN = ("cast-numbers.html", "declare.html", "result.html")
"""The templates of a game that shared code looks for with `own_template`."""
PRESSED = ("press", "command")
"""The macros of parts/forms.html whose first argument is a command."""


def template_faults(source: GameSource) -> Iterator[Fault]:
    """Find templates that do not compile, and included templates that do not exist."""
    for file in sorted((source.folder / "templates").rglob("*.html")):
        try:
            tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        except TemplateSyntaxError as error:
            yield Fault(source.relative_name(file), error.lineno, f"{error.message} (TemplateSyntaxError)")
            continue
        for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
            wanted = getattr(node, "template", None)
            if isinstance(wanted, nodes.Const) and not getattr(node, "ignore_missing", False):
                yield from source.missing(source.relative_name(file), node.lineno, str(wanted.value))


def unread_faults(source: GameSource) -> Iterator[Fault]:
    """Check that something reads every template: a shared page, another template, or the game's code."""
    texts = [file.read_text(encoding="utf-8") for kind in ("*.py", "*.toml", "*.html")
             for file in source.folder.rglob(kind)]  # fmt: skip
    shared = _names_read_by_all(source)
    for name in source.own_template_names:
        path = f"{source.key}/{name.removesuffix('.html')}"
        named = rf"{path}\b|[\"']{re.escape(Path(name).stem)}[\"']"  # code may join the folder and the name
        if name not in shared and not any(re.search(named, text) for text in texts):
            yield Fault(
                f"templates/{name}",
                0,
                f"nothing uses this template.{suggest_match(name, shared)}",
            )


def _names_read_by_all(source: GameSource) -> set[str]:
    """Return the names under which shared templates and code look for a game's own template."""
    environment = source.app.jinja_env
    names, found = (
        environment.list_templates(filter_func=lambda name: not name.startswith("games/")),
        set(OWN),
    )
    for name in names:
        text = environment.loader.get_source(environment, name)[0] if environment.loader else ""
        found |= set(SHARED.findall(text))
    return found


def pressed_faults(source: GameSource) -> Iterator[Fault]:
    """Find commands that a template's buttons and forms name but that do not exist."""
    for file in sorted((source.folder / "templates").rglob("*.html")):
        tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            macro = getattr(call.node, "attr", getattr(call.node, "name", ""))
            said = call.args[0] if macro in PRESSED and call.args else None
            if isinstance(said, nodes.Const) and said.value not in commands():
                near = suggest_match(said.value, commands())
                yield Fault(
                    source.relative_name(file), said.lineno, f"there is no command {said.value!r}.{near}"
                )


def name_faults(source: GameSource) -> Iterator[Fault]:
    """Find templates that the game's code names but that do not exist."""
    for file in source.modules:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "of" and isinstance(node.value, ast.Constant):
                wanted = str(node.value.value)
                if wanted.startswith(f"{source.key}/"):
                    yield from source.missing(
                        source.relative_name(file), node.value.lineno, f"games/{wanted}.html"
                    )


def panel_id_faults(source: GameSource) -> Iterator[Fault]:
    """Find panels whose id does not begin with the game's key."""
    if source.game is not None:
        for wrong in wrong_panel_ids(source.key, source.game):
            yield Fault(source.relative_name(wrong.file), wrong.line, f"{wrong.describe(source.key)}.")


def panel_faults(source: GameSource) -> Iterator[Fault]:
    """Find panels that a template prints but no code makes."""
    own = [made for file in source.modules for made in _written(file)]
    written = {made for made in own if isinstance(made, str)}
    patterns = [made for made in own if isinstance(made, re.Pattern)]
    shared = {name.removeprefix("panels/").removesuffix(".html") for name in source.template_names}
    for file in sorted((source.folder / "templates").rglob("*.html")):
        tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        for node in tree.find_all(nodes.Getitem):
            said = node.arg.value if isinstance(node.arg, nodes.Const) else None
            if not isinstance(said, str) or getattr(node.node, "name", "") != "panels":
                continue
            made = said in written | shared or said.startswith(PICK)
            if not made and not any(pattern.fullmatch(said) for pattern in patterns):
                near = suggest_match(said, written)
                yield Fault(source.relative_name(file), node.lineno, f"no panel has the id {said!r}.{near}")


def _written(file: Path) -> Iterator[str | re.Pattern[str]]:
    """Yield each string in a module; a formatted string is yielded as a pattern."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            parts = (
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values
            )
            yield re.compile("".join(parts))
