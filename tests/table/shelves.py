"""The library of a table in the words of its tests."""

from typing import Any

from tests.table.oak import Oak

OIL = {"on": "movement", "modifier": "burden", "amount": 1, "note": "oil"}


def list_saved(oak: Oak) -> list[tuple[str, str]]:
    return [(saved["kind"], saved["name"]) for saved in oak.sees()["saved"]]


def only(oak: Oak, kind: str) -> dict[str, Any]:
    """The one thing of this kind on the table."""
    (found,) = oak.sees()[kind]
    return dict(found)


def save(oak: Oak, **thing: Any) -> int:
    id: int = oak.gm(do="saved.add", **thing).result["saved"]
    return id


def a_pack(**rows: Any) -> dict[str, Any]:
    return {"format": "tableside.pack", "version": 1, **rows}


def of_scene(oak: Oak, scene: int, kind: str) -> list[dict[str, Any]]:
    return [each for each in oak.sees()[kind] if each["scene"] == scene]
