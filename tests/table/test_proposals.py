"""Proposals: who may ask for what, who sees it, what the GM makes of it."""

import pytest

from tests.table.oak import Oak
from webapp.state import audience
from webapp.state.audience import Audience, Role
from webapp.state.proposal_sentences import describe_proposal, range_field
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused
from webapp.views.journal import journal_lines

MEND = {"do": "mettle.mend", "by": 1}


def test_a_proposal_needs_a_seat(oak: Oak) -> None:
    with pytest.raises(Forbidden, match="Take a seat"):
        oak.player(do="proposal.make", command={"do": "tag.add", "name": "Fog"})


def test_a_player_cannot_propose_about_what_is_secret(oak: Oak) -> None:
    ambush = oak.clock("Ambush", visibility="secret")
    ana = oak.sit("Ana")
    with pytest.raises(Missing):
        oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": ambush})


def test_links_and_undo_cannot_be_proposed(oak: Oak) -> None:
    ana = oak.sit("Ana")
    for command in ({"do": "key.add", "role": "gm", "name": "x"}, {"do": "undo"}, {"do": "table.remove"}):
        with pytest.raises(Invalid):
            oak.dispatch(ana, do="proposal.make", command=command)


def test_a_command_of_another_game_cannot_be_proposed(oak: Oak) -> None:
    mara = oak.character("Mara")
    with pytest.raises(Refused, match="This table plays Freeform"):
        oak.dispatch(oak.sit("Ana", mara), do="proposal.make", command=MEND | {"character": mara})


def test_only_the_gm_and_the_one_who_asked_see_a_proposal(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Fog"})
    assert len(oak.sees("gm")["proposals"]) == 1
    assert len(oak.sees(Audience(Role.PLAYER, ana.seat))["proposals"]) == 1
    assert oak.sees(Audience(Role.PLAYER, ben.seat))["proposals"] == []
    assert oak.lines(Audience(Role.PLAYER, ana.seat))[0] == "Proposed: a tag “Fog”"
    assert "Proposed: a tag “Fog”" not in oak.lines(Audience(Role.PLAYER, ben.seat))


@pytest.mark.parametrize(("on", "what"), [(True, "burn"), (False, "unburn")])
def test_a_burned_tag_is_proposed_to_be_unburned(oak: Oak, on: bool, what: str) -> None:
    command = {"do": "tag.burn", "tag": oak.tag("Fog"), "on": on}
    made = oak.dispatch(oak.sit("Ana"), do="proposal.make", command=command)
    assert made.summary == f"Proposed: to {what} the tag “Fog”"


def test_a_proposed_edit_says_what_changes_and_nothing_of_what_is_hidden(oak: Oak) -> None:
    fog = oak.tag("Fog")
    ana = oak.sit("Ana")
    command = {"do": "tag.edit", "tag": fog, "name": "Thick fog", "clears": None, "effects": []}
    made = oak.dispatch(ana, do="proposal.make", command=command)
    assert (
        made.summary == "Proposed: a change to the tag “Fog”: name “Thick fog”, no way to clear it, effects"
    )
    oak.gm(do="tag.edit", tag=fog, visibility="secret")
    assert describe_proposal(oak.state(), command, ana.audience) == "a change to a hidden tag"


def test_the_gm_may_change_a_proposal_while_accepting_it(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    ana = oak.sit("Ana")
    command = {"do": "clock.tick", "clock": alarm, "by": 3}
    proposal = oak.dispatch(ana, do="proposal.make", command=command).result["proposal"]
    done = oak.gm(do="proposal.accept", proposal=proposal, edits={"by": 1})
    assert done.result["filled"] == 1


def test_a_proposal_about_a_thing_removed_in_between_is_refused_and_stays_open(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    ana = oak.sit("Ana")
    command = {"do": "clock.tick", "clock": alarm}
    proposal = oak.dispatch(ana, do="proposal.make", command=command).result["proposal"]
    oak.gm(do="clock.remove", clock=alarm)
    with pytest.raises(Missing):
        oak.gm(do="proposal.accept", proposal=proposal)
    assert len(oak.sees("gm")["proposals"]) == 1


def test_declining_is_told_to_the_one_who_asked(oak: Oak) -> None:
    ana = oak.sit("Ana")
    proposal = oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": "Fog"}).result[
        "proposal"
    ]
    oak.gm(do="proposal.decline", proposal=proposal)
    assert oak.lines(Audience(Role.PLAYER, ana.seat))[0] == "Declined: a tag “Fog”"
    with pytest.raises(Missing, match="no longer open"):
        oak.gm(do="proposal.accept", proposal=proposal)


def test_several_are_accepted_at_once_or_none_is(oak: Oak) -> None:
    ana, tags = oak.sit("Ana"), ("Fog", "Slick", "Dark")
    causes = {"Fog": {"because": "it rains"}, "Dark": {"because": "the oil runs out"}}
    asked = [{"command": {"do": "tag.add", "name": name}, **causes.get(name, {})} for name in tags]
    first, *also = [oak.dispatch(ana, do="proposal.make", **each).result["proposal"] for each in asked]
    alarm = oak.clock("Alarm", 6)
    gone = oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": alarm}).result[
        "proposal"
    ]
    oak.gm(do="clock.remove", clock=alarm)
    with pytest.raises(Missing):
        oak.gm(do="proposal.accept", proposal=first, also=[*also, gone])
    assert oak.sees("gm")["tags"] == []
    oak.gm(do="proposal.accept", proposal=first, also=[*also, first])
    assert [each["name"] for each in oak.sees("gm")["tags"]] == list(tags)
    assert journal_lines(oak.state(), audience.GM)[0].because == "it rains; the oil runs out"
    oak.gm(do="undo")
    assert oak.sees("gm")["tags"] == []
    assert len(oak.sees("gm")["proposals"]) == 4


@pytest.mark.parametrize(
    ("command", "number"),
    [
        ({"do": "clock.tick", "clock": 7, "by": 1}, "by"),
        ({"do": "lantern.burn", "character": 2, "oil": 2}, "oil"),
        ({"do": "lantern.burn", "character": 2, "bright": True, "name": "Mara"}, None),
    ],
)
def test_a_game_calls_the_number_of_its_line_as_it_likes(
    command: dict[str, object], number: str | None
) -> None:
    """A thing's id is none, though it may lie in the range."""
    assert range_field(command, 0, 3) == number
    assert range_field(command, None, None) is None


def test_several_proposals_are_declined_in_one_entry_with_one_undo(oak: Oak) -> None:
    ana = oak.sit("Ana")
    made = [
        oak.dispatch(ana, do="proposal.make", command={"do": "tag.add", "name": name}).result["proposal"]
        for name in ("Fog", "Rain", "Snow")
    ]
    before = oak.state().table.entries
    done = oak.gm(do="proposal.decline", proposal=made[0], also=made[1:])
    assert done.summary == "3 proposals declined"
    assert (oak.sees()["proposals"], oak.state().table.entries) == ([], before + 1)
    assert {row["state"] for row in oak.sees(ana.audience)["proposals"]} == {"declined"}
    oak.gm(do="undo")
    assert [row["id"] for row in oak.sees()["proposals"]] == made
    with pytest.raises(Missing):
        oak.gm(do="proposal.decline", proposal=made[0], also=[7])
    assert len(oak.sees()["proposals"]) == 3
