"""Whether the database is sound, for `check` and `doctor`."""

from webapp.store.backup import file_of
from webapp.store.damage import damage
from webapp.store.db import db
from webapp.store.schema import differences, is_empty, is_pending


def what_is_wrong() -> str | None:
    """Half a sentence; None for a sound one. Needs an app context."""
    file = file_of(db.engine)
    wrong = damage(file, thorough=True) if file is not None else None
    return wrong or _unlike_ours()


def _unlike_ours() -> str | None:
    """What SQLite's own check does not see."""
    if is_empty(db.engine):
        return "it holds no tables of Tableside"
    if is_pending(db.engine):
        return "it is of an older version; the next `serve` upgrades it, after a backup"
    found = differences(db.engine)
    return f"its tables are not those of this version ({len(found)} differences)" if found else None
