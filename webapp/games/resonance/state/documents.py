"""Resonance's documents: how a Situation is stored."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from webapp.games.resonance.rules.races import Ending
from webapp.games.resonance.rules.situations import SituationState
from webapp.store.models import GameDocument


class StoredPart(BaseModel):
    """A part of a Situation that must be dealt with: its task clock or its foe, and whether it is done."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True)

    name: str
    kind: Literal["barrier", "puzzle", "foe"]
    tn: int | None = None
    clock: int | None = None
    character: int | None = None
    done: bool | None = None


class StoredSituation(BaseModel):
    """A Situation, or with a `threat` a Race: the ids of its clocks, its parts and its progress."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    clock: int
    scene_clock: int | None
    threat: int | None
    parts: Annotated[tuple[StoredPart, ...], Field(strict=False)]
    state: Annotated[SituationState, Field(strict=False)]
    outcome: Annotated[Ending, Field(strict=False)] | None
    why: str
    category: str | None
    level: int | None
    complication: bool

    @property
    def running(self) -> bool:
        """Whether the Situation is neither won nor failed."""
        return self.state is SituationState.RUNNING

    @property
    def is_race(self) -> bool:
        """Whether the Situation is a Race, which has a Threat Clock."""
        return self.threat is not None

    def names(self) -> Iterator[tuple[str, int]]:
        """Yield the clocks and foes that the Situation refers to, as (kind, id)."""
        clocks = (self.clock, self.scene_clock, self.threat, *(part.clock for part in self.parts))
        yield from (("clock", id) for id in clocks if id is not None)
        yield from (("character", part.character) for part in self.parts if part.character is not None)


def situation_of(document: GameDocument) -> StoredSituation:
    """Return the Situation that a document stores."""
    return StoredSituation.model_validate(document.data)


def store_situation(document: GameDocument, situation: StoredSituation) -> None:
    """Store a Situation in its document."""
    document.data = situation.model_dump(mode="json")
