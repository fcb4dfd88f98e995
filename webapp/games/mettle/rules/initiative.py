"""Initiative: it passes to the target of the last Action; Rounds, Wait, Surge and surprise.

```python
>>> ANN, BOG = 1, 2
>>> fight = start([ANN, BOG], first=ANN).act(BOG)
>>> fight.holder, fight.phase
(2, <Phase.ACTING: 'acting'>)

```

A state is immutable; every step returns the next one, or raises RuleError with the reason. Source:
Scenes, "Initiative" and "Sneak" (surprise).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import all_people_of, different, someone_of, words
from webapp.rules.codec import AnyCase
from webapp.rules.ids import NobodyOrId, People, PersonId

NOBODY: frozenset[int] = frozenset()


class Phase(AnyCase):
    """The phase of a fight: the holder must act or must pass, no Action is left, or the fight is over."""

    ACTING = "acting"
    PASSING = "passing"
    ROUND_OVER = "round over"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Initiative:
    """The state of a fight.

    `ready` have an Action left, `acted` have used it this Round, `surprised` have none this Round,
    and `out` (Fallen, fled) have none at all. `waiting` are those who Wait, each with the type of
    Action held back; `deciding` are those among them who may still rejoin. `delayed` will lose
    their next Action, and `lost` have lost this Round's. `targets` are those of the last Action;
    `previous` held Initiative before.
    """

    combatants: tuple[PersonId, ...]
    holder: PersonId
    phase: Phase = Phase.ACTING
    round: int = 1
    ready: People = NOBODY
    acted: People = NOBODY
    surprised: People = NOBODY
    delayed: People = NOBODY
    out: People = NOBODY
    waiting: tuple[tuple[PersonId, str], ...] = ()
    deciding: People = NOBODY
    targets: tuple[PersonId, ...] = ()
    previous: NobodyOrId = None
    lost: People = NOBODY

    @property
    def choices(self) -> tuple[int, ...]:
        """The characters to whom the holder may pass now, in the order of `combatants`.

        They are the targets of the last Action who have an Action left; without any, the others who
        have one; without those, the holder. Empty unless a pass is due.
        """
        if self.phase is not Phase.PASSING:
            return ()
        aimed = self._those(who for who in self.targets if who in self.ready and who != self.holder)
        return aimed or self._those(self.ready - {self.holder}) or self._those(self.ready)

    @property
    def waits(self) -> dict[int, str]:
        """The characters who Wait, each with the type of Action held back."""
        return dict(self.waiting)

    def refusal(self, who: int, action: str = "") -> RuleError | None:
        """Return why a character may not take this Action now; None if they may, or are not in the fight."""
        kind, holds = self.waits.get(who, ""), self.phase is Phase.ACTING and who == self.holder
        if who not in self.combatants or (action in ("", kind) if kind else holds):
            return None
        if kind:
            why = f"{{who}} waits to {kind} and cannot change that to {action}."
            return RuleError(why, value=action, who=who)
        if who in self.out and self.phase is not Phase.ENDED:
            return RuleError("{who} is out of this fight.", value=who, who=who)
        return RuleError(WAIT_FOR[self.phase], value=who, holder=self.holder)

    def take_action(self, who: int, action: str, *targets: int) -> Self:
        """Take an Action as the holder, or interrupt with a held-back one; raise RuleError out of turn.

        Targets outside the fight are ignored.
        """
        refusal = self.refusal(who, action)
        if refusal is not None:
            raise refusal
        if who in self.waits:
            return self.interrupt(who, self.waits[who])
        return self.act(*(target for target in targets if target in self.combatants))

    def at_start(self, *people: int) -> bool:
        """Return whether one of these characters is about to take an Action."""
        return self.phase is Phase.ACTING and self.holder in people

    def may_surge(self, who: int) -> bool:
        """Return whether a character may Surge: they have acted this Round, and the fight goes on.

        They must not be out of the fight, and must have neither an Action left nor a Delay pending.
        """
        held_up = self.ready | self.out | self.delayed
        return self.phase is not Phase.ENDED and who in self.acted and who not in held_up

    def act(self, *targets: int) -> Self:
        """Use the holder's Action, aimed at these targets: one, none, or several for an area or a split.

        If exactly one other target has an Action left, that target takes over at once. If several
        or none have, the holder must `pass_to` one of `choices`. If no Action is left in the
        fight, the Round is over.
        """
        self._in(Phase.ACTING, "act")
        all_people_of(targets, self.combatants, "combatant", field="target")
        ready, acted = self.ready - {self.holder}, self.acted | {self.holder}
        return replace(self, ready=ready, acted=acted, targets=tuple(targets), deciding=NOBODY)._handed_on()

    def pass_to(self, who: int) -> Self:
        """Pass Initiative to one of `choices`; raise RuleError, with the reason, for anybody else."""
        self._in(Phase.PASSING, "pass Initiative")
        someone_of(who, self.combatants, "combatant", field="target")
        if who not in self.choices:
            raise RuleError(self._why_not(who), field="target", value=who, who=who, whom=self.choices)
        return replace(self, holder=who, phase=Phase.ACTING, targets=(), previous=self.holder)

    def next_round(self) -> Self:
        """Begin the next Round when no Action is left: Actions come back, and the last to act passes.

        The pass goes to a target of the last Action, or to anyone. Those who are out, `delayed` or
        Waiting get no Action back; those who Wait may `rejoin` before the first Action of the Round.
        """
        self._running()
        if self.phase is not Phase.ROUND_OVER:
            why = "A new Round starts only when nobody has an Action left."
            raise RuleError(why, field="phase", value=str(self.phase))
        waiting = frozenset(self.waits)
        fresh = frozenset(self.combatants) - self.out - waiting - self.delayed
        begun = replace(
            self,
            round=self.round + 1,
            ready=fresh,
            acted=NOBODY,
            surprised=NOBODY,
            delayed=self.delayed & self.out,
            lost=self.delayed - self.out,
            deciding=waiting,
        )
        return begun._handed_on()

    def wait(self, action: str) -> Self:
        """Hold back the holder's Action of one type ("attack"); then a pass is due, or the Round is over."""
        self._in(Phase.ACTING, "Wait")
        words(action, "Choose the kind of Action to hold back.", field="action")
        held = replace(self, ready=self.ready - {self.holder}, targets=())
        return replace(held, waiting=(*self.waiting, (self.holder, action)), deciding=NOBODY)._handed_on()

    def interrupt(self, who: int, action: str) -> Self:
        """Use a character's held-back Action, if it is of this type, even during somebody else's turn.

        The interrupted character still holds Initiative and continues.
        """
        self._running()
        if self.waits.get(who) is None:
            raise RuleError("{who} is not waiting.", field="name", value=who, who=who)
        if (refusal := self.refusal(who, action)) is not None:
            raise refusal
        return replace(self._not_waiting(who), acted=self.acted | {who})

    def rejoin(self, who: int) -> "Initiative":
        """End a character's Wait at the start of a Round, and give them their Action back."""
        self._running()
        if who not in self.deciding:
            why = "{who} may rejoin only at the start of a Round, after waiting."
            raise RuleError(why, field="name", value=who, who=who)
        back = self._not_waiting(who)
        return replace(back, ready=back.ready | {who})._going_on()

    def surge(self, who: int) -> Self:
        """Give a character who has acted this Round their Action back (any Action, reading C4.8).

        `Mettle.surge` has the price in Mettle, `statuses.no_surge` the statuses that prevent it.
        """
        self._takes_part(who)
        if who in self.out:
            raise RuleError("{who} is out of this fight.", field="name", value=who, who=who)
        if who in self.acted and who in self.delayed:
            why = "{who} cannot Surge: a Delay takes their next Action."
            raise RuleError(why, field="name", value=who, who=who)
        if not self.may_surge(who):
            raise RuleError("{who} must have acted this Round to Surge.", field="name", value=who, who=who)
        return replace(self, ready=self.ready | {who}, acted=self.acted - {who})._going_on()

    def delay(self, who: int) -> "Initiative":
        """Apply the Twist Delay: remove this Round's Action if it is left or held back, else the next one."""
        self._takes_part(who)
        if who in self.ready or who in self.waits:
            gone = replace(self, lost=self.lost | {who})
            return gone._without_action(who) if who in self.ready else gone._not_waiting(who)
        return replace(self, delayed=self.delayed | {who})

    def drop(self, who: int) -> "Initiative":
        """Put a character (Fallen, Incapacitated or fled) out of the fight; any Action left is lost."""
        self._takes_part(who)
        return replace(self._not_waiting(who), out=self.out | {who})._without_action(who)

    def restore(self, who: int) -> Self:
        """Bring a character who was out back into the fight; their Action comes with the next Round."""
        self._running()
        if who not in self.out:
            raise RuleError("{who} is not out of this fight.", field="name", value=who, who=who)
        return replace(self, out=self.out - {who})

    def join(self, who: int) -> "Initiative":
        """Add a character to the fight, with an Action in this Round."""
        self._running()
        different((*self.combatants, who), "combatant", field="name")
        joined = replace(self, combatants=(*self.combatants, who), ready=self.ready | {who})
        return joined._going_on()

    def end(self) -> Self:
        """End the fight."""
        self._running()
        return replace(self, phase=Phase.ENDED)

    def _handed_on(self) -> Self:
        """Pass to the only target who can act, or end the Round if nobody can; otherwise a pass is due."""
        if not self.ready:
            return replace(self, phase=Phase.ROUND_OVER)
        due = replace(self, phase=Phase.PASSING)
        aimed = [who for who in due.choices if who in self.targets and who != self.holder]
        return due.pass_to(aimed[0]) if len(aimed) == 1 else due

    def _going_on(self) -> Self:
        """Continue a finished Round because a character has an Action again."""
        return self._handed_on() if self.phase is Phase.ROUND_OVER else self

    def _without_action(self, who: int) -> Self:
        """Remove a character's Action; if it was their turn, the previous holder passes again.

        If nobody has an Action left, the Round ends.
        """
        left = replace(self, ready=self.ready - {who})
        if self.phase is Phase.ACTING and self.holder == who:
            return replace(left, holder=self.previous or who, targets=())._handed_on()
        if self.phase is Phase.PASSING and not left.ready:
            return replace(left, phase=Phase.ROUND_OVER)
        return left

    def _not_waiting(self, who: int) -> Self:
        remaining = tuple(pair for pair in self.waiting if pair[0] != who)
        return replace(self, waiting=remaining, deciding=self.deciding - {who})

    def _those(self, people: Iterable[int]) -> tuple[int, ...]:
        wanted = frozenset(people)
        return tuple(who for who in self.combatants if who in wanted)

    def _why_not(self, who: int) -> str:
        if who in self.ready:
            return "Pass Initiative to {whom} first."
        reasons = {"waits": frozenset(self.waits), "is out": self.out, "is surprised": self.surprised}
        why = next((reason for reason, people in reasons.items() if who in people), "has no Action left")
        return f"{{who}} {why}; pass to {{whom}}."

    def _takes_part(self, who: int) -> None:
        self._running()
        someone_of(who, self.combatants, "combatant", field="name")

    def _running(self) -> None:
        if self.phase is Phase.ENDED:
            raise RuleError("This fight is over.", field="phase", value=str(self.phase))

    def _in(self, phase: Phase, what: str) -> None:
        self._running()
        if self.phase is not phase:
            raise RuleError(
                NOT_NOW[self.phase].replace("{what}", what), field="phase", value=what, holder=self.holder
            )


WAIT_FOR = {
    Phase.ACTING: "{holder} holds Initiative and must act first.",
    Phase.PASSING: "{holder} must pass Initiative first.",
    Phase.ROUND_OVER: "The Round is over; the GM must start the next one first.",
    Phase.ENDED: "This fight is over.",
}
NOT_NOW = {
    Phase.ACTING: "{holder} must act before anyone can {what}.",
    Phase.PASSING: "{holder} must pass Initiative before anyone can {what}.",
    Phase.ROUND_OVER: "The Round is over; nobody can {what} until the next one starts.",
}


def start(
    combatants: Sequence[int], first: int, *, surprised: Collection[int] = (), out: Collection[int] = ()
) -> Initiative:
    """Start a fight: the first attacker holds Initiative (reading C4.9), and all get an Action.

    The `surprised` get none in this Round; those `out` (Fallen before it began) none at all. Raises
    RuleError if `first` gets none, and for anybody who is not among the combatants.
    """
    different(combatants, "combatant", field="combatants")
    someone_of(first, combatants, "combatant", field="first")
    all_people_of(surprised, combatants, "combatant", field="surprised")
    all_people_of(out, combatants, "combatant", field="out")
    if first in surprised or first in out:
        why = "{who} has no Action in this Round and cannot go first."
        raise RuleError(why, field="first", value=first, who=first)
    return Initiative(
        tuple(combatants),
        first,
        ready=frozenset(combatants) - frozenset(surprised) - frozenset(out),
        surprised=frozenset(surprised),
        out=frozenset(out),
    )
