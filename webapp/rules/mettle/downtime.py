"""Downtime: vouchers for those left out of a long Scene, spent later on something they had done meanwhile.

Source: Scenes, "Downtime".
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from webapp.rules.errors import RuleError
from webapp.rules.mettle.needs import all_of, words
from webapp.rules.mettle.spans import is_long


@dataclass(frozen=True, slots=True)
class Deed:
    """A voucher that was spent: who reveals what helpful thing they did in the meantime."""

    who: str
    deed: str


@dataclass(frozen=True, slots=True)
class Vouchers:
    """The vouchers in hand, one name for each, and the deeds they were spent on."""

    held: tuple[str, ...] = ()
    spent: tuple[Deed, ...] = ()

    def of(self, name: str) -> int:
        """How many vouchers somebody holds."""
        return self.held.count(name)

    def give(
        self, party: Collection[str], *, busy: Collection[str], unfit: Collection[str] = (), span: str = "day"
    ) -> Vouchers:
        """A long Scene (days or more): everyone fit for mischief and not tied up in it gets a voucher."""
        all_of(busy, party, "member of the party", field="busy")
        all_of(unfit, party, "member of the party", field="unfit")
        if not is_long(span):
            raise RuleError(f"A {span} is no Downtime; it takes days or months.", field="span", value=span)
        free = tuple(name for name in party if name not in busy and name not in unfit)
        return replace(self, held=self.held + free)

    def spend(self, name: str, deed: str) -> Vouchers:
        """Spend a voucher to reveal a helpful deed of the time before ("I bought a speedboat")."""
        if not self.of(name):
            raise RuleError(f"{name} holds no Downtime Voucher.", field="name", value=name)
        words(deed, "Say what helpful thing they did.", field="deed")
        first = self.held.index(name)
        left = self.held[:first] + self.held[first + 1 :]
        return Vouchers(left, (*self.spent, Deed(name, deed)))
