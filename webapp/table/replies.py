"""The reply to a command's sender, in the words of the sender's own screen."""

from webapp.state.audience import Audience
from webapp.state.reader import Reader
from webapp.store.models import Check, Entry
from webapp.store.table_state import TableState
from webapp.views.check_view_factory import CheckViewFactory
from webapp.views.journal import line_for
from webapp.views.thing_view_factory import ThingViewFactory
from webapp.views.view_types import to_json


def summary_for(state: TableState, entry: Entry, audience: Audience) -> str | None:
    """Return an entry's words in this audience's journal; None if the audience may not read them."""
    read = line_for(entry, Reader(state, audience))
    return None if read is None else read.summary


def why_it_waits(state: TableState, check: Check, audience: Audience) -> str:
    """Return why a check cannot be rolled yet, in the words of this audience's screen."""
    view = CheckViewFactory(ThingViewFactory(state, audience)).view(check)
    return next(text for text in (*view.blocked, view.waits) if text)


def result_for(state: TableState, check: Check, audience: Audience) -> dict[str, object]:
    """Return a check's outcome without the values that this audience may not know."""
    result: dict[str, object] = to_json(
        CheckViewFactory(ThingViewFactory(state, audience)).view(check).result
    )
    return result
