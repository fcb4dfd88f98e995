"""The real server, whose dice and ids follow the chance that a request names: a run can be replayed."""

import random
import secrets
from typing import Any

from flask import request
from sqlalchemy import Engine

from tests.soak.harm import befall
from webapp.cli import main
from webapp.table import dispatcher

NAMED = "Soak-Chance"
own = secrets.randbelow


def below(most: int) -> int:
    """By the chance of this request, while one is named; else as always."""
    chance = _named()
    return chance.randrange(most) if chance is not None else own(most)


def dice(count: int, faces: int) -> list[int]:
    return [1 + below(faces) for _ in range(count)]


def _named() -> random.Random | None:
    """Begun anew with each step that is named, whatever process answers."""
    step = request.headers.get(NAMED) if request else None
    if step is None:
        return None
    known: dict[str, Any] = request.environ.setdefault("soak.chance", {})
    return known.setdefault(step, random.Random(step))  # type: ignore[no-any-return]


def serve() -> None:
    """As `python -m webapp serve` does, but for the chance, and for what may befall its database."""
    befall(Engine)
    secrets.randbelow = below
    _, *others = dispatcher.Dispatcher.__init__.__defaults__ or ()
    dispatcher.Dispatcher.__init__.__defaults__ = (dice, *others)
    main(["serve"])
