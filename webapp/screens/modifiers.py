"""What bears on a check now: all that stands around it, how the GM lets each thing count, and the numbers.

Rows in, rules asked, plain values out. Projections show this and `check.roll` rolls it, so what people saw is
what is rolled. Secret things wait for the GM's tap: nothing of theirs reaches a player by itself.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from webapp.rules.check import Assessment, Held, Source
from webapp.rules.effects import Effect, Modifier
from webapp.rules.errors import RuleError
from webapp.rules.play import AskedFor, RolledCheck, Tried
from webapp.rules.ruleset import played
from webapp.screens.audience import PLAYER
from webapp.screens.games import game_screens
from webapp.screens.visibility import Visibility
from webapp.store.board import Board
from webapp.store.models import Character, Check, Condition, Tag, Thing
from webapp.store.rows import Name

OFF, BLOCKS = "off", "blocks"


@dataclass(frozen=True)
class Bearing:
    """One thing that may count: `ways` are the sources it may count as, `use` the modifier of one, or "off".

    `bears` is what the rules say of it; `thing` is the tag, condition or helper it comes from, None for a
    source that was added by hand; `public` whether players know it in full.
    """

    key: str
    ways: tuple[Source, ...]
    use: str
    bears: bool
    thing: Name | None = None
    public: bool = True

    @property
    def counts(self) -> bool:
        return self.use != OFF

    @property
    def source(self) -> Source:
        """What it counts as, or would."""
        return next((way for way in self.ways if way.modifier == self.use), self.ways[0])


@dataclass(frozen=True)
class Said:
    """A sentence to say before the roll, and the thing it comes from; a block may be switched off."""

    text: str
    thing: Name | None = None
    key: str = ""
    use: str = BLOCKS


@dataclass(frozen=True)
class Near:
    """Something that stands around: whether it may count by itself, and what it does to the check.

    What is hidden, or may be somewhere else, counts only when the GM says so; what somebody carries counts
    though they are hidden themselves. `label` tells apart what stands in one row: the tags of a pool.
    """

    thing: Name
    held: Held
    by_itself: bool
    met: Assessment
    label: str = ""

    @property
    def key(self) -> str:
        return ":".join(str(part) for part in (*self.thing, self.label) if part)


class Weighing:
    """One check weighed as the table stands now."""

    def __init__(self, board: Board, check: Check) -> None:
        self.board, self.row = board, check
        self.game = played(board.table.ruleset)
        self.character = board.row(Character, check.character)
        self.public = Visibility(board, PLAYER)

    @classmethod
    def kept(cls, board: Board, check: Check) -> "Weighing":
        """The same for all who look, while nothing changed that was read for it: all of it is read here."""

        def make() -> Weighing:
            board.note(check)
            weighed = cls(board, check)
            for what in ("asked", "trouble", "bearings", "blocks", "retry", "waits", "notes"):
                getattr(weighed, what)
            return weighed

        return board.keep(("weighing", check.id), make)

    @cached_property
    def asked(self) -> AskedFor:
        """What was asked for, and what the table knows around it."""
        said = asked_of(self.board, self.row)
        asked: AskedFor = game_screens(self.game.key).around(self.board, self.row, said)
        return asked

    @cached_property
    def bare(self) -> Any:
        """The check as its game has it, with nothing counted yet."""
        return self.game.called(self.asked, self.character.stats if self.character else {})

    @cached_property
    def check(self) -> Any:
        """The check with everything that counts."""
        return self.game.counting(self.bare, [each.source for each in self.bearings if each.counts])

    @cached_property
    def assessment(self) -> Assessment:
        """The numbers of just what counts; RuleError where that does not go together."""
        return self.game.assess(self.check)

    @cached_property
    def trouble(self) -> str:
        """Why these numbers and sources cannot be rolled together, in a sentence; "" if they can."""
        try:
            self.assessment  # noqa: B018
        except RuleError as error:
            return error.message
        return ""

    @cached_property
    def waits(self) -> str:
        """What has to be set before anybody rolls, or why nobody does."""
        dice = "check" in self.game.rulings(self.row.gate)
        return self.game.waits(self.asked) if dice else "No dice here: the GM says yes or no."

    @cached_property
    def bearings(self) -> tuple[Bearing, ...]:
        """Everything that may count: tags and conditions around, helpers, sources added by hand."""
        return (*self._of_things(), *self._of_helpers(), *self._of_hand())

    @cached_property
    def blocks(self) -> tuple[Said, ...]:
        """What forbids this check or might, those blocks that the GM switched off too."""
        return tuple(self._blocks())

    @property
    def blocked(self) -> tuple[Said, ...]:
        """What forbids it now."""
        own = () if self.trouble else self.assessment.blocked
        return (*(each for each in self.blocks if each.use != OFF), *map(Said, own))

    @cached_property
    def retry(self) -> str:
        """Why this is too much like a try that failed before, in this scene; "" if it is not."""
        return "" if self.trouble else self.game.retry(self._tries(), self.bare, self.row.changed or "")

    @property
    def ready(self) -> bool:
        """Whether it may be rolled now."""
        return not (self.waits or self.trouble or self.blocked or self.retry)

    @cached_property
    def notes(self) -> tuple[Said, ...]:
        """What to bear in mind."""
        own = () if self.trouble else self.assessment.warnings
        near = [(text, near.thing) for near in self.around for text in near.met.warnings if text not in own]
        return (*map(Said, () if self.waits else own), *(Said(*each) for each in near))

    @property
    def hazards(self) -> tuple[Name, ...]:
        """What stands around and may bite when the check fails."""
        return tuple(near.thing for near in self.around if self.game.bites(near.held))

    @property
    def switches(self) -> dict[str, bool]:
        """The facts that things around ask for, and whether they are true now."""
        return {name: on for near in self.around for name, on in near.held.switches.items()}

    # ---- what stands around -----------------------------------------------------------------

    @cached_property
    def around(self) -> tuple[Near, ...]:
        """Tags around and of the character, the conditions that it carries, and what only this game keeps."""
        try:
            games = game_screens(self.game.key).standing(self.board, self.row, self.asked)
            return (
                *(self._near(row, sure) for row, sure in self._standing()),
                *(self._weighed(row, held, sure, held.name) for row, held, sure in games),
            )
        except RuleError:
            return ()

    def _standing(self) -> Iterator[tuple[Tag | Condition, bool]]:
        """The things, and whether each is where the character is for sure."""
        zone = self.character.zone if self.character else None
        for tag in self.board.here(Tag):
            elsewhere = tag.zone is not None and tag.zone != zone
            if self._stands_here(tag) and not (elsewhere and zone is not None):
                yield tag, not elsewhere
        for condition in self.board.here(Condition):
            if condition.character == self.row.character:
                yield condition, True

    def _stands_here(self, tag: Tag) -> bool:
        scenes, characters = (None, self.board.table.active_scene), (None, self.row.character)
        return tag.scene in scenes and tag.character in characters and not tag.burned

    def _near(self, row: Tag | Condition, sure: bool) -> Near:
        on = {name: bool(self.row.switches.get(name, so)) for name, so in switches_of(row).items()}
        return self._weighed(row, Held(row.name, row.kind_name, row.effects, on, row.data), sure)

    def _weighed(self, row: Thing, held: Held, sure: bool, label: str = "") -> Near:
        on, data = _pairs(held.switches), _pairs(held.data)
        met = _met(self.game.key, self.bare, held.name, held.kind, held.effects, on, data)
        return Near((row.kind_name, row.id), held, sure and self._bears_by_itself(row), met, label)

    def _bears_by_itself(self, row: Thing) -> bool:
        """Whether players know it; or it is hidden only as whoever carries it and rolls, or spares nobody."""
        own = row.kind_name != "character" and getattr(row, "character", None) == self.row.character
        known = self.public.level(row) == "shown" or (own and row.visibility == "shown")
        return known or row.kind_name in self.game.inescapable

    def _tries(self) -> Iterator[Tried[Any]]:
        """What the same character rolled before, the newest first."""
        for row in reversed(self.board.here(Check)):
            rolled = row.state in ("rolled", "resolved") and row.rolled
            if row.character == self.row.character and rolled and self._counts_as_tried(row):
                yield Tried(self.game.read(row.rolled.check), row.result.success)

    def _counts_as_tried(self, other: Check) -> bool:
        """In this scene, and not behind the players' backs."""
        open_to_all = self.public.level(other) == "shown" or self.row.visibility == "secret"
        return bool(open_to_all and other.scene == self.board.table.active_scene)

    # ---- what each of it does ---------------------------------------------------------------

    def _of_things(self) -> Iterator[Bearing]:
        for near in self.around:
            taken: list[str] = []
            for source in (*near.met.sources, *near.met.offered):
                bears = source in near.met.sources
                key = f"{near.key}:{source.modifier}"
                taken.append(key)
                key += f":{taken.count(key)}" if taken.count(key) > 1 else ""
                row = self.board.thing(*near.thing)
                yield self._bearing(key, source, bears and near.by_itself, bears, row)

    def _of_helpers(self) -> Iterator[Bearing]:
        for id in self.row.helpers if self.game.group_kind(self.row.group).helps else ():
            helper = self.board.find(Character, id)
            source = self.game.helped(helper.name) if helper is not None else None
            if source is not None:
                yield self._bearing(f"help:{id}", source, True, True, helper)

    def _of_hand(self) -> Iterator[Bearing]:
        for place, raw in enumerate(self.row.sources):
            source = Source(**{**raw, "modifier": Modifier(raw["modifier"])})
            yield self._bearing(f"free:{place}", source, True, True)

    def _bearing(
        self, key: str, source: Source, ticked: bool, bears: bool, row: Thing | None = None
    ) -> Bearing:
        ways = self.game.ways(source)
        use = self.row.uses.get(key, str(source.modifier) if ticked else OFF)
        known = use == OFF or any(way.modifier == use for way in ways)
        thing = (row.kind_name, row.id) if row is not None else None
        public = row is None or self.public.level(row) == "shown"
        return Bearing(key, ways, use if known else OFF, bears, thing, public)

    def _blocks(self) -> Iterator[Said]:
        for near in self.around:
            bearing = near.met.blocked if near.by_itself else ()
            for place, text in enumerate((*near.met.blocked, *near.met.may_block), start=1):
                key = f"{near.key}:{BLOCKS}" + (f":{place}" if place > 1 else "")
                yield Said(text, near.thing, key, self.row.uses.get(key, BLOCKS if text in bearing else OFF))


def asked_of(board: Board, row: Check) -> AskedFor:
    """What a check was asked for, as its game has it."""
    known = {"intent": row.intent, "approach": row.approach, "character": row.character}
    asked_for: type[AskedFor] = played(board.table.ruleset).asked_for
    return asked_for.of({**row.asked, **known, "targets": row.targets})


def as_rolled(board: Board, row: Check) -> RolledCheck:
    """A check just as it was rolled, how it came out, and what around it bites.

    What players do not know in full is "something", since causes are told.
    """
    public = Visibility(board, PLAYER)
    things = (board.thing(*thing) for thing in row.rolled.hazards)
    bites = (each for each in things if isinstance(each, Tag | Condition))
    names = tuple(each.name if public.level(each) == "shown" else "something" for each in bites)
    check = played(board.table.ruleset).read(row.rolled.check)
    return RolledCheck(check, row.result, asked_of(board, row), names)


def switches_of(row: Tag | Condition) -> dict[str, bool]:
    """The facts a tag or condition depends on, and whether they are true; that of the book is not yet."""
    wanted = row.data.get("switch")
    return {**({str(wanted): False} if wanted else {}), **row.switches}


Pairs = tuple[tuple[str, Any], ...]


def _pairs(values: Mapping[str, object]) -> Pairs:
    return tuple(sorted(values.items()))


@lru_cache(maxsize=4096)
def _met(
    game: str, check: Hashable, name: str, kind: str, effects: tuple[Effect, ...], on: Pairs, data: Pairs
) -> Assessment:
    """What one thing does to a check by itself; asked again for every screen at every tick, so remembered."""
    plain = played(game).assess(check)
    met = played(game).assess(check, [Held(name, kind, effects, dict(on), dict(data))])
    return replace(
        met,
        sources=tuple(each for each in met.sources if each not in plain.sources),
        blocked=tuple(each for each in met.blocked if each not in plain.blocked),
        may_block=tuple(each for each in met.may_block if each not in plain.may_block),
        warnings=tuple(each for each in met.warnings if each not in plain.warnings),
    )
