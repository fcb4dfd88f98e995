"""Keep old names that games import working for one release, with a warning that names the new one."""

import ast
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")

MODULES = {
    "webapp.rules.brief": "webapp.rules.short_repr",
    "webapp.rules.guard": "webapp.rules.argument_validation",
    "webapp.rules.outcome": "webapp.rules.outcome_line",
    "webapp.rules.play": "webapp.rules.check_hooks",
    "webapp.rules.sheets": "webapp.rules.game_files",
    "webapp.rules.tables": "webapp.rules.toml_tables",
    "webapp.screens": "webapp.views",
    "webapp.server": "webapp.gunicorn_config",
    "webapp.store.board": "webapp.store.table_state",
    "webapp.state.sentences": "webapp.state.proposal_sentences",
    "webapp.table.games": "webapp.table.game_hooks",
    "webapp.table.road": "webapp.table.dispatcher",
    "webapp.table.roles": "webapp.table.role_check",
    "webapp.views.audience": "webapp.state.audience",
    "webapp.views.check_evaluation": "webapp.state.check_evaluation",
    "webapp.views.foe_numbers": "webapp.state.foe_numbers",
    "webapp.views.games": "webapp.views.game_hooks",
    "webapp.views.modifiers": "webapp.state.check_evaluation",
    "webapp.views.sentences": "webapp.state.proposal_sentences",
    "webapp.views.views": "webapp.views.view_types",
    "webapp.views.visibility": "webapp.state.visibility",
}
"""The current name of each module or package by its earlier name."""


def keep_old_names(module: str, names: Mapping[str, str]) -> None:
    """Make a module's values available under old names; `names` maps each old name to the new one."""

    def old(name: str) -> object:
        """Return the value of an old name, with a warning; raise AttributeError for any other name."""
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn(f"{module}.{name}", f"{module}.{names[name]}")
        return getattr(sys.modules[module], names[name])

    vars(sys.modules[module])["__getattr__"] = old


def rename_hooks(
    names: Mapping[str, str], moved: Mapping[str, str] | None = None
) -> Callable[[type[T]], type[T]]:
    """Let games' subclasses define hooks under old names; `names` maps each old name to the new one.

    `moved` maps each hook that another class has taken over to that class.
    """

    def mark(base: type[T]) -> type[T]:
        """Make a class's hooks available under their old names."""
        for old, new in names.items():
            setattr(base, old, OldHook(old, new))
        base.__init_subclass__ = classmethod(_taking_old_hooks(base, names, moved or {}))  # type: ignore[assignment]
        return base

    return mark


class OldHook:
    """A hook under its old name, for `super()` in classes that still use that name."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type) -> object:
        saying = [isinstance(vars(kind).get(self.old, self), OldHook) for kind in owner.__mro__]
        behind = owner.__mro__[len(saying) - saying[::-1].index(False) if False in saying else 0 :]
        value = next(vars(kind)[self.new] for kind in behind if self.new in vars(kind))
        return value.__get__(instance, owner) if hasattr(value, "__get__") else value


def keep_old_methods(names: Mapping[str, str]) -> Callable[[type[T]], type[T]]:
    """Make a class's methods available under old names; `names` maps each old name to the new one."""

    def mark(kind: type[T]) -> type[T]:
        """Make a class's methods available under their old names."""
        for old, new in names.items():
            setattr(kind, old, OldMethod(old, new))
        return kind

    return mark


class OldMethod:
    """A method under its old name, for games that call it."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type) -> object:
        _warn(f"{owner.__name__}.{self.old}", f"{owner.__name__}.{self.new}")
        return getattr(owner if instance is None else instance, self.new)


def _taking_old_hooks(base: type, names: Mapping[str, str], moved: Mapping[str, str]) -> Callable[..., None]:
    def init_subclass(kind: type, **named: object) -> None:
        """Give each hook that a subclass defines under an old name its new name too, with a warning."""
        super(base, kind).__init_subclass__(**named)  # type: ignore[arg-type]
        for old, new in names.items():
            if old in vars(kind) and new not in vars(kind):
                setattr(kind, new, vars(kind)[old])
                _warn_of_hook(kind, old, f"{base.__name__}.{new}")
        for name in moved.keys() & vars(kind).keys():
            _warn_of_hook(kind, name, moved[name])

    return init_subclass


def _warn_of_hook(kind: type, old: str, new: str) -> None:
    """Warn at the line where a class defines a hook under its old name."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or kind.__module__
    said = f"{kind.__name__}.{old} is now {new}; the next release removes the old name."
    warnings.warn_explicit(said, DeprecationWarning, file, _line_of(file, kind.__name__, old))


def _line_of(file: str, kind: str, name: str) -> int:
    """Return the line in a class that binds a name; 1 if it cannot be found."""
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return 1
    body = [
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name == kind
        for line in node.body
    ]
    for line in body:
        bound = (
            {line.name}
            if isinstance(line, ast.FunctionDef)
            else {node.id for node in ast.walk(line) if isinstance(node, ast.Name)}
        )
        if name in bound:
            return line.lineno
    return body[0].lineno if body else 1


def keep_old_modules() -> None:
    """Let `import` find modules under their old names."""
    if not any(isinstance(finder, _OldModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, _OldModules())  # first: modules of an old package must not load twice


def _warn(old: str, new: str) -> None:
    warnings.warn(
        f"{old} is now {new}; the next release removes the old name.", DeprecationWarning, stacklevel=3
    )


class _OldModules(MetaPathFinder):
    """A finder of modules under old names, including modules of an old package."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module that has an old name, or is in a package with one; return None for any other."""
        for old, new in MODULES.items():
            if name == old or name.startswith(f"{old}."):
                return ModuleSpec(name, _OldModule(new + name[len(old) :]))
        return None


class _OldModule(Loader):
    """A loader that returns the current module for its old name."""

    def __init__(self, new: str) -> None:
        self.new = MODULES.get(new, new)
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module under its new name, with a warning."""
        _warn(spec.name, self.new)
        module = import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own spec; its code has already run under its new name."""
        module.__spec__ = self.spec  # the import system has set its own
