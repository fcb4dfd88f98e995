"""Templates print: nothing unescaped, nothing inline, nothing that the content policy would block."""

import re

from tests.house.reading import named, template_folders, templates

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
    files = templates()
    assert len(files) > 20
    for file in files:
        text = re.sub(r"\{#.*?#\}|<hx-partial[^>]*>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for pattern, why in FORBIDDEN.items():
            found = re.search(pattern, text)
            assert found is None, f"{named(file)}: {found.group(0)!r} {why}"


def test_every_template_is_one_that_jinja_escapes() -> None:
    others = [
        path
        for folder in template_folders()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".html", ".xml", ".svg")
    ]
    assert others == []
