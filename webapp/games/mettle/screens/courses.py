"""Mettle over time: what hit somebody, what a Rally gave back, how far below zero they went."""

from collections.abc import Iterator

from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.sheet import METTLE, has_sheet, sheet_of
from webapp.screens.lines import Course, Turn
from webapp.screens.record import Record
from webapp.store.models import Character, Thing


def courses(record: Record) -> Iterator[Course]:
    """A line for everybody whose sheet this audience knows and whose Mettle moved."""
    for row in record.board.here(Character):
        if record.counts(row) and has_sheet(row.stats):
            mettle = sheet_of(row.stats).mettle
            turns = tuple(_turns(record, row, mettle))
            lowest = min([0, *(after for _, _, after in turns)])
            highest = max([mettle.maximum, *(before for _, before, _ in turns)])
            yield Course(row.id, row.name, METTLE, lowest, highest, turns)


def _turns(record: Record, row: Thing, mettle: Mettle) -> Iterator[Turn]:
    """Every change of Mettle; before the first of them it was full."""
    for past in record.pasts:
        for change in past.entry.changes:
            after = change["after"].get("stats", {}).get(METTLE)
            if (change["kind"], change["id"]) == ("character", row.id) and isinstance(after, int):
                yield past, change["before"].get("stats", {}).get(METTLE, mettle.maximum), after
