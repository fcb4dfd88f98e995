"""`export` and `import`: a whole table as one JSON document."""

import json
from pathlib import Path

import click

from webapp.addresses import public_base
from webapp.cli.context import SettingsCommand, opened, refuse, table_of
from webapp.greeting import links_of
from webapp.table.exchange import LARGEST_DOCUMENT, export_table, import_table


@click.command(cls=SettingsCommand)
@click.argument("table")
def export(table: str) -> None:
    """Print TABLE as one JSON document.

    TABLE is an id as `tables` lists it. The document holds everything but what opens the table.
    """
    with opened():
        click.echo(json.dumps(export_table(table_of(table).id), indent=1, ensure_ascii=False))


@click.command("import", cls=SettingsCommand)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
def import_(file: Path) -> None:
    """Make a new table from FILE and print its links.

    FILE is what `export` printed; "-" reads it in.
    """
    document = _read(file)
    with opened(beginning=True):
        click.echo(links_of(import_table(document), public_base(), "Imported"))


def _read(file: Path) -> object:
    try:
        with click.open_file(str(file), "rb") as opened_file:
            sent = opened_file.read(LARGEST_DOCUMENT + 1)
    except OSError as error:
        refuse(f"{file} cannot be read ({error.strerror}).")
    if len(sent) > LARGEST_DOCUMENT:
        refuse(f"{file} is larger than {LARGEST_DOCUMENT // 2**20} MB; nothing was imported.")
    try:
        return json.loads(sent)
    except (ValueError, RecursionError) as error:
        refuse(f"{file} is not a JSON document ({error}); nothing was imported.")
