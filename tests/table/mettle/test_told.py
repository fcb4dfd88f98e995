"""What METTLE's commands tell as events: who goes down or stands up, what was soaked, a blast on several."""

from tests.table.mettle.brawl import Brawl
from webapp.rules.events import load_event
from webapp.state.audience import PLAYER, TV
from webapp.state.reader import Reader
from webapp.store.models import Entry
from webapp.table.recent_entries import RecentEntries
from webapp.views.journal import journal_lines
from webapp.views.table_view_factory import project


def weights(yard: Brawl) -> dict[str, str | None]:
    """What the newest entry says to players, each with its weight."""
    state = yard.state()
    newest = state.session.query(Entry).order_by(Entry.serial.desc()).first()
    assert newest is not None
    reader = Reader(state, PLAYER)
    return {reader.words(event): reader.weight(event) for event in map(load_event, newest.events)}  # type: ignore[misc, arg-type]


def hurt(yard: Brawl, by: int) -> dict[str, str | None]:
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=by)
    return weights(yard)


def test_who_falls_and_who_stands_up_again_takes_the_stage(yard: Brawl) -> None:
    assert hurt(yard, 10) == {"Ann loses 10 Mettle, now 0 of 10": "card", "Ann is now Staggered": "card"}
    assert hurt(yard, 5) == {
        "Ann loses 5 Mettle, now -5 of 10": "card",
        "Ann is no longer Staggered": "card",
        "Ann is now Fallen": "stage",
    }
    yard.gm(do="mettle.mend", character=yard.who("Ann"), by=6)
    assert weights(yard) == {
        "Ann regains 6 Mettle, now 1 of 10": "card",
        "Ann is no longer Fallen": "stage",
    }


def test_who_dies_takes_the_stage_and_does_not_stand_up_as_another_status_ends(yard: Brawl) -> None:
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Incapacitated")
    assert weights(yard) == {"Ann is now Incapacitated": "stage"}
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Dead")
    assert weights(yard) == {"Ann is now Dead": "stage"}
    yard.gm(do="mettle.status.end", character=yard.who("Ann"), status="Incapacitated")
    assert weights(yard) == {"Ann is no longer Incapacitated": "card"}


def test_who_is_put_down_by_hand_takes_the_stage_too(yard: Brawl) -> None:
    fallen = yard.gm(do="condition.add", character=yard.who("Ann"), name="Incapacitated").result["condition"]
    assert weights(yard) == {"Ann is now Incapacitated": "stage"}
    yard.gm(do="condition.clear", condition=fallen)
    assert weights(yard) == {"Ann is no longer Incapacitated": "stage"}
    yard.gm(do="condition.add", character=yard.who("Ann"), name="Rattled")
    assert weights(yard) == {"Ann is now Rattled": "card"}


def test_a_fall_that_is_wholly_soaked_is_told(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.fall", character=yard.who("Ann"), metres=2, dice=[1, 5])
    said = "Ann falls 2 m (2D+2: 1, 5, real dice): 3 damage, 0 unsoaked"
    assert weights(yard) == {said: "card"}
    assert journal_lines(yard.state(), PLAYER)[0].summary == said, "players hear of what changed nothing"
    assert journal_lines(yard.state(), TV)[0].summary == said


def test_a_fall_of_somebody_hidden_sends_players_nothing(yard: Brawl) -> None:
    yard.gm(do="character.edit", character=yard.who("Ann"), visibility="secret")
    before = yard.state().table.rev_player
    yard.gm(do="mettle.hazard.fall", character=yard.who("Ann"), metres=2, dice=[1, 5])
    assert yard.state().table.rev_player == before
    assert yard.mettle("Ann") is None


def test_those_whom_one_blast_hurts_alike_are_told_of_together(yard: Brawl) -> None:
    melee = yard.zone("Melee")
    blast = {"name": "Gas main", "hazard": "2D+4", "zone": melee, "burns": False}
    gas = yard.gm(do="mettle.hazard.add", **blast).result["piece"]
    everyone = [yard.who(name) for name in ("Ann", "Cai", "Bog")]
    yard.gm(do="mettle.hazard.strike", hazard=gas, characters=everyone, dice=[4, 1])
    alike = "Gas main (2D+4: 4, 1, real dice) on Ann and Bog: 5 damage, 2 unsoaked each"
    assert yard.lines("player")[0].startswith(f"{alike}; Gas main (2D+4: 4, 1, real dice) on Cai: 5 damage")


def test_a_moment_says_the_dice_of_a_blast_once_whatever_each_soaks(yard: Brawl) -> None:
    """Whom it struck stands over it, and their numbers beside it."""
    gas = yard.gm(do="mettle.hazard.add", name="Gas main", hazard="2D+4", burns=False).result["piece"]
    everyone = [yard.who(name) for name in ("Ann", "Cai", "Bog")]
    yard.gm(do="mettle.hazard.strike", hazard=gas, characters=everyone, dice=[4, 1])
    state = yard.state()
    state.recent = RecentEntries.read(state).entries
    newest, *_ = project(state, PLAYER).moments
    assert newest.head == "Gas main strikes Ann, Bog and Cai"
    assert [line.words for line in newest.lines] == ["2D+4: 4, 1, real dice: 5 damage"]
    assert {change.name: change.by for change in newest.changes} == {"Ann": -2, "Bog": -2, "Cai": -3}


def test_the_dice_of_a_blast_are_not_told_of_a_foe_whose_numbers_are_hidden(yard: Brawl) -> None:
    yard.gm(do="table.edit", settings={"foes": "words"})
    gas = yard.gm(do="mettle.hazard.add", name="Gas main", hazard="2D+4").result["piece"]
    yard.gm(do="mettle.hazard.strike", hazard=gas, characters=[yard.who("Bog")], dice=[4, 1])
    assert yard.lines("player")[0] == "Gas main strikes Bog; Bog loses Mettle"
