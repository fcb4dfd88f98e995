"""What was asked of a Check when it was called, before sheet and table say what it comes to."""

from dataclasses import dataclass

from webapp.rules.mettle.actions import Action, all_actions
from webapp.rules.mettle.facts import NOTHING, Facts
from webapp.rules.play import AskedFor


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`, and what the table knows around it (`facts`).

    `astray` is the stop where a Twist lets a journey come out.
    """

    action: str = ""
    manner: str = ""
    attribute: str = ""
    foes: tuple[int, ...] = ()
    weapon: int | None = None
    unarmed: bool = False
    aim: int | None = None
    difficulty: int | None = None
    against: str = ""
    pool: int | None = None
    share: int | None = None
    damage: str = ""
    reach: int | None = None
    extra: int = 0
    aiming: bool = False
    scoped: bool = False
    head_on: bool = False
    gear: int = 0
    sight: str = ""
    hearing: bool = False
    place: str = "ordinary"
    about: str = ""
    party: tuple[int, ...] = ()
    trip: str = ""
    astray: str = ""
    facts: Facts = NOTHING

    @property
    def what(self) -> Action | None:
        """The Action as the book has it."""
        return all_actions().get(self.action)
