"""Initiative: it passes to the target of the last Action; Rounds, Wait, Surge and surprise.

```python
>>> fight = start(["Ann", "Bog"], first="Ann").act("Bog")
>>> fight.holder, fight.phase
('Bog', <Phase.ACTING: 'acting'>)

```

A state is immutable; every step returns the next one, or raises RuleError with the reason. Source:
Scenes, "Initiative" and "Sneak" (surprise).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from webapp.games.mettle.rules.argument_checks import all_of, different, either, one_of, words
from webapp.rules.errors import RuleError

Names = frozenset[str]
NOBODY: Names = frozenset()


class Phase(StrEnum):
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

    combatants: tuple[str, ...]
    holder: str
    phase: Phase = Phase.ACTING
    round: int = 1
    ready: Names = NOBODY
    acted: Names = NOBODY
    surprised: Names = NOBODY
    delayed: Names = NOBODY
    out: Names = NOBODY
    waiting: tuple[tuple[str, str], ...] = ()
    deciding: Names = NOBODY
    targets: tuple[str, ...] = ()
    previous: str = ""
    lost: Names = NOBODY

    @property
    def choices(self) -> tuple[str, ...]:
        """The characters to whom the holder may pass now, in the order of `combatants`.

        They are the targets of the last Action who have an Action left; without any, the others who
        have one; without those, the holder. Empty unless a pass is due.
        """
        if self.phase is not Phase.PASSING:
            return ()
        aimed = self._those(name for name in self.targets if name in self.ready and name != self.holder)
        return aimed or self._those(self.ready - {self.holder}) or self._those(self.ready)

    @property
    def waits(self) -> dict[str, str]:
        """The characters who Wait, each with the type of Action held back."""
        return dict(self.waiting)

    def explain_refusal(self, name: str, action: str = "") -> str:
        """Return why a character may not take this Action now; "" if they may, or are not in the fight."""
        if name not in self.combatants:
            return ""
        if name in self.waits:
            kind = self.waits[name]
            other = f"{name} waits to {kind} and cannot change that to {action}."
            return "" if action in ("", kind) else other
        if self.phase is Phase.ACTING and name == self.holder:
            return ""
        if name in self.out and self.phase is not Phase.ENDED:
            return f"{name} is out of this fight."
        return WAIT_FOR[self.phase].format(holder=self.holder)

    def take_action(self, name: str, action: str, *targets: str) -> "Initiative":
        """Take an Action as the holder, or interrupt with a held-back one; raise RuleError out of turn.

        Targets outside the fight are ignored.
        """
        why = self.explain_refusal(name, action)
        if why:
            raise RuleError(why, field="name", value=name)
        if name in self.waits:
            return self.interrupt(name, self.waits[name])
        return self.act(*(target for target in targets if target in self.combatants))

    def at_start(self, *names: str) -> bool:
        """Return whether one of these characters is about to take an Action."""
        return self.phase is Phase.ACTING and self.holder in names

    def may_surge(self, name: str) -> bool:
        """Return whether a character may Surge: they have acted this Round, and the fight goes on.

        They must not be out of the fight, and must have neither an Action left nor a Delay pending.
        """
        held_up = self.ready | self.out | self.delayed
        return self.phase is not Phase.ENDED and name in self.acted and name not in held_up

    def act(self, *targets: str) -> "Initiative":
        """Use the holder's Action, aimed at these targets: one, none, or several for an area or a split.

        If exactly one other target has an Action left, that target takes over at once. If several
        or none have, the holder must `pass_to` one of `choices`. If no Action is left in the
        fight, the Round is over.
        """
        self._in(Phase.ACTING, "act")
        all_of(targets, self.combatants, "combatant", field="target")
        ready, acted = self.ready - {self.holder}, self.acted | {self.holder}
        return replace(self, ready=ready, acted=acted, targets=tuple(targets), deciding=NOBODY)._handed_on()

    def pass_to(self, name: str) -> "Initiative":
        """Pass Initiative to one of `choices`; raise RuleError, with the reason, for anybody else."""
        self._in(Phase.PASSING, "pass Initiative")
        one_of(name, self.combatants, "combatant", field="target")
        if name not in self.choices:
            raise RuleError(self._why_not(name), field="target", value=name)
        return replace(self, holder=name, phase=Phase.ACTING, targets=(), previous=self.holder)

    def next_round(self) -> "Initiative":
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

    def wait(self, action: str) -> "Initiative":
        """Hold back the holder's Action of one type ("attack"); then a pass is due, or the Round is over."""
        self._in(Phase.ACTING, "Wait")
        words(action, "Choose the kind of Action to hold back.", field="action")
        held = replace(self, ready=self.ready - {self.holder}, targets=())
        return replace(held, waiting=(*self.waiting, (self.holder, action)), deciding=NOBODY)._handed_on()

    def interrupt(self, name: str, action: str) -> "Initiative":
        """Use a character's held-back Action, if it is of this type, even during somebody else's turn.

        The interrupted character still holds Initiative and continues.
        """
        self._running()
        if self.waits.get(name) is None:
            raise RuleError(f"{name} is not waiting.", field="name", value=name)
        if self.explain_refusal(name, action):
            raise RuleError(self.explain_refusal(name, action), field="action", value=action)
        return replace(self._not_waiting(name), acted=self.acted | {name})

    def rejoin(self, name: str) -> "Initiative":
        """End a character's Wait at the start of a Round, and give them their Action back."""
        self._running()
        if name not in self.deciding:
            why = f"{name} may rejoin only at the start of a Round, after waiting."
            raise RuleError(why, field="name", value=name)
        back = self._not_waiting(name)
        return replace(back, ready=back.ready | {name})._going_on()

    def surge(self, name: str) -> "Initiative":
        """Give a character who has acted this Round their Action back (any Action, reading C4.8).

        `Mettle.surge` has the price in Mettle, `statuses.no_surge` the statuses that prevent it.
        """
        self._takes_part(name)
        if name in self.out:
            raise RuleError(f"{name} is out of this fight.", field="name", value=name)
        if name in self.acted and name in self.delayed:
            why = f"{name} cannot Surge: a Delay takes their next Action."
            raise RuleError(why, field="name", value=name)
        if not self.may_surge(name):
            raise RuleError(f"{name} must have acted this Round to Surge.", field="name", value=name)
        return replace(self, ready=self.ready | {name}, acted=self.acted - {name})._going_on()

    def delay(self, name: str) -> "Initiative":
        """Apply the Twist Delay: remove this Round's Action if it is left or held back, else the next one."""
        self._takes_part(name)
        if name in self.ready or name in self.waits:
            gone = replace(self, lost=self.lost | {name})
            return gone._without_action(name) if name in self.ready else gone._not_waiting(name)
        return replace(self, delayed=self.delayed | {name})

    def drop(self, name: str) -> "Initiative":
        """Put a character (Fallen, Incapacitated or fled) out of the fight; any Action left is lost."""
        self._takes_part(name)
        return replace(self._not_waiting(name), out=self.out | {name})._without_action(name)

    def restore(self, name: str) -> "Initiative":
        """Bring a character who was out back into the fight; their Action comes with the next Round."""
        self._running()
        if name not in self.out:
            raise RuleError(f"{name} is not out of this fight.", field="name", value=name)
        return replace(self, out=self.out - {name})

    def join(self, name: str) -> "Initiative":
        """Add a character to the fight, with an Action in this Round."""
        self._running()
        different((*self.combatants, name), "combatant", field="name")
        joined = replace(self, combatants=(*self.combatants, name), ready=self.ready | {name})
        return joined._going_on()

    def end(self) -> "Initiative":
        """End the fight."""
        self._running()
        return replace(self, phase=Phase.ENDED)

    def _handed_on(self) -> "Initiative":
        """Pass to the only target who can act, or end the Round if nobody can; otherwise a pass is due."""
        if not self.ready:
            return replace(self, phase=Phase.ROUND_OVER)
        due = replace(self, phase=Phase.PASSING)
        aimed = [name for name in due.choices if name in self.targets and name != self.holder]
        return due.pass_to(aimed[0]) if len(aimed) == 1 else due

    def _going_on(self) -> "Initiative":
        """Continue a finished Round because a character has an Action again."""
        return self._handed_on() if self.phase is Phase.ROUND_OVER else self

    def _without_action(self, name: str) -> "Initiative":
        """Remove a character's Action; if it was their turn, the previous holder passes again.

        If nobody has an Action left, the Round ends.
        """
        left = replace(self, ready=self.ready - {name})
        if self.phase is Phase.ACTING and self.holder == name:
            return replace(left, holder=self.previous or name, targets=())._handed_on()
        if self.phase is Phase.PASSING and not left.ready:
            return replace(left, phase=Phase.ROUND_OVER)
        return left

    def _not_waiting(self, name: str) -> "Initiative":
        remaining = tuple(pair for pair in self.waiting if pair[0] != name)
        return replace(self, waiting=remaining, deciding=self.deciding - {name})

    def _those(self, names: Iterable[str]) -> tuple[str, ...]:
        wanted = frozenset(names)
        return tuple(name for name in self.combatants if name in wanted)

    def _why_not(self, name: str) -> str:
        whom = either(self.choices)
        if name in self.ready:
            return f"Pass Initiative to {whom} first."
        reasons = {"waits": frozenset(self.waits), "is out": self.out, "is surprised": self.surprised}
        why = next((reason for reason, names in reasons.items() if name in names), "has no Action left")
        return f"{name} {why}; pass to {whom}."

    def _takes_part(self, name: str) -> None:
        self._running()
        one_of(name, self.combatants, "combatant", field="name")

    def _running(self) -> None:
        if self.phase is Phase.ENDED:
            raise RuleError("This fight is over.", field="phase", value=str(self.phase))

    def _in(self, phase: Phase, what: str) -> None:
        self._running()
        if self.phase is not phase:
            why = NOT_NOW[self.phase].format(what=what, holder=self.holder)
            raise RuleError(why, field="phase", value=what)


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
    combatants: Sequence[str], first: str, *, surprised: Collection[str] = (), out: Collection[str] = ()
) -> Initiative:
    """Start a fight: the first attacker holds Initiative (reading C4.9), and all get an Action.

    The `surprised` get none in this Round; those `out` (Fallen before it began) none at all. Raises
    RuleError if `first` gets none, and for names that are not among the combatants.
    """
    different(combatants, "combatant", field="combatants")
    one_of(first, combatants, "combatant", field="first")
    all_of(surprised, combatants, "combatant", field="surprised")
    all_of(out, combatants, "combatant", field="out")
    if first in surprised or first in out:
        raise RuleError(
            f"{first} has no Action in this Round and cannot go first.", field="first", value=first
        )
    return Initiative(
        tuple(combatants),
        first,
        ready=frozenset(combatants) - frozenset(surprised) - frozenset(out),
        surprised=frozenset(surprised),
        out=frozenset(out),
    )
