"""Actions without a Check, and what is done about one: Rally, Surge, a trivial Use, a split Attack."""

from typing import Annotated

from pydantic import Field

from webapp.games.mettle.screens import characters
from webapp.games.mettle.table import injuries
from webapp.games.mettle.table.common import ByName, Count, OfSomebody, add_piece, ongoing, together
from webapp.games.mettle.table.days import party
from webapp.games.mettle.table.initiative import first_attack, tell
from webapp.games.mettle.table.turn_taken import take
from webapp.rules.mettle import statuses as rules
from webapp.rules.mettle.attacks import split_pool
from webapp.rules.mettle.facts import Asked
from webapp.rules.mettle.initiative import Initiative
from webapp.rules.mettle.minds import group_sneaker
from webapp.rules.mettle.projects import trivial
from webapp.rules.ruleset import played
from webapp.screens.audience import Role
from webapp.screens.modifiers import Weighing
from webapp.store.board import Board
from webapp.store.models import Character, Check, Piece
from webapp.table.actor import Actor
from webapp.table.check_setup import in_the_games_words, new_check, set_up
from webapp.table.command import PLAYERS_TOO, Report, account, command, find
from webapp.table.fields import Id, Name, Saying, optional
from webapp.table.refusals import Refused

SPLIT = "split"
Damage = Annotated[str, Field(max_length=12, pattern=r"^(FRAME(\+\d{1,3})?|\d{1,3})$")]


@command("mettle.action.rally", roles=PLAYERS_TOO)
class Rally(ByName, OfSomebody):
    """Shake it off: an Action that doubles Mettle, up to the maximum. Needs at least 1."""

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        held, mettle = characters.statuses(board, row.id), characters.sheet(board, row).mettle
        after = mettle.rally()
        if why := rules.no_rally(held, mettle):
            raise Refused(f"{row.name} cannot Rally: {why}.")
        told = injuries.put(board, row, after, f"{row.name} rallies")
        told += take(board, row, "rally")
        return together(told, {"character": row.id, "mettle": after.current})


@command("mettle.action.surge", roles=PLAYERS_TOO)
class Surge(ByName, OfSomebody):
    """Push beyond the limit: half of Mettle, rounded up, for the Action that was used this Round."""

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        piece, fight = ongoing(board, Initiative)
        held, mettle = characters.statuses(board, row.id), characters.sheet(board, row).mettle
        after = mettle.surge()
        if why := rules.no_surge(held, mettle):
            raise Refused(f"{row.name} cannot Surge: {why}.")
        ready = fight.surge(str(row.id))
        told = injuries.put(board, row, after, f"{row.name} surges")
        told.append(tell(board, piece, ready))
        return together(told, {"character": row.id, "mettle": after.current})


@command("mettle.action.use", roles=PLAYERS_TOO)
class TrivialUse(ByName, OfSomebody):
    """Something trivial that takes the Action and no Check: a lever, a reload."""

    what: Name = Field(description="what it is")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        words = trivial(self.what)
        told = [account(f"{row.name}: {words}", row), *take(board, row, "use")]
        return together(told, {"character": row.id})


@command("mettle.action.split", roles=PLAYERS_TOO)
class SplitAttack(OfSomebody):
    """One pool on two targets: two Checks, `dice` of the pool for the first and the rest for the second."""

    foes: Annotated[list[Id], Field(min_length=2, max_length=2, description="whom it is aimed at")]
    dice: Count = Field(description="how many of the dice go to the first of them")
    weapon: Id | None = optional("the weapon somebody carries")
    intent: Saying | None = optional("what somebody wants to reach")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        for id in self.foes:
            find(board, Character, id, actor)
        check = new_check(board, actor, row)
        asked = {"action": "attack", "manner": SPLIT, "foes": self.foes, "share": self.dice}
        weapon = {"weapon": self.weapon} if self.weapon else {}
        set_up(board, check, {"intent": self.intent or ""}, asked | weapon, actor)
        told = halved(board, check, actor)
        begun = first_attack(board, check) if check.visibility != "secret" else []
        return together([*begun, told], told.result)


def called(board: Board, id: int, actor: Actor) -> list[Report]:
    """A Check that was just called: the first Attack begins a fight, a split on two foes is two Checks."""
    check = board.the(Check, id)
    _refuse_anothers_weapon(board, check, actor)
    begun = first_attack(board, check) if check.visibility != "secret" else []
    asked = Asked.of(check.asked)
    both = asked.manner == SPLIT and len(asked.foes) == 2
    return [*begun, halved(board, check, actor)] if both else begun


def _refuse_anothers_weapon(board: Board, check: Check, actor: Actor) -> None:
    """Players attack with what their own character carries; what the GM hands over, the GM says."""
    weapon = board.find(Piece, Asked.of(check.asked).weapon)
    if actor.role is not Role.GM and weapon is not None and weapon.character != check.character:
        raise Refused(f"{weapon.name} is not yours to attack with.")


def halved(board: Board, check: Check, actor: Actor) -> Report:
    """The pool goes in two: this Check keeps the first foe and its share, another has the rest."""
    row = board.the(Character, check.character)
    asked = Asked.of(check.asked)
    own_words = check.intent != in_the_games_words(board, played(board.table.ruleset), check.asked)
    said = {"intent": check.intent} if own_words else {}
    targets = [find(board, Character, id, actor) for id in asked.foes]
    pool = Weighing(board, check).bare.pool
    share = asked.share or (pool + 1) // 2
    parts = split_pool(pool, share, (str(targets[0].id), str(targets[1].id)))
    made = [check, new_check(board, actor, row)]
    made[1].visibility = check.visibility
    for each, target, part, first in zip(made, targets, parts, (parts[0], None), strict=True):
        new = {**check.asked, "foes": [target.id], "pool": part, "share": first}
        set_up(board, each, said, new, actor)
    words = f"{row.name} splits {pool} dice: {parts[0]} and {parts[1]}"
    return account(words, row, *targets, *made, checks=[each.id for each in made])


# ---- weapons ---------------------------------------------------------------------------------


@command("mettle.weapon.add")
class AddWeapon(OfSomebody):
    """What somebody attacks with: damage (FRAME+3, FRAME or 7), bonus dice, Range in Zones."""

    name: Name
    damage: Damage = Field(default="FRAME", description="weapon damage: FRAME+3, FRAME or 7")
    dice: Count = Field(default=0, description="how many dice it adds")
    range: Count = Field(default=0, description="how many Zones the weapon reaches")
    scoped: bool = Field(default=False, description="aiming triples its Range")

    def happens(self, board: Board, row: Character, actor: Actor) -> Report:
        data = {"damage": self.damage, "dice": self.dice, "range": self.range, "scoped": self.scoped}
        new = add_piece(board, "weapon", name=self.name, character=row.id, data=data)
        return account(f"{row.name} carries {self.name}", row, new, piece=new.id)


# ---- the group sneaks ------------------------------------------------------------------------


@command("mettle.action.sneak")
class SneakTogether(ByName):
    """The whole party sneaks with one Check: whoever has the lowest pool rolls; of several tied, `choice`.

    Without `characters` it is all the players' characters.
    """

    characters: Annotated[list[Id], Field(max_length=30, description="the characters it is about")] = []
    foes: Annotated[list[Id], Field(max_length=60, description="whom it is aimed at")] = []
    choice: Id | None = optional("of several with the lowest pool, who rolls")
    intent: Saying | None = optional("what somebody wants to reach")

    def play(self, board: Board, actor: Actor) -> Report:
        named = [find(board, Character, id, actor) for id in self.characters]
        rows = {str(row.id): row for row in named or party(board)}
        if len(rows) < 2:
            raise Refused("One alone sneaks by themselves.")
        for id in self.foes:
            find(board, Character, id, actor)
        pools = {name: characters.sheet(board, row)["POISE"] for name, row in rows.items()}
        chosen = str(self.choice) if self.choice is not None else None
        lowest = rows[group_sneaker(pools, chosen)]
        check = new_check(board, actor, lowest)
        given = {"intent": self.intent or "Sneak, the whole party"}
        along = [row.id for row in rows.values() if row.id != lowest.id]
        set_up(board, check, given, {"action": "sneak", "foes": self.foes, "party": along}, actor)
        return account(f"{lowest.name} sneaks for the party", lowest, check, check=check.id)
