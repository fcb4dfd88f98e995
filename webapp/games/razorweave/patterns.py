"""Examples on the patterns page: checks in each state, dice, odds, proposals, journal, rules."""

from collections.abc import Iterator
from types import SimpleNamespace

from webapp.games.api import (
    BlockView,
    ChanceView,
    CheckView,
    Example,
    MyChecks,
    OddsView,
    Resolved,
    ResultCard,
    SourceView,
    SwitchView,
    TableView,
    faces_of,
    grouped,
    macro,
    panel,
    render_part,
    section,
)
from webapp.games.razorweave.rules import RULESET
from webapp.pages.patterns.values import character, clock, example_view, line, numbers, proposal, seat, table

ANA = seat("Ana", 501)
CHANCES = {"critical_success": 0.05, "full_success": 0.37, "partial_success": 0.31, "failure": 0.22}
MORE = {"critical_success": 0.09, "full_success": 0.45, "partial_success": 0.28, "failure": 0.16}
FALLEN = {
    "critical_success": ((6, 4, 5, 4), 2),
    "full_success": ((5, 4, 3, 3), 2),
    "partial_success": ((4, 3, 3, 2), 1),
    "failure": ((3, 2, 2, 2), 1),
}
"""Five dice of each outcome, four kept and one dropped: with +3 against DC 16 they make this outcome."""
LANTERN = SourceView("Lantern", "edge", 1, "", key="l", use="edge", ways=("edge",), bears=True, hidden=False)
DECK = SourceView(
    "Slick deck", "dc", 1, "", key="d", use="dc", ways=("dc", "burden"), bears=True, hidden=False
)
GUARD = SourceView(
    "A second guard", "burden", 1, "", key="g", use="off", ways=("burden",), bears=False, hidden=True
)


def check(state: str = "called", **given: object) -> CheckView:
    """Return an example check in this state: Mara crosses a beam."""
    usual = {
        "id": next(numbers),
        "character": 501,
        "who": "Mara Venn",
        "intent": "Cross the beam",
        "state": state,
    }
    ready = {
        "dice": "5d6, keep the best 4",
        "count": 5,
        "faces": 6,
        "numbers": {"dc": 16, "difficulty": "Tough"},
        "counted": (LANTERN, DECK),
    }
    gms = {"offered": (GUARD,), "blocks": (), "switches": (SwitchView("threat visible", True),), "gate": {}}
    asked = {"attribute": "AGI", "skill": "Balance", "dc": 16}
    more = {
        "approach": "low, on hands and knees",
        "asked": asked,
        "sources": [],
        "affected": (),
        "rulings": ("check", "yes", "no"),
    }
    came = given.get("result")
    card = {"card": RULESET.result_card(came)} if isinstance(came, Resolved) else {}
    said = {"ready": state == "called", "lead": None} | card | given
    return example_view(CheckView, **usual | more | ready | gms | said)


def result(outcome: str, success: bool, real: bool = False) -> Resolved:
    """Return an example of a result, with kept and dropped dice."""
    counted, dropped = FALLEN[outcome]
    total = sum(counted) + 3
    data = {"roll": {"kept": counted, "dropped": (dropped,)}, "total": total, "dc": 16, "margin": total - 16}
    sentences = ("", "You are across before the light comes round.") if success else ("", "The beam gives.")
    return Resolved(outcome, RULESET.outcome_name(outcome), success, sentences, real, data)


def odds() -> OddsView:
    """Return example odds, with and without one more Edge."""
    return OddsView(
        _chances(CHANCES | {"critical_failure": 0.05}),
        "one more Edge",
        _chances(MORE | {"critical_failure": 0.02}),
        "73%",
    )


def _chances(chances: dict[str, float]) -> tuple[ChanceView, ...]:
    return tuple(
        ChanceView(key, RULESET.outcome_name(key), value, f"{value:.0%}") for key, value in chances.items()
    )


@section("Checks", "A check's action, sources and outcome: the same card on every screen.")
def checks() -> Iterator[Example]:
    for words, value in _on_the_desk().items():
        yield Example(words, panel("checks", _view("gm", value)), "gm", wide=True)
    for words, value in _mine().items():
        mine = MyChecks(501, (value,), (), (), ())
        yield Example(words, panel("my-checks", _view("player", mine=mine), ANA.id), "player")
    ready = MyChecks(501, (check(),), (), (), ())
    yield Example("Real dice", panel("my-dice", _view("player", mine=ready), ANA.id), "player")
    settled = check("resolved", result=result("full_success", True))
    void = check("void", result=result("failure", False), intent="Cut the rope")
    yield Example("One resolved, one undone", panel("checks", _view("player", settled, void)), "player")


def _view(role: str, *checks: CheckView, **more: object) -> TableView:
    clocks = (clock("Reach the roof", 6, 3), clock("The smoke", 4, 1, kind="danger"))
    cast = (character("Mara Venn", id=501), character("Tobin Ash"))
    return table(role, ruleset=RULESET.key, clocks=clocks, cast=cast, checks=checks, seats=(ANA,), **more)


def _on_the_desk() -> dict[str, CheckView]:
    nailed = BlockView("b", "The hatch is nailed shut", "blocks")
    tick = proposal(
        "+2 on “Reach the roof”", number="by", range=(1, 3), command={"do": "clock.tick", "by": 2}
    )
    ail = proposal("a condition for Mara Venn", offered=True, command={"do": "condition.add"})
    came = result("partial_success", True)
    return {
        "Called": check(odds=odds()),
        "Not possible now": check(blocked=(nailed.text + ".",), blocks=(nailed,), ready=False),
        "Rolled: the proposed changes": check("rolled", result=came, proposals=(tick, ail)),
    }


def _mine() -> dict[str, CheckView]:
    return {
        "My check, ready to roll": check(odds=odds()),
        "My check, waiting": check(
            ready=False, waits="The GM still has to set the DC.", intent="Calm the crowd"
        ),
        "A triumph": check("rolled", result=result("critical_success", True), intent="Leap"),
        "A failure, with real dice": check(
            "rolled", result=result("failure", False, real=True), intent="Climb"
        ),
    }


@section("Dice", "Dice as the screens show them. Dice that do not count are set apart.")
def dice() -> Iterator[Example]:
    for name, remaining, dropped in (
        ("The six faces", (1, 2, 3, 4, 5, 6), ()),
        ("Kept and dropped", (6, 5, 4), (2, 1)),
    ):
        card = ResultCard(grouped(faces_of({"roll": {"kept": remaining, "dropped": dropped}})))
        yield Example(name, render_part("parts/result.html", check=SimpleNamespace(card=card)))
    yield Example("Odds", macro("checks", "odds", check(odds=odds())))


@section("Proposals", "Players' proposals. A proposal changes nothing until the GM accepts it.")
def proposals() -> Iterator[Example]:
    asked = (
        proposal("a tag “Spilled oil”", seat=ANA.id),
        proposal("+1 on “Alarm”", because="the guards heard us"),
    )
    yield Example(
        "The GM's queue", panel("proposals", table("gm", seats=(ANA,), proposals=asked)), "gm", wide=True
    )
    mine = tuple(proposal(f"a tag, {state}", state=state) for state in ("open", "accepted", "declined"))
    revenge = clock("My revenge", 8, 3, owner=ANA.id, visibility="secret")
    view = table("player", clocks=(revenge,), proposals=mine, seats=(ANA,))
    yield Example("My own proposals and clock", panel("mine", view, ANA.id), "player")


@section("Journal", "The table's changes, newest first, with their reasons.")
def journal() -> Iterator[Example]:
    lines = (
        line("Ana", "Alarm: +1, now 3 of 6", 4, because="the clerk runs to warn his master", undoable=True),
        line("The GM", "Slick deck: tag added", 2, undoable=True),
        line("The GM", "The watch arrives: revealed", undone=True),
    )
    html = render_part("panels/journal.html", view=table("gm"), lines=lines)
    yield Example("The GM's", html, "gm", wide=True)


@section("Rules", "The game's rules, to look up during play.")
def rules() -> Iterator[Example]:
    yield Example("A table, and entries", render_part("patterns/rules.html", game=RULESET), wide=True)
