"""A long evening at a full table, as the document that its export would be."""

import itertools
import json
import random
from typing import Any

from tests.table.oak import Oak
from webapp.table.command import MOST
from webapp.table.table_export import export_table

FULL = ("clock", "tag", "condition", "character", "zone", "scene")


def long_document(oak: Oak, size: int, few: bool = False) -> dict[str, Any]:
    """About `size` bytes: what a table holds at most (or `few` things), and a journal that fills the rest."""
    zone = oak.gm(do="zone.add", name="Dock").result["zone"]
    mara = oak.character("Mara", zone=zone, stats={"Edge": 2})
    oak.gm(do="condition.add", character=mara, name="Wet")
    oak.tag("Slick", zone=zone, effects=[{"on": "balance", "modifier": "note", "note": "slips"}])
    alarm = oak.clock("Alarm", 100)
    oak.gm(do="clock.tick", clock=alarm, because="somebody shouts across the yard")
    document: dict[str, Any] = json.loads(json.dumps(export_table(oak.id)))
    ids = _ids(random.Random(7), document)
    for kind in () if few else FULL:
        rows = document["things"][kind]
        rows += [{**rows[-1], "id": next(ids)} for _ in range(MOST[kind] - len(rows))]
    entry = document["journal"][-1]
    room = size - len(json.dumps(document))
    each = len(json.dumps(entry)) + 10
    document["journal"] += [{**entry, "id": next(ids)} for _ in range(max(room, 0) // each)]
    return document


def _ids(chance: random.Random, document: dict[str, Any]) -> Any:
    rows = itertools.chain(document["journal"], *document["things"].values())
    used = {row["id"] for row in rows}
    return (id for id in iter(lambda: chance.randrange(1, 2**31), 0) if id not in used and not used.add(id))  # type: ignore[func-returns-value]
