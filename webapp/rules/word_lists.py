"""Lists of words in a sentence: "name, size and direction"."""

from collections.abc import Iterable


def and_list(words: Iterable[str], most: int | None = None) -> str:
    """Return the words as a list in a sentence: "name, size and direction"; "" for none.

    With `most`, only so many words are named: "name, size and 3 more".
    """
    named = list(words)
    if most is not None and len(named) > most:
        named = [*named[:most], f"{len(named) - most} more"]
    return _joined(named, "and")


def or_list(words: Iterable[str]) -> str:
    """Return the words as a choice in a sentence: "exact, words or absent"; "" for none."""
    return _joined(words, "or")


def _joined(words: Iterable[str], link: str) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} {link} {last}" if others else last
