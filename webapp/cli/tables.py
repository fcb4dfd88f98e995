"""The terminal commands `demo`, `tables`, `links`, `export` and `import`."""

import sys
from pathlib import Path

import click
from sqlalchemy import select

from webapp.addresses import public_base
from webapp.cli.context import SettingsCommand, no_tables, open_app, refuse, table_of
from webapp.services import services
from webapp.settings import Settings
from webapp.startup_banner import links_of
from webapp.store.db import db
from webapp.store.file_permissions import keep_output_private
from webapp.store.models import Table
from webapp.table.actor import TABLE_ITSELF
from webapp.table.command import parse
from webapp.table.demo import make_demo
from webapp.table.json_reader import reason, split_document
from webapp.table.refusals import load_table
from webapp.table.table_export import export_text
from webapp.table.table_import import import_table, largest_document

NO_LINKS = "This table has no open player or TV links. The GM can make one: Menu, “People and links”."


@click.command(cls=SettingsCommand)
def demo() -> None:
    """Make a demo table and print its links."""
    with open_app(beginning=True):
        click.echo(links_of(make_demo(services().dispatcher), public_base()))


@click.command(cls=SettingsCommand)
def tables() -> None:
    """List the tables: id, game, date of creation, name."""
    with open_app():
        found = list(db.session.scalars(select(Table).order_by(Table.created)))
        if not found:
            refuse(no_tables())
        for table in found:
            click.echo(f"{table.id}  {table.ruleset:<11} {table.created:%Y-%m-%d}  {table.name}")


@click.command(cls=SettingsCommand)
@click.argument("table")
@click.option("--gm", is_flag=True, help="Create a new GM link and print it.")
def links(table: str, gm: bool) -> None:
    """Print the player and TV links and the join code of TABLE.

    TABLE is the id of a table; the command `tables` lists the ids.
    """
    with open_app():
        row = table_of(table)
        base = public_base()
        if gm:
            sent = {"do": "key.add", "role": "gm", "name": "From the command line"}
            done = services().dispatcher.dispatch(parse(sent), row.id, TABLE_ITSELF)
            click.echo(f"GM      {base}{done.result['link']}")
        state = load_table(row.id)
        opened = [
            f"{called:<7} {base}/k/{key.token}  ({key.name})"
            for role, called in (("player", "Player"), ("tv", "TV"))
            for key in state.open_links(role)
        ]
        code = state.join_code()
        joins = [] if code is None else [f"Join    {base}/join with the code {code}"]
        for line in [*opened, *joins] or [NO_LINKS]:
            click.echo(line)


# ---- a whole table as one JSON document -----------------------------------------------------------


@click.command(cls=SettingsCommand)
@click.argument("table")
def export(table: str) -> None:
    """Print TABLE as one JSON document.

    TABLE is the id of a table; the command `tables` lists the ids. The document holds everything but links,
    codes, seat secrets and players' private notes.
    """
    keep_output_private()
    with open_app():
        row = table_of(table)
        watched = sys.stderr.isatty() and not sys.stdout.isatty()
        # a progress bar is shown only while the output goes to a file
        with click.progressbar(
            length=row.entries, label="Exporting", file=sys.stderr, hidden=not watched, update_min_steps=500
        ) as bar:
            for part in export_text(row.id):
                click.echo(part, nl=False)
                bar.update(1)
        click.echo()


@click.command("import", cls=SettingsCommand)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def import_(file: Path) -> None:
    """Make a new table from FILE and print its links.

    FILE is a document printed by `export`; "-" reads it from standard input.
    """
    document = _read(file)
    with open_app(beginning=True):
        click.echo(links_of(import_table(document), public_base(), "Imported"))


def _read(file: Path) -> object:
    name = "The input" if str(file) == "-" else str(file)
    largest = largest_document(int(Settings.from_environment().table_megabytes))
    try:
        with click.open_file(str(file), "rb") as opened_file:
            sent = opened_file.read(largest + 1)
    except OSError as error:
        refuse(f"{name} cannot be read ({error.strerror}).")
    if len(sent) > largest:
        refuse(f"{name} is larger than {largest // 2**20} MB; nothing was imported.")
    try:
        return split_document(sent.decode())
    except (ValueError, RecursionError) as error:
        refuse(f"{name} is not valid JSON ({reason(error)}); nothing was imported.")
