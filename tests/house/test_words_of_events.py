"""What happened is told as events: only the reader makes words of them, and nobody reads words back.

Sentences that somebody else made (in journals of earlier releases, by games that return them) are read by
one module; the texts of check cards are the last that the rules make themselves.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.reading import WEBAPP, modules, named, tree, written_imports
from webapp.games import api

PROSE = "webapp.state.entry_words"
READ_STORED_SENTENCES = {
    "webapp/state/outcome_lines.py": "outcomes of earlier releases are stored in parts",
    "webapp/state/reader.py": "an event of the kind `prose` is a sentence",
    "webapp/views/charts.py": "time that passed is told by an earlier release's command alone",
    "webapp/views/journal.py": "an entry of an earlier release is read as its command's events",
    "webapp/views/recap_deeds.py": "the recap tells sentences of certain commands",
    "webapp/views/session_record.py": "the cause of a clock's move stands before it in a sentence",
}
MAKE_SENTENCES_EVENTS = {
    "webapp/state/entry_words.py": "what an earlier release stored",
    "webapp/state/outcome_lines.py": "what happened to a target in a few words, which the reader has made",
    "webapp/table/command.py": "what a game from outside returns",
}
HIDE_NUMBERS = {
    "webapp/state/entry_words.py": "stored sentences",
    "webapp/state/reader.py": "a reason that somebody typed",
    "webapp/state/visibility.py": "for these two: whose numbers a text may tell",
    "webapp/views/check_view_factory.py": "texts of check cards",
}
HIDING = {"without_numbers", "has_number", "redact_foe_numbers", "has_foe_numbers"}
WORDS = {
    "summary",
    "masked",
    "words",
    "said",
    "sentence",
    "sentences",
    "because",
    "line",
    "lines",
    "told",
    "done",
}
"""How the words that the reader returns are called."""
TAKES_APART = {"partition", "rpartition", "split", "rsplit", "splitlines", "removeprefix", "removesuffix"}
TAKES_APART |= {"strip", "rstrip", "lstrip", "startswith", "endswith", "replace", "rfind"}
TAKES_APART |= {"sub", "match", "fullmatch", "search", "findall", "finditer"}
OF_EVENTS = ("state", "table", "views", "live")
TAKE_WORDS_APART = {
    "webapp/state/entry_words.py": "stored sentences",
    "webapp/state/foe_numbers.py": "stored sentences, typed reasons and texts of check cards",
    "webapp/state/proposal_sentences.py": "a proposal is worded from its command, not from events",
    "webapp/table/packfile.py": "lines of a file",
    "webapp/views/outcomes.py": "the deed of a foe on a check card",
}
TYPED_IN = "quick_add_"
"""The modules that read what somebody types in."""


def readers_of_prose() -> Iterator[str]:
    for file in modules():
        if any(f"{module}.{name}".startswith(PROSE) for module, name in written_imports(tree(file))):
            yield named(file)


def test_one_module_reads_stored_sentences() -> None:
    """Others ask it; a game may not."""
    assert {*readers_of_prose()} == {*READ_STORED_SENTENCES}
    assert PROSE not in api.PLACES.values()


def called(code: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each call with the name of what is called."""
    for node in ast.walk(code):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id, node


def files_that_call(names: set[str]) -> set[str]:
    return {named(file) for file in modules() if any(name in names for name, _ in called(tree(file)))}


def test_numbers_are_hidden_in_sentences_of_others_alone() -> None:
    assert files_that_call(HIDING) - {"webapp/state/foe_numbers.py"} == {*HIDE_NUMBERS}


def test_no_code_of_ours_makes_an_event_of_a_sentence() -> None:
    assert files_that_call({"Prose"}) == {*MAKE_SENTENCES_EVENTS}


def test_no_command_returns_a_sentence() -> None:
    found = [
        f"{named(file)}:{call.lineno}"
        for file in modules()
        if file != WEBAPP / "table" / "command.py"
        for name, call in called(tree(file))
        if name == "make_result"
        or (name == "CommandResult" and (call.args or any(each.arg == "summary" for each in call.keywords)))
    ]
    assert found == [], "return events: told(event, …)"


def of_events() -> Iterator[Path]:
    """The modules that may hold what a reader returned, without those that read what somebody types in."""
    for file in modules():
        package, *inner = file.relative_to(WEBAPP).parts
        in_game = package == "games" and {"commands", "views"} & {*inner[1:], Path(inner[-1]).stem}
        if (package in OF_EVENTS or in_game) and not file.name.startswith(TYPED_IN):
            yield file


def takes_words_apart(call: ast.Call) -> bool:
    """Whether a call is of a method on words, or of a pattern with words; a full stop may be taken off."""
    if [each.value for each in call.args if isinstance(each, ast.Constant)] == ["."] and len(call.args) == 1:
        return False
    assert isinstance(call.func, ast.Attribute)
    inner = (node for each in (call.func.value, *call.args) for node in ast.walk(each))
    return any(
        (isinstance(node, ast.Name) and node.id in WORDS)
        or (isinstance(node, ast.Attribute) and node.attr in WORDS)
        for node in inner
    )


def apart() -> Iterator[tuple[str, int]]:
    for file in of_events():
        for name, call in called(tree(file)):
            if name in TAKES_APART and isinstance(call.func, ast.Attribute) and takes_words_apart(call):
                yield named(file), call.lineno


def test_nobody_takes_words_apart() -> None:
    found = [f"{file}:{line}" for file, line in apart() if file not in TAKE_WORDS_APART]
    assert found == [], "ask the reader for a fact, or for another form"
    assert {file for file, _ in apart()} == {*TAKE_WORDS_APART}, "an exception is no longer needed"
