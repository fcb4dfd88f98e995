"""Resonance at the table: its commands, the shapes of its pieces, and what its book makes follow at once."""

from collections.abc import Mapping

from webapp.games.resonance.screens.characters import HIDING, LAST, SITUATION
from webapp.games.resonance.table import mounts, reactions
from webapp.games.resonance.table.character_state import DERIVED
from webapp.games.resonance.table.shapes import CODECS, begun_situation, kept_situation, named_by
from webapp.store.models import Condition, Piece
from webapp.table.games import Data, GameTable, Named


class ResonanceTable(GameTable):
    """What Resonance adds at the table."""

    codecs = CODECS
    written_beside = frozenset({"spent"})
    named_by = staticmethod(named_by)
    decider = staticmethod(mounts.decider)
    before = staticmethod(reactions.before)
    after = staticmethod(reactions.after)

    def kept(self, piece: Piece) -> Data | None:
        """Values and tags; where somebody hides is of this moment."""
        if piece.kind == HIDING:
            return None
        return {name: each for name, each in piece.data.items() if name != LAST}

    def kept_of_scene(self, piece: Piece, clocks: Named, people: Named) -> Data | None:
        """Situations and Races, with their clocks and foes."""
        return kept_situation(piece.data, clocks, people) if piece.kind == SITUATION else None

    def begun(self, kind: str, data: Data, clocks: Mapping[str, int], people: Mapping[str, int]) -> Data:
        """They wait in the prepared scene, and run once it is played."""
        if kind != SITUATION:
            return super().begun(kind, data, clocks, people)
        return begun_situation(data, clocks, people)

    def comes_by_itself(self, condition: Condition) -> bool:
        """Exhausted, Silenced, Unconscious, Injured come back with the values."""
        return bool(condition.data.get(DERIVED))


TABLE = ResonanceTable()
