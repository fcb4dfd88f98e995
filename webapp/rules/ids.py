"""Ids of people: whole numbers in the rules, text in the JSON of documents."""

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer
from pydantic_core import PydanticCustomError

from webapp.rules.codec import Described, InOrder

WRITTEN = re.compile("[1-9][0-9]{0,9}")


class _Words(Described):
    def __str__(self) -> str:
        return "the id of a character, as text"


def _number(stored: object) -> object:
    if not isinstance(stored, str):
        return stored
    if not WRITTEN.fullmatch(stored):
        raise PydanticCustomError("person_id", "It should be the id of a character")
    return int(stored)


PersonId = Annotated[int, BeforeValidator(_number), PlainSerializer(str, return_type=str), _Words()]
"""The id of a character, read from 7 or "7" and stored as "7", also as a key of an object."""
NobodyOrId = Annotated[
    int | None,
    BeforeValidator(lambda stored: _number(stored) if stored else None),
    PlainSerializer(lambda id: str(id or ""), return_type=str),
    _Words(),
]
"""The id of a character; nobody is stored as an empty text."""
People = Annotated[frozenset[PersonId], InOrder]
"""The ids of several characters, stored as a sorted list of texts."""
Places = Mapping[PersonId, int]
"""A number for each character."""
