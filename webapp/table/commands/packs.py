"""Packs taken into the library: all of a pack or nothing."""

from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from pydantic import Field, model_validator

from webapp.store.board import Board
from webapp.store.models import Saved
from webapp.table.actor import Actor
from webapp.table.command import Command, Report, command
from webapp.table.commands.library import find_saved, keep
from webapp.table.pack import Pack, Row, ensure_fits
from webapp.table.pack_rows import another_name
from webapp.table.packfile import read_pack
from webapp.table.refusals import Invalid, Refused

Example = Literal["warehouse", "investigation", "conduit", "cove"]
LISTED = 5


@command("pack.add")
class AddPack(Command):
    """Take a pack into the library: all of it, or nothing if one row does not fit.

    `on_clash` says what to do with what the library already has by that kind and name: keep both, replace
    the old, or skip the new; without it the pack is refused and the names are told. `example` is one of the
    packs that come with the house.
    """

    pack: Pack | None = Field(
        default=None,
        description="format tableside.pack, version 1, and lists of tag, condition, clock, npc and scene",
    )
    example: Example | None = Field(
        default=None,
        description="one of the packs that come with the house: warehouse, investigation, conduit",
    )
    on_clash: Literal["keep", "replace", "skip"] | None = Field(
        default=None,
        description="where the library has a name: keep both, replace the old, skip the new; absent: refused",
    )

    @model_validator(mode="after")
    def _one_pack(self) -> "AddPack":
        if (self.pack is None) == (self.example is None):
            raise ValueError("send a pack, or name an example")
        return self

    def take(self, board: Board, actor: Actor) -> Report:
        pack = self.pack or Pack.model_validate(example(str(self.example)))
        ensure_fits(pack, board.table.ruleset)
        rows = [(kind, row, find_saved(board, kind, row.name)) for kind, row in pack.rows()]
        _refuse_nothing(rows, self.on_clash)
        counts = {"added": 0, "replaced": 0, "skipped": 0}
        for kind, row, known in rows:
            counts[self._put(board, kind, row, known)] += 1
        said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
        about = [("saved", saved.id) for saved in board.here(Saved)][:1]
        return Report(f"Pack{_named(pack)}: {said}", about, dict(counts))

    def _put(self, board: Board, kind: str, row: Row, known: Saved | None) -> str:
        data = row.plain()
        if known is not None and self.on_clash == "skip":
            return "skipped"
        if known is not None and self.on_clash == "keep":
            taken = {saved.name for saved in board.here(Saved) if saved.kind == kind}
            data["name"] = another_name(known.name, taken)
            known = None
        keep(board, kind, data, replace=known)
        return "added" if known is None else "replaced"


def example(name: str) -> dict[str, object]:
    """One of the packs that come with the house."""
    text = files("webapp.table").joinpath("packs", f"{name}.toml").read_text(encoding="utf-8")
    return read_pack(text)


@cache
def examples_for(game: str) -> tuple[tuple[str, str], ...]:
    """The packs of the house that this game can read: their keys and names."""
    found = {name: Pack.model_validate(example(name)) for name in get_args(Example)}
    return tuple((name, pack.name or name) for name, pack in found.items() if _fits(pack, game))


def _fits(pack: Pack, game: str) -> bool:
    try:
        ensure_fits(pack, game)
    except Invalid:
        return False
    return True


def _refuse_nothing(rows: list[tuple[str, Row, Saved | None]], on_clash: str | None) -> None:
    """An empty pack, one that brings nothing new, and a clash that nobody decided."""
    clashes = [f"{kind} “{row.name}”" for kind, row, known in rows if known is not None]
    if not rows:
        raise Refused("This pack is empty.")
    if clashes and on_clash is None:
        more = f" and {len(clashes) - LISTED} more" if len(clashes) > LISTED else ""
        raise Refused(
            f"The library already has {', '.join(clashes[:LISTED])}{more}. "
            "Say whether to keep both, replace the old, or skip the new.",
            {"on_clash": "missing"},
        )
    if on_clash == "skip" and len(clashes) == len(rows):
        raise Refused("The library already has all of this pack.")


def _named(pack: Pack) -> str:
    return f" “{pack.name}”" if pack.name else ""
