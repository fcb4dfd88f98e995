"""Describe an Action's effect on its targets for the outcome line.

```python
>>> deed(MettleRequest(action="attack"), True, ["Mara"])
'hits Mara'
>>> deed(MettleRequest(action="heal"), False, ["Mara"])
'fails to heal Mara'

```
"""

from collections.abc import Sequence

from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.sheet import METTLE
from webapp.rules.check import ProposalLine
from webapp.rules.outcome_line import Change, listed

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
