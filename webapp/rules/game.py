"""The definition of a game: the class that its entry point names."""

from typing import ClassVar

from webapp.rules.ruleset import Ruleset

INTERFACE = (1, 0)
"""The version of the interface for games: the first number counts removals, the second additions."""
Version = tuple[int, int]


class GameDefinition:
    """A game's definition: its rules, its commands and its views. Derive from it in `game.py`.

    Example:

        class Game(GameDefinition):
            interface = (1, 0)
            rules = Lantern()
            commands = "lantern_game.commands:LanternTable"
            views = "lantern_game.views:LanternScreens"

    Importing `game.py` needs neither Flask nor a database: `commands` and `views` are imported when first
    needed.
    """

    interface: ClassVar[Version | tuple[Version, Version]]
    """The version that the game is written for: (1, 0) works until the first number rises; a pair is the
    first and the last version that it works with."""

    rules: ClassVar[Ruleset]
    """The game as plain Python: its catalogue, its check, its kinds of clock."""

    commands: ClassVar[str] = ""
    """The module or package of its commands, imported whole; after a colon, the `GameTable` with its hooks at
    the table ("lantern_game.commands:LanternTable")."""

    views: ClassVar[str] = ""
    """The module or package of its views; after a colon, its `GameScreens`."""

    events: ClassVar[str] = ""
    """The module that declares its kinds of events, whose names begin with the key ("lantern.dimmed"); their
    sentences are in `events.toml` in the same folder."""

    patterns: ClassVar[str] = ""
    """The module with its examples for the page /patterns."""

    panels: ClassVar[tuple[str, ...]] = ()
    """Further prefixes of panel ids; ids that begin with the key and a hyphen ("lantern-light") need none."""

    calculations: ClassVar[str] = ""
    """The module of its calculations: `CALCULATIONS` by name, with one worked example of each in
    `examples.json` in the same folder."""

    packs: ClassVar[tuple[str, ...]] = ()
    """Its example packs: the names of TOML files in `packs/` next to `game.py`, unique among all games."""


def versions_of(game: GameDefinition) -> tuple[Version, Version | None]:
    """Return the first and last interface version a game supports; the last is None if it names none.

    Raises ValueError for anything but one version or a pair of versions.
    """
    said: object = getattr(game, "interface", None)
    if _is_version(said):
        return said, None  # type: ignore[return-value]
    if isinstance(said, tuple) and len(said) == 2 and all(map(_is_version, said)) and said[0] <= said[1]:
        return said
    raise ValueError(f"interface must be (1, 0), or the first and last supported versions, not {said!r}")


def ensure_playable_here(game: GameDefinition) -> None:
    """Raise ValueError, with what to do, for a game that is written for another interface."""
    first, last = versions_of(game)
    if first <= INTERFACE and (first[0] == INTERFACE[0] if last is None else last >= INTERFACE):
        return
    here = f"it was made for interface {_said(first)}, and this Tableside has {_said(INTERFACE)}"
    steps = (
        "update Tableside"
        if first > INTERFACE
        else "update the game; CHANGELOG.md tells its author what to change, under “For game authors”"
    )
    raise ValueError(f"{here}: {steps}")


def _said(version: Version) -> str:
    return ".".join(map(str, version))


def _is_version(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value)
