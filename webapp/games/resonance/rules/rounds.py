"""Rounds: a deck of cards gives the turn order, and each card has a pool of actions per round.

`shuffled` shuffles with a source of dice. Source: Layer 1, "Priority and Turn Order" and
"Surprise"; Layer 2, 4.1 and 4.2.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import Field

from webapp.games.api import Dice, RuleError
from webapp.games.resonance.rules.numbers import MOST_ACTIONS, Actions
from webapp.games.resonance.rules.pools import Event
from webapp.games.resonance.rules.values import Value, Values
from webapp.rules import dice as floor
from webapp.rules.dice import number
from webapp.rules.errors import ensure_within
from webapp.rules.ids import People, PersonId


@dataclass(frozen=True, slots=True)
class Rounds:
    """The turn order: the deck (next card first), the discard pile, and who acts now.

    A card is the id of its character.
    `each` is how many actions each card has in a round (Alacrity; 1 for something in the
    surroundings), `left` how many are left, and `taken` how many were taken; the last two together
    are never above 6. `begun` are the cards that had priority in this round, `surprised` those with
    Disadvantage on reactions in round 1. `acted` is whether something was done on the current turn,
    and `slowed` is the card whose Slow takes effect on that turn.
    """

    each: Mapping[PersonId, int]
    deck: tuple[PersonId, ...]
    number: int = 1
    active: PersonId | None = None
    discard: tuple[PersonId, ...] = ()
    left: Mapping[PersonId, int] = field(default_factory=dict)
    taken: Mapping[PersonId, int] = field(default_factory=dict)
    begun: People = frozenset()
    surprised: People = frozenset()
    acted: bool = False
    slowed: Annotated[PersonId | None, Field(alias="_slowed", exclude_if=lambda card: card is None)] = None

    @classmethod
    def start(
        cls,
        actions: Mapping[int, Actions],
        order: Sequence[int] | None = None,
        *,
        surprised: Iterable[int] = (),
    ) -> "Rounds":
        """Deal the first round: `actions` by id, the cards in `order` (top first; default as listed).

        Surprised cards go below all others. Raises RuleError if a card is missing, unknown or listed
        twice.
        """
        for who, most in actions.items():
            ensure_within(f"actions[{who}]", most, 0, MOST_ACTIONS)
        row = dict(actions)
        caught = frozenset(surprised)
        _same(caught | set(row), row, "surprised")
        cards = _same(order if order is not None else tuple(row), row, "order")
        piles = (*(c for c in cards if c not in caught), *(c for c in cards if c in caught))
        return cls(each=row, deck=piles, left=dict(row), surprised=caught)

    @property
    def over(self) -> bool:
        """Whether every card was drawn and nobody acts: the round is over."""
        return not self.deck and self.active is None

    def draw(self, *, slowed: bool = False) -> "DrawnTurn":
        """Draw the top card: its owner has priority. `slowed` takes one action away, but never the last.

        Only one Slow counts per turn (reading B4.15). Raises RuleError while someone still acts,
        and when the round is over.
        """
        if self.active is not None:
            why = "{who} is still acting: end that turn first."
            raise RuleError(why, field="active", value=self.active, who=self.active)
        if not self.deck:
            raise RuleError(
                "The round is over. Shuffle the cards for the next round.", field="deck", value=[]
            )
        who, *rest = self.deck
        return replace(self, deck=tuple(rest))._gives_priority(who, slowed, free=0)

    def _gives_priority(self, who: int, slowed: bool, free: int) -> "DrawnTurn":
        had = self.left[who]
        free = min(free, MOST_ACTIONS - self.taken.get(who, 0))
        has = max(1, had - 1) if slowed and had else had or free
        after = replace(
            self,
            active=who,
            acted=False,
            left={**self.left, who: has},
            begun=self.begun | {who},
            slowed=who if slowed else None,
        )
        return DrawnTurn(after, who, first=who not in self.begun, actions=has, free=0 if had else free)

    def act(self, *, pool: int | None = None, actions: Actions = 1) -> "Rounds":
        """Use actions of the active character's turn, from their own pool or from another's (`pool`).

        Raises RuleError if that pool has fewer left.
        """
        ensure_within("actions", actions, 0, MOST_ACTIONS)
        return replace(self._paid(self._acting() if pool is None else pool, actions), acted=True)

    def payer(self, pools: Sequence[int], actions: int = 1) -> int:
        """Return the first of `pools` with this many actions left, else the first of them.

        Without pools, the active card pays.
        """
        first = pools[0] if pools else self._acting()
        return next((pool for pool in pools if self.left.get(pool, 0) >= actions), first)

    def react(self, who: int) -> "Rounds":
        """Use an action of a character's own pool for a reaction outside their turn.

        Raises RuleError if none is left.
        """
        return self._paid(who, 1)

    def declared(self, on: str, pools: Sequence[int], *, own_turn: bool = False) -> "Rounds":
        """Pay for a declared action of this turn, or a reaction, from one of these `pools`.

        A reaction is paid from the first pool. Nothing changes for an event that is no action or
        reaction, without an action left, or for an action on somebody else's turn, since a Curator's
        call costs nothing. With `own_turn`, the last two raise RuleError instead.
        """
        event = Event(on)
        if own_turn and self.active not in pools:
            why = "It is not {who}'s turn." if pools else f"It is not {on}'s turn."
            raise RuleError(why, field="who", value=pools, who=tuple(pools[:1]))
        reacts = event.on == "reaction_declared"
        payer = pools[0] if reacts and pools else self.payer(pools)
        if not (event.deed and (own_turn or self.left.get(payer)) and (reacts or self.active in pools)):
            return self
        return self.react(payer) if reacts else self.act(pool=payer)

    def own_turn(self, who: int) -> Event | None:
        """Return the event of a character's own turn, for boosts at any moment of it; None on other turns."""
        if who != self.active:
            return None
        return Event("own_turn", actions=min(MOST_ACTIONS, self.taken.get(who, 0) + self.left[who]))

    @property
    def turn_end(self) -> Event:
        """The event of the end of the current turn; a Slow that took effect on it is removed."""
        return Event("turn_end", slowed=self.slowed == self.active)

    def _paid(self, who: int, actions: int) -> "Rounds":
        payer = self._known(who)
        if actions > self.left[payer]:
            left = f"{self.left[payer] or 'no'} action{'s' if self.left[payer] != 1 else ''} left"
            wanted = f", not {actions}" if self.left[payer] else ""
            raise RuleError(f"{{who}} has {left}{wanted}.", field="actions", value=actions, who=payer)
        return replace(
            self,
            left={**self.left, payer: self.left[payer] - actions},
            taken={**self.taken, payer: self.taken.get(payer, 0) + actions},
        )

    def hastened(self, who: int) -> "Rounds":
        """Add the action of a Haste for this round; raise RuleError above 6. Reading B4.15."""
        name = self._known(who)
        if self.taken.get(name, 0) + self.left[name] >= MOST_ACTIONS:
            why = f"{{who}} cannot have more than {MOST_ACTIONS} actions in a round."
            raise RuleError(why, field="actions", who=name)
        return replace(self, left={**self.left, name: self.left[name] + 1})

    def focus(self, who: int | None = None) -> "Rounds":
        """Take a Focus or Assess action: it uses the whole turn with all its actions, and ends it.

        Raises RuleError on somebody else's turn, after another action on this one, and if no action
        is left. Source: Layer 2, 4.6.
        """
        who = self._acting() if who is None else who
        if who != self.active:
            why = "It is not {who}'s turn: Focus takes a whole turn."
            raise RuleError(why, field="who", value=who, who=who)
        if self.acted or not self.left[who]:
            why = "has already acted this turn" if self.acted else "has no action left"
            why = f"{{who}} {why}: Focus takes the whole turn."
            raise RuleError(why, field="actions", value=self.left[who], who=who)
        return self.act(actions=self.left[who]).end_turn()

    def end_turn(self) -> "Rounds":
        """End the turn: the card goes to the discard pile."""
        return replace(self, active=None, acted=False, slowed=None, discard=(*self.discard, self._acting()))

    def pass_turn(self) -> "Rounds":
        """Pass: with actions left the card goes to the bottom of the deck, else to the discard pile.

        Raises RuleError for the last card of the round.
        """
        who = self._acting()
        if not self.deck:
            why = "{who}'s card is the last of the round: end the turn instead."
            raise RuleError(why, field="active", value=who, who=who)
        if not self.left[who]:
            return self.end_turn()
        return replace(self, active=None, acted=False, slowed=None, deck=(*self.deck, who))

    def seize(self, who: int, *, slowed: bool = False) -> "DrawnTurn":
        """Give a character priority (a Parry): their card is drawn from anywhere, and they act at once.

        The interrupted turn ends, and its card goes on top of the deck. `slowed` takes one action
        away. A character without actions has one free action (`free`), unless it would be the
        seventh. Source: Layer 1, 5.6.
        """
        name = self._known(who)
        if name == self.active:
            raise RuleError("{who} already has priority.", field="who", value=who, who=who)
        interrupted = () if self.active is None else (self.active,)
        after = replace(
            self,
            deck=(*interrupted, *(card for card in self.deck if card != name)),
            discard=tuple(card for card in self.discard if card != name),
        )
        return after._gives_priority(name, slowed, free=1)

    def join(self, who: int, actions: Actions, place: int) -> "Rounds":
        """Insert a new card among those still to be drawn, at `place` (0 is on top).

        `place` comes from dice (`place_among`). Raises RuleError for a character who already has a
        card. Source: Layer 1, 5.7.
        """
        ensure_within("actions", actions, 0, MOST_ACTIONS)
        if who in self.each:
            raise RuleError("{who} already has a card.", field="who", value=who, who=who)
        at = number(place, "The place in the deck", field="place", high=len(self.deck))
        return replace(
            self,
            each={**self.each, who: actions},
            left={**self.left, who: actions},
            deck=(*self.deck[:at], who, *self.deck[at:]),
        )

    def leave(self, who: int) -> "Rounds":
        """Remove a character's card from the rounds; if it is their turn, nobody is active."""
        name = self._known(who)
        return replace(
            self,
            each={card: most for card, most in self.each.items() if card != name},
            left={card: rest for card, rest in self.left.items() if card != name},
            deck=tuple(card for card in self.deck if card != name),
            discard=tuple(card for card in self.discard if card != name),
            active=None if self.active == name else self.active,
            slowed=None if self.slowed == name else self.slowed,
        )

    def next_round(self, order: Sequence[int] | None = None) -> "Rounds":
        """Shuffle all cards again (`order`), and give everyone a full pool of actions.

        Raises RuleError before the round is over. Source: Layer 1, 5.3 and 5.4.
        """
        if not self.over:
            why = "The round is still running. Finish every turn first."
            raise RuleError(why, field="deck", value=list(self.deck))
        cards = _same(order if order is not None else tuple(self.each), self.each, "order")
        return Rounds(each=self.each, deck=cards, number=self.number + 1, left=dict(self.each))

    def _acting(self) -> int:
        if self.active is None:
            raise RuleError("Nobody has priority. Go to the next turn first.", field="active")
        return self.active

    def _known(self, who: int) -> int:
        if who not in self.each:
            raise RuleError("{who} has no card in this round.", field="who", value=who, who=who)
        return who


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A turn that begins: its card, its actions, any free one, and whether it is the first this round."""

    rounds: Rounds
    who: int
    first: bool
    actions: int
    free: int = 0

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of getting priority: Nullify on the first of a round, Slow as the turn starts."""
        first = (Event("round_start"),) if self.first else ()
        return (*first, Event("turn_start"))


def shuffled(cards: Sequence[int], source: Dice = floor.fair) -> tuple[int, ...]:
    """Shuffle cards with dice from the given source: every order is as likely as any other.

    At most 100 cards, since a die with as many faces as cards picks each.
    """
    number(len(cards), "The number of cards", field="cards", high=100)
    left = list(cards)
    picked: list[int] = []
    while left:
        picked.append(left.pop(_picked(len(left), source)))
    return tuple(picked)


def place_among(cards: Sequence[int], source: Dice = floor.fair) -> int:
    """Return a random place for a new card among those still to be drawn, all equally likely."""
    return _picked(len(cards) + 1, source)


def _picked(places: int, source: Dice) -> int:
    return 0 if places == 1 else floor.roll(source, 1, places).dice[0] - 1


def _same(ids: Iterable[int], row: Mapping[int, int], field_name: str) -> tuple[int, ...]:
    cards = tuple(ids)
    if sorted(cards) != sorted(row):
        places = {f"card{place}": who for place, who in enumerate(sorted(row))}
        why = f"Name each of these cards once: {', '.join(f'{{{place}}}' for place in places)}."
        raise RuleError(why, field=field_name, value=list(cards), **places)
    return cards


def why_no_action(held: Values) -> str:
    """Return why a character cannot act at all, not even react; "" if they can. Source: Layer 2, 5."""
    if held.dead:
        return "Dead: no actions."
    return "" if held.may_act else "Unconscious: no actions."


def why_no_focus(held: Values, rounds: Rounds | None, who: int) -> str:
    """Return why a character cannot take a Focus action now; "" if they can.

    It costs 1 SP and, while rounds run, the whole of their own turn. Source: Layer 2, 4.6.
    """
    if no_action := why_no_action(held):
        return no_action
    try:
        held.pay(Value.SP, 1)
    except RuleError as error:
        return error.message
    try:
        if rounds is not None and who in rounds.each:
            rounds.focus(who)
    except RuleError:
        return (
            "Recharge and Recover are possible only on the character's own turn, with an action left and "
            "before any other action."
        )
    return ""
