"""Resonance on the screens: values and tag pools, situations and races, the turn order."""

from collections.abc import Mapping

from webapp.games.api import GameDocument, GameScreens, TableState, TableView, Visibility, words_of
from webapp.games.resonance.state.documents import VALUES
from webapp.games.resonance.views import boosts, nested_clocks, panels
from webapp.games.resonance.views.meters import histories
from webapp.games.resonance.views.serializers import (
    SHOWN,
    redact_check,
    reveal_check_to_roller,
    values_in_words,
)

OWN_NUMBERS = frozenset(
    {"roll", "mode", "daze", "sr", "bonus", "total", "counting", "critical", "super_critical", "miss"}
    | {"success", "options", "picked", "spent", "happened", "level", "stat", "sp", "ep"}
)
"""The numbers that stay visible in a roll at a foe: of the dice, the roller's sheet and the result."""


class ResonanceScreens(GameScreens):
    """Resonance's hooks for the screens."""

    gm_actions, proposal_labels, hidden_from_recap = words_of("resonance", "webapp.games.resonance")
    lasting = frozenset({"situation", "threat"})
    cast_documents = frozenset({VALUES})
    own_numbers = OWN_NUMBERS
    foes_numbers = frozenset({"total"})

    histories = staticmethod(histories)
    redact_check = staticmethod(redact_check)
    reveal_check_to_roller = staticmethod(reveal_check_to_roller)
    turn = staticmethod(panels.turn)
    nested = staticmethod(nested_clocks.nested)
    on_the_desk = staticmethod(boosts.at_checks)
    beyond_checks = staticmethod(nested_clocks.around_parts)
    gm_panels = staticmethod(panels.gm)
    gm_sheets = staticmethod(panels.sheets)
    on_somebody = staticmethod(panels.on_somebody)
    on_own_sheet = staticmethod(panels.on_own_sheet)
    player_panels = staticmethod(panels.player)
    seat_panels = staticmethod(panels.seat)
    tv_panels = staticmethod(panels.tv)

    def of_a_foe(
        self, piece: GameDocument, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object] | None:
        """Return a foe's values as one word each, or None unless `in_words`; of a pool, only the tags.

        Other documents are empty.
        """
        if piece.kind == VALUES:
            return values_in_words(piece) if in_words else None
        return {"tags": shown["tags"]} if "tags" in shown else {}

    def serialize_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return a document as plain JSON, without what this audience may not know."""
        return SHOWN[piece.kind](piece, visibility)

    def serialize_masked_for(
        self, piece: GameDocument, state: TableState, visibility: Visibility
    ) -> Mapping[str, object]:
        """Return masked values as one word each; other masked documents are empty."""
        return values_in_words(piece) if piece.kind == VALUES else {}

    def tv_place(self, view: TableView) -> str:
        """Return "stage" if the scene has a Situation, open or finished, else "strip"."""
        return "stage" if nested_clocks.nests(view) else "strip"

    def told_below(self, view: TableView) -> bool:
        """Return whether the foot of the TV lists characters: those with values or a pool."""
        return bool(panels.across(view).holders)
