"""Situations as a screen is told of them: the clocks they stand in and hold, what a Race would start with."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from webapp.games.resonance.screens.characters import level_of
from webapp.rules.errors import RuleError
from webapp.rules.resonance.race import Budget, budget, leaves_threat, level_modifier
from webapp.screens.clock_groups import standing_apart
from webapp.screens.views import ClockView, Masked, PieceView, TableView

MOST_BESIDE = 2
"""How many other clocks are told beside a Situation on the TV."""


@dataclass(frozen=True)
class Nest:
    """One Situation with the clocks it stands in and those that stand in it, as far as they are known."""

    piece: PieceView
    scene: ClockView | None
    clock: ClockView | None
    threat: ClockView | None
    parts: tuple[tuple[Mapping[str, object], ClockView | None], ...]


class Beside(NamedTuple):
    """The Situations the TV shows, and how the other clocks stand beside them."""

    nests: tuple[Nest, ...]
    clocks: tuple[tuple[str, str], ...]


class Budgets(NamedTuple):
    """The party's average level, what a Race of every level would start with, and what one goes on with."""

    average: float
    levels: tuple[tuple[int, Budget | None], ...]
    threat: int | None


def nests(view: TableView) -> tuple[Nest, ...]:
    """The Situations of this scene: those that run, then those that are over, the newest of them first."""
    clocks = {each.id: each for each in view.clocks if isinstance(each, ClockView)}
    found = [
        each for each in pieces(view) if each.kind == "situation" and each.here and "parts" in each.shown
    ]
    going_on = [each for each in found if each.shown["state"] == "running"]
    over = [each for each in reversed(found) if each not in going_on]
    nests = tuple(_nest(each, clocks) for each in (*going_on, *over))
    still = [each.threat for each in nests if each.piece in going_on]
    over_by_now = (each.piece in over and each.threat in still for each in nests)
    return tuple(
        replace(nest, threat=None) if gone else nest for nest, gone in zip(nests, over_by_now, strict=True)
    )


def _nest(piece: PieceView, clocks: Mapping[int, ClockView]) -> Nest:
    shown = piece.shown
    scene, clock, threat = (clocks.get(shown.get(name, 0)) for name in ("scene_clock", "clock", "threat"))
    parts = tuple((part, clocks.get(part["clock"] or 0)) for part in shown["parts"])
    return Nest(piece, scene, clock, threat, parts)


def nested(view: TableView) -> frozenset[int]:
    """The clocks that stand in a Situation."""
    clocks = (
        each
        for nest in nests(view)
        for each in (nest.scene, nest.clock, nest.threat, *(clock for _, clock in nest.parts))
    )
    return frozenset(each.id for each in clocks if each is not None)


def around_parts(view: TableView) -> frozenset[int]:
    """The clocks that move as the parts of a Situation are dealt with, or as time goes by."""
    clocks = (each for nest in nests(view) for each in (nest.scene, nest.clock, nest.threat))
    running = frozenset(each.id for each in clocks if each is not None)
    return running | {each.id for each in view.clocks if isinstance(each, ClockView) and each.kind == "scene"}


def beside(view: TableView) -> tuple[tuple[str, str], ...]:
    """The other clocks, beside a Situation on the TV as far as there is room: name, and how it stands."""
    named = [each for each in standing_apart(view) if isinstance(each, (ClockView, Masked))]
    return tuple((each.name, _stands(each)) for each in named[:MOST_BESIDE])


def _stands(clock: ClockView | Masked) -> str:
    return f"{clock.filled}/{clock.segments}" if isinstance(clock, ClockView) else str(clock.word)


def budgets(view: TableView) -> Budgets:
    """What a Race of every level would start with, for this party."""
    levels = [level_of(who) for who in view.people if who.kind == "pc"]
    budgets = tuple((n, _budget(n, levels)) for n in range(1, 10))
    return Budgets(round(fmean(levels), 1) if levels else 0, budgets, _threat_left(view))


def _threat_left(view: TableView) -> int | None:
    """What is left of the Threat Clock of this Scene, with which a second Race goes on."""
    left = ((each, each.scene.filled if each.scene is not None else None) for each in nests(view))
    over = (each for each, scene in left if leaves_threat(each.piece.shown["outcome"], scene))
    return next((each.threat.filled for each in over if each.threat is not None), None)


def _budget(level: int, party: list[int]) -> Budget | None:
    try:
        return budget(level, level_modifier(level, party))
    except RuleError:
        return None


def pieces(view: TableView) -> list[PieceView]:
    """What this game keeps, as far as this audience knows more of it than that it is there."""
    return [each for each in view.pieces if isinstance(each, PieceView)]
