"""Each character's Mettle over time, for the figures of a recap."""

from collections.abc import Iterator

from webapp.games.api import Character, History, NumberChange, Record, Thing
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.sheet import METTLE, has_sheet, sheet_of


def histories(record: Record) -> Iterator[History]:
    """Yield the Mettle history of every character whose sheet this audience knows."""
    for row in record.state.find_all(Character):
        if record.counts(row) and has_sheet(row.stats):
            mettle = sheet_of(row.stats).mettle
            turns = tuple(_turns(record, row, mettle))
            lowest = min([0, *(after for _, _, after in turns)])
            highest = max([mettle.maximum, *(before for _, before, _ in turns)])
            yield History(row.id, row.name, METTLE, lowest, highest, turns)


def _turns(record: Record, row: Thing, mettle: Mettle) -> Iterator[NumberChange]:
    """Yield each standing change of Mettle with the value before (full if never set) and after."""
    for past in record.standing_changes:
        for change in past.entry.changes:
            after = change["after"].get("stats", {}).get(METTLE)
            if (change["kind"], change["id"]) == ("character", row.id) and isinstance(after, int):
                yield past, change["before"].get("stats", {}).get(METTLE, mettle.maximum), after
