"""Find mistakes in a game's templates: syntax errors, names and attributes of things that do not exist."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from jinja2 import TemplateSyntaxError, nodes

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.table.commands import commands
from webapp.views.absent import Absent
from webapp.views.check_views import CheckView
from webapp.views.panel import PICK, wrong_panel_ids
from webapp.views.view_types import TableView, ZoneView

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
    for file, tree in _parsed(source):
        for call in tree.find_all(nodes.Call):
            macro = getattr(call.node, "attr", getattr(call.node, "name", ""))
            said = call.args[0] if macro in PRESSED and call.args else None
            if isinstance(said, nodes.Const) and said.value not in commands():
                near = suggest_match(said.value, commands())
                yield Fault(file, said.lineno, f"there is no command {said.value!r}.{near}")


def _parsed(source: GameSource) -> Iterator[tuple[str, nodes.Template]]:
    """Yield the path and the syntax tree of each of the game's templates."""
    for name in source.own_template_names:
        text = (source.folder / "templates" / name).read_text(encoding="utf-8")
        yield f"templates/{name}", source.app.jinja_env.parse(text)


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
    for file, tree in _parsed(source):
        for node in tree.find_all(nodes.Getitem):
            said = node.arg.value if isinstance(node.arg, nodes.Const) else None
            if not isinstance(said, str) or getattr(node.node, "name", "") != "panels":
                continue
            made = said in written | shared or said.startswith(PICK)
            if not made and not any(pattern.fullmatch(said) for pattern in patterns):
                near = suggest_match(said, written)
                yield Fault(file, node.lineno, f"no panel has the id {said!r}.{near}")


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


# ---- attributes that values lack ------------------------------------------------------------------


Types = Mapping[str, Any]
"""The types of the names that a template prints; a name without a type may be anything."""
UNKNOWN = (Any, object, type, None)
GIVEN: Mapping[str, Types] = {
    "zone.html": {"it": ZoneView},
    "desk.html": {"check": CheckView},
    "rolled.html": {"check": CheckView},
    "result.html": {"check": CheckView},
}
"""The types that shared code passes to a game's template, by the template's name."""


def attribute_faults(source: GameSource) -> Iterator[Fault]:
    """Find attributes that templates print and their values lack: `{{ it.nam }}`.

    The type of `it` is inferred from the code that makes the panel. Where that is impossible, the trial scene
    records attributes that print nothing.
    """
    printed = _printed_types(source)
    shared: dict[str, Any] = {"view": TableView, "game": type(source.ruleset())}
    for file, tree in _parsed(source):
        name = file.removeprefix("templates/")
        types = {**shared, **GIVEN.get(name, {}), **printed.get(name.removesuffix(".html"), {})}
        for line, says in _wrong_attributes(tree, types):
            yield Fault(file, line, says)


def _printed_types(source: GameSource) -> Mapping[str, Types]:
    """Return the type of `it` for each panel's template, if all code that makes the panel agrees."""
    found: dict[str, list[Any]] = {}
    for file, module in source.modules.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            words = {word.arg: word.value for word in getattr(node, "keywords", ())}
            of = words.get("of")
            if isinstance(node, ast.Call) and isinstance(of, ast.Constant):
                value = words.get("it") or (node.args[1] if len(node.args) > 1 else None)
                name = str(of.value).removeprefix(f"{source.key}/")
                found.setdefault(name, []).append(_type_of(value, module))
    return {name: {"it": kinds[0]} for name, kinds in found.items() if len({*map(repr, kinds)}) == 1}


def _type_of(value: ast.expr | None, module: ModuleType) -> Any:
    """Return the type of a call's result; None for other expressions and unknown types."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return None
    called = getattr(module, value.func.id, None)
    return called if isinstance(called, type) else _hints(called).get("return")


def _wrong_attributes(node: nodes.Node, types: Types) -> Iterator[tuple[int, str]]:
    """Yield the line and a sentence for each attribute that its value cannot have."""
    inside = types
    if isinstance(node, nodes.For):
        inside = _bound(node.target, types, _element(_resolved(node.iter, types)))
    elif isinstance(node, nodes.Macro | nodes.CallBlock):
        inside = _without(types, (name.name for name in node.args))
    elif isinstance(node, nodes.With):
        inside = _without(types, (name.name for name in node.find_all(nodes.Name) if name.ctx == "param"))
    elif isinstance(node, nodes.Getattr):
        yield from _wrong_attribute(node, types)
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.Assign | nodes.AssignBlock):
            inside = _bound(child.target, inside, None)
        yield from _wrong_attributes(child, inside)


def _wrong_attribute(node: nodes.Getattr, types: Types) -> Iterator[tuple[int, str]]:
    kinds = _kinds(_resolved(node.node, types))
    if kinds and not any(hasattr(kind, node.attr) or node.attr in _hints(kind) for kind in kinds):
        known = [name for kind in kinds for name in dir(kind) if name[0] != "_"]
        known += [name for kind in kinds for name in _hints(kind)]
        named = " or ".join(kind.__name__ for kind in kinds)
        yield node.lineno, f"{named} has no {node.attr!r}.{suggest_match(node.attr, known)}"


def _bound(target: nodes.Node, types: Types, kind: Any) -> Types:
    names = [target.name] if isinstance(target, nodes.Name) else []
    others = [name.name for name in target.find_all(nodes.Name)]
    return {**_without(types, others), **({names[0]: kind} if names else {})}


def _without(types: Types, names: Iterable[str]) -> Types:
    hidden = {*names}
    return {name: kind for name, kind in types.items() if name not in hidden}


def _resolved(node: nodes.Node, types: Types) -> Any:
    """Return the type of a name or an attribute; None if it is unknown."""
    if isinstance(node, nodes.Name):
        return types.get(node.name)
    if not isinstance(node, nodes.Getattr):
        return None
    found = [_hint_of(kind, node.attr) for kind in _kinds(_resolved(node.node, types))]
    return found[0] if len(found) == 1 else None


def _kinds(value: Any) -> tuple[type, ...]:
    """Return the classes that a type allows; empty if one is unknown or may have any attribute."""
    parts = get_args(value) if get_origin(value) in (Union, UnionType) else (value,)
    kinds = [get_origin(part) or part for part in parts if part not in (type(None), Absent)]
    open_ended = (
        kind in UNKNOWN
        or not isinstance(kind, type)
        or issubclass(kind, Mapping)
        or hasattr(kind, "__getattr__")
        for kind in kinds
    )
    return () if any(open_ended) else tuple(kinds)


def _hint_of(kind: type, name: str) -> Any:
    """Return the declared type of a field or property; None if it has none."""
    value = getattr(kind, name, None)
    made = value.fget if isinstance(value, property) else getattr(value, "func", None)
    reads = isinstance(value, property | cached_property)
    return _hints(made).get("return") if reads else _hints(kind).get(name)


def _element(value: Any) -> Any:
    """Return the type of the elements of a sequence; None if they differ or are unknown."""
    parts = [part for part in get_args(value) if part is not Ellipsis]
    origin = get_origin(value)
    sequence = isinstance(origin, type) and issubclass(origin, Iterable) and not issubclass(origin, Mapping)
    return parts[0] if sequence and len(parts) == 1 else None


def _hints(value: object) -> Mapping[str, Any]:
    try:
        return get_type_hints(value)
    except Exception:  # names imported only for type checkers cannot be resolved
        return {}
