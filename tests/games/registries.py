"""What a game may bring beside its rules, commands and screens: a mark, a calculation, a pack."""

from pathlib import Path

FILES = {
    "marks/oil.svg": '<svg viewBox="0 0 10 10"><path d="M5 0 8 7H2z"/></svg>\n',
    "calculations.py": '''
from lantern_game.rules import Check, Lantern

def odds(plus: int = 0) -> dict[str, object]:
    """How likely each outcome is: `plus` is what the sheet adds."""
    return {outcome: float(chance) for outcome, chance in Lantern().odds(Check(plus)).items()}

CALCULATIONS = {"odds": odds}
''',
    "examples.json": '{"odds": {"in": {"plus": 8}, "out": {"full_success": 1}}}\n',
    "packs/cellar.toml": """
format = "tableside.pack"
version = 1
name = "The cellar"

[[tag]]
name = "Draught"
""",
}
NAMED = '    calculations = "lantern_game.calculations"\n    packs = ("cellar",)\n'


def add_to(folder: Path) -> None:
    """Let the installed lantern bring all of them."""
    game = folder / "lantern_game"
    for name, text in FILES.items():
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    says = game / "game.py"
    says.write_text(says.read_text(encoding="utf-8").rstrip("\n") + "\n" + NAMED, encoding="utf-8")
