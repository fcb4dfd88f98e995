"""The command line: `python -m webapp COMMAND`."""

import click

from webapp.cli.backup import backup, check, restore
from webapp.cli.calculator import rules
from webapp.cli.context import CommandGroup
from webapp.cli.documents import export, import_
from webapp.cli.examination import doctor
from webapp.cli.serve import serve
from webapp.cli.tables import demo, links, tables
from webapp.cli.transfer import move


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A live table for tabletop role-playing games."""


for each in (serve, demo, tables, links, export, import_, backup, restore, move, check, doctor, rules):
    main.add_command(each)
