"""Ids of people and things: whole numbers in the rules, text in the JSON of documents."""

from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer


def _number(written: object) -> object:
    return int(written) if isinstance(written, str) and written.isascii() and written.isdecimal() else written


PersonId = Annotated[int, BeforeValidator(_number), PlainSerializer(str, return_type=str)]
"""The id of a character, read from 7 or "7" and stored as "7", also as a key of an object."""
