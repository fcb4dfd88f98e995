"""Show a Check's outcome: the words about its targets, and the card with its dice in groups.

```python
>>> deed(MettleRequest(action="attack"), True, ["Mara"])
'hits Mara'
>>> deed(MettleRequest(action="heal"), False, ["Mara"])
'fails to heal Mara'

```
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webapp.games.api import Change, DiceGroup, DieFace, ProposalLine, ResultCard, listed
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.sheet import METTLE

VERBS = {"heal": "heal", "rattle": "rattle", "sway": "sway"}
HOLDS = {"grapple": "grapple", "disarm": "disarm", "shove": "shove"}
"""The forms of an Attack that do something other than damage."""


def deed(asked: MettleRequest, success: bool, aimed: Sequence[str], *, held: bool = True) -> str:
    """Describe an Action with its targets: "hits Mara"; "" if the outcome's name is enough.

    Without `held` the hit was too weak to disarm, shove or grapple, so only the hit is described.
    """
    action = asked.action or ""
    verb = HOLDS.get(asked.manner) if action == "attack" else VERBS.get(action)
    if success and not held and action == "attack":
        verb = None
    if not aimed or (verb is None and action != "attack"):
        return ""
    names = listed(list(aimed))
    if verb is not None:
        return f"{verb}s {names}" if success else f"fails to {verb} {names}"
    if not success:
        return f"misses {names}"
    return f"{'rams' if asked.manner == 'vehicle' else 'hits'} {names}"


def without_effect(asked: MettleRequest) -> str:
    """Describe a hit without effect: "no damage", "too weak to shove"; "" for other Actions."""
    if asked.action != "attack":
        return ""
    held = HOLDS.get(asked.manner)
    return f"too weak to {held}" if held else "no damage"


def expects(line: ProposalLine, name: str) -> Change | None:
    """Return a proposed loss of Mettle as a `Change` of the character `name`; None for other proposals."""
    if line.do != "mettle.hurt":
        return None
    return Change(("character", line.fields["character"]), name, METTLE, -int(str(line.fields["by"])))  # type: ignore[arg-type]


HIGHEST_SCORE = 3
"""The highest face that scores; higher faces are Edge."""


def result_card(data: Mapping[str, Any], sentences: tuple[str, ...]) -> ResultCard:
    """Return a Check's card: its dice in groups for Score, Edge and discarded dice.

    Without a roll the card has only the sentences; with a roll, the one about Score and Edge is left out.
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
    told = sentences[:1] and sentences[0].startswith(score)
    return ResultCard(tuple(groups), (), sentences[1:] if told else sentences)


def _faces(values: Iterable[int], role: str) -> tuple[DieFace, ...]:
    return tuple(DieFace(value, role) for value in values)
