"""Build a check's outcome line for one audience.

A line says who did what, the verdict, the changes and the new values. Its words come from
`webapp/state/outcome_lines.py`; the journal and the recap use the same line, made from their records.
"""

from collections.abc import Iterable

from webapp.rules.check import ProposalLine
from webapp.rules.outcome_line import DEED, GM_DECIDES, MOST_NAMED, NO_EFFECT, OUTCOME, Tone, line, tone
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.outcome_lines import applied_events, changes_of, head_of, within_line
from webapp.state.reader import Reader
from webapp.state.visibility import Visibility, things_in_check
from webapp.store.models import Character, Check, Proposal, Seat
from webapp.store.table_state import TableState
from webapp.views.check_views import OutcomeView

CAME_OUT = ("rolled", "resolved")
AT_A_PRICE = "partial"
"""How the keys of outcomes begin that are a success at a price."""


def outcome_of(state: TableState, row: Check, visibility: Visibility) -> OutcomeView | None:
    """Return the outcome line of a check; None before its roll and after its undo."""
    if not row.result or row.state not in CAME_OUT:
        return None
    return _outcome(row, _OutcomeLine(state, row, visibility))


def moment_line(reader: Reader, row: Check) -> OutcomeView:
    """Return the outcome line of a rolled check as this reader reads it, who knows what changed since.

    That the GM decides is not said: it is not for the others to do, and the GM sees it on the desk.
    """
    return _outcome(row, _OutcomeLine(reader.state, row, reader.visibility, reader, undecided=""))


def _outcome(row: Check, found: "_OutcomeLine") -> OutcomeView:
    visibility = found.visibility
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
        rolls=row.rolled.rolls,
    )


def whole_line(
    state: TableState, row: Check, visibility: Visibility, label: str, *, changed: bool = True
) -> str:
    """Return a check's outcome line for the recap, with all changes unless `changed` is False.

    If the line names an outcome, it adds the approach and uses `label`, a longer form of the outcome; if it
    describes a deed, it adds the roller's intent, unless that is the game's own wording of the deed.
    """
    found = _OutcomeLine(state, row, visibility)
    head, changes = found.head, found.changes if changed else []
    ends = found.nothing if found.decided else GM_DECIDES
    if head.stop == OUTCOME:
        tried = f"{head.bare}, {row.approach}" if row.approach else head.bare
        return line(f"{tried}: {within_line(label)}", changes, ends, stop=OUTCOME)
    sentence = line(head.words, changes, ends)
    own = row.intent and row.intent != found.game.tries(found.asked, list(found.aimed.values()))
    return f"{sentence.removesuffix('.')} ({row.intent})" if own else sentence


def is_ours(state: TableState, who: Character) -> bool:
    """Return whether a character is of the party: a player's, or held by a seat."""
    return who.kind == "pc" or any(seat.character == who.id for seat in state.find_all(Seat))


class _OutcomeLine:
    """The parts of one outcome line."""

    def __init__(
        self,
        state: TableState,
        row: Check,
        visibility: Visibility,
        reader: Reader | None = None,
        undecided: str = GM_DECIDES,
    ) -> None:
        self.state, self.row, self.visibility = state, row, visibility
        self.undecided = undecided
        self.game = state.rules
        self.asked = self.game.request_type.of(row.asked)
        self.head = head_of(state, row, visibility)
        self.aimed = {
            value.id: value.name for value in things_in_check(state, row) if value.id in self.head.targets
        }
        reader = reader or Reader(state, visibility.audience)
        self.decided = row.state != "rolled"
        self.changes = changes_of(reader, self.head, applied_events(reader, row))

    @property
    def sentence(self) -> str:
        return self._line(self.head.words)

    @property
    def brief(self) -> str:
        return self._line(self.head.bare or self.head.words)

    def _line(self, words: str) -> str:
        ends = self.nothing if self.decided else self.undecided
        changes = self.changes or ([] if self.decided else self._expected())
        return line(words, changes, ends, stop=self.head.stop, most=MOST_NAMED)

    @property
    def verdict(self) -> str:
        """The outcome in a word or two: its name, a success without effect, or a foe's deed ("Hits").

        A foe's deed replaces a name like "Good", because a foe's good outcome is not good for the party.
        """
        words = self.nothing
        if not words and self.means and self.head.stop == DEED:
            words = self.head.done.partition(" ")[0]
        return words[:1].upper() + words[1:] if words else self.row.result.label

    @property
    def nothing(self) -> str:
        """The words for a success without effect, such as "no damage"; "" for any other outcome."""
        if not self.decided or self.changes or not self.row.result.success or self.head.stop != DEED:
            return ""
        if any(line.state == "declined" for line in self._lines()):
            return NO_EFFECT
        return self.game.without_effect(self.asked, self.row.result) if not self._lines() else ""

    @property
    def tone(self) -> Tone:
        if self.nothing:
            return Tone.PLAIN
        people = {value.id: is_ours(self.state, value) for value in things_in_check(self.state, self.row)}
        return tone(
            self.row.result.success,
            partial=self.row.result.outcome.startswith(AT_A_PRICE),
            ours=people.pop(self.row.character or 0, False),
            at_ours=any(people.values()) or not people,
            helps=self.game.helps(self.asked),
        )

    @property
    def means(self) -> str:
        """The meaning for the party in words, for a foe's check; "" for the party's own."""
        who = self.state.find_ever(Character, self.row.character)
        return "" if who is None or is_ours(self.state, who) else self.tone.words

    def _lines(self) -> list[Proposal]:
        own = self.state.proposals_from(self.row.id)
        return [value for value in own if not value.offered and value.state != "void"]

    def _expected(self) -> list[str]:
        """Return the changes of targets' numbers in the open proposals, if this audience sees the numbers."""
        found = (line for line in self._lines() if line.state == "open")
        return list(self._numbers(found)) if self.head.stop == DEED else []

    def _numbers(self, lines: Iterable[Proposal]) -> Iterable[str]:
        for proposal in lines:
            who = self.state.find_ever(Character, proposal.command.get("character"))
            if who is None or who.id not in self.head.targets:
                continue
            given = {name: value for name, value in proposal.command.items() if name != "do"}
            change = self.game.expects(ProposalLine(proposal.command["do"], given, ""), who.name)
            if change is not None and self.visibility.disclosure_of(who) is NumbersDisclosure.EXACT:
                yield (f"{who.name} " if len(self.head.targets) > 1 else "") + str(change)
