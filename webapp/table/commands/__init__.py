"""Every command of the public interface, by noun; importing this package registers them."""

from importlib import import_module
from pkgutil import iter_modules

from webapp.table.command import Command, registered
from webapp.table.games import load_games

for _each in iter_modules(__path__, f"{__name__}."):
    import_module(_each.name)


def commands() -> dict[str, type[Command]]:
    """All commands by name, those of the games too."""
    load_games()
    return dict(sorted(registered.items()))
