"""What happened is read when its game is gone, from what the table stores of its kinds of events."""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.table.oak import Oak
from tests.table.test_event_reader import newest
from webapp.rules import events
from webapp.rules.event_declarations import LARGEST, MOST_KINDS, declare, load_declared
from webapp.rules.event_forms import read_forms
from webapp.rules.events import (
    ENTRY,
    FOR_GM,
    TYPED,
    Event,
    EventPart,
    KeyOf,
    NumberOf,
    Ref,
    Unread,
    WordOf,
    dump_event,
    event,
)
from webapp.state import event_kinds
from webapp.state.audience import GM, PLAYER, TV
from webapp.state.reader import Reader
from webapp.store.models import Character
from webapp.store.table_state import TableState
from webapp.table.actor import Actor
from webapp.table.command import Command, CommandResult, find, registered, told
from webapp.table.event_kinds_used import keep_declarations
from webapp.table.fields import Id
from webapp.table.refusals import Invalid, load_table
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


@dataclass(frozen=True)
class Lit(EventPart):
    """Something that caught fire."""

    what: Ref
    heat: Annotated[int, NumberOf("who")] = 0


KIND = "test.burned"


@event(KIND)
class Burned(Event):
    """Somebody burned; a kind for these tests alone."""

    who: Ref
    by: Annotated[int, NumberOf("who")] = 0
    how: Annotated[str, WordOf("who")] = ""
    cause: Ref | None = None
    wound: Annotated[str, KeyOf("entry")] = ""
    why: Annotated[str | None, TYPED] = None
    plan: Annotated[str | None, FOR_GM] = None
    lit: tuple[Lit, ...] = ()
    near: tuple[Ref, ...] = ()
    badly: bool = False


FORMS: dict[str, Any] = {
    "say": [
        "{who} burns[(badly) badly] {by:+}[ by {cause}][(wound), {wound}]"
        "[: {why}][ ({plan})][. {lit}][ {near}]",
        "{who} burns[(badly) badly][, {how}][: {why}][. {lit}]",
    ],
    "secret": "Somebody burns",
    "several": "{who} burn",
    "each": {"lit": ["{what} at {heat}", "{what} too"]},
    "weight": "card",
}


class Burn(Command):
    """Burn somebody; a command of a game that is soon gone."""

    do = "test.burn"
    who: Id

    def execute(self, state: TableState, actor: Actor) -> CommandResult:
        who = find(state, Character, self.who, actor)
        who.look = "Burned"
        return told(Burned(("character", who.id), 3, "singed", why="at 7 o'clock"))


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The game is here with its kind and its command; called, it is gone."""

    def leave() -> None:
        for of_games in (events._kinds, event_kinds._of_games, event_kinds._declared):
            of_games.pop(KIND, None)
        event_kinds.forms.cache_clear()

    monkeypatch.setitem(registered, Burn.do, Burn)
    event_kinds.hand_down(read_forms({KIND: FORMS}, "events.toml"), {KIND: declare(Burned, FORMS)})
    yield leave
    leave()
    events._kinds[KIND] = Burned


def goblin(oak: Oak, visibility: str = "shown") -> int:
    made = oak.gm(do="character.add", name="Goblin", kind="npc", visibility=visibility)
    id: int = made.result["character"]
    return id


def told_to_all(oak: Oak, *happened: Event) -> list[object]:
    """What the GM, the players and the TV read of these events, as they are stored, and what it weighs."""
    readers = [Reader(oak.state(), audience) for audience in (GM, PLAYER, TV)]
    stored = list(map(dump_event, happened))
    read = [[reader.load(each) for each in stored] for reader in readers]
    weights = [
        reader.weight(each) if isinstance(each, Event) else None
        for reader, of_reader in zip(readers, read, strict=True)
        for each in of_reader
    ]
    return [reader.line(each) for reader, each in zip(readers, read, strict=True)] + weights


def test_the_journal_reads_on_when_the_game_is_gone(oak: Oak, gone: Callable[[], None]) -> None:
    oak.gm(do=Burn.do, who=goblin(oak))
    assert oak.lines("player")[0] == "Goblin burns +3: at 7 o'clock"
    gone()
    assert oak.lines("player")[0] == "Goblin burns +3: at 7 o'clock"
    oak.gm(do="table.edit", settings={"foes": "words"})
    assert oak.lines("player")[1] == "Goblin burns, singed: at o'clock"


@pytest.mark.parametrize("foes", ["exact", "words", "absent"])
@pytest.mark.parametrize("visibility", ["secret", "rumoured", "masked", "shown"])
def test_everybody_reads_the_same_without_the_game(
    oak: Oak, gone: Callable[[], None], visibility: str, foes: str
) -> None:
    who, other = goblin(oak, visibility), goblin(oak)
    oak.gm(do="table.edit", settings={"foes": foes})
    cause, tag = ("clock", oak.clock("Fire", visibility=visibility)), ("tag", oak.tag("Hay"))
    happened = [
        (Burned(("character", who), 2, "singed", cause, "unlisted", "7 burns", "A plan", badly=True),),
        (Burned(("character", other), 2, "singed", lit=(Lit(tag, 9), Lit(cause)), near=(tag, cause)),),
        (Burned(("character", who), 2), Burned(("character", other), 2)),
    ]
    keep_declarations(oak.state().table, happened[0])
    oak.gm(do=Burn.do, who=who)
    before = [told_to_all(oak, *each) for each in happened]
    assert before[1][0] == "Goblin (2) burns +2. Hay at 9, Fire at 0 Hay and Fire"
    gone()
    assert [told_to_all(oak, *each) for each in happened] == before


def test_nothing_is_kept_of_kinds_that_are_never_gone(oak: Oak) -> None:
    oak.gm(do="clock.tick", clock=oak.clock("Fire"))
    assert oak.state().table.event_forms == {}


def test_a_kind_takes_room_once_and_is_kept_as_it_is_now(oak: Oak, gone: Callable[[], None]) -> None:
    burned, table = Burned(("character", goblin(oak))), oak.state().table
    before = table.written
    oak.gm(do=Burn.do, who=burned.who[1])
    table = oak.state().table
    assert table.written - before > len(str(table.event_forms[KIND]["forms"]))
    assert keep_declarations(table, [burned]) == 0
    table.event_forms = {KIND: {"facts": [], "forms": {"say": "An older sentence"}}}
    assert keep_declarations(table, [burned, burned]) > 0
    assert table.event_forms == {KIND: declare(Burned, FORMS)}
    table.event_forms = {f"test.{'x' * number}": {} for number in range(1, MOST_KINDS + 1)}
    assert keep_declarations(table, [burned]) == 0


def test_it_goes_out_with_the_table_and_comes_in_again(oak: Oak, gone: Callable[[], None]) -> None:
    oak.gm(do=Burn.do, who=goblin(oak))
    document: Any = export_table(oak.id)
    gone()
    made = load_table(import_table(copy.deepcopy(document)).table)
    line = Reader(made, GM).line(map(Reader(made, GM).load, newest(oak).events))
    assert (line, made.table.event_forms) == (
        "Goblin burns +3: at 7 o'clock",
        document["table"]["event_forms"],
    )  # type: ignore[index]
    del document["table"]["event_forms"]  # type: ignore[attr-defined]
    assert load_table(import_table(document).table).table.event_forms == {}


def test_a_game_that_is_here_reads_its_own_kinds(oak: Oak, gone: Callable[[], None]) -> None:
    burned = Burned(("character", goblin(oak)), 3)
    state = oak.state()
    state.table.event_forms = {KIND: {"facts": [], "forms": {"say": "Forged"}}}
    reader = Reader(state, PLAYER)
    assert reader.line([reader.load(dump_event(burned))]) == "Goblin burns +3"


# ---- forged ---------------------------------------------------------------------------------------

WHO = {"name": "who", "type": "thing"}


def declared(*facts: dict[str, Any], **forms: Any) -> dict[str, Any]:
    return {"facts": list(facts), "forms": {"say": "It burns", **forms}}


@pytest.mark.parametrize(
    ("kind", "forged"),
    [
        ("clock", declared(WHO)),
        ("test.fire", {"facts": []}),
        ("test.fire", declared({**WHO, "type": "entry"})),
        ("test.fire", declared({**WHO, "mark": "entry"})),
        ("test.fire", declared({**WHO, "name": "refs"})),
        ("test.fire", declared({**WHO, "name": "__class__"})),
        ("test.fire", declared({**WHO, "name": "class"})),
        ("test.fire", declared(WHO, WHO)),
        ("test.fire", declared({"name": "by", "type": "number", "mark": "number", "whose": "who"})),
        ("test.fire", declared({"name": "by", "type": "number", "mark": "number", "whose": "by"})),
        ("test.fire", declared({"name": "document", "type": "number"})),
        ("test.fire", declared({"name": "by", "type": "number", "default": "much"})),
        ("test.fire", declared(WHO, say="{whom} burns")),
        ("test.fire", declared(WHO, say="{who")),
        ("test.fire", declared(WHO, say="(who > 3) {who}")),
        ("test.fire", declared(WHO, say=7)),
        ("test.fire", declared(WHO, say="a" * 301)),
        ("test.fire", declared(WHO, say=["a"] * 41)),
        ("test.fire", declared(WHO, say=["a" * 300] * 20)),
        ("test.fire", declared(WHO, words={"who": 7})),
        ("test.fire", declared(WHO, weight="everything")),
        ("test.fire", declared({"name": "by", "type": "number"}, several="{by}")),
        ("test.fire", declared(several="It burns")),
    ],
)
def test_a_forged_declaration_is_refused(oak: Oak, kind: str, forged: dict[str, Any]) -> None:
    document: Any = export_table(oak.id)
    document["table"]["event_forms"] = {kind: forged}
    with pytest.raises(Invalid):
        import_table(document)


def test_no_more_kinds_come_in_than_a_table_may_hold(oak: Oak) -> None:
    document: Any = export_table(oak.id)
    names = [f"test.{first}{second}" for first in "abcdefghijk" for second in "abcdefghij"]
    document["table"]["event_forms"] = dict.fromkeys(names[: MOST_KINDS + 1], declared(WHO))
    with pytest.raises(Invalid):
        import_table(document)


@dataclass(frozen=True)
class Quoted(Event):
    """A kind that quotes an entry, which only Tableside's own may do."""

    kind = "test.quoted"
    entry: Annotated[int, ENTRY]


def test_a_game_may_not_declare_what_tables_cannot_store() -> None:
    with pytest.raises(ValueError, match="Tableside's own kinds"):
        declare(Quoted, {"say": "{entry}"})
    with pytest.raises(ValueError, match="more than 4000 characters"):
        declare(Burned, {"say": ["Somebody burns" * 20] * 20})


TYPES = ("thing", "things", "keys", "counts", "parts", "number", "text", "flag")
MARKS = ("", "number", "word", "typed", "for gm")
NAMES = st.sampled_from(["who", "cause", "document", "by", "now"])
facts = st.fixed_dictionaries(
    {"name": NAMES, "type": st.sampled_from(TYPES)},
    optional={
        "mark": st.sampled_from(MARKS),
        "whose": NAMES,
        "default": st.sampled_from([None, 0, True, "", "x"]),
    },
)
pieces = [
    "{%s}",
    "{%s:+}",
    "{%s:thing}",
    "{%s.name}",
    "[ %s]",
    "[(%s) {%s}]",
    "(%s > 1) {%s}",
    "[(%s is x) a]",
]
sentences = st.lists(
    st.builds(lambda piece, name: piece.replace("%s", name), st.sampled_from(pieces), NAMES), max_size=4
)
texts = sentences.map("".join)
tables = st.fixed_dictionaries(
    {"say": texts},
    optional={
        "secret": texts,
        "several": texts,
        "short": texts,
        "folded": texts,
        "because": texts,
        "recap": texts | st.booleans(),
        "each": st.dictionaries(NAMES, texts, max_size=1),
        "words": st.dictionaries(NAMES, st.just({"x": "y"}), max_size=1),
        "raised": st.dictionaries(st.just("card"), st.sampled_from(["who", "by > 1"]), max_size=1),
        "toned": st.dictionaries(st.just("good"), st.sampled_from(["who", "by > 1"]), max_size=1),
    },
)


def test_no_declaration_breaks_a_reader_or_tells_what_is_hidden(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"foes": "absent"})
    things = [["clock", oak.clock("xanadu", visibility="secret")], ["character", goblin(oak, "secret")]]
    things += [["seat", 5], ["nothing", 1], ["clock", -1], ["clock", 2**40], ["piece", 3]]
    state = oak.state()
    values = st.sampled_from([*things, None, 3, True, "x", [], {}, 1.5]) | st.lists(
        st.sampled_from([*things, "x", [1, "x"], [things[0], 7]]), max_size=3
    )
    told_at_all = []

    @example([WHO], {"say": "It burns", "several": "They burn"}, [])
    @given(st.lists(facts, min_size=1, max_size=3), tables, st.lists(values, max_size=3))
    def tell(of_kind: list[dict[str, Any]], forms: dict[str, Any], given_facts: list[Any]) -> None:
        state.table.event_forms = {"gone.fire": {"facts": of_kind, "forms": forms}}
        for audience in (GM, PLAYER, TV):
            reader = Reader(state, audience)
            stored = ["gone.fire", *given_facts]
            happened = [reader.load(stored), reader.load(stored)]
            words = [
                reader.line(happened),
                reader.because([stored]),
                reader.short(happened[0]),
                reader.recap(happened),
            ]
            if isinstance(happened[0], Event):
                words += [reader.folded(happened[0], 2), reader.weight(happened[0])]
                words += [reader.words_after(happened[0], ("clock", 1)), reader.recap(happened[:1])]
                told_at_all.append(words)
            assert audience == GM or not any(
                "xanadu" in (said or "") or "Goblin" in (said or "") for said in words
            )

    tell()
    assert any(any(words) for words in told_at_all)


@pytest.mark.parametrize("thing", [["nothing", 1], ["clock", -1], ["clock", 2**40]])
def test_an_event_of_what_cannot_be_is_not_read(oak: Oak, thing: list[Any]) -> None:
    state = oak.state()
    state.table.event_forms = {"gone.fire": declared(WHO)}
    assert isinstance(Reader(state, GM).load(["gone.fire", ["clock", 1]]), Event)
    assert isinstance(Reader(state, GM).load(["gone.fire", thing]), Unread)


def test_an_event_that_is_too_large_is_not_read() -> None:
    stored = ["gone.fire", "x" * LARGEST]
    read = load_declared(stored, declared({"name": "why", "type": "text"}, say="{why}"))
    assert isinstance(read, Unread)
