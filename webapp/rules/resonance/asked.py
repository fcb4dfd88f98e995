"""What a roll was asked for when it was called, and what the table knows around it."""

from dataclasses import dataclass

from webapp.rules.play import AskedFor
from webapp.rules.resonance.check import Other
from webapp.rules.resonance.conditions import Kind


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`; `spent` are the boosts that whoever rolls has spent on it.

    From the table come `daze` and `silence` and, of the target, `weaken`, `resistance`, `hidden_at` and
    whether it is `veiled`; `aimed_at` are the other targets as a check has them.
    """

    roll: Kind = Kind.EFFORT
    deed: str = ""
    stat: str = ""
    tn: int | None = None
    target: int | None = None
    others: tuple[int, ...] = ()
    warded: tuple[int, ...] = ()
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
    hidden_at: int | None = None
    veiled: bool = False
    aimed_at: tuple[Other, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "roll", Kind(self.roll))

    @property
    def upon(self) -> tuple[int, ...]:
        """Everybody whom it is aimed at, the first one first."""
        return tuple(dict.fromkeys(id for id in (self.target, *self.others) if id is not None))
