"""Resonance's commands, and the consequences that follow a command at once."""

from collections.abc import Mapping
from functools import partial

from webapp.games.api import Condition, GameDocument, GameTable, Json, Named, StepCounter, TableState
from webapp.games.resonance.commands import follow_ups, mounts
from webapp.games.resonance.commands.character_state import DERIVED
from webapp.games.resonance.commands.settled import kills, open_choice, settles
from webapp.games.resonance.commands.situations import situation_from_library, situation_to_library
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.pools import OWN
from webapp.games.resonance.rules.values import Value, Values
from webapp.games.resonance.state import documents
from webapp.games.resonance.state.documents import HIDING, LAST, POOL, ROUNDS, SITUATION, VALUES
from webapp.games.resonance.state.roll_facts import around, standing
from webapp.rules.codec import load_value


class ResonanceTable(GameTable[ResonanceRequest]):
    """Resonance's hooks at the table."""

    schemas = {kind: partial(documents.fitted, kind) for kind in documents.KINDS}
    written_beside = frozenset({"spent", "taken"})
    named_by = staticmethod(documents.named_by)
    decider = staticmethod(mounts.decider)
    before = staticmethod(follow_ups.before)
    after = staticmethod(follow_ups.after)
    standing = staticmethod(standing)
    around = staticmethod(around)
    settles, open_choice = staticmethod(settles), staticmethod(open_choice)
    kills = staticmethod(kills)

    def to_library(self, piece: GameDocument) -> Json | None:
        """Return a document's data for the library, without a pool's last event; None for a hiding place."""
        if piece.kind == HIDING:
            return None
        return {name: value for name, value in piece.data.items() if name != LAST}

    def scene_to_library(self, piece: GameDocument, clocks: Named, people: Named) -> Json | None:
        """Return a Situation or Race with the names of its clocks and foes, to save with its scene.

        None for other documents.
        """
        return situation_to_library(piece.data, clocks, people) if piece.kind == SITUATION else None

    def scene_from_library(
        self, kind: str, data: Json, clocks: Mapping[str, int], people: Mapping[str, int]
    ) -> Json:
        """Return a saved Situation or Race for a prepared scene; it runs once the scene is active."""
        if kind != SITUATION:
            return super().scene_from_library(kind, data, clocks, people)
        return situation_from_library(data, clocks, people)

    def counter(self, kind: str, data: Json, key: str) -> StepCounter | None:
        """Return the step limits of Values, a pool's tags and a round's actions; None for other data."""
        if kind == VALUES and key in {str(value) for value in Value}:
            return StepCounter(most=load_value(Values, data).most(Value(key)))
        if kind == POOL and key not in (OWN, LAST):
            return StepCounter()
        if kind == ROUNDS and key in ("left", "taken"):
            return StepCounter(most=data["each"] if key == "left" else None)
        return None

    def list_deaths(self, state: TableState) -> Mapping[int, str]:
        """Return the ids of dead characters, each with "" as the cause of death, which is not stored."""
        values = (row for row in state.find_all(GameDocument) if row.kind == VALUES and row.data.get("dead"))
        return {row.character: "" for row in values if row.character is not None}

    def comes_by_itself(self, condition: Condition) -> bool:
        """Return whether values determine this condition, so that packs leave it out."""
        return bool(condition.data.get(DERIVED))
