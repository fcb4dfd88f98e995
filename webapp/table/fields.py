"""The types of command fields, which clean and limit typed text.

Text is normalised to NFC and stripped of bidi controls; control characters and lone surrogates are refused. A
name has at most 80 characters, not counting combining marks, and at most 8 marks on one letter. It also loses
what nobody can see (`rules/name_keys.py`), and something must be left.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
)
from pydantic_core import CoreSchema, core_schema

from webapp.rules.effects import Effect
from webapp.rules.errors import RuleError
from webapp.rules.name_keys import LONGEST_NAME, is_seen, visible

LONGEST_TYPED = 800  # characters allowed before counting, since letters may have marks
MOST_MARKS = 8
TOO_LONG = f"it can have at most {LONGEST_NAME} characters"
BIDI = dict.fromkeys(map(ord, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))


@dataclass(frozen=True)
class TextPattern:
    """The form of a text field: its pattern, and its description for refusals, with an example."""

    pattern: str
    meaning: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._ensure, handler(source))

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, object]:
        return {**handler(core), "pattern": self.pattern}

    def _ensure(self, text: str) -> str:
        if re.fullmatch(self.pattern, text) is None:
            raise ValueError(f"it should be {self.meaning}")
        return text


def _clean(text: str) -> str:
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
        raise ValueError("this text has a damaged character; please type the text again")
    if any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in text):
        raise ValueError("control characters cannot be used here")
    text = text.translate(BIDI)
    _refuse_towers(text)  # before: sorting a long row of marks takes the square of its length
    text = unicodedata.normalize("NFC", text).strip()
    _refuse_towers(text)  # after: some marks become two
    return text


def _in_sight(text: object) -> object:
    """Refuse a text too long to be checked, with the message of the ordinary length limit."""
    if isinstance(text, str) and len(text) > LONGEST_TYPED:
        raise ValueError(TOO_LONG)
    return text


def _line(text: str) -> str:
    text = " ".join(_clean(text).split())
    if not any(is_seen(letter) for letter in text):
        raise ValueError("it is empty")
    letters = [letter for letter in text if not unicodedata.combining(letter)]
    if len(letters) > LONGEST_NAME:
        raise ValueError(TOO_LONG)
    return text


def _name(text: str) -> str:
    seen = visible(text)
    if text.strip() and not any(is_seen(letter) for letter in seen):
        raise ValueError("nobody could see this name; type at least one letter or sign")
    return _line(seen)


def _refuse_towers(text: str) -> None:
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks > MOST_MARKS:
            raise ValueError(f"one letter can have at most {MOST_MARKS} accents")


def _may_be_empty(text: str) -> str:
    return _line(text) if text.strip() else ""


def _paragraphs(text: str) -> str:
    return _clean(text.replace("\r\n", "\n").replace("\r", "\n"))


def _written(text: str) -> str:
    if not any(is_seen(letter) for letter in text if letter != "\n"):
        raise ValueError("the text is empty")
    return text


def _effect(value: Any) -> object:
    if isinstance(value, Effect):
        return value
    if not isinstance(value, dict):
        raise ValueError("it should be an object with “on” and “modifier”")
    value = {
        name: _clean(element) if isinstance(element, str) else element for name, element in value.items()
    }
    try:
        return Effect.parse(value)
    except RuleError as error:
        raise ValueError(str(error)) from error


Typed = Annotated[str, Field(max_length=LONGEST_TYPED), BeforeValidator(_in_sight)]
"""A typed line, before cleaning and the length check."""
Name = Annotated[Typed, AfterValidator(_name), Field(description="the name")]
"""A name: one line, 1 to 80 characters, without what nobody can see."""
StoredName = Annotated[Typed, AfterValidator(_line), Field(description="the name")]
"""A name that is stored already: earlier releases kept what nobody can see in it."""
Line = Annotated[Typed, AfterValidator(_line)]
"""A short remark: one line, 1 to 80 characters."""
Words = Annotated[Typed, AfterValidator(_may_be_empty)]
"""A short remark that may stay empty: one line, up to 80 characters."""
Note = Annotated[str, Field(max_length=4000), AfterValidator(_paragraphs)]
"""A longer text of up to 4,000 characters; line breaks stay."""
NoteText = Annotated[
    Note, AfterValidator(lambda text: _written(text)), Field(description="the text of the note")
]
"""The text of a note: up to 4,000 characters, at least one of them visible."""
Saying = Annotated[
    str, Field(max_length=160), AfterValidator(lambda value: " ".join(_paragraphs(value).split()))
]
"""What a character tries, and how: one line of up to 160 characters that may stay empty."""
Because = Annotated[
    str,
    Field(max_length=400, description="the reason for the change, shown in the journal"),
    AfterValidator(_paragraphs),
]
"""Why something changed, for the journal: up to 400 characters."""
Id = Annotated[int, Field(ge=1, lt=2**31)]
"""The id of a thing on this table."""
CharacterId = Annotated[Id, Field(description="the character")]
"""The id of a character on this table."""
CheckId = Annotated[Id, Field(description="the check")]
ClockId = Annotated[Id, Field(description="the clock")]
ConditionId = Annotated[Id, Field(description="the condition")]
SceneId = Annotated[
    Id,
    Field(description="the scene, or null for the whole table; default for a new thing: the active scene"),
]
TagId = Annotated[Id, Field(description="the tag")]
ZoneId = Annotated[Id, Field(description="the zone")]
Ids = Annotated[list[Id], Field(max_length=100)]
"""A list of up to 100 ids."""
Segments = Annotated[int, Field(ge=1, le=100, description="how many segments the clock has")]
Filled = Annotated[int, Field(ge=0, le=100, description="how many of the clock's segments are full")]
Steps = Annotated[
    int,
    Field(
        ge=-100,
        le=100,
        description="how many segments to move towards completion; a negative number moves back",
    ),
]
SIGHT = (
    "what players see: nothing (secret), that the thing exists (rumoured), "
    "its name (masked) or everything (shown)"
)
VisibilityLevel = Annotated[Literal["secret", "rumoured", "masked", "shown"], Field(description=SIGHT)]
Foes = Literal["exact", "words", "absent"]
"""How players see the numbers of foes."""
SheetEditing = Literal["free", "ask", "locked"]
"""How players change the sheets of their own characters."""
PlayersClocks = Literal["ask", "free"]
"""How players start clocks for everyone."""
NewGuests = Literal["free", "ask"]
"""How guests take their first seat."""
TvTheme = Literal["dark", "light"]
"""The theme of the TV."""
Outcomes = Literal["ask", "at_once"]
"""How outcomes are applied about which the book leaves no choice; a stored table asks."""
TvSound = Literal["off", "on"]
"""Whether the TV makes sounds."""
Setting = bool | Foes | Outcomes | SheetEditing | PlayersClocks | NewGuests | TvTheme | TvSound
"""A possible value of a table's setting."""
Severity = Annotated[Literal["minor", "major"], Field(description="how severe the condition is")]
Tempo = Annotated[
    Literal["scene", "time", "round", "day"],
    Field(
        description=(
            "when the clock ticks automatically: at the end of each scene, when "
            "time passes, every round or every day; null: never"
        )
    ),
]
KEY = r"^[a-z][a-z_]{0,19}$"
ClockKind = Annotated[
    str,
    TextPattern(KEY, "one word of up to 20 lowercase letters and underscores, such as threat"),
    Field(description="the key of one of the game's kinds of clock"),
]
DocumentKind = Annotated[
    str,
    TextPattern(KEY, "one word of up to 20 lowercase letters and underscores, such as pool"),
    Field(description="the key of one of the game's kinds of document"),
]
Label = Annotated[str, Field(max_length=80)]
"""The key of a source, a switch or a question."""
Switches = Annotated[
    dict[Label, bool],
    Field(max_length=20, description="facts on which the effects depend, each true or false, by name"),
]
Gate = Annotated[
    dict[Label, bool],
    Field(
        max_length=10,
        description="answers to the questions that decide whether a roll is needed, by question",
    ),
]
Uses = Annotated[
    dict[Label, Annotated[str, Field(max_length=51)]],
    Field(
        max_length=100,
        description=(
            "how each source counts, by its key: “off” or one of its modifiers, for a block “off” or “blocks”"
        ),
    ),
]
EffectField = Annotated[Effect, BeforeValidator(_effect, json_schema_input_type=dict[str, Any])]
Effects = Annotated[
    list[EffectField], Field(max_length=8, description="the effects, each {on, modifier, amount, note}")
]
StatName = Annotated[str, Field(max_length=40), AfterValidator(_line)]
StatNumber = Annotated[int, Field(gt=-(2**31), lt=2**31)]
Stats = Annotated[
    dict[StatName, StatNumber | Note | bool | None],
    Field(
        max_length=40, description="numbers, texts and true/false on the sheet, by name; null removes a line"
    ),
]


def id_from(text: str) -> int | None:
    """Return an id from a URL; None if the text is not an id."""
    known = re.fullmatch(r"[0-9]{1,10}", text) is not None and 0 < int(text) < 2**31
    return int(text) if known else None


def optional(meaning: str) -> Any:
    """Return an optional field whose description is `meaning`."""
    return Field(default=None, description=meaning)


class NamedFields(BaseModel):
    """A frozen model that refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FreeSource(NamedFields):
    """A source added by hand that is neither a tag nor a condition: tools, training, setup, help."""

    name: Name
    modifier: Annotated[
        str,
        Field(max_length=51),
        TextPattern(r"^[a-z0-9]+(\.[a-z_]+)?$", "a kind of modifier, such as edge or dice"),
    ]
    amount: Annotated[int, Field(ge=-20, le=20)] | None = None
    note: Annotated[str, Field(max_length=300), AfterValidator(_paragraphs)] = ""


Sources = Annotated[
    list[FreeSource],
    Field(max_length=12, description="more sources that help or hinder, each {name, modifier, amount, note}"),
]
