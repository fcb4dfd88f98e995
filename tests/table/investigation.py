"""Seed material for checks: a Razorweave table with an investigator, and what happens around her."""

from typing import Any

from flask import Flask

from tests.table.oak import Oak
from webapp.rules.dice import Loaded
from webapp.services import services
from webapp.table.actor import Actor
from webapp.table.create import NewTable, create_table
from webapp.views.check_views import CheckView, ProposalView


class Case(Oak):
    """A table with Mara, whom Ana plays, and dice that fall as they are told."""

    @classmethod
    def open(cls, app: Flask) -> "Case":
        case = cls(app, create_table(NewTable(name="Harbour", ruleset="razorweave")))
        stats = {"MIG": 0, "AGI": 1, "PRE": 1, "RSN": 2, "Investigation": 1}
        case.mara = case.character("Mara", stats=stats)
        case.ana = case.sit("Ana", case.mara)
        return case

    mara: int
    ana: Actor

    def dice(self, *faces: int) -> None:
        """The next dice fall like this."""
        services().dispatcher.dice = Loaded(*faces)

    def call(self, actor: Actor | None = None, **fields: Any) -> int:
        """A check is called: by Ana unless somebody else does."""
        id: int = self.dispatch(actor or self.ana, do="check.call", **fields).result["check"]
        return id

    def gm_call(self, **fields: Any) -> int:
        return self.call(self.actor("gm"), **{"character": self.mara, **fields})

    def edit(self, check: int, **fields: Any) -> None:
        self.gm(do="check.edit", check=check, **fields)

    def roll(self, check: int, *faces: int) -> dict[str, Any]:
        """Ana rolls, and the dice fall like this."""
        self.dice(*faces)
        return self.dispatch(self.ana, do="check.roll", check=check).result

    def apply(self, check: int, **fields: Any) -> None:
        self.gm(do="check.resolve", check=check, **fields)

    def check(self, id: int, who: Any = "gm") -> CheckView:
        return next(each for each in self.view(who).checks if each.id == id)

    def lines_of(self, check: int) -> list[ProposalView]:
        """What waits for the GM, without what is merely on offer."""
        return [each for each in self.check(check).proposals if not each.offered]

    def words_of(self, check: int) -> list[str]:
        return [each.words for each in self.lines_of(check)]

    def stands(self, clock: int) -> str:
        """How full a clock is: "3/6"."""
        seen = next(each for each in self.sees()["clocks"] if each["id"] == clock)
        return f"{seen['filled']}/{seen['segments']}"

    def causes(self, who: Any = "gm") -> list[str]:
        """The newest lines with why: "Alarm: +1, now 1 of 4 (a bottle breaks)"."""
        from webapp.state.audience import Role, audience_for
        from webapp.views.journal import journal_lines

        found = journal_lines(self.state(), audience_for(Role(who)) if isinstance(who, str) else who)
        return [f"{each.summary} ({each.because})" if each.because else each.summary for each in found]
