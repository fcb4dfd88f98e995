"""Views of checks: the sources before the roll, the outcome after it."""

from dataclasses import dataclass, field
from typing import Any

from webapp.rules.check import Resolved
from webapp.rules.result_card import Fact, ResultCard
from webapp.views.absent import ABSENT, Maybe, flattened, page_only


@dataclass(frozen=True)
class SourceView:
    """A source that counts for a check, or may count; players who may not know it see "something".

    The GM also gets its `key`, its present `use`, the `ways` in which it may count, whether the rules count
    it (`bears`), and whether it is `hidden` from players. `suggested` says that the check's words
    mention it, `asked` that a player requested it. Players get `key`, `suggested` and `asked` only for
    sources that they may request.
    """

    name: str
    modifier: str
    amount: int
    note: str
    key: Maybe[str] = ABSENT
    use: Maybe[str] = ABSENT
    ways: Maybe[tuple[str, ...]] = ABSENT
    bears: Maybe[bool] = ABSENT
    hidden: Maybe[bool] = ABSENT
    suggested: Maybe[bool] = ABSENT
    asked: Maybe[bool] = ABSENT

    @property
    def near(self) -> bool:
        """Whether the list shows the source at once rather than folded away."""
        return bool(self.bears or self.suggested)


@dataclass(frozen=True)
class BlockView:
    """A reason that may forbid a check: it does if `use` is "blocks", and does not if `use` is "off"."""

    key: str
    text: str
    use: str


@dataclass(frozen=True)
class SwitchView:
    """A fact on which a source's effect depends ("threat visible"), and whether it is true."""

    name: str
    on: bool


@dataclass(frozen=True)
class ChanceView:
    """One outcome and its chance, from 0 to 1."""

    key: str
    name: str
    chance: float
    percent: str = field(metadata=page_only)


@dataclass(frozen=True)
class OddsView:
    """The chances of every outcome, best first.

    `more` names a small addition to the check ("one more die"), None if the game has none; `more_outcomes`
    are the chances with it. On a page, `success` is the chance of any kind of success, in percent.
    """

    outcomes: tuple[ChanceView, ...]
    more: str | None
    more_outcomes: tuple[ChanceView, ...]
    success: str = field(metadata=page_only)


@dataclass(frozen=True)
class OutcomeView:
    """A check's outcome in one line, as far as this audience may know it.

    `sentence` says who did what, the verdict, the changes and the new values; it ends with "GM decides" until
    the outcome is `decided`. `verdict` is a word or two. `tone` is the meaning for the party: good, half (at
    a price), bad or plain; `means` says this in words for a foe's check and is "" for other checks. `befell`
    are the ids of the targets.
    """

    check: int = field(metadata=page_only)
    verdict: str
    sentence: str
    brief: str = field(metadata=page_only)
    tone: str
    means: str
    decided: bool
    befell: tuple[int, ...]
    roller: int | None = field(metadata=page_only)
    rolls: int = field(default=1, metadata=page_only)
    # `brief` is the sentence for use after the verdict, `roller` the rolling character.


@dataclass(frozen=True)
class ProposalView:
    """A command that waits for the GM; `number` is the field that the GM may change within `range`.

    An `offered` one is applied only if the GM fills it in; `gone` says that something that it names was
    removed or hidden, `deadly` that it kills.
    """

    id: int
    seat: int | None
    command: dict[str, Any]
    because: str | None
    check: int | None
    range: tuple[int | None, int | None]
    state: str
    offered: bool
    number: str | None
    gone: bool
    words: str = field(metadata=page_only)
    deadly: bool = field(default=False, metadata=page_only)


@dataclass(frozen=True)
class CheckView:
    """A check, from its call to its outcome.

    `asked` has its game's fields, which are at the top level in JSON. `counted` are the sources that count,
    `offered` those that might, `suggested` those that a player may request; `adds` is what the sheet of a
    player's character adds to real dice. `waits` says why the check cannot be rolled yet, `blocked` what
    forbids it, `stakes` what a failure does for certain. Only the GM sees whether a proposal of it was
    `applied`, perhaps `by_itself`, and which choice is still `open`. `facts` are shown beside the dice
    before the roll. `card` is the result that the template `drawn_by` renders. `outcome` is the outcome
    line, null before the roll and after its undo.
    """

    id: int
    visibility: str
    character: Maybe[int]
    who: str
    seat: int | None
    scene: int | None
    state: str
    intent: str
    approach: str
    changed: str | None
    asked: dict[str, object] = field(metadata=flattened)
    targets: tuple[int, ...]
    group: str | None
    helpers: tuple[int, ...]
    members: tuple[str, ...]
    lead: Maybe[int | None]
    dice: str
    count: int
    faces: int
    numbers: dict[str, object]
    ready: bool
    waits: str
    retry: str
    blocked: tuple[str, ...]
    notes: tuple[str, ...]
    counted: tuple[SourceView, ...]
    odds: Maybe[OddsView]
    result: Resolved | None
    offered: Maybe[tuple[SourceView, ...]] = ABSENT
    suggested: Maybe[tuple[SourceView, ...]] = ABSENT
    sources: Maybe[list[dict[str, object]]] = ABSENT
    blocks: Maybe[tuple[BlockView, ...]] = ABSENT
    switches: Maybe[tuple[SwitchView, ...]] = ABSENT
    affected: Maybe[tuple[int, ...]] = ABSENT
    gate: Maybe[dict[str, bool]] = ABSENT
    rulings: Maybe[tuple[str, ...]] = ABSENT
    proposals: tuple[ProposalView, ...] = field(default=(), metadata=page_only)
    facts: tuple[Fact, ...] = field(default=(), metadata=page_only)
    company: str = field(default="Together with", metadata=page_only)
    adds: str = field(default="", metadata=page_only)
    stakes: str = field(default="", metadata=page_only)
    card: ResultCard | None = field(default=None, metadata=page_only)
    drawn_by: str = field(default="parts/result.html", metadata=page_only)
    applied: bool = field(default=False, metadata=page_only)
    by_itself: bool = field(default=False, metadata=page_only)
    open: str = field(default="", metadata=page_only)
    outcome: OutcomeView | None = None


@dataclass(frozen=True)
class MyChecks:
    """The checks of a seat's character and the choices of its form.

    Checks that wait for their roll come first, oldest first, then the others, newest first. `intents` and
    `approaches` are the last four used; `tried` are the last four intents that failed; a game may warn of
    a new try at one.
    """

    character: int | None
    checks: tuple[CheckView, ...]
    intents: tuple[str, ...]
    approaches: tuple[str, ...]
    tried: tuple[str, ...]
