"""Make the result card of a Check: its dice in groups for Score, Edge and discarded dice."""

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.rules.result_card import DiceGroup, DieFace, ResultCard

HIGHEST_SCORE = 3
"""The highest face that scores; higher faces are Edge."""


def result_card(data: Mapping[str, Any], sentences: tuple[str, ...]) -> ResultCard:
    """Return a Check's card: its dice in groups for Score, Edge and discarded dice.

    Without a roll the card has only the sentences; with a roll, the first sentence is left out.
    `data` is the stored result, as far as an audience may know it; without "difficulty" in it,
    no Difficulty is shown.
    """
    if data.get("score") is None:
        return ResultCard(sentences=sentences)
    remaining, gone, known = data.get("kept", ()), data.get("discarded", ()), "difficulty" in data
    score, edge = f"Score {data['score']}", f"Edge {data.get('edge', 0)}"
    groups = [
        DiceGroup(
            _faces((value for value in remaining if value <= HIGHEST_SCORE), "score"),
            score,
            f"needed {data['difficulty']}" if known else "",
            f"{score} against Difficulty {data['difficulty']}" if known else "",
            "score",
        ),
        DiceGroup(_faces((value for value in remaining if value > HIGHEST_SCORE), "edge"), edge, role="edge"),
    ]
    if gone:
        groups.append(DiceGroup(_faces(gone, "dropped"), "Discarded", role="gone"))
    return ResultCard(tuple(groups), (), sentences[1:])


def _faces(values: Iterable[int], role: str) -> tuple[DieFace, ...]:
    return tuple(DieFace(value, role) for value in values)
