"""Links: what they open, how they are kept, and that all go with the table."""

from pathlib import Path

import pytest

from tests.table.oak import Oak
from webapp.store.table_state import TableState
from webapp.table.commands.links import MOST_LINKS
from webapp.table.grants import best_grant, grant_of
from webapp.table.refusals import Refused, TableFull


def test_a_link_of_another_table_opens_nothing_here(oak: Oak) -> None:
    other = Oak.start(oak.app, "Elm")
    assert best_grant(oak.id, [other.made.tokens["gm"]]) is None


def test_the_last_gm_link_cannot_be_revoked(oak: Oak) -> None:
    gm = next(key for key in oak.sees()["keys"] if key["role"] == "gm")
    with pytest.raises(Refused, match="last GM link"):
        oak.gm(do="key.revoke", key=gm["id"])


@pytest.mark.thorough
def test_a_table_has_so_many_links_and_no_more(oak: Oak) -> None:
    while len(oak.sees()["keys"]) < MOST_LINKS:
        oak.gm(do="key.add", role="tv", name="Hall")
    with pytest.raises(TableFull, match="Revoke a link that nobody needs"):
        oak.gm(do="key.add", role="tv", name="Hall")


def test_a_gm_key_is_stored_nowhere_in_readable_form(oak: Oak) -> None:
    link = oak.dispatch(oak.actor("gm"), press="abc", do="key.add", role="gm", name="Co-GM").result["link"]
    oak.sit("Ana")
    secrets = [link.removeprefix("/k/"), oak.made.tokens["gm"], oak.seats["Ana"]]
    folder = Path(oak.app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert not [secret for secret in secrets if secret.encode() in stored]


def test_removing_the_table_leaves_nothing(oak: Oak) -> None:
    oak.clock("Alarm")
    oak.gm(do="table.remove")
    assert TableState.load(oak.id) is None
    assert grant_of(oak.made.tokens["player"]) is None
