"""Build a check's outcome line: who did what, the verdict, the changes and the values now.

```python
>>> hurt = Change(("character", 7), "Mara", "Health", -2, 7)
>>> line("Thug hits Mara", [str(hurt)])
'Thug hits Mara: 2 Health, now 7'
>>> line("Thug hits Mara", [], ends=GM_DECIDES)
'Thug hits Mara: GM decides'
>>> listed(["Ann", "Bo", "Cy", "Di", "Eve"])
'Ann, Bo, Cy, +2 more'

```

The game describes the deed (`CheckHooks.deed`); the table adds the applied changes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webapp.rules.codec import AnyCase
from webapp.rules.word_lists import and_list

MOST_NAMED = 3
"""How many names are listed; the others are counted."""
DEED, OUTCOME = ": ", ". "
"""The text before the changes: after an action ("hits Mara"), and after an outcome's name."""
GM_DECIDES = "GM decides"
NO_EFFECT = "no effect"


class Tone(AnyCase):
    """The value of an outcome for the party: good, mixed, bad, or plain if the party is not involved."""

    GOOD = "good"
    MIXED = "half"
    BAD = "bad"
    PLAIN = "plain"

    @property
    def words(self) -> str:
        """The tone in words, shown beside its colour; "" for a plain outcome."""
        return TONES[self]


TONES = {
    Tone.GOOD: "good for the party",
    Tone.MIXED: "mixed for the party",
    Tone.BAD: "bad for the party",
    Tone.PLAIN: "",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A change that an outcome makes to a number: its owner, its name, the amount and the new value.

    `thing` is the owner's kind and id, `name` the owner's name, `what` the name of the number.
    `now` is None until the change is applied. `word` describes the value for viewers who may not see the
    number.
    """

    thing: tuple[str, int]
    name: str
    what: str
    by: int
    now: int | None = None
    word: str = ""

    def __str__(self) -> str:
        """Write the change and the value after it: "2 Health, now 7"; gains have a plus."""
        if self.by == 0:
            return f"{self.what} unchanged" if self.now is None else f"{self.what} stays at {self.now}"
        moved = f"{-self.by if self.by < 0 else f'+{self.by}'} {self.what}"
        return moved if self.now is None else f"{moved}, now {self.now}"


def listed(names: Sequence[str]) -> str:
    """Return the names in one phrase: up to three, then how many more."""
    if len(names) > MOST_NAMED:
        return ", ".join((*names[:MOST_NAMED], f"+{len(names) - MOST_NAMED} more"))
    return and_list(names)


def line(
    head: str, changes: Sequence[str], ends: str = "", *, stop: str = DEED, most: int | None = None
) -> str:
    """Build an outcome line from the deed (`head`), the changes and the closing words (`ends`).

    Closing words are, for example, "GM decides" or "no damage". Changes beyond `most` are counted, not
    listed. `stop` separates the head from the rest.
    """
    description = list(changes[:most])
    if len(changes) > len(description):
        description.append(f"+{len(changes) - len(description)} more")
    if stop == OUTCOME and not description:
        ends = ends[:1].upper() + ends[1:]
    said = join_sentences((*description, ends))
    return f"{head}{stop}{said}" if said else head


def join_sentences(sentences: Iterable[str]) -> str:
    """Join sentences into one line; a sentence without a full stop or "!" is followed by a semicolon."""
    said = ""
    for value in filter(None, sentences):
        said += ("" if not said else " " if said[-1] in ".!" else "; ") + value
    return said


def tone(success: bool, *, partial: bool = False, ours: bool, at_ours: bool, helps: bool = False) -> Tone:
    """Return the tone of an outcome for the party.

    `ours`: a party member rolled; `at_ours`: the target is a party member; `helps`: the action is meant to
    help its target. Without the party, the tone is plain.
    """
    if not ours and not at_ours:
        return Tone.PLAIN
    if partial:
        return Tone.MIXED
    wanted = ours or helps
    return Tone.GOOD if success == wanted else Tone.BAD
