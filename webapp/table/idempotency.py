"""Idempotency: a repeated key returns the first answer and changes nothing.

The key is not looked up first: the answer is stored with the command, and that insert fails for a used key.
The scope of a key is the table and the key holder. A command that gives a device another seat uses the scope
of its link, because the device may hold the new seat when it retries. Answers are kept for 48 hours, sealed
with the key.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from webapp.store.answer_model import Answer
from webapp.store.db import db
from webapp.table.actor import Actor
from webapp.table.command import Command
from webapp.table.refusals import Invalid

ANSWER_LIFETIME = timedelta(hours=48)
LONGEST = 255
SWEEP = 50  # on average one stored answer in this many deletes old ones
GIVEN = select(Answer).where(
    Answer.table_id == bindparam("table"),
    Answer.holder == bindparam("holder"),
    Answer.key == bindparam("key"),
)
INSERTED = {
    dialect.__name__.rpartition(".")[2]: (
        new := dialect.insert(Answer).inline().execution_options(preserve_rowcount=True)
    ).on_conflict_do_update(
        index_elements=["table_id", "holder", "key"],
        set_={name: new.excluded[name] for name in ("asked", "sealed", "at")},
        where=Answer.at < bindparam("before"),
    )
    for dialect in (sqlite, postgresql)
}
"""Statements by dialect that insert an answer, or replace one that is too old to be repeated."""
SWEPT = delete(Answer.__table__).where(  # type: ignore[arg-type]
    Answer.table_id == bindparam("table"), Answer.at < bindparam("before")
)


def answered_keys(keys: Iterable[str], table_id: str, actor: Actor) -> list[str]:
    """Return which of these keys this actor's commands have used in the last 48 hours, or a little longer."""
    holders = dict.fromkeys((actor.link, actor.holder))
    hashed = {
        hashlib.sha256(_seed(table_id, holder, key)).hexdigest(): key for holder in holders for key in keys
    }
    used = select(Answer.key).where(Answer.table_id == table_id, Answer.key.in_(hashed))
    return [hashed[found] for found in db.session.scalars(used)]


def earlier_answer(key: str, table_id: str, actor: Actor) -> dict[str, Any] | None:
    """Return the answer to this actor's press with this key, whatever its command was, or None."""
    seed = _seed(table_id, actor.holder, key)
    mine = {"table": table_id, "holder": actor.holder, "key": hashlib.sha256(seed).hexdigest()}
    stored = db.session.scalar(GIVEN, mine)
    return None if stored is None else dict(json.loads(_sealed(stored.sealed, seed)))


def _sealed(text: bytes, seed: bytes) -> bytes:
    stream = hashlib.shake_256(b"answer\n" + seed).digest(len(text))
    return (int.from_bytes(text) ^ int.from_bytes(stream)).to_bytes(len(text))


def _seed(table_id: str, holder: str, key: str) -> bytes:
    return f"{table_id}\n{holder}\n{key}".encode()


class AnsweredBefore(Exception):
    """Raised for a key that was answered before."""


class IdempotencyKey:
    """The idempotency key of one press of a control, with its holder and its command."""

    def __init__(self, key: str, table_id: str, actor: Actor, command: Command) -> None:
        if not 1 <= len(key) <= LONGEST:
            raise Invalid(
                f"An idempotency key must have 1 to {LONGEST} characters.", {"Idempotency-Key": "length"}
            )
        self.table_id = table_id
        self.holder = actor.link if command.moves_the_device else actor.holder
        self._seed = _seed(table_id, self.holder, key)
        self.key = hashlib.sha256(self._seed).hexdigest()
        asked = command.do + command.model_dump_json(exclude_unset=True)
        self.asked = hashlib.sha256(asked.encode()).hexdigest()

    def answer(self, now: datetime) -> dict[str, Any] | None:
        """Return the answer of the last 48 hours, or None; raise Invalid for a key of another command."""
        mine = {"table": self.table_id, "holder": self.holder, "key": self.key}
        stored = db.session.scalar(GIVEN, mine)
        if stored is None or stored.at < now - ANSWER_LIFETIME:
            return None
        if stored.asked != self.asked:
            raise Invalid(
                "This idempotency key was already used for another command. Make a new key.",
                {"Idempotency-Key": "reused"},
            )
        answer: dict[str, object] = json.loads(_sealed(stored.sealed, self._seed))
        return answer

    def store(self, answer: dict[str, object], now: datetime, connection: Connection) -> None:
        """Store the answer in the command's transaction; raise AnsweredBefore if the key is used."""
        if secrets.randbelow(SWEEP) == 0:
            connection.execute(SWEPT, {"table": self.table_id, "before": now - ANSWER_LIFETIME})
        row: dict[str, object] = {
            "table_id": self.table_id,
            "holder": self.holder,
            "key": self.key,
            "asked": self.asked,
            "sealed": _sealed(json.dumps(answer).encode(), self._seed),
            "at": now,
            "before": now - ANSWER_LIFETIME,
        }
        if connection.execute(INSERTED[connection.dialect.name], row).rowcount == 0:
            raise AnsweredBefore
