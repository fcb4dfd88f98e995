"""METTLE Core's views: its documents for each audience, and its panels."""

from collections.abc import Iterator, Mapping

from webapp.games.api import (
    Character,
    GameDocument,
    GameScreens,
    History,
    ModifierLabel,
    NumberChange,
    Record,
    TableView,
    Thing,
    words_of,
)
from webapp.games.mettle.rules.check_burdens import discard_of
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.sheet import METTLE, has_sheet, sheet_of
from webapp.games.mettle.views import panels
from webapp.games.mettle.views.map import pieces
from webapp.games.mettle.views.pending import asks
from webapp.games.mettle.views.serializers import redact_check, serialize
from webapp.games.mettle.views.stage import stage_of, turn, tv_panels

OWN_NUMBERS = frozenset(
    {"score", "edge", "kept", "discarded", "pool", "quality", "success", "may_twist", "twisted", "twist"}
)
"""The fields of a result that stay visible in a roll at a foe with hidden numbers."""


class MettleScreens(GameScreens):
    """METTLE's screens: the map of zones, Initiative, hazards, travel, races and time."""

    gm_actions, proposal_labels, hidden_from_recap = words_of("mettle", "webapp.games.mettle")
    modifier_labels = {
        "mettle.discard": ModifierLabel(
            "Discards dice (positive: the highest, negative: the lowest)",
            lambda amount: f"{discard_of(amount).capitalize()} dice discarded",
        ),
        "mettle.minimum": ModifierLabel("Minimum Difficulty", lambda amount: f"At least Difficulty {amount}"),
    }
    own_numbers = OWN_NUMBERS
    draws_zones = True

    serialize_for = staticmethod(serialize)
    redact_check = staticmethod(redact_check)
    turn = staticmethod(turn)
    list_pending = staticmethod(asks)
    gm_panels = staticmethod(panels.gm_panels)
    gm_sheets = staticmethod(panels.gm_sheets)
    on_somebody = staticmethod(panels.on_somebody)
    on_own_sheet = staticmethod(panels.on_own_sheet)
    player_panels = staticmethod(panels.player_panels)
    seat_panels = staticmethod(panels.seat_panels)
    tv_panels = staticmethod(tv_panels)

    def histories(self, record: Record) -> Iterator[History]:
        """Yield the Mettle history of every character whose sheet this audience knows."""
        for row in record.state.find_all(Character):
            if record.counts(row) and has_sheet(row.stats):
                mettle = sheet_of(row.stats).mettle
                turns = tuple(_turns(record, row, mettle))
                lowest = min([0, *(after for _, _, after in turns)])
                highest = max([mettle.maximum, *(before for _, before, _ in turns)])
                yield History(row.id, row.name, METTLE, lowest, highest, turns)

    def of_a_foe(
        self, piece: GameDocument, shown: Mapping[str, object], in_words: bool
    ) -> Mapping[str, object]:
        """Return the data of a foe's document that players see: none for weapons, afflictions or vouchers."""
        return {} if piece.kind in ("weapon", "affliction", "voucher") else shown

    def on_the_desk(self, view: TableView) -> object:
        """Return the weapons and the zones that the form of a check offers on the GM's page."""
        return tuple(pieces(view, "weapon")), view.zones

    def tv_place(self, view: TableView) -> str:
        """Return where the game's panel goes on the TV: "stage" if it has something to show, else "strip"."""
        return "stage" if stage_of(view) else "strip"


def _turns(record: Record, row: Thing, mettle: Mettle) -> Iterator[NumberChange]:
    """Yield each standing change of Mettle with the value before (full if never set) and after."""
    for past in record.standing_changes:
        for change in past.entry.changes:
            after = change["after"].get("stats", {}).get(METTLE)
            if (change["kind"], change["id"]) == ("character", row.id) and isinstance(after, int):
                yield past, change["before"].get("stats", {}).get(METTLE, mettle.maximum), after
