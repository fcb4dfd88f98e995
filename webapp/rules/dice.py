"""Dice: rolled from a given source, or rolled by a person and typed in.

The server passes a source of the operating system's secure randomness; tests and worked examples pass
`Loaded` dice. `fair` dice are the default at a prompt; no table uses them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Protocol

from webapp.rules.errors import RuleError, shown
from webapp.rules.short_repr import cut

MOST_DICE = 100


class Dice(Protocol):
    """A source of dice: `source(4, 6)` returns four faces from 1 to 6."""

    def __call__(self, count: int, faces: int) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Rolled:
    """Rolled dice, in the order they fell.

    `real` is true when a person rolled them and typed them in; every screen marks such a roll.
    """

    dice: tuple[int, ...]
    faces: int
    real: bool = False

    @property
    def sum(self) -> int:
        """The sum of all faces."""
        return sum(self.dice)


def roll(source: Dice, count: int, faces: int) -> Rolled:
    """Roll `count` dice with `faces` sides from the given source.

    `count` is 0 to 100, `faces` 2 to 100. Raises RuleError for other values, and if the source returns wrong
    dice.
    """
    _countable(count, faces)
    return Rolled(_faces(source(count, faces), count=count, faces=faces, who="the dice source"), faces)


def given(dice: Sequence[int], *, count: int, faces: int, real: bool = True) -> Rolled:
    """Accept dice that a person rolled: exactly `count` whole numbers from 1 to `faces`.

    Raises RuleError (field "dice") for a wrong number of dice or a wrong die; the order is kept. `real`
    is false for dice that a source rolled earlier and that are only read again.
    """
    _countable(count, faces)
    return Rolled(_faces(dice, count=count, faces=faces, who="you"), faces, real)


def fair(count: int, faces: int) -> Sequence[int]:
    """Roll fair dice, for trying the rules at a prompt."""
    return _generated(SystemRandom())(count, faces)


def dice_from(source: object = None) -> Dice:
    """Return a source of dice: the given one, one that uses a given `random.Random`, or fair dice for None.

    Raises RuleError (field "source") for anything else, including dice that have already been rolled.
    """
    if source is None:
        return fair
    if isinstance(source, Random):
        return _generated(source)
    if callable(source) and not isinstance(source, type):
        return source
    said = "A source of dice must be Loaded(3, 4, 5), random.Random(7), a function, or None for fair dice"
    if isinstance(source, list | tuple):
        said = f"Dice that have already been rolled go to resolve(check, {shown(list(source))}). {said}"
    raise RuleError(f"{said}, not {shown(source)}.", field="source", value=source)


def _generated(chance: Random) -> Dice:
    return lambda count, faces: [chance.randint(1, faces) for _ in range(count)]


class Loaded:
    """Dice that fall as listed, for tests, notebooks and worked examples.

    `Loaded(2, 3, 4, 5, 6)(5, 6)` gives those five; it raises RuleError once the list has run out.
    """

    def __init__(self, *faces: int) -> None:
        self._left = list(faces)

    def __call__(self, count: int, faces: int) -> Sequence[int]:
        if count > len(self._left):
            raise RuleError(
                f"The loaded dice ran out: {count} wanted, {len(self._left)} left.", field="dice", value=count
            )
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def __repr__(self) -> str:
        return cut(f"Loaded({', '.join(map(str, self._left))})")


def _countable(count: int, faces: int) -> None:
    if not whole(count) or not 0 <= count <= MOST_DICE:
        raise RuleError(f"A roll has 0 to {MOST_DICE} dice, not {shown(count)}.", field="dice", value=count)
    if not whole(faces) or not 2 <= faces <= 100:
        raise RuleError(f"A die has 2 to 100 faces, not {shown(faces)}.", field="dice", value=faces)


def _faces(dice: Sequence[int], *, count: int, faces: int, who: str) -> tuple[int, ...]:
    if isinstance(dice, (str, bytes)) or not isinstance(dice, Sequence):
        raise RuleError(f"Dice must be a list of numbers, not {shown(dice)}.", field="dice", value=dice)
    if len(dice) != count:
        raise RuleError(
            f"This roll needs {count} {'die' if count == 1 else 'dice'}; {who} gave {len(dice)}.",
            field="dice",
            value=list(dice),
        )
    for place, face in enumerate(dice, start=1):
        if not whole(face) or not 1 <= face <= faces:
            why = f"Die {place} shows {shown(face)}; a d{faces} shows 1 to {faces}."
            raise RuleError(why, field="dice", value=list(dice))
    return tuple(dice)


def whole(value: object) -> bool:
    """Return whether this is an int (True and 3.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def number(value: object, what: str, *, field: str = "", low: int = 0, high: int = 1000) -> int:
    """Return `value` if it is a whole number from `low` to `high`; else raise RuleError, naming it `what`."""
    if not whole(value) or not low <= value <= high:  # type: ignore[operator]
        said = f"{what} must be a whole number from {low} to {high}, not {shown(value)}."
        raise RuleError(said, field=field or what, value=value)
    return value  # type: ignore[return-value]
