"""The keys by which names are found and compared, and the letters of a name that can be seen.

    >>> name_key("O’Malley") == name_key("o'malley"), name_key("Zoë") == name_key("ZOE")
    (True, True)

Names are stored as they were typed; only comparisons use keys.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from typing import TypeVar

LONGEST_NAME = 80
GM_NAMES = frozenset({"gm", "thegm", "gamemaster", "thegamemaster"})
"""The look of names that only the GM may have: letters alone, as `look_key` gives them."""
BLANK = "\u2800\u3164\uffa0"
"""Letters that are drawn as a space."""
UNSEEN = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180E, 0x180E),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE00FF),
    (0xE01F0, 0xE0FFF),
)
"""The ranges of letters that nobody sees (Unicode's default ignorable ones), without variation selectors."""
VARIATIONS = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
"""The variation selectors, which change how the letter before them is drawn."""
JOINERS = "\u200c\u200d"
FLAG = "\U0001f3f4"
FLAGS = re.compile(f"{FLAG}[\U000e0061-\U000e007a]{{5}}\U000e007f")
"""A region's flag: a black flag, five tag letters (“gbsct” for Scotland) and their end."""
JOINED = (
    "\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1700-\u18af\u1b00-\u1bff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc"
)
"""The letters of scripts that need joiners, such as Arabic's and India's."""
PICTURES = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
KEPT_JOINER = re.compile(
    f"(?<=[{JOINED}])[{JOINERS}](?=[{JOINED}])|(?<=[{PICTURES}])\u200d(?=[{PICTURES}])|(?<=[\u094d\u09cd\u0a4d"
    "\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])\u200d"
)
"""A joiner between two letters, or two pictures, that are drawn differently without it; or after a virama."""
APOSTROPHES = "`´ʹʻʼʽˈʾʿꞌ‘’‚‛′‵׳＇"
QUOTES = "“”„‟«»″‶〝〞〟״＂"
DASHES = (
    "\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d"
    "\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010ead"
)
ACCENTS = frozenset({1, *range(10, 36), *range(200, 235)})
"""The combining classes of accents and of Hebrew's and Arabic's points, but not of other scripts' vowels."""
LETTERS = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
}
"""Letters with a stroke or of two, which people without them on the keyboard type otherwise."""
LOOKS = (
    ("АВСЕНІЈКМОРЅТХУԌԚԜ", "ABCEHIJKMOPSTXYGQW"),
    ("авсенһіјкморѕтхуԍԛԝԁӏ", "abcehhijkmopstxygqwdl"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϺαικνορυϲ", "ABEZHIKMNOPTYXMaikvopuc"),
    ("ɡɢᴍᴀʙᴄᴅᴇʜɪᴊᴋʟɴᴏᴘʀᴛᴜᴠᴡʏᴢ", "ggmabcdehijklnoprtuvwyz"),
    ("ᏀᎶᏳᎷⲘⲙꓖꓟ", "GGGMMMGM"),
)
"""Letters of other alphabets, and small capitals, beside the Latin letters that they look like."""
LETTER_PICTURES = (0x1F150, 0x1F170, 0x1F1E6)
"""The first of 26 letters each: in black circles, in black squares, and as the halves of flags."""
T = TypeVar("T")


DROPPED = dict.fromkeys(chain.from_iterable(range(first, last + 1) for first, last in UNSEEN))
IGNORED = DROPPED | dict.fromkeys(chain.from_iterable(range(first, last + 1) for first, last in VARIATIONS))
BLANKS = dict.fromkeys(map(ord, BLANK), " ")
ONE_LETTER: dict[int, str | None] = (
    IGNORED
    | BLANKS
    | dict.fromkeys(map(ord, APOSTROPHES), "'")
    | dict.fromkeys(map(ord, QUOTES), '"')
    | dict.fromkeys(map(ord, DASHES), "-")
    | {ord(letter): plain for letter, plain in LETTERS.items()}
)
"""The variants of a letter that are one letter in keys."""
LOOK_ALIKES = {
    ord(letter): look for letters, looks in LOOKS for letter, look in zip(letters, looks, strict=True)
}
LOOK_ALIKES |= {first + place: chr(97 + place) for first in LETTER_PICTURES for place in range(26)}


def visible(text: str) -> str:
    """Return a text without what nobody sees, and with a space for each letter that is drawn as one.

    Joiners and variation selectors stay where the letters beside them need them, as in Persian and emoji.
    """
    kept = {found.start() + place for found in FLAGS.finditer(text) for place in range(len(found[0]))}
    seen = "".join(
        letter
        for place, letter in enumerate(text)
        if place in kept or letter in JOINERS or ord(letter) not in DROPPED
    ).translate(BLANKS)
    joined = {found.start() for found in KEPT_JOINER.finditer(seen)}
    return "".join(letter for place, letter in enumerate(seen) if letter not in JOINERS or place in joined)


def is_seen(letter: str) -> bool:
    """Return whether a letter can be seen by itself, after `visible` has dropped what cannot."""
    return unicodedata.category(letter) not in {"Cf", "Zs", "Zl", "Zp", "Cn", "Co", "Mn"}


def name_key(name: str) -> str:
    """Return the key by which a name is found: without case, accents, and variants of signs and spaces.

    It is "" only for a name in which nothing can be seen.
    """
    return _key(name)


@lru_cache(maxsize=8192)
def _key(name: str) -> str:
    key, last = _fold(name), ""
    while key != last:
        key, last = _fold(key), key
    return key or " ".join(unicodedata.normalize("NFD", name).translate(IGNORED | BLANKS).casefold().split())


def _fold(text: str) -> str:
    """Fold a text once; some letters take two turns."""
    plain = unicodedata.normalize("NFD", text).translate(ONE_LETTER)
    plain = unicodedata.normalize("NFKD", plain).translate(ONE_LETTER)
    plain = "".join(letter for letter in plain if unicodedata.combining(letter) not in ACCENTS)
    return re.sub("-+", "-", " ".join(plain.casefold().split()))


def look_key(name: str) -> str:
    """Return a key that names share if they look alike, whatever alphabets their letters come from."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", name).translate(ONE_LETTER))
    return name_key(plain.translate(LOOK_ALIKES))


def looks_like_the_gm(name: str) -> bool:
    """Return whether a player of this name could be taken for the GM: “GM”, “g. m.”, “ＧＭ”, “ԌМ 2”."""
    return "".join(filter(str.isalpha, look_key(name))) in GM_NAMES


def find_named(things: Iterable[T], name: str, name_of: Callable[[T], str]) -> list[T]:
    """Return the things of this name: those written exactly so, or else those with the same key."""
    things, key = list(things), name_key(name)
    exact = unicodedata.normalize("NFC", name.strip())
    same = [thing for thing in things if key and name_key(name_of(thing)) == key]
    return [thing for thing in same if name_of(thing) == exact] or same


def free_name(name: str, taken: Iterable[str], key: Callable[[str], str] = name_key) -> str:
    """Return the name, with a number if it is taken: “Door (2)”. Names with the same `key` are alike."""
    number, wanted, keys = 1, name, set(map(key, taken))
    while key(wanted) in keys:
        number += 1
        ending = f" ({number})"
        wanted = name[: LONGEST_NAME - len(ending)] + ending
    return wanted
