"""All commands of the public interface, one module per noun; importing the package registers them."""

from importlib import import_module
from pkgutil import iter_modules

from webapp.table.command import Command, registered
from webapp.table.game_loading import load_games

for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)


def commands() -> dict[str, type[Command]]:
    """Return all commands by name, including the games'."""
    load_games()
    return dict(sorted(registered.items()))
