"""What screens are told of checks: before the roll what bears on it, after it how it came out."""

from dataclasses import dataclass, field
from typing import Any

from webapp.rules.check import Resolved
from webapp.screens.absent import ABSENT, Maybe, beside, page_only


@dataclass(frozen=True)
class SourceView:
    """Something that counts, or might. Players read "something" for what they may not know.

    The GM has the rest: the `key` and `ways` to switch it by, how it is used, whether the rules say that it
    bears on this check, and whether players know the thing.
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


@dataclass(frozen=True)
class BlockView:
    """What forbids a check, and the key by which the GM lets it pass (`use`: "blocks" or "off")."""

    key: str
    text: str
    use: str


@dataclass(frozen=True)
class SwitchView:
    """A fact that something around asks for ("threat visible")."""

    name: str
    on: bool


@dataclass(frozen=True)
class ChanceView:
    """One outcome and how likely it is, 0 to 1."""

    key: str
    name: str
    chance: float
    percent: str = field(metadata=page_only)


@dataclass(frozen=True)
class OddsView:
    """The chances of every outcome, best first; `more` is what a little more help would make of them.

    `success` is the chance that it comes off in any way.
    """

    outcomes: tuple[ChanceView, ...]
    more: str | None
    more_outcomes: tuple[ChanceView, ...]
    success: str = field(metadata=page_only)


@dataclass(frozen=True)
class ProposalView:
    """A command that waits for the GM. `number` is the field that may be changed within `range`.

    One that is `offered` counts only once the GM fills it in; `gone` says that what it is about has left.
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


@dataclass(frozen=True)
class CheckView:
    """A check, from its call to its outcome.

    `asked` holds the fields of its game (they stand beside the others in JSON). `counted` is all that counts,
    `offered` what might, `adds` what the sheet of a player's character adds to real dice. `waits` says why it
    cannot be rolled yet, `blocked` what forbids it. The GM alone is told that something of it was `applied`.
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
    asked: dict[str, object] = field(metadata=beside)
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
    sources: Maybe[list[dict[str, object]]] = ABSENT
    blocks: Maybe[tuple[BlockView, ...]] = ABSENT
    switches: Maybe[tuple[SwitchView, ...]] = ABSENT
    affected: Maybe[tuple[int, ...]] = ABSENT
    gate: Maybe[dict[str, bool]] = ABSENT
    rulings: Maybe[tuple[str, ...]] = ABSENT
    proposals: tuple[ProposalView, ...] = field(default=(), metadata=page_only)
    company: str = field(default="Together with", metadata=page_only)
    adds: str = field(default="", metadata=page_only)
    applied: bool = field(default=False, metadata=page_only)


@dataclass(frozen=True)
class MyChecks:
    """The checks of the character a seat holds, newest first, and what its form offers.

    `intents` and `approaches` are the last ones; `tried` failed: a new try says what changed.
    """

    character: int | None
    checks: tuple[CheckView, ...]
    intents: tuple[str, ...]
    approaches: tuple[str, ...]
    tried: tuple[str, ...]
