"""Clean typed and pasted lines: bullets, numbering and full stops go, and what is too long is counted."""

import re

from webapp.rules.name_keys import QUOTES, visible

LINE_BREAK = "⏎"
"""What the field, which has one line, shows for the end of a pasted line."""
LONGEST_LINE = 300
LONGEST_TEXT = 8000
MOST_LINES = 40
BREAKS = re.compile(rf"[\r\n\v\f\x85\u2028\u2029{LINE_BREAK}]+")
BULLET = re.compile(
    r"[•‣◦⁃∙·●○■□▪▫►▸▶➤➢➔→☐☑☒✓✔✗✘◆◇❖★☆]+\ufe0f?\s*"
    r"|[-–—*>]+\s+|\[[ xX]?\]\s+|\(?[0-9]{1,3}[.)]\s+|\(?[a-zA-Z]\)\s+"
)
DOUBLE = re.escape(f'"{QUOTES}‹›「」')
QUOTED = re.compile(
    rf"[{DOUBLE}]\s*(?P<double>[^{DOUBLE}]+?)\s*[{DOUBLE}]"
    r"|['‘‚](?P<single>(?:[^'‘’‚]|\b['’]\b)+)['’‘]|(?P<mark>\*\*|__|[*_`])(?P<marked>(?:(?!(?P=mark)).)+)(?P=mark)"
)
"""A whole text in quotes, or marked as bold or slanted in a pasted one."""
FULL_WIDTH = str.maketrans("＃＠＋：／", "#@+:/")
ENDS_WITH_STOP = re.compile(
    r"(?:^|[\s.])(?:\w|jr|sr|st|dr|mr|mrs|ms|inc|ltd|co|corp|etc|no|vs|bros|esq)\.$|\.\.$", re.IGNORECASE
)
"""Names whose full stop belongs to them: “Jr.”, “J. R.”, “Wait...”."""


def split_lines(text: str) -> list[str]:
    """Return the lines of a typed or pasted text without the empty ones."""
    return [line for line in BREAKS.split(text) if clean_line(line)]


def clean_line(text: str) -> str:
    """Return one line without bullets, numbering, tabs and what nobody sees."""
    return without_bullet(" ".join(visible(text).split()).translate(FULL_WIDTH))


def without_bullet(text: str) -> str:
    """Return a line without the bullet or number before it."""
    line = text.strip()
    line = line[1:-1].strip() if line[:1] == line[-1:] == "|" else line
    while (bullet := BULLET.match(line)) and bullet.end() < len(line):
        line = line[bullet.end() :]
    return line


def unquoted(text: str) -> str:
    """Return a name without quotes around all of it, which are typing and not part of the name."""
    found = QUOTED.fullmatch(text)
    return (found["double"] or found["single"] or found["marked"]).strip() or text if found else text


def bare_name(text: str) -> str:
    """Return a name without quotes around it, and without a stop or comma after it."""
    return without_stop(without_comma(unquoted(without_stop(without_comma(text)))))


def without_stop(text: str) -> str:
    """Return a text without the stop that dictation and lists put at its end."""
    return text[:-1].rstrip() if text.endswith(".") and not ENDS_WITH_STOP.search(text) else text


def without_comma(text: str) -> str:
    """Return a text without the comma or semicolon after it in a pasted list."""
    return text.rstrip(" ;,")


def too_long(text: str) -> str:
    """Return the sentence for a text that is longer than what can be read at once, with the count; or ""."""
    if len(text) > LONGEST_TEXT:
        return f"This text has {len(text):,} characters; at most {LONGEST_TEXT:,} can be added at once."
    lines = [*map(clean_line, split_lines(text))]
    if len(lines) > MOST_LINES:
        return f"This text has {len(lines)} lines; at most {MOST_LINES} can be added at once."
    longest = max(map(len, lines), default=0)
    if longest > LONGEST_LINE:
        one = "This line" if len(lines) == 1 else f"Line {[*map(len, lines)].index(longest) + 1}"
        return f"{one} has {longest} characters; at most {LONGEST_LINE} can be read. Shorten it."
    return ""
