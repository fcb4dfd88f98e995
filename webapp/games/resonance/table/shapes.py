"""The shapes of Resonance's pieces: each is read as its rules do and written again."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from webapp.games.resonance.screens.characters import (
    HIDING,
    LAST,
    POOL,
    ROUNDS,
    SITUATION,
    SLOWED,
    VALUES,
    last_from,
    pool_data,
    pool_from,
    rounds_data,
    rounds_from,
    values_from,
)
from webapp.rules.errors import RuleError
from webapp.rules.fields import number
from webapp.rules.resonance.race import Ending
from webapp.rules.resonance.situations import SituationState
from webapp.table.games import Data


class KeptPart(BaseModel):
    """What must be dealt with in a Situation."""

    model_config = ConfigDict(extra="ignore", strict=True)

    name: str
    kind: Literal["barrier", "puzzle", "foe"]
    tn: int | None = None
    clock: int | None = None
    character: int | None = None
    done: bool | None = None


class KeptSituation(BaseModel):
    """A Situation or a Race: its clocks, what must be dealt with, and how far it is."""

    model_config = ConfigDict(extra="forbid", strict=True)

    clock: int
    scene_clock: int | None
    threat: int | None
    parts: list[KeptPart]
    state: Annotated[SituationState, Field(strict=False)]
    outcome: Annotated[Ending, Field(strict=False)] | None
    why: str
    category: str | None
    level: int | None
    complication: bool

    def names(self) -> Iterator[tuple[str, int | None]]:
        """Its clocks, its foes."""
        yield from (("clock", each) for each in (self.clock, self.scene_clock, self.threat))
        for part in self.parts:
            yield from (("clock", part.clock), ("character", part.character))


def _pool(data: Data) -> Data:
    passing = {LAST: last_from(data)} if isinstance(data.get(LAST), dict) else {}
    return {**pool_data(pool_from(data)), **passing}


def _rounds(data: Data) -> Data:
    fitted = rounds_data(rounds_from(data))
    cards = [*fitted["deck"], *fitted["discard"], *filter(None, [fitted["active"], fitted.get(SLOWED)])]
    if not set(cards) <= set(fitted["each"]) or set(fitted["left"]) != set(fitted["each"]):
        raise RuleError("a turn order has cards of those who are in it.", field="each", value=cards)
    return fitted


CODECS: Mapping[str, Callable[[Data], Data]] = {
    VALUES: lambda data: asdict(values_from(data)),
    POOL: _pool,
    HIDING: lambda data: {"tn": number(data.get("tn"), "tn")},
    SITUATION: lambda data: KeptSituation.model_validate(data).model_dump(mode="json"),
    ROUNDS: _rounds,
}


def named_by(kind: str, data: Data) -> Iterator[tuple[str, object]]:
    """The cards of a turn order, the clocks and foes of a Situation."""
    if kind == ROUNDS:
        yield from (("character", each) for each in data["each"])
    if kind == SITUATION:
        named = KeptSituation.model_validate(data).names()
        yield from ((noun, id) for noun, id in named if id is not None)
