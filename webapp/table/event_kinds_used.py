"""Keep what a table needs to read the events of its game when that game is gone."""

from collections.abc import Iterable

from webapp.rules.event_declarations import MOST_KINDS
from webapp.rules.events import Event
from webapp.state.event_kinds import declarations
from webapp.store.models import Table
from webapp.table.size_limit import thing_size


def keep_declarations(table: Table, events: Iterable[Event]) -> int:
    """Store the kinds of these events that the table does not have yet, or not so; return their bytes.

    Kinds of the house and of included games are never gone, so a table needs nothing of them.
    """
    known = declarations()
    new = {
        event.kind: known[event.kind]
        for event in events
        if event.kind in known and table.event_forms.get(event.kind) != known[event.kind]
    }
    kept = {**table.event_forms, **new}
    if not new or len(kept) > MOST_KINDS:
        return 0
    table.event_forms = kept
    return thing_size(new)
