"""A write to the database whose failures are refusals: a sentence, and nothing half done."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from webapp.store.db import DiskFull, write_transaction
from webapp.store.deadline import Busy
from webapp.table.refusals import DatabaseLocked, OutOfSpace

FULL = "The server's disk is full. Nothing was lost, but nothing new can be saved."


@contextmanager
def transaction(table_id: str | None = None) -> Iterator[Connection]:
    """Run one write transaction and commit it at the end, for one table if given.

    A database that stays locked or a full disk becomes a refusal.
    """
    try:
        with write_transaction(table_id) as connection:
            yield connection
    except Busy as error:
        raise DatabaseLocked("The table is busy right now; please try again in a moment.") from error
    except DiskFull as error:
        raise OutOfSpace(FULL) from error
