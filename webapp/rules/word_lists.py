"""Lists of words in a sentence: "name, size and direction"."""

from collections.abc import Iterable


def and_list(words: Iterable[str]) -> str:
    """Return the words as a list in a sentence: "name, size and direction"; "" for none."""
    return _joined(words, "and")


def or_list(words: Iterable[str]) -> str:
    """Return the words as a choice in a sentence: "exact, words or absent"; "" for none."""
    return _joined(words, "or")


def _joined(words: Iterable[str], link: str) -> str:
    *others, last = list(words) or [""]
    return f"{', '.join(others)} {link} {last}" if others else last
