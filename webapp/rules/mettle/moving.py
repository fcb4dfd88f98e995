"""Move: obstacles in a row, climbing, and chases. Source: Scenes, "Move"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.needs import different, number, one_of


@dataclass(frozen=True, slots=True)
class Moved:
    """How a Move went: obstacles passed, which one stopped it if any, whether there is Cover now.

    `first` is the Edge to compare with others: who was there before whom. None for one who never got there.
    """

    passed: int
    stopped_at: int | None
    cover: bool
    first: int | None


def added_up(obstacles: Sequence[int]) -> int:
    """The Difficulty of a Move past several obstacles: all of them together."""
    return sum(number(obstacle, "An obstacle's Difficulty", field="obstacles") for obstacle in obstacles)


def move(result: Result, obstacles: Sequence[int]) -> Moved:
    """Read a Move past obstacles in their order; on a failure the Score says how many were passed.

    The Check is against all of them (`added_up`) and whatever else makes it harder or easier; a failure never
    passes the last one. Whoever crossed at least one has its Cover. RuleError for no obstacle: just Charge.
    """
    if not added_up(obstacles):
        raise RuleError("Nothing hinders this Move; a Charge is free.", field="obstacles", value=obstacles)
    if result.success:
        return Moved(len(obstacles), None, cover=True, first=result.edge)
    passed = min(_passed(result.score, obstacles), len(obstacles) - 1)
    return Moved(passed, passed, cover=passed > 0, first=None)


def climb_difficulty(*, poise: int | None = None, top_speed: int | None = None) -> int:
    """Climbing something huge that moves: a creature's POISE, or a vehicle's greatest Speed."""
    if (poise is None) == (top_speed is None):
        raise RuleError("Climb either a creature (POISE) or a vehicle (top Speed).", field="climb")
    if poise is not None:
        return number(poise, "POISE", field="poise")
    return number(top_speed, "Top Speed", field="top_speed")


def ranked(edges: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Who was there first: the highest Edge, those level with each other side by side."""
    orders = sorted({number(edge, "Edge", field="edge") for edge in edges.values()}, reverse=True)
    return tuple(tuple(name for name, edge in edges.items() if edge == order) for order in orders)


@dataclass(frozen=True, slots=True)
class Chase:
    """A chase: the Zones the quarry has led through so far, and how far along them everyone is."""

    quarry: str
    path: tuple[str, ...]
    at: Mapping[str, int]

    @property
    def caught_by(self) -> tuple[str, ...]:
        """The pursuers who share the quarry's Zone."""
        there = self.at[self.quarry]
        return tuple(name for name, at in self.at.items() if name != self.quarry and at >= there)

    @property
    def lead(self) -> int:
        """How many Zones lie between the quarry and the nearest pursuer."""
        return self.at[self.quarry] - max(at for name, at in self.at.items() if name != self.quarry)

    def flee(self, *through: str) -> Chase:
        """The quarry decides where it goes, and gets there: Zones are added to the path."""
        path = (*self.path[: self.at[self.quarry] + 1], *through)
        return replace(self, path=path, at={**self.at, self.quarry: len(path) - 1})

    def pursue(self, name: str, zones: int) -> Chase:
        """A pursuer follows the path as many Zones as they got past; never beyond the quarry."""
        one_of(name, [one for one in self.at if one != self.quarry], "pursuer", field="name")
        reached = self.at[name] + number(zones, "Zones", field="zones")
        return replace(self, at={**self.at, name: min(reached, self.at[self.quarry])})


def chase(quarry: str, pursuers: Sequence[str], *, path: Sequence[str], behind: int = 1) -> Chase:
    """A chase begins: the quarry stands at the end of `path`, all pursuers `behind` Zones back."""
    different((quarry, *pursuers), "racer in a chase", field="pursuers")
    if not pursuers:
        raise RuleError("A chase has somebody in pursuit.", field="pursuers", value=[])
    if not path:
        raise RuleError("A chase begins in a Zone.", field="path", value=[])
    last = len(path) - 1
    back = number(behind, "The lead in Zones", field="behind", high=max(0, last))
    return Chase(quarry, tuple(path), {quarry: last, **dict.fromkeys(pursuers, last - back)})


def _passed(score: int, obstacles: Sequence[int]) -> int:
    """How many obstacles, in order, a Score is enough for."""
    passed, left = 0, score
    for obstacle in obstacles:
        if obstacle > left:
            break
        passed, left = passed + 1, left - obstacle
    return passed
