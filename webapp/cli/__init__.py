"""The command line: `python -m webapp COMMAND`."""

import click

from webapp.cli.calculator import rules
from webapp.cli.doctor import doctor
from webapp.cli.keeping import backup, check, restore
from webapp.cli.moving import export, import_
from webapp.cli.opening import Group
from webapp.cli.serving import serve
from webapp.cli.tables import demo, links, tables
from webapp.cli.transfer import move


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A live table for tabletop role-playing games."""


for each in (serve, demo, tables, links, export, import_, backup, restore, move, check, doctor, rules):
    main.add_command(each)
