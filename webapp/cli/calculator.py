"""The terminal command `rules`: the calculator of the rules, as in the API."""

import json
import sys
from typing import Any

import click

from webapp.cli.context import SettingsCommand, refuse
from webapp.rules.calculator import calculate, calculations, examples, games
from webapp.store.command_line import command_to_type
from webapp.table.dice import secure_dice
from webapp.table.json_reader import parse_json, reason


class CalculationList(SettingsCommand):
    """A command whose help lists the calculations of every game, with one example."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = "\n".join(f"  {game}: {', '.join(calculations(game))}" for game in games())
        formatter.write(f"\nFor example:\n  {_shortest_example()}\n\nCalculations:\n{listed}\n")
        super().format_epilog(ctx, formatter)


@click.command(cls=CalculationList)
@click.argument("ruleset")
@click.argument("calculation")
@click.argument("fields", metavar="JSON")
def rules(ruleset: str, calculation: str, fields: str) -> None:
    """Run one calculation of a game's rules.

    "-" reads the JSON from standard input. Dice that the JSON omits are rolled.
    """
    text = sys.stdin.read() if fields == "-" else fields
    try:
        sent: Any = parse_json(text)
    except (ValueError, RecursionError) as error:
        refuse(f"That is not valid JSON: {reason(error)}.", status=2)
    answer = calculate(ruleset, calculation, sent, source=secure_dice)
    click.echo(json.dumps(answer, indent=2, ensure_ascii=False))


def _shortest_example() -> str:
    """Return the shortest example of a calculation, as it is typed; "" if there is none."""
    typed = (
        command_to_type("rules", game, name, json.dumps(given))
        for (game, name), (given, _) in examples().items()
    )
    return min(typed, key=len, default="")
