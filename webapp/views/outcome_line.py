"""A check's outcome line for one audience: who, what, verdict, what changed and its state now.

The rules word it from typed values (`webapp/rules/outcome.py`, `Play.deed`); this module decides what an
audience may read. The journal and the recap tell the same line of what they recorded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from webapp.rules.check import ProposalLine
from webapp.rules.codec import load_value
from webapp.rules.outcome import DEED, GM_DECIDES, MOST_NAMED, NO_EFFECT, OUTCOME, Change, Tone, line, tone
from webapp.rules.ruleset import played
from webapp.store.models import Character, Check, Proposal, Seat
from webapp.store.table_state import TableState
from webapp.views.absent import page_only
from webapp.views.entry_parts import Part, part_words
from webapp.views.foe_numbers import NumbersDisclosure
from webapp.views.visibility import Visibility, things_in_check

CAME_OUT = ("rolled", "resolved")


@dataclass(frozen=True)
class OutcomeView:
    """A check's outcome in one line, as far as this audience may know it.

    `sentence` says who, what, verdict, what changed and its state now; it ends with "GM decides" until that
    is `decided`. `verdict` is a word or two. `tone` is what it means for the party: good, half (at a price),
    bad or plain; `means` says the same in words if the verdict does not. `befell` are the characters it
    happened to.
    """

    check: int = field(metadata=page_only)
    verdict: str
    sentence: str
    brief: str = field(metadata=page_only)
    tone: str
    means: str
    decided: bool
    befell: tuple[int, ...]
    roller: int | None = field(metadata=page_only)
    order: int = field(metadata=page_only)
    rolls: int = field(default=1, metadata=page_only)
    # `brief` is the sentence where the verdict stands before it, `roller` who rolled. `order` grows with
    # every entry of the journal, so it leaves the server on no page and in no answer.

    @property
    def stamp(self) -> int:
        """A number made of what the line says."""
        return crc32(f"{self.check} {self.verdict} {self.sentence}".encode())

    def concerns(self, character: int | None) -> bool:
        """Return whether this character rolled it, or it happened to them."""
        return character is not None and (character == self.roller or character in self.befell)


@dataclass(frozen=True, slots=True)
class OutcomeHead:
    """Who did what to whom, with its verdict, as an audience may know it, and the `stop` after it.

    `done` is the deed alone ("hits Mara"), `bare` who tried what, without its outcome.
    """

    words: str
    targets: tuple[int, ...]
    stop: str
    done: str = ""
    bare: str = ""


def outcome_of(state: TableState, row: Check, visibility: Visibility) -> OutcomeView | None:
    """Return the line of a check that came out, or None before that and once it is taken back."""
    if not row.result or row.state not in CAME_OUT:
        return None
    found = _Outcome(state, row, visibility)
    return OutcomeView(
        check=row.id,
        verdict=found.verdict,
        sentence=found.sentence,
        brief=found.brief,
        tone=str(found.tone),
        means=found.means,
        decided=found.decided,
        befell=tuple(found.head.targets),
        roller=row.character if visibility.may_name("character", row.character) else None,
        order=row.rolled.order,
        rolls=row.rolled.rolls,
    )


def whole_line(
    state: TableState, row: Check, visibility: Visibility, label: str, *, changed: bool = True
) -> str:
    """Return the line of a check with everything it changed, from its record.

    Beside an outcome's name it says how it was tried and, in `label`, more of the outcome; beside a deed what
    its roller wanted. Without `changed`, what it changed is left out.
    """
    found = _Outcome(state, row, visibility)
    head, changes = found.head, found.changes if changed else []
    ends = found.nothing if found.decided else GM_DECIDES
    if head.stop == OUTCOME:
        tried = f"{head.bare}, {row.approach}" if row.approach else head.bare
        return line(f"{tried}: {_within(label)}", changes, ends, stop=OUTCOME)
    sentence = line(head.words, changes, ends)
    own = row.intent and row.intent != found.game.tries(found.asked, list(found.aimed.values()))
    return f"{sentence.removesuffix('.')} ({row.intent})" if own else sentence


def head_of(state: TableState, row: Check, visibility: Visibility) -> OutcomeHead:
    """Return who did what to whom, and the outcome."""
    game, who = played(state.table.ruleset), state.row(Character, row.character)
    aimed = {value.id: value.name for value in things_in_check(state, row) if value.id != row.character}
    known = {id: name for id, name in aimed.items() if visibility.may_name("character", id)}
    asked = game.request_type.of(row.asked)
    name = who.name if who is not None else "Somebody"
    done = game.deed(asked, row.result, known) if row.rolled else ""
    if done:
        return OutcomeHead(f"{name} {done}", tuple(known), DEED, done)
    tried = row.intent or game.tries(asked, list(known.values())) or "a check"
    said = f"{name}, {tried}: {_within(row.result.label)}"
    return OutcomeHead(said, tuple(known), OUTCOME, bare=f"{name}, {tried}")


def _within(label: str) -> str:
    return label[:1].lower() + label[1:]


def change_texts(head: OutcomeHead, parts: Sequence[Part], visibility: Visibility) -> list[str]:
    """Return what changed, each as this audience may read it; of a target by its number alone."""
    return list(filter(None, (_change_text(head, part, visibility) for part in parts)))


def entry_words(parts: Sequence[Part], visibility: Visibility) -> str | None:
    """Return the line of a journal entry that begins with a head.

    None if this audience may not read the head, or nothing of what changed.
    """
    first, *others = parts
    if "head" not in first or part_words(first, visibility) is None:
        return None
    targets = tuple(id for kind, id in first["about"] if kind == "character")
    head = OutcomeHead(first["summary"], targets, first["head"])
    changes = change_texts(head, others, visibility)
    return line(head.words, changes, stop=head.stop) if changes else None


def _change_text(head: OutcomeHead, part: Part, visibility: Visibility) -> str | None:
    words = part_words(part, visibility)
    change = load_value(Change, part["change"]) if "change" in part else None
    if words is None or change is None or change.thing not in [("character", id) for id in head.targets]:
        return words
    named = f"{change.name} " if len(head.targets) > 1 or head.stop == OUTCOME else ""
    return named + number_text(change, visibility)


def number_text(change: Change, visibility: Visibility) -> str:
    """Return by how much a number moved and its value now; words if a foe's numbers are hidden."""
    whose = visibility.state.row(Character, change.thing[1])
    telling = visibility.telling(whose)
    if telling is NumbersDisclosure.EXACT:
        return str(change)
    if telling is NumbersDisclosure.WORDS and change.word:
        return change.word
    return f"{change.what} {'lost' if change.by < 0 else 'regained'}"


class _Outcome:
    """The parts of one line."""

    def __init__(self, state: TableState, row: Check, visibility: Visibility) -> None:
        self.state, self.row, self.visibility = state, row, visibility
        self.game = played(state.table.ruleset)
        self.asked = self.game.request_type.of(row.asked)
        self.head = head_of(state, row, visibility)
        self.aimed = {
            value.id: value.name for value in things_in_check(state, row) if value.id in self.head.targets
        }
        self.decided = row.state != "rolled"
        self.changes = change_texts(self.head, row.rolled.applied, visibility)

    @property
    def sentence(self) -> str:
        return self._line(self.head.words)

    @property
    def brief(self) -> str:
        return self._line(self.head.bare or self.head.words)

    def _line(self, words: str) -> str:
        ends = self.nothing if self.decided else GM_DECIDES
        changes = self.changes or ([] if self.decided else self._expected())
        return line(words, changes, ends, stop=self.head.stop, most=MOST_NAMED)

    @property
    def verdict(self) -> str:
        """The outcome in a word or two: that a success does nothing; what a foe did ("Hits").

        A foe's own Good is not good for the party.
        """
        words = self.nothing
        if not words and self.means and self.head.stop == DEED:
            words = self.head.done.partition(" ")[0]
        return words[:1].upper() + words[1:] if words else self.row.result.label

    @property
    def nothing(self) -> str:
        """What a success is that changes nothing: soaked, or left out by the GM."""
        if not self.decided or self.changes or not self.row.result.success or self.head.stop != DEED:
            return ""
        if any(line.state == "declined" for line in self._lines()):
            return NO_EFFECT
        return self.game.without_effect(self.asked, self.row.result) if not self._lines() else ""

    @property
    def tone(self) -> Tone:
        if self.nothing:
            return Tone.PLAIN
        people = {value.id: self._is_ours(value) for value in things_in_check(self.state, self.row)}
        return tone(
            self.row.result.success,
            partial=self.game.at_a_price(self.row.result.outcome),
            ours=people.pop(self.row.character or 0, False),
            at_ours=any(people.values()) or not people,
            helps=self.game.helps(self.asked),
        )

    @property
    def means(self) -> str:
        """What it means for the party, where the name of the outcome does not say so."""
        who = self.state.row(Character, self.row.character)
        return "" if who is None or self._is_ours(who) else self.tone.words

    def _is_ours(self, who: Character) -> bool:
        return who.kind == "pc" or any(seat.character == who.id for seat in self.state.here(Seat))

    def _lines(self) -> list[Proposal]:
        own = (proposal for proposal in self.state.here(Proposal) if proposal.check == self.row.id)
        return [value for value in own if not value.offered and value.state != "void"]

    def _expected(self) -> list[str]:
        """Return waiting changes of numbers of the characters it was aimed at."""
        found = (line for line in self._lines() if line.state == "open")
        return list(self._numbers(found)) if self.head.stop == DEED else []

    def _numbers(self, lines: Iterable[Proposal]) -> Iterable[str]:
        for proposal in lines:
            who = self.state.row(Character, proposal.command.get("character"))
            if who is None or who.id not in self.head.targets:
                continue
            given = {name: value for name, value in proposal.command.items() if name != "do"}
            change = self.game.expects(ProposalLine(proposal.command["do"], given, ""), who.name)
            if change is not None and self.visibility.telling(who) is NumbersDisclosure.EXACT:
                yield (f"{who.name} " if len(self.head.targets) > 1 else "") + str(change)
