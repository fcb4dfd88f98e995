"""What a roll was asked for when it was called, what the table knows around it.

And how it stands from then on: what it is declared as, and what boosts do to it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.play import AskedFor
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Other
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.events import Event


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`; `spent` are the boosts that whoever rolls has spent on it.

    From the table come `daze` and `silence` and, of the target, `weaken`, `resistance`, `resists` (what a
    Resist adds to it), `hidden_at` and whether it is `veiled`; `aimed_at` are the other targets as a check
    has them. `ahead` says of a reaction that what it answers is rolled first.
    """

    roll: Kind = Kind.EFFORT
    deed: str = ""
    stat: str = ""
    tn: int | None = None
    target: int | None = None
    others: tuple[int, ...] = ()
    warded: tuple[int, ...] = ()
    resisted: tuple[int, ...] = ()
    value: str = ""
    gives: str = ""
    band: str = ""
    bonus: int = 0
    sp: int | None = None
    ep: int = 0
    keywords: bool = False
    unaware: bool = False
    aimed: bool = False
    called_shot: bool = False
    surprised: bool | None = None
    commanded: bool | None = None
    in_cover: bool = False
    spent: str = ""
    daze: int = 0
    silence: int = 0
    weaken: int = 0
    resistance: int | None = None
    resists: int = 0
    hidden_at: int | None = None
    veiled: bool = False
    ahead: bool = False
    aimed_at: tuple[Other, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "roll", Kind(self.roll))

    @property
    def upon(self) -> tuple[int, ...]:
        """Everybody whom it is aimed at, the first one first."""
        return tuple(dict.fromkeys(id for id in (self.target, *self.others) if id is not None))


DECLARED: Mapping[Kind, str] = dict.fromkeys(AGAINST_RESISTANCE, "activate")
"""What somebody does who rolls, as the actions of the book have it; any other roll is one of its own."""
BLESSED = Source("Bless", Modifier.ADVANTAGE, note="boost tag")


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll as it stands: what it is for, what it costs, what was spent on it, and whom it leaves alone.

    `state` is "called" before the dice and "rolled" after them; `open` says that what they did may still
    change; `spent` are the boosts of whoever rolls, one of each, `warded` those who ignore it.
    """

    roller: int | None = None
    kind: Kind = Kind.EFFORT
    state: str = "called"
    open: bool = False
    sp: int = 0
    ep: int = 0
    targets: tuple[int, ...] = ()
    sources: tuple[Source, ...] = ()
    spent: tuple[str, ...] = ()
    warded: tuple[int, ...] = ()

    @property
    def on(self) -> str:
        """The event that declaring it is."""
        return "reaction_declared" if self.kind is Kind.REACTION else "action_declared"

    @property
    def attacked(self) -> tuple[int, ...]:
        """Whom it attacks: an Effect or an Effort Roll is no attack."""
        return self.targets if self.kind is Kind.ATTACK else ()

    def moments(self, who: int, level: int, influence: int) -> Iterator[Event]:
        """What is happening to somebody by this roll right now, so that boosts may be spent on it."""
        if who == self.roller and self.state == "called":
            action = DECLARED.get(self.kind, str(self.kind))
            declared = Event(self.on, action=action, sp=self.sp, ep=self.ep, rolls=True, level=level)
            yield replace(declared, spend=self.spent)
        if who == self.roller and self.open:
            yield Event("roll_resolved", influence=influence, spend=self.spent)
        if who in self.targets and who not in self.warded and self.state in ("called", "rolled"):
            yield Event("targeted")

    def after(self, boost: str, who: int) -> "OpenRoll":
        """The same after somebody spent a boost on it: Bless helps, Charge takes 1 EP off, Ward keeps out."""
        if boost == "ward":
            return replace(self, warded=(*self.warded, who))
        spent = replace(self, spent=(*self.spent, boost))
        if boost == "bless":
            return replace(spent, sources=(*self.sources, BLESSED))
        return replace(spent, ep=self.ep - 1) if boost == "charge" else spent
