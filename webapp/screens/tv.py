"""How the TV lays itself out: what stands on which page, so that everything can be read from four metres.

A page holds up to 8 clocks and 12 tags; what is more comes on further pages, which take turns. One clock
in the spotlight fills the screen, the others stand small beside it. Positions are those in the lists given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Generic, TypeVar

from webapp.screens.absent import Maybe
from webapp.screens.clock_groups import paired
from webapp.screens.games import game_screens
from webapp.screens.views import (
    InPlay,
    Masked,
    Rumour,
    ShownCharacter,
    ShownClock,
    ShownTag,
    TableView,
    Turn,
)

CLOCKS = 8
TAGS = 12
TAGS_IN_A_ROW = 4
ABOVE_MANY = 4
"""How many clocks stand above more than so many people that a game tells of at the foot."""
TAGS_ABOVE_MANY = 8
BESIDE = 3
"""How many small clocks stand beside the one in the spotlight."""
BESIDE_STAGE = 2
"""How many stand beside what a game draws itself."""
NARROW = 6
LETTERS_IN_NAME = 16
LETTERS_BY_A_WORD = 10
"""What one line of a name holds; a masked clock's second line is its word."""
LINES = 12
"""What the column at the side holds: a tag is one line, a person two or three."""
LETTERS_IN_COLUMN = 20
LETTERS_IN_TAG = 17
"""What one line of the column holds of a tag's name."""
LETTERS_IN_LINE = 58
"""What the line of people at the foot holds."""
T = TypeVar("T")
V = TypeVar("V", bound=InPlay)
Pages = tuple[tuple[T, ...], ...]


@dataclass(frozen=True)
class Layout:
    """`form` is idle, spot, one, row, grid, words (no clocks) or stage (the game's own map or race has the
    screen, clocks stand small beside it); `side` puts tags and people in a column.

    `clocks` are the pages of clocks by their position in the list, `spot` the position of the clock in the
    spotlight; `long` says that names want three lines, `wraps` that tags in the column may have two;
    `spare` are people who are well and for whom there is no room.
    """

    form: str
    side: bool
    long: bool
    wraps: bool
    pages: int
    spot: int | None
    clocks: Pages[int]
    tags: Pages[ShownTag]
    cast: Pages[ShownCharacter]
    spare: tuple[ShownCharacter, ...]
    turn: Maybe[Turn]


@dataclass(frozen=True)
class Paged(Generic[T]):
    """The pages of one part of the screen; `first` is the one drawn open, `count` how many take turns."""

    pages: Pages[T]
    first: int = 1
    spare: tuple[T, ...] = ()
    spot: int | None = None

    @property
    def count(self) -> int:
        return max(len(self.pages), 1)

    @property
    def open(self) -> int:
        """The own page that is open while the screen shows page `first`."""
        return (self.first - 1) % self.count + 1


def lay_out(view: TableView) -> Layout:
    """What the TV shows of this table, and how."""
    clocks, tags, screens = _here(view.clocks), _here(view.tags), game_screens(view.ruleset)
    spot = _position(clocks, view.spotlight)
    form = _form(len(clocks), len(tags), spot, screens.stage(view))
    below = screens.told_below(view)
    people = () if below else view.cast
    side = _side(form, len(clocks), len(tags), people)
    stage = _stage(clocks, spot, form, ABOVE_MANY if below > ABOVE_MANY else CLOCKS)
    lines = TAGS_ABOVE_MANY if below > ABOVE_MANY else LINES
    tag_pages, cast, spare = _around(form, side, tags, people, lines)
    return Layout(
        form=form,
        side=side,
        long=side and any(_long(clocks, page) for page in stage),
        wraps=side and _wraps(tag_pages, cast),
        pages=max(len(stage), len(tag_pages), len(cast) if side else 1, 1),
        spot=spot,
        clocks=stage,
        tags=tag_pages,
        cast=cast,
        spare=spare,
        turn=view.turn,
    )


def _here(things: Sequence[V]) -> list[V]:
    return [thing for thing in things if thing.here]


def _position(clocks: Sequence[ShownClock], id: Maybe[int | None]) -> int | None:
    return next((place for place, clock in enumerate(clocks) if id and clock.id == id), None)


def _form(clocks: int, tags: int, spot: int | None, staged: bool) -> str:
    if spot is not None:
        return "spot" if clocks > 1 else "one"
    if staged:
        return "stage"
    if not clocks:
        return "words" if tags else "idle"
    return "one" if clocks == 1 else "row" if clocks <= TAGS_IN_A_ROW else "grid"


def _side(form: str, clocks: int, tags: int, cast: Sequence[ShownCharacter]) -> bool:
    """Many clocks leave room beside them, few a broad foot below; three and four want the whole width."""
    if form == "grid":
        return tags > 0 or any(_ails(who) for who in cast)
    return clocks in (1, 2) and tags > TAGS_IN_A_ROW and form not in ("spot", "stage")


# ---- clocks -------------------------------------------------------------------------------------


def _stage(clocks: Sequence[ShownClock], spot: int | None, form: str, most: int) -> Pages[int]:
    """The pages of clocks; two that race stand side by side, on one page."""
    groups = [group for group in paired(clocks) if group != (spot,)]
    if form not in ("spot", "stage"):
        return _filled(groups, len, most)
    rest = [(place,) for group in groups for place in group if place != spot]
    return _filled(rest, len, BESIDE_STAGE if form == "stage" else BESIDE)


def _long(clocks: Sequence[ShownClock], page: tuple[int, ...]) -> bool:
    """Whether a name among many clocks beside a column would be cut on the lines that are its own."""
    known = (clocks[n] for n in page)
    names = [(len(each.name), isinstance(each, Masked)) for each in known if not isinstance(each, Rumour)]
    return any(
        letters > (LETTERS_BY_A_WORD if masked else LETTERS_IN_NAME)
        for letters, masked in names
        if masked or len(page) > NARROW
    )


def _filled(
    groups: Sequence[tuple[T, ...]], size: Callable[[tuple[T, ...]], int], most: int, even: bool = True
) -> Pages[T]:
    """Groups on as few pages as hold them; `even` makes them about equally full."""
    total = sum(size(group) for group in groups)
    fair = ceil(total / max(ceil(total / most), 1)) if even else most
    pages: list[list[T]] = []
    room = 0
    for group in groups:
        if size(group) > room:
            pages.append([])
            room = max(fair, size(group))
        pages[-1].extend(group)
        room -= size(group)
    return tuple(tuple(page) for page in pages)


# ---- tags and people ----------------------------------------------------------------------------


def _around(
    form: str, side: bool, tags: list[ShownTag], cast: Sequence[ShownCharacter], lines: int
) -> tuple[Pages[ShownTag], Pages[ShownCharacter], tuple[ShownCharacter, ...]]:
    """Pages of tags, so many at most, pages of people, and the people left out."""
    hurt = [who for who in cast if _ails(who)]
    well = [who for who in cast if not _ails(who)]
    most = TAGS_IN_A_ROW if form in ("spot", "stage") else min(TAGS, lines)
    tag_pages = _filled([(tag,) for tag in tags], len, most)
    if not side:
        row = _filled([(who,) for who in hurt], _letters, LETTERS_IN_LINE, even=False)
        return tag_pages, *_with_the_well(row, well, _letters, LETTERS_IN_LINE)
    if len(tags) + sum(_lines((who,)) for who in hurt) <= LINES:
        people: Pages[ShownCharacter] = (tuple(hurt),) if hurt else ()
        return tag_pages, *_with_the_well(people, well, _lines, LINES - len(tags))
    if len(tags) <= LINES // 2:
        return tag_pages, _filled([(who,) for who in hurt], _lines, LINES - len(tags)), tuple(well)
    before: Pages[ShownCharacter] = tuple(() for _ in tag_pages)
    after = _filled([(who,) for who in hurt], _lines, LINES)
    return (*tag_pages, *(() for _ in after)), (*before, *after), tuple(well)


def _with_the_well(
    pages: Pages[T], well: list[T], size: Callable[[tuple[T, ...]], int], most: int
) -> tuple[Pages[T], tuple[T, ...]]:
    """Those who are well stand with the others as far as one page holds them; else they are left out."""
    if len(pages) > 1:
        return pages, tuple(well)
    shown = [who for page in pages for who in page]
    room = most - size(tuple(shown))
    left: list[T] = []
    for who in well:
        fits = size((who,)) <= room
        room -= size((who,)) if fits else 0
        (shown if fits else left).append(who)
    return ((tuple(shown),) if shown else ()), tuple(left)


def _wraps(tags: Pages[ShownTag], cast: Pages[ShownCharacter]) -> bool:
    """Whether the column still holds all there is when long tags have two lines each."""
    together = zip(tags, cast, strict=True) if len(tags) == len(cast) else product(tags, cast or ((),))
    return all(sum(map(_lines_of_tag, some)) + _lines(people) <= LINES for some, people in together)


def _lines_of_tag(tag: ShownTag) -> int:
    return 2 if len(getattr(tag, "name", "")) > LETTERS_IN_TAG else 1


def _ails(who: ShownCharacter) -> bool:
    return bool(getattr(who, "conditions", ()))


def _words(who: ShownCharacter) -> tuple[str, str]:
    """What the screen says of somebody: the name, and what ails them."""
    ails = (getattr(each, "name", "?") for each in getattr(who, "conditions", ()))
    return getattr(who, "name", "Somebody"), " · ".join(ails)


def _letters(people: tuple[ShownCharacter, ...]) -> int:
    return sum(len(name) + len(ails) + 4 for name, ails in map(_words, people))


def _lines(people: tuple[ShownCharacter, ...]) -> int:
    return sum(1 + min(ceil(len(ails) / LETTERS_IN_COLUMN), 2) for _, ails in map(_words, people))
