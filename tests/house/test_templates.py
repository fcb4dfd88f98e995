"""Templates print: nothing unescaped, nothing inline, nothing that the content policy would block."""

import re

from tests.house.reading import named, template_folders, templates

LONGEST = 80
WIDEST = 140
WORKED_OUT = {
    r"\[\d\]": 5,
    r"\.append\(": 0,
    r"\|length\b": 23,
    r"\|(?:sum|max|min)\b": 12,
    r"(?:select|reject)attr": 39,
    r"namespace\(": 0,
}
FORBIDDEN = {
    r"\|\s*safe\b": "prints what somebody typed as markup",
    r"autoescape": "switches escaping",
    r"\b(data-)?hx-on": "is blocked by the content policy",
    r"js:": "is blocked by the content policy",
    r"<style\b": "is inline style",
    r"\sstyle\s*=": "is inline style",
    r"<script(?![^>]*\ssrc=)": "is an inline script",
    r"\son[a-z]+\s*=": "is an inline script",
    r"(?<!data-)\bhx-[a-z:]+\s*=": "needs the prefix data-",  # but in <hx-partial>, which no page holds
    r"\s[a-z:-]+=\{\{": "is an attribute without quotes",
    r"https?://(?!www\.w3\.org)[^\"' ]*\.(?:js|css|woff2?|png|svg)": "is loaded from elsewhere",
}


def test_a_template_holds_nothing_that_could_run_or_be_blocked() -> None:
    for file in templates():
        text = re.sub(r"\{#.*?#\}|<hx-partial[^>]*>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for pattern, why in FORBIDDEN.items():
            found = re.search(pattern, text)
            assert found is None, f"{named(file)}: {found.group(0)!r} {why}"


def test_a_template_is_short() -> None:
    """A file of macros may hold many, each of them short."""
    for file in templates():
        text = file.read_text(encoding="utf-8")
        macros = re.findall(r"\{% macro .*?endmacro", text, flags=re.DOTALL)
        longest = max((len(macro.splitlines()) for macro in macros), default=len(text.splitlines()))
        assert longest < LONGEST, named(file)


def test_a_template_leaves_sums_and_lists_to_its_view_ever_more_often() -> None:
    """How often they still do; when a view says one of them by name, its number here goes down."""
    texts = [file.read_text(encoding="utf-8") for file in templates()]
    found = {pattern: sum(len(re.findall(pattern, text)) for text in texts) for pattern in WORKED_OUT}
    assert {pattern: count for pattern, count in found.items() if count > WORKED_OUT[pattern]} == {}


def test_no_line_of_a_template_is_wider_than_one_reads() -> None:
    lines = [(named(file), line) for file in templates() for line in file.read_text("utf-8").splitlines()]
    assert [where for where in lines if len(where[1]) > WIDEST] == []


def test_there_are_templates() -> None:
    assert len(templates()) > 20


def test_every_template_is_one_that_jinja_escapes() -> None:
    others = [
        path
        for folder in template_folders()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".html", ".xml", ".svg")
    ]
    assert others == []
