"""A write to the database whose failures are refusals: a sentence, and nothing half done."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from webapp.store.db import Full, writing
from webapp.store.deadline import Busy
from webapp.table.refusals import Locked, OutOfSpace

FULL = "The disk of this server is full. Nothing was lost; nothing new can be kept."


@contextmanager
def transaction(table_id: str | None = None) -> Iterator[Connection]:
    """Commit at the end what is written, to one table if it is said which; a database that stays locked and a
    full disk are refused in words.
    """
    try:
        with writing(table_id) as connection:
            yield connection
    except Busy as error:
        raise Locked("The table is busy right now; please try again in a moment.") from error
    except Full as error:
        raise OutOfSpace(FULL) from error
