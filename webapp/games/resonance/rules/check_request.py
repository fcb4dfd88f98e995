"""A roll's request, with facts that the table adds, and an open roll with the effects of boosts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from webapp.games.api import CheckRequest, Modifier, ModifierKind
from webapp.games.resonance.rules.check import AGAINST_RESISTANCE, FurtherTarget
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.positions import BEYOND, Band


@dataclass(frozen=True, slots=True)
class ResonanceRequest(CheckRequest):
    """A roll as requested: the fields of `form.toml`, and facts that the table adds.

    `spent` are the boosts that the roller has spent on it. The table adds the roller's `daze` and
    `silence`, and the target's `weaken`, `resistance`, `resists` (what a Resist adds), `hidden_at`
    and `veiled` (whether players do not know the target); `aimed_at` are the other targets. `ahead`
    means that a reaction waits for the roll that it answers, `unaimed` that an Effort Roll in a
    Race works on none of its parts. `away` is the band between roller and target; it counts for a
    `ranged` effect without its own `band`.
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
    ranged: bool = False
    bonus: int = 0
    sp: int | None = None
    ep: int = 0
    keywords: bool = False
    unaware: bool | None = None
    aware: bool = False
    aimed: bool = False
    called_shot: bool = False
    surprised: bool | None = None
    commanded: bool | None = None
    in_cover: bool = False
    spent: str = ""
    taken: str = ""
    daze: int = 0
    silence: int = 0
    weaken: int = 0
    resistance: int | None = None
    resists: int = 0
    hidden_at: int | None = None
    veiled: bool = False
    ahead: bool = False
    away: str = ""
    unaimed: bool = False
    aimed_at: tuple[FurtherTarget, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "roll", Kind(self.roll))

    @property
    def reach(self) -> Band | None:
        """The band of a ranged effect: as set, else the distance to the target; None if that is no band."""
        said = self.band or (self.away if self.ranged else "")
        return Band(said) if said in tuple(Band) else None

    @property
    def out_of_range(self) -> bool:
        """Whether the target of a ranged effect is beyond the last band, and no band was set."""
        return self.ranged and not self.band and self.away == BEYOND

    @property
    def unseen(self) -> bool:
        """Whether the target is unaware of a Hidden roller: `unaware` if set, else not `aware`."""
        return not self.aware if self.unaware is None else self.unaware

    @property
    def upon(self) -> tuple[int, ...]:
        """All characters that the roll is aimed at, the first target first."""
        return tuple(dict.fromkeys(id for id in (self.target, *self.others) if id is not None))

    def is_taken_by(self, who: int) -> bool:
        """Return whether this character takes the effect without a reaction."""
        return str(who) in self.taken.split()

    def is_upon(self, who: int | None) -> bool:
        """Return whether the roll is an effect on this character: an Attack or an Effect aimed at them."""
        return self.roll in AGAINST_RESISTANCE and who in self.upon


DECLARED: Mapping[Kind, str] = dict.fromkeys(AGAINST_RESISTANCE, "activate")
"""The action that an Attack or an Effect declares; any other roll declares the name of its kind."""
BLESSED = Modifier("Bless", ModifierKind.ADVANTAGE, note="boost tag")


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll in its current state: its kind, its cost, the boosts spent, and the characters it spares.

    `state` is "called" before the dice and "rolled" after them; `open` means that its results may
    still change; `spent` are the roller's boosts, one of each, `warded` the characters who ignore
    the roll.
    """

    roller: int | None = None
    kind: Kind = Kind.EFFORT
    state: str = "called"
    open: bool = False
    sp: int = 0
    ep: int = 0
    targets: tuple[int, ...] = ()
    sources: tuple[Modifier, ...] = ()
    spent: tuple[str, ...] = ()
    warded: tuple[int, ...] = ()

    @property
    def on(self) -> str:
        """The event of declaring the roll: "action_declared" or "reaction_declared"."""
        return "reaction_declared" if self.kind is Kind.REACTION else "action_declared"

    @property
    def attacked(self) -> tuple[int, ...]:
        """The characters that the roll attacks; an Effect or an Effort Roll is no attack."""
        return self.targets if self.kind is Kind.ATTACK else ()

    def moments(self, who: int, level: int, influence: int) -> Iterator[Event]:
        """Yield the events of this roll for a character, on which boosts may be spent now."""
        if who == self.roller and self.state == "called":
            action = DECLARED.get(self.kind, str(self.kind))
            declared = Event(self.on, action=action, sp=self.sp, ep=self.ep, rolls=True, level=level)
            yield replace(declared, spend=self.spent)
        if who == self.roller and self.open:
            yield Event("roll_resolved", influence=influence, spend=self.spent)
        if who in self.targets and who not in self.warded and self.state in ("called", "rolled"):
            yield Event("targeted")

    def after(self, boost: str, who: int) -> "OpenRoll":
        """Return the roll after a boost: Bless gives Advantage, Charge takes 1 EP off, Ward spares `who`."""
        if boost == "ward":
            return replace(self, warded=(*self.warded, who))
        spent = replace(self, spent=(*self.spent, boost))
        if boost == "bless":
            return replace(spent, sources=(*self.sources, BLESSED))
        return replace(spent, ep=self.ep - 1) if boost == "charge" else spent
