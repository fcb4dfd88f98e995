"""Compare, at every command that a test plays, what the events say with the sentence that the command made.

Until all readers read events, a command has both. GM, players and TV must read the same of both, but for what
was changed on purpose.
"""

from types import SimpleNamespace
from typing import Any

import pytest

from webapp.rules.events import load_event
from webapp.state.audience import GM, PLAYER, TV
from webapp.state.reader import _alike
from webapp.table import dispatcher
from webapp.views.journal import _words

ON_PURPOSE = {
    "proposal.make": "the GM reads the name of what its author may not know",
    "proposal.decline": "the GM reads the name of what its author may not know",
}
"""Commands whose events say something else than their sentence, and why."""
_write_entry = dispatcher._write_entry


def _compared(command: Any, state: Any, *others: Any) -> Any:
    entry = _write_entry(command, state, *others)
    events = list(map(load_event, entry.events))
    told_together = len(list(_alike(events))) < len(events)  # a sentence for each is now one for all
    if events and not told_together and command.do not in ON_PURPOSE:
        result = others[1]
        old = SimpleNamespace(**{**vars(entry), "events": [], "summary": result.summary})
        for audience in (GM, PLAYER, TV):
            said, sentence = _words(entry, state, audience), _words(old, state, audience)
            assert _bare(said) == _bare(sentence), f"{command.do} as {audience.key} reads it: {entry.events}"
    return entry


def _bare(read: tuple[str | None, bool]) -> tuple[str, bool]:
    """Return what is read without the full stop at its end, which only the GM's line has."""
    return (read[0] or "").removesuffix("."), read[1]


@pytest.fixture(autouse=True)
def both_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "_write_entry", _compared)
