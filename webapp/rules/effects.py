"""Effects: what a tag, a condition or a status does to the checks it touches."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated

from webapp.rules.codec import kept
from webapp.rules.errors import RuleError
from webapp.rules.guard import Longest, guarded, read


class Modifier(StrEnum):
    """The ways an effect can touch a check; each game says which of them it knows.

    What only one game has carries that game's name.
    """

    EDGE = "edge"
    BURDEN = "burden"
    DC = "dc"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    DIFFICULTY = "difficulty"
    DICE = "dice"
    BLOCKS = "blocks"
    NOTE = "note"
    METTLE_DISCARD = "mettle.discard"
    METTLE_MINIMUM = "mettle.minimum"


SIGNED = frozenset({Modifier.DC, Modifier.DIFFICULTY, Modifier.DICE, Modifier.METTLE_DISCARD})
MOST = 20


@guarded
@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: what it touches (`on`, in words), how, and by how much.

    `amount` is 1 to 20; only a DC, a difficulty and a number of dice may be lowered (-20 to -1).
    `blocks` forbids the action, `note` is said aloud and changes no number, `mettle.discard` takes away the
    highest dice of a roll, below 0 the lowest, `mettle.minimum` is the least difficulty there is.
    """

    on: Annotated[str, Longest(120)]
    modifier: Modifier
    amount: int = 1
    note: Annotated[str, Longest(300)] = ""

    def __post_init__(self) -> None:
        lowest = -MOST if self.modifier in SIGNED else 1
        if self.amount == 0 or not lowest <= self.amount <= MOST:
            raise RuleError(
                f"The amount of {self.modifier} is {lowest} to {MOST} and not 0; {self.amount!r} is neither.",
                field="amount",
                value=self.amount,
            )

    @classmethod
    def parse(cls, mapping: Mapping[str, object]) -> "Effect":
        """Read an effect as forms, JSON and TOML give it: `on`, `modifier` [, `amount`, `note`]."""
        return read(cls, mapping)

    def as_dict(self) -> dict[str, object]:
        """The effect as JSON has it, all four fields."""
        return dict(kept(self))


def named_by(effect: Effect, *words: str) -> bool:
    """Whether the effect names this attribute, skill or kind of action.

    `on` may list alternatives ("movement and balance"); one whose every word stands among `words`, or is
    covered by one of them (synonyms.toml), is enough. Whole words, any case; "anything" names every check.
    """
    said = frozenset(_tokens(" ".join(words)))
    return any(_stands(alternative, said) for alternative in _alternatives(effect.on))


def _stands(alternative: tuple[str, ...], said: frozenset[str]) -> bool:
    if not alternative:
        return False
    return all(word in _synonyms().all or said & _covered(word) for word in alternative)


@lru_cache(maxsize=4096)
def _alternatives(on: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(_tokens(part)) for part in re.split(r",|;|/|\band\b|\bor\b", on.lower()))


def _tokens(text: str) -> Iterable[str]:
    words = (_singular(word) for word in re.findall(r"[\w']+", text.lower()))
    return [word for word in words if word not in _synonyms().ignored]


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True, slots=True)
class _Synonyms:
    all: frozenset[str]
    ignored: frozenset[str]
    covers: Mapping[str, frozenset[str]]


@cache
def _synonyms() -> _Synonyms:
    """The shared list: words that mean the same, wide words and what they cover, words without weight."""
    data = tomllib.loads(files("webapp.rules").joinpath("synonyms.toml").read_text(encoding="utf-8"))
    covers: dict[str, set[str]] = {}
    for group in data["same"]:
        for word in group:
            covers.setdefault(_singular(word), set()).update(map(_singular, group))
    for wide, narrow in data["covers"].items():
        covers.setdefault(_singular(wide), {_singular(wide)}).update(map(_singular, narrow))
    for wide in data["covers"]:
        grown = covers[_singular(wide)]
        grown.update(*(covers[word] for word in list(grown) if word in covers))
    ignored = frozenset(map(_singular, data["ignored"]))
    return _Synonyms(
        frozenset(data["all"]), ignored, {word: frozenset(group) for word, group in covers.items()}
    )


@lru_cache(maxsize=4096)
def _covered(word: str) -> frozenset[str]:
    return _synonyms().covers.get(word, frozenset({word})) | {word}
