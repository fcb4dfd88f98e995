"""The checks of a table as one audience may see them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from webapp.rules.check import Source
from webapp.rules.ruleset import Ruleset, played
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.audience import Role
from webapp.screens.check_views import (
    BlockView,
    ChanceView,
    CheckView,
    MyChecks,
    OddsView,
    ProposalView,
    SourceView,
    SwitchView,
)
from webapp.screens.foe_checks import without_theirs
from webapp.screens.games import game_screens
from webapp.screens.modifiers import Bearing, Weighing
from webapp.screens.thing_views import Showing
from webapp.screens.visibility import references
from webapp.store.board import Board
from webapp.store.models import Character, Check, Proposal, Seat
from webapp.store.rows import Name

OPEN = ("called", "rolled")
SHOWN_AFTER = ("resolved", "void")
KEPT = 6
"""How many checks stay in sight after they are settled."""
CHIPS = 4
SECRET_BLOCK = "Something stands in the way; ask the GM."  # noqa: S105
UNSETTLED = "The GM has yet to settle what counts."


class Checks:
    """Makes the views of checks for one audience."""

    def __init__(
        self, showing: Showing, proposals: Callable[[int], tuple[ProposalView, ...]] = lambda check: ()
    ) -> None:
        self.showing, self.proposals = showing, proposals
        self.board, self.visibility = showing.board, showing.visibility
        self.game: Ruleset = played(self.board.table.ruleset)
        self.gm = self.visibility.audience.role is Role.GM

    @property
    def odds_told(self) -> bool:
        """Read anew for each view, so that each is kept with it."""
        told = bool(self.board.table.settings.get("show_odds"))
        return self.gm or (told and self.visibility.audience.role is Role.PLAYER)

    def views(self) -> tuple[CheckView, ...]:
        """Those that are open, and the newest of those settled in this scene."""
        scene, seen, settled = self.board.table.active_scene, list[Check](), 0
        for row in reversed(self.board.here(Check)):
            state = row.state
            over = settled < KEPT and state in SHOWN_AFTER and row.scene == scene
            if (over or state in OPEN) and self.visibility.level(row) == "shown":
                seen.append(row)
                settled += over
        return self.showing.some(reversed(seen), self.view)

    def view(self, row: Check) -> CheckView:
        """One check: weighed as things stand before the roll, as they stood after it."""
        parts = self._before(row) if row.state == "called" else self._after(row)
        character = self.board.row(Character, row.character)
        view = CheckView(
            id=row.id,
            visibility=row.visibility if self.gm else "shown",
            character=row.character if self.visibility.may_name("character", row.character) else ABSENT,
            who=character.name if character is not None else "Somebody",
            seat=row.seat,
            scene=row.scene,
            state=row.state,
            intent=row.intent,
            approach=row.approach,
            changed=row.changed,
            asked=self._asked(row),
            targets=self._clocks(row.targets),
            group=row.group,
            helpers=tuple(id for id in row.helpers if self.visibility.may_name("character", id)),
            members=self._names(row.helpers),
            company=self.game.group_kind(row.group).company,
            lead=self.showing.named("check", row.lead),
            result=row.result or None,
            sources=row.sources if self.gm else ABSENT,
            affected=self._clocks(row.affected) if self.gm else ABSENT,
            gate=dict(row.gate) if self.gm else ABSENT,
            rulings=self.game.rulings(row.gate) if self.gm else ABSENT,
            proposals=self.proposals(row.id) if self.gm else (),
            applied=self.gm and self._applied(row),
            **parts,
        )
        told = game_screens(self.game.key).told(view, row, self.visibility)
        return without_theirs(told, row, self.visibility)

    def _applied(self, row: Check) -> bool:
        lines = (line for line in self.board.here(Proposal) if line.check == row.id)
        return row.state == "resolved" and any(line.state == "accepted" for line in lines)

    def _asked(self, row: Check) -> dict[str, object]:
        """What was asked for; things that this audience may not know are not named."""
        known = dict(row.asked)
        for key, kind, ids in references(self.game.check_form, row.asked):
            seen = [id for id in ids if self.visibility.may_name(kind, id)]
            if isinstance(known[key], list):
                known[key] = seen
            elif not seen:
                del known[key]
        return known

    # ---- before the roll --------------------------------------------------------------------

    def _before(self, row: Check) -> dict[str, Any]:
        weighed = Weighing.kept(self.board, row)
        known = {} if weighed.trouble else dict(weighed.assessment.data)
        known.pop("hazards", None)
        parts = {
            "dice": "" if weighed.trouble else weighed.assessment.dice,
            "count": 0 if weighed.trouble else weighed.assessment.count,
            "faces": 6 if weighed.trouble else weighed.assessment.faces,
            "numbers": {} if weighed.waits else known,
            "ready": weighed.ready,
            "waits": weighed.waits,
            "retry": weighed.retry,
            "blocked": self._blocked(weighed),
            "notes": tuple(said.text for said in weighed.notes if self._level(said.thing) == "shown"),
            "counted": tuple(self._counted(each) for each in weighed.bearings if each.counts),
            "odds": self._odds(weighed),
            "adds": self._adds(weighed),
        }
        return {**parts, **self._for_gm(weighed)} if self.gm else parts

    def _adds(self, weighed: Weighing) -> str:
        """The sheet's numbers: nobody but the GM is told those of an NPC."""
        own = weighed.character is not None and weighed.character.kind == "pc"
        return self.game.adds(weighed.bare) if weighed.ready and (self.gm or own) else ""

    def _for_gm(self, weighed: Weighing) -> dict[str, object]:
        return {
            "offered": tuple(self._counted(each) for each in weighed.bearings if not each.counts),
            "blocks": tuple(BlockView(each.key, each.text, each.use) for each in weighed.blocks),
            "switches": tuple(SwitchView(name, on) for name, on in weighed.switches.items()),
        }

    def _blocked(self, weighed: Weighing) -> tuple[str, ...]:
        told = ((each.text, self._level(each.thing) == "shown") for each in weighed.blocked)
        found = [text if known else SECRET_BLOCK for text, known in told]
        if weighed.trouble:
            found.append(weighed.trouble if self.gm else UNSETTLED)
        return tuple(found)

    def _counted(self, bearing: Bearing) -> SourceView:
        told = self._source(bearing.source, bearing.thing)
        if not self.gm:
            return told
        return replace(
            told,
            key=bearing.key,
            use=bearing.use,
            ways=tuple(str(way.modifier) for way in bearing.ways),
            bears=bearing.bears,
            hidden=not bearing.public,
        )

    def _source(self, source: Source, thing: Name | None) -> SourceView:
        level = self._level(thing)
        name = source.name if level in ("masked", "shown") else "something"
        note = source.note if level == "shown" else ""
        return SourceView(name, str(source.modifier), source.amount, note)

    def _odds(self, weighed: Weighing) -> Maybe[OddsView]:
        if not self.odds_told or weighed.waits or weighed.trouble:
            return ABSENT
        game, more = self.game, self.game.one_more(weighed.check)
        chances = game.odds(weighed.check)
        return OddsView(
            self._chances(chances),
            game.little_help.name if game.little_help else None,
            self._chances(game.odds(more)) if more else (),
            percent(sum((each for key, each in chances.items() if self.game.succeeds(key)), Fraction(0))),
        )

    def _chances(self, chances: Mapping[str, Fraction]) -> tuple[ChanceView, ...]:
        return tuple(
            ChanceView(key, self.game.outcome_name(key), float(chance), percent(chance))
            for key, chance in chances.items()
        )

    # ---- after the roll ---------------------------------------------------------------------

    def _after(self, row: Check) -> dict[str, object]:
        rolled = row.rolled
        return {
            "dice": rolled.dice,
            "count": 0,
            "faces": rolled.faces,
            "numbers": rolled.numbers,
            "ready": False,
            "waits": "",
            "retry": "",
            "blocked": (),
            "notes": (),
            "counted": tuple(self._source(each, each.thing) for each in rolled.counted),
            "odds": ABSENT,
        }

    # ---- what this audience may know --------------------------------------------------------

    def _level(self, thing: Name | None) -> str:
        row = self.board.thing(*thing) if thing is not None else None
        if row is None:
            return "shown" if thing is None or self.gm else "secret"
        return self.visibility.level(row)

    def _clocks(self, ids: list[int]) -> tuple[int, ...]:
        return tuple(id for id in ids if self.visibility.may_name("clock", id))

    def _names(self, ids: list[int]) -> tuple[str, ...]:
        rows = (self.board.find(Character, id) for id in ids)
        return tuple(row.name for row in rows if row is not None and self.visibility.level(row) == "shown")


def my_checks(board: Board, seat: int | None, views: tuple[CheckView, ...]) -> MyChecks:
    """What the seat's own form and panel need: the checks of its character, and those it declared."""
    row = board.find(Seat, seat)
    character = row.character if row is not None else None
    declared = {each.id for each in board.here(Check) if seat is not None and each.seat == seat}
    own = (each for each in reversed(views) if each.character == character or each.id in declared)
    mine = list(own) if character is not None else []
    tried = [each for each in mine if each.result is not None and not each.result.success]
    return MyChecks(
        character=character,
        checks=tuple(mine),
        intents=_last(each.intent for each in mine),
        approaches=_last(each.approach for each in mine),
        tried=_last(each.intent for each in tried if each.state != "void"),
    )


def percent(chance: Fraction) -> str:
    """A chance as people say it; what can happen is never 0 %, what may fail never 100 %."""
    rounded = round(100 * chance)
    if rounded == 0 and chance:
        return "<1%"
    if rounded == 100 and chance != 1:
        return ">99%"
    return f"{rounded}%"


def _last(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))[:CHIPS]
