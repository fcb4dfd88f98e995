"""Know, Rattle and Sway: understanding people, unsettling them, and winning them over.

Source: Scenes, "Know", "Rattle", "Sway".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from webapp.rules.errors import RuleError
from webapp.rules.mettle.character import Attributes
from webapp.rules.mettle.check import Result
from webapp.rules.mettle.needs import number, words
from webapp.rules.mettle.statuses import Status, has

NOT_FOUND_BY_KNOWING = ("traps", "loot", "lies", "ambushes")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a Know gives: whether the question is answered, and how many more or finer ones."""

    answered: bool
    more: int
    sentence: str


def knowing(attributes: Attributes, *, calling_fits: bool) -> int:
    """The pool to Know with: CALLING if it fits, else MOTIVE (reading C4.3)."""
    return attributes.calling if calling_fits else attributes.motive


def know(result: Result, *, about: str = "a fact") -> Answer:
    """Read a Know: a true answer, more with Edge; on a failure only what the CALLING knows anyway.

    Know understands and does not perceive: RuleError for traps, loot, lies and ambushes.
    """
    if words(about, "Say what the question is about.", field="about").casefold() in NOT_FOUND_BY_KNOWING:
        raise RuleError(f"Know does not find {about}; it only understands.", field="about", value=about)
    if result.success:
        return Answer(True, result.edge, f"The Guide answers, and {result.edge} more.")
    return Answer(False, 0, "Only what that CALLING would know anyway.")


def rattle(result: Result, target: Iterable[Status] = (), *, understands: bool = True) -> Status | None:
    """Read a Rattle: Rattled for the next Action and one more per Edge (reading C4.2), or None on a failure.

    RuleError if the target cannot understand it, or is Rattled already.
    """
    if not understands:
        raise RuleError("A Rattle needs somebody who can understand it.", field="target", value=understands)
    if has(target, "rattled"):
        raise RuleError("Already Rattled; not again until it wears off.", field="target", value="rattled")
    return Status("rattled", 1 + result.edge) if result.success else None


@dataclass(frozen=True, slots=True)
class Belief:
    """Something that somebody was won over to: the Difficulty it adds to talking them out of it again.

    It is noted on the sheet; the losing side may refuse outright, and going along can earn Experience.
    """

    what: str
    harder: int

    def __post_init__(self) -> None:
        words(self.what, "Say what they believe now.", field="what")
        number(self.harder, "How much harder to undo", field="harder")


def sway(result: Result, what: str) -> Belief | None:
    """Read a Sway: the situation turns, and Edge is Difficulty for whoever wants to turn it back; or None."""
    return Belief(what, result.edge) if result.success else None
