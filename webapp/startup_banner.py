"""Print how to open the server once it listens: its addresses and the demo's links."""

import io
import sys
from shlex import quote

import segno
from sqlalchemy import make_url

from webapp.addresses import lan_addresses, public_base
from webapp.announce import Announcement
from webapp.rules.plugins import broken, installed_games, label_of_game
from webapp.settings import EVERY_INTERFACE, Settings
from webapp.store.command_line import command_to_type
from webapp.table.create import CreatedTable

NO_PROXY = (
    "  TABLESIDE_PUBLIC_URL is set and TABLESIDE_PROXIES is 0. If this server is behind proxies, set\n"
    "  TABLESIDE_PROXIES to their number, so that visitors do not all count as one address. (The GM's\n"
    "  page and this log say when they do.)\n"
)


def print_banner(settings: Settings, demo: CreatedTable | None, named: Announcement | None = None) -> None:
    """Print the addresses, with QR codes for those that phones can reach, and the next steps."""
    print_now("Tableside is ready.\n")
    for what, address, for_phones in open_addresses(settings):
        print_now(f"  {what:<18}{address}")
        if for_phones:
            print_now(text_qr(address))
    by_name = named.url() if named else None
    if by_name:
        print_now(f"  {'On this network':<18}{by_name}  (if a phone cannot find it, use the address above)\n")
    print_now("".join(f"  {line}\n" for line in data_lines(settings)))
    for key, why in broken().items():
        game = label_of_game(installed_games()[key])
        print_now(f"  The game {game} cannot be played: {why}. Its tables can only be viewed and exported.\n")
    if demo is not None:
        print_now(links_of(demo, public_base()))
    else:
        print_now(f"  Your tables: {command_to_type('tables')}")
        print_now(f"  A table's links: {command_to_type('links', 'TABLE')}\n")
    if settings.public_url and settings.proxies == "0":
        print_now(NO_PROXY)
    print_now("Stop with Ctrl-C.")


def data_lines(settings: Settings) -> list[str]:
    """Return lines that say where tables are stored, without passwords, and which databases are unused."""
    place = str(settings.folder)
    if settings.database_url:
        url = make_url(settings.database)
        shown = url.set(drivername=url.get_backend_name()).render_as_string()
        place = f"{shown}; other files in {place}"
    lines = [f"Tables are stored in {place}"]
    alone = " without TABLESIDE_DATABASE_URL" if settings.database_url else ""
    lines += [
        f"Another database is stored in {other} and is not used "
        f"(TABLESIDE_INSTANCE={quote(str(other))}{alone} opens it)."
        for other in settings.data.others
    ]
    return lines


def open_addresses(settings: Settings) -> list[tuple[str, str, bool]]:
    """Return the server's addresses as (purpose, address, whether phones reach it)."""
    found = []
    here = f"{settings.scheme}://{{}}:{settings.port}"
    if settings.on_loopback or settings.bind in EVERY_INTERFACE:
        found.append(("This computer", here.format("localhost"), False))
    if settings.bind in EVERY_INTERFACE:
        found += [("Phones, TV", here.format(address), True) for address in lan_addresses()]
    elif not settings.on_loopback:
        host = f"[{settings.bind}]" if ":" in settings.bind else settings.bind
        found.append(("Phones, TV", here.format(host), True))
    if settings.public_url:
        found.append(("Public address", settings.public_url.rstrip("/"), True))
    return found


def links_of(made: CreatedTable, base: str, what: str = "A demo table") -> str:
    """Return the links of a new table as text; its GM link cannot be shown again."""
    return (
        f"  {what}: {made.name}\n"
        f"    GM      {base}/k/{made.tokens['gm']}\n"
        f"    Player  {base}/k/{made.tokens['player']}\n"
        f"    TV      {base}/k/{made.tokens['tv']}\n"
        f"    or join with the code {made.join_code} at {base}/join\n"
        f"  Save the GM link. For a new one: {command_to_type('links', made.table, '--gm')}\n"
    )


def text_qr(address: str) -> str:
    """Return a QR code as a text of block characters."""
    drawn = io.StringIO()
    segno.make(address, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def print_now(text: str) -> None:
    """Print at once; characters that the terminal's encoding lacks become question marks."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)  # noqa: T201
