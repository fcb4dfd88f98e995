"""Effects of tags, conditions and statuses on checks."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated

from webapp.rules.codec import Longest, dump_value, ensure_limits, load_sent, member
from webapp.rules.errors import RuleError, quoted


class ModifierKind(StrEnum):
    """How an effect can modify a check; each game uses some of these and may add its own (`own_modifier`)."""

    EDGE = "edge"
    BURDEN = "burden"
    DC = "dc"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    DIFFICULTY = "difficulty"
    DICE = "dice"
    BLOCKS = "blocks"
    NOTE = "note"

    @classmethod
    def _missing_(cls, value: object) -> "ModifierKind | None":
        word = str(value).strip().casefold()
        return next((kind for kind in cls.listed() if kind == word), None)

    @classmethod
    def listed(cls) -> "tuple[ModifierKind, ...]":
        """Return all kinds: the built-in ones, then those of the loaded games by name."""
        return (*cls, *(kind for _, kind in sorted(_own.items())))


_own: dict[str, ModifierKind] = {}
_signed = {"dc", "difficulty", "dice"}
OWN_NAME = re.compile(r"[a-z][a-z0-9]{1,29}\.[a-z][a-z_]{0,19}")


def own_modifier(name: str, *, signed: bool = False) -> ModifierKind:
    """Return a game's own kind, named after the game's key ("lantern.oil"); add the kind if it is new.

    The amount of a `signed` kind may be below 0. Raises RuleError for a name of another form.
    """
    if not OWN_NAME.fullmatch(name):
        raise RuleError(
            f"A game's own modifier needs a name like “lantern.oil”, not {quoted(name)}.", field="modifier"
        )
    if signed:
        _signed.add(name)
    if name not in _own:
        kind = str.__new__(ModifierKind, name)
        kind._name_, kind._value_ = name.replace(".", "_").upper(), name
        setattr(ModifierKind, kind._name_, kind)  # copies and pickles find it by its name
        _own[name] = kind
    return _own[name]


def is_signed(kind: ModifierKind) -> bool:
    """Return whether a modifier of this kind may have an amount below 0."""
    return kind.value in _signed


def keep_stored(name: object) -> None:
    """Make a stored modifier of an absent game readable, so that the game's tables keep it."""
    if isinstance(name, str) and OWN_NAME.fullmatch(name) and name not in _own:
        own_modifier(name, signed=True)


MOST = 20


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: which checks (`on`, in words), its kind and its amount.

    `amount` is 1 to 20; only a DC, a difficulty, a number of dice and a game's own signed modifier may be
    lowered (-20 to -1). The kind `blocks` forbids the action; the kind `note` is only shown.
    """

    on: Annotated[str, Longest(120)]
    modifier: ModifierKind
    amount: int = 1
    note: Annotated[str, Longest(300)] = ""

    def __post_init__(self) -> None:
        ensure_limits(self)
        object.__setattr__(self, "modifier", member(ModifierKind, self.modifier, "modifier"))
        lowest = -MOST if is_signed(self.modifier) else 1
        if self.amount == 0 or not lowest <= self.amount <= MOST:
            amounts = f"1 to {MOST}" if lowest == 1 else f"{lowest} to -1 or 1 to {MOST}"
            raise RuleError(
                f"The amount of “{self.modifier}” must be {amounts}, not {self.amount}.",
                field="amount",
                value=self.amount,
            )

    @classmethod
    def parse(cls, mapping: Mapping[str, object]) -> "Effect":
        """Read an effect from a form, JSON or TOML: `on`, `modifier` [, `amount`, `note`]."""
        return load_sent(cls, mapping)

    def as_dict(self) -> dict[str, object]:
        """Return the effect as JSON, with all four fields."""
        return dict(dump_value(self))


def named_by(effect: Effect, *words: str) -> bool:
    """Return whether the effect names this attribute, skill or kind of action.

    `on` may list alternatives ("movement and balance"). An alternative matches if each of its words is one
    of `words`, or means or covers one of them (synonyms.toml). Whole words match, in any case; "anything"
    matches every check.
    """
    said = frozenset(_tokens(" ".join(words)))
    return any(_matches(alternative, said) for alternative in _alternatives(effect.on))


def _matches(alternative: tuple[str, ...], said: frozenset[str]) -> bool:
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
    """Return the lists of synonyms.toml: words for every check, ignored words, and what each word covers."""
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
