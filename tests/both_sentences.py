"""Compare, at every command that a test plays, what the events say with the sentence that the command made.

Until all readers read events, a command may have both. Whoever hears of it must read the same of both, but
for what was changed on purpose.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from webapp.rules.events import load_event
from webapp.state.audience import GM, PLAYER, TV, Audience, Role
from webapp.state.house_events import ThingChanged
from webapp.state.reader import Reader, _alike
from webapp.table import dispatcher
from webapp.views.journal import _words

LINKS = "the GM alone reads a link's name"
ON_PURPOSE = {
    "undo": "an entry of several sentences is quoted as one",
    "redo": "an entry of several sentences is quoted as one",
    "proposal.make": "the GM reads the name of what its author may not know",
    "proposal.decline": "the GM reads the name of what its author may not know",
    "key.add": LINKS,
    "key.revoke": LINKS,
}
"""Commands whose events say something else than their sentence, and why."""
_write_entry = dispatcher._write_entry


def _compared(command: Any, state: Any, *others: Any) -> Any:
    entry = _write_entry(command, state, *others)
    events = list(map(load_event, entry.events))
    told_together = len(list(_alike(events))) < len(events)  # a sentence for each is now one for all
    result = others[1]
    in_sentences = all(part.summary for part in result.parts or [result])
    if events and in_sentences and not told_together and command.do not in ON_PURPOSE:
        old = SimpleNamespace(**{**vars(entry), "events": [], "summary": result.summary})
        for audience in _hearing(entry):
            reader = Reader(state, audience)
            if reader.visibility.withholds:  # then a sentence was cut, and events say what may be said
                continue
            if any(_has_unknown_fields(event, reader) for event in events):  # which the sentence names
                continue
            said, sentence = _words(entry, reader), _words(old, reader)
            told = f"{command.do} as {audience.key} reads it: {entry.events}"
            assert _bare(said[0]) == _bare(sentence[0]), told
            assert said[1] == sentence[1] or not entry.because, told
    return entry


def _has_unknown_fields(event: Any, reader: Reader) -> bool:
    named = event.fields if isinstance(event, ThingChanged) else ()
    return any(reader.field(event, name) is None for name in named)


def _hearing(entry: Any) -> Iterator[Audience]:
    """Yield the audiences that the entry is for."""
    yield GM
    shared = {"player": PLAYER, "tv": TV}
    for key in entry.changed:
        role, _, seat = key.partition(":")
        if seat:
            yield Audience(Role.PLAYER, int(seat))
        elif role in shared:
            yield shared[role]


def _bare(read: str | None) -> str:
    """Return what is read without the full stop at its end, which only the GM's line has."""
    return (read or "").removesuffix(".")


@pytest.fixture(autouse=True)
def both_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "_write_entry", _compared)
