"""The handbook's table of shares is made of the values that the server uses."""

from tests.house.reading import ROOT
from webapp.settings import Settings
from webapp.table.command import MOST, limited_kind
from webapp.table.shares import (
    AFTER_NO,
    HOLDS,
    LINKS_AFTER_NO,
    LINKS_REQUESTS,
    LINKS_SEATS,
    OWN_CLOCKS,
    PACES,
    SEATS,
    Pace,
    spoken_time,
)
from webapp.table.size_limit import AT_ONCE, OWN, PLAYERS, REFILL

HANDBOOK = ROOT / ".ci" / "deploy" / "README.md"
MEGABYTES = int(Settings().table_megabytes)


def pace(of: Pace) -> str:
    rate = f"{1 / of.every:g} a second" if of.every < 1 else f"one every {spoken_time(of.every)}"
    return f"{of.at_once} at once, then {rate}"


def size(part: float) -> str:
    megabytes = MEGABYTES * part
    return f"{megabytes:g} MB" if megabytes >= 1 else f"{megabytes * 1024:g} KB"


def shares_table() -> str:
    """The table as the handbook has it."""
    seats, small, again = PACES["seats"], size(AT_ONCE), f"free again after {REFILL / 3600:g} hours"
    waits = [wait for wait in LINKS_AFTER_NO if wait]
    first = len(LINKS_AFTER_NO) - len(waits) + 1
    held = [
        (f"{limited_kind(kind)}s", str(most), "none", f"{MOST[kind]} more") for kind, most in HOLDS.items()
    ]
    paced = [
        row
        for name, each in PACES.items()
        if name != "seats"
        for row in (
            (each.label, pace(each.seat), pace(each.guests), "no limit"),
            *(
                [(f"{each.label} by new people, all together", *[pace(each.together)] * 2, "-")]
                if each.together
                else ()
            ),
        )
    ]
    rows = [
        ("what", "one seat", "the guests of one link who have no seat", "the GM"),
        ("---",) * 4,
        *held,
        ("clocks of its own", str(OWN_CLOCKS), "none", "-"),
        (
            seats.label,
            f"one device: {pace(seats.seat)}",
            f"{pace(seats.guests)}; {LINKS_SEATS} in all",
            f"{SEATS} at a table",
        ),
        ("requests to join that wait for the GM's yes", "one device: 1", str(LINKS_REQUESTS), "-"),
        *paced,
        (
            "wait after a no, before the next request for a seat",
            f"one device: {', '.join(map(spoken_time, AFTER_NO))}",
            f"from the {first}th no on: {', '.join(map(spoken_time, waits))}",
            "-",
        ),
        (
            f"bytes of the journal, of {MEGABYTES} MB",
            f"{small}, {again}; all players {size(PLAYERS)}, and beyond that {size(OWN)} for each seat",
            f"{small}, {again}",
            "the rest",
        ),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def test_the_handbook_has_the_table_of_shares() -> None:
    """If it fails, copy the table that is printed into the handbook."""
    table = shares_table()
    assert table in HANDBOOK.read_text(encoding="utf-8"), f"\n{table}\n"


def test_what_players_may_write_leaves_the_gm_a_quarter_of_the_table() -> None:
    assert PLAYERS + SEATS * OWN <= 3 / 4
