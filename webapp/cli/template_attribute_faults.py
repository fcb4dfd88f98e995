"""Find attributes that a game's templates print and their values lack: `{{ it.nam }}`.

The type of `it` is inferred from the code that makes the panel. Where that is impossible, the trial scene
records attributes that print nothing.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from jinja2 import nodes

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.views.absent import Absent
from webapp.views.check_views import CheckView
from webapp.views.view_types import TableView, ZoneView

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
    """Find attributes in templates that their values cannot have."""
    folder, printed = source.folder / "templates", _printed_types(source)
    for file in sorted(folder.rglob("*.html")):
        name = file.relative_to(folder).as_posix()
        shared: dict[str, Any] = {"view": TableView, "game": type(source.ruleset())}
        types = {**shared, **GIVEN.get(name, {}), **printed.get(name.removesuffix(".html"), {})}
        tree = source.app.jinja_env.parse(file.read_text(encoding="utf-8"))
        for line, says in _wrong_attributes(tree, types):
            yield Fault(source.relative_name(file), line, says)


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
    if kinds and not any(_has(kind, node.attr) for kind in kinds):
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
    open_ended = (kind in UNKNOWN or not isinstance(kind, type) or _may_have_more(kind) for kind in kinds)
    return () if any(open_ended) else tuple(kinds)


def _may_have_more(kind: type) -> bool:
    return issubclass(kind, Mapping) or hasattr(kind, "__getattr__")


def _has(kind: type, name: str) -> bool:
    return hasattr(kind, name) or name in _hints(kind)


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
