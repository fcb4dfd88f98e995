"""What follows from a roll, as proposals: progress on a clock, losses and tags, somebody hidden or found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.rules.check import Proposed
from webapp.rules.fields import Fields
from webapp.rules.resonance.achieved import Critical, critical_tag, loss_of
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Check, check_from
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.pool import MOST_OF_ONE, kind_of, name_of, tag

Clocks = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """How a check came out, and whom it touched; `struck` are (id, by) of all it got through to."""

    called: Check
    by: int
    who: Any
    target: Any
    struck: tuple[tuple[int, int], ...]
    total: int
    in_cover: bool
    option: str
    heroics: bool
    gives: str
    harmless: bool
    warded: frozenset[int]

    @property
    def marked(self) -> list[int]:
        """Whom a Critical marks: the one it was aimed at, and everybody it got through to; a Ward spares."""
        aimed = [] if self.target is None or self.target in self.warded else [self.target]
        return list(dict.fromkeys([*aimed, *(whom for whom, _ in self.struck)]))


def follows(check: Mapping[str, Any], outcome: str, clocks: Clocks = ()) -> Iterator[Proposed]:
    """Say what a roll proposes: progress, or losses; a Super Critical's point; a critical's tag.

    Beside a check's own fields `check` may hold `by`, `total`, `super_critical`, `critical` (the option
    picked), `in_cover`, the ids `character` and `target_character`, `struck` [[id, by]] of everybody else it
    got through to, `gives` (a tag), `harmless` (no loss), `warded` (ids of who ignores it). A clock
    is `id`, `kind`, if it applies `targeted`.
    """
    came = _read(check)
    if outcome == "success":
        yield from _success(came, clocks)
    if outcome != "miss":
        if came.option:
            value = str(came.called.value)
            yield from earned(came.option, came.who, came.target, came.marked, value)
        yield from _heroics(came.heroics, clocks)


def _read(check: Mapping[str, Any]) -> Aftermath:
    fields = Fields(check)
    called, by = check_from(fields), fields.integer("by", 0, 1000, 0)
    target = fields.value("target_character", None)
    others = tuple((int(id), int(over)) for id, over in fields.items("struck", ()))
    struck = (((target, by),) if target is not None and by else ()) + others
    warded = frozenset(int(id) for id in fields.items("warded", ()))
    came = Aftermath(
        called=called,
        by=by,
        who=fields.value("character", None),
        target=target,
        struck=tuple(each for each in struck if each[0] not in warded),
        total=fields.integer("total", 0, 1000, 0),
        in_cover=fields.flag("in_cover", False),
        option=fields.choice("critical", Critical, ""),
        heroics=fields.flag("super_critical", False),
        gives=fields.text("gives", ""),
        harmless=fields.flag("harmless", False),
        warded=warded,
    )
    fields.done()
    return came


def _success(came: Aftermath, clocks: Clocks) -> Iterator[Proposed]:
    because = f"Success by {came.by}" if came.by and not came.called.keeps_number else "Success"
    kind = came.called.attempt.kind
    if kind in AGAINST_RESISTANCE:
        yield from _effect(came, because)
    elif kind is Kind.HIDE and came.who is not None:  # its result is the number to find them: Layer 2, 4.4
        hidden = {"character": came.who, "tn": came.total, "in_cover": came.in_cover}
        yield Proposed("resonance.hide", hidden, because)
    elif kind is Kind.SEARCH and came.target is not None:
        yield Proposed("resonance.found", {"character": came.target}, because)
    if kind not in AGAINST_RESISTANCE:
        yield from _progress(came.by, clocks, because)


def _effect(came: Aftermath, because: str) -> Iterator[Proposed]:
    """A loss for everyone it got through to, and the tag that it gives; a boost takes nothing."""
    spared = came.harmless or (came.gives and kind_of(tag(came.gives)) == "boost")
    for whom, by in came.struck:
        loss = {"character": whom, "value": str(came.called.value), "amount": loss_of(by, came.option)}
        if not spared:
            yield Proposed("resonance.value.lose", loss, f"Success by {by}")
        yield from _given(came.gives, whom, f"Success by {by}")
    if came.target is None and came.who is not None:
        yield from _given(came.gives, came.who, because)


def _given(gives: str, whom: Any, because: str) -> Iterator[Proposed]:
    """The tag of the effect's keyword: one, more if the table plays it so. Reading B4.22."""
    if gives:
        fields = {"character": whom, "tag": name_of(tag(gives)), "count": 1}
        yield Proposed("resonance.pool.add", fields, because, low=1, high=MOST_OF_ONE)


def _progress(by: int, clocks: Clocks, because: str) -> Iterator[Proposed]:
    for clock in clocks:
        if clock.get("targeted") and by:
            yield Proposed("clock.tick", {"clock": _id(clock), "by": by, "because": because}, because)


def _id(clock: Mapping[str, Any]) -> int:
    return Fields(clock, within="clocks").integer("id", 0, 2**31)


def earned(option: str, who: Any, target: Any, marked: Sequence[int], value: str) -> Iterator[Proposed]:
    """What the choice of a Critical gives: a tag for all it marks, or a Value of the target full again.

    With nobody aimed at, whoever rolled restores their own. `loss_of` doubles what is lost.
    """
    because, key = f"Critical: {option.replace('_', ' ')}", critical_tag(option)
    if option == Critical.RESTORE:
        fields = {"character": who if target is None else target, "value": value}
        yield Proposed("resonance.value.restore", fields, because)
    for whom in marked if key else ():
        yield Proposed("resonance.pool.add", {"character": whom, "tag": name_of(key), "count": 1}, because)


def _heroics(heroics: bool, clocks: Clocks) -> Iterator[Proposed]:
    for clock in clocks:
        if heroics and clock.get("kind") == "situation":
            fields = {"clock": _id(clock), "by": 1, "because": "Super Critical"}
            yield Proposed("clock.tick", fields, "Super Critical")
