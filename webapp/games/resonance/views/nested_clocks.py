"""Nested clocks on the screens, and the threat budgets of a new Race."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from webapp.games.api import (
    ClockView,
    GameDocument,
    Masked,
    PieceView,
    Role,
    RuleError,
    TableView,
    Visibility,
    freestanding_clocks,
)
from webapp.games.resonance.rules.races import Budget, budget, leaves_threat, level_modifier, situation_levels
from webapp.games.resonance.state.characters import level_of
from webapp.games.resonance.state.documents import StoredPart, situation_of
from webapp.games.resonance.state.nested_clocks import ClockName, clock_of
from webapp.rules.codec import dump_value


def situation(piece: GameDocument, visibility: Visibility) -> dict[str, object]:
    """Return a Situation as JSON, without the parts and clocks that this audience does not know.

    Only the GM sees TNs and an open Complication.
    """
    gm, stored = visibility.audience.role is Role.GM, situation_of(piece)
    names: tuple[ClockName, ...] = ("clock", "scene_clock", "threat")
    clocks = {name: clock_of(visibility.state, piece, name) for name in names}
    found: dict[str, object] = {
        name: clock.id
        for name, clock in clocks.items()
        if clock is not None and visibility.may_name("clock", clock.id)
    }
    fields = dump_value(stored)
    found["parts"] = [
        {"part": n, **{name: value for name, value in fields["parts"][n].items() if gm or name != "tn"}}
        for n, part in enumerate(stored.parts)
        if _known(part, visibility)
    ]
    shown = ("state", "outcome", "why", "category", "level") + (("complication",) if gm else ())
    return {**found, **{name: fields[name] for name in shown}, "race": stored.is_race}


def _known(part: StoredPart, visibility: Visibility) -> bool:
    """Return whether this audience knows the names of a part's clock and character."""
    named = (("clock", part.clock), ("character", part.character))
    rows = [visibility.state.thing(kind, id) for kind, id in named if id is not None]
    return all(row is not None and not row.removed and visibility.knows_name(row) for row in rows)


@dataclass(frozen=True)
class SituationClocks:
    """One Situation with the clocks around it and inside it, as far as they are known."""

    piece: PieceView
    scene: ClockView | None
    clock: ClockView | None
    threat: ClockView | None
    parts: tuple[tuple[Mapping[str, object], ClockView | None], ...]


class TvClocks(NamedTuple):
    """The Situation that the TV shows, if any, and the id, name and value of each other clock."""

    nests: tuple[SituationClocks, ...]
    clocks: tuple[tuple[int, str, str], ...]


class Budgets(NamedTuple):
    """The party's average level, the budget of a Race at every level, and the threat left for another.

    A level more than 2 above or below the party's has no budget (None).
    """

    average: float
    levels: tuple[tuple[int, Budget | None], ...]
    threat: int | None


def nests(view: TableView) -> tuple[SituationClocks, ...]:
    """Return the scene's Situations: the open ones in order, then the finished ones, newest first.

    A finished one is returned without its Threat Clock if an open one continues with that clock.
    """
    clocks = {clock.id: clock for clock in view.clocks if isinstance(clock, ClockView)}
    found = [
        piece
        for piece in known_pieces(view)
        if piece.kind == "situation" and piece.here and "parts" in piece.shown
    ]
    going_on = [piece for piece in found if piece.shown["state"] == "running"]
    over = [piece for piece in reversed(found) if piece not in going_on]
    nests = tuple(_nest(piece, clocks) for piece in (*going_on, *over))
    still = [value.threat for value in nests if value.piece in going_on]
    over_by_now = (value.piece in over and value.threat in still for value in nests)
    return tuple(
        replace(nest, threat=None) if gone else nest for nest, gone in zip(nests, over_by_now, strict=True)
    )


def _nest(piece: PieceView, clocks: Mapping[int, ClockView]) -> SituationClocks:
    shown = piece.shown
    scene, clock, threat = (clocks.get(shown.get(name, 0)) for name in ("scene_clock", "clock", "threat"))
    parts = tuple((part, clocks.get(part["clock"] or 0)) for part in shown["parts"])
    return SituationClocks(piece, scene, clock, threat, parts)


def nested(view: TableView) -> frozenset[int]:
    """Return the ids of the clocks drawn inside a Situation; on a phone, only those of its parts.

    A phone shows the Scene Clock, the Situation's own clock and the Threat Clock in its strip instead.
    """
    around = view.role != "player"
    clocks = (
        value
        for nest in nests(view)
        for value in (
            *((nest.scene, nest.clock, nest.threat) if around else ()),
            *(clock for _, clock in nest.parts),
        )
    )
    return frozenset(value.id for value in clocks if value is not None)


def around_parts(view: TableView) -> frozenset[int]:
    """Return the ids of all Scene Clocks, and of the scene's Situation Clocks and Threat Clocks.

    They move as parts are resolved or time passes, so checks cannot be aimed at them.
    """
    clocks = (clock for nest in nests(view) for clock in (nest.scene, nest.clock, nest.threat))
    running = frozenset(clock.id for clock in clocks if clock is not None)
    return running | {
        clock.id for clock in view.clocks if isinstance(clock, ClockView) and clock.kind == "scene"
    }


def list_other_clocks(view: TableView) -> tuple[tuple[int, str, str], ...]:
    """Return the id, name and value of each clock outside Situations; the TV shows them in turn."""
    named = [clock for clock in freestanding_clocks(view) if isinstance(clock, (ClockView, Masked))]
    return tuple((clock.id, clock.name, _clock_value(clock)) for clock in named)


def _clock_value(clock: ClockView | Masked) -> str:
    return f"{clock.filled}/{clock.segments}" if isinstance(clock, ClockView) else str(clock.word)


def budgets(view: TableView) -> Budgets:
    """Return the party's average level, the Race budget at every level, and the threat left for another."""
    levels = [level_of(who) for who in view.people if who.kind == "pc"]
    budgets = tuple((n, _budget(n, levels)) for n in situation_levels())
    return Budgets(round(fmean(levels), 1) if levels else 0, budgets, _threat_left(view))


def _threat_left(view: TableView) -> int | None:
    """Return what is left of this Scene's Threat Clock for a second Race; None without one."""
    left = ((nest, nest.scene.filled if nest.scene is not None else None) for nest in nests(view))
    over = (nest for nest, scene in left if leaves_threat(nest.piece.shown["outcome"], scene))
    return next((nest.threat.filled for nest in over if nest.threat is not None), None)


def _budget(level: int, party: list[int]) -> Budget | None:
    try:
        return budget(level, level_modifier(level, party))
    except RuleError:
        return None


def known_pieces(view: TableView) -> list[PieceView]:
    """Return the game's documents that this audience sees, in full or masked; mere rumours are left out."""
    return [piece for piece in view.pieces if isinstance(piece, PieceView)]
