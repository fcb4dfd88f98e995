"""The ids of people: whole numbers in the rules, text in the documents that store a fight, race or chase."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core import core_schema as core

from webapp.rules.codec import Described

WRITTEN = re.compile("[1-9][0-9]{0,9}")


def _read(stored: object) -> object:
    """Return the id in this text; any other value unchanged."""
    if not isinstance(stored, str):
        return stored
    if not WRITTEN.fullmatch(stored):
        raise PydanticCustomError("person_id", "It should be the id of a character")
    return int(stored)


@dataclass(frozen=True, slots=True)
class _Stored(Described):
    """How a field with people is read from a document (`read`), and written there (`write`)."""

    read: Callable[[Any], object]
    write: Callable[[Any], object]
    said: str = "the id of a character, as text"

    def schema(self, held: CoreSchema) -> CoreSchema:
        """Return the schema of the field, which reads and writes the ids as text."""
        written = core.plain_serializer_function_ser_schema(self.write)
        return core.no_info_before_validator_function(self.read, held, serialization=written)

    def __get_pydantic_core_schema__(self, kind: Any, handler: Callable[[Any], CoreSchema]) -> CoreSchema:
        return self.schema(handler(kind))

    def __str__(self) -> str:
        return self.said


PersonId = Annotated[int, _Stored(_read, str)]
NobodyOrId = Annotated[
    int | None, _Stored(lambda stored: _read(stored) if stored else None, lambda id: str(id or ""))
]
"""The id of a character; nobody is stored as an empty text."""
People = Annotated[
    frozenset[PersonId], _Stored(lambda stored: stored, lambda ids: sorted(map(str, ids)), "a list of ids")
]


def _read_keys(stored: object) -> object:
    return {_read(id): at for id, at in stored.items()} if isinstance(stored, Mapping) else stored


Places = Annotated[
    Mapping[PersonId, int],
    _Stored(
        _read_keys,
        lambda places: {str(id): at for id, at in places.items()},
        "an object with a place for each id",
    ),
]
"""A place on the path of a chase for each character."""
