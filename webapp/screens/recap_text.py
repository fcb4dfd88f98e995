"""The story in Markdown, to keep or to send around; what people typed is text in it and never markup."""

import re
from collections.abc import Iterable, Iterator

from webapp.screens.audience import Audience, Role
from webapp.screens.recap import ClockPath, SceneStory, Story
from webapp.screens.recap_deeds import RecapDeed

VERSIONS = {
    Role.GM: "The GM's version",
    Role.PLAYER: "As the players know it",
    Role.TV: "As the TV showed it",
}
MARKUP = re.compile(r"([\\`*_\[\]<>#|~&])")
AT_THE_START = re.compile(r"^(\s*)([-+]|\d+[.)])")


def version(audience: Audience) -> str:
    """Whose story it is, in words."""
    return VERSIONS[audience.role]


def markdown(story: Story, whose: str) -> str:
    """The whole story; `whose` says for whom ("The GM's version")."""
    head = [f"# {plain(story.name)}", f"*{plain(story.game)}. {plain(whose)}.*"]
    told = [part for scene in story.scenes for part in _scene(scene)]
    return "\n\n".join([*head, *(told or ["Nothing has happened yet."])]) + "\n"


def plain(text: str) -> str:
    """Text that Markdown shows as it was typed, in one line."""
    return AT_THE_START.sub(r"\1\\\2", _within(text))


def _within(text: str) -> str:
    """The same inside a line."""
    return MARKUP.sub(r"\\\1", " ".join(text.split()))


def _scene(scene: SceneStory) -> Iterator[str]:
    yield f"## {plain(scene.name)}"
    if scene.description:
        yield plain(scene.description)
    if scene.people:
        yield f"**There:** {', '.join(map(plain, scene.people))}."
    yield from _list("What happened", map(_deed, scene.deeds))
    yield from _list("Clocks", map(_way, scene.clocks))
    yield from _list("Came to light", map(plain, scene.revealed))
    if scene.ending:
        yield f"**How it ended:** {' '.join(map(plain, scene.ending))}"


def _list(title: str, lines: Iterable[str]) -> Iterator[str]:
    listed = [f"- {line}" for line in lines]
    if listed:
        yield f"**{title}**"
        yield "\n".join(listed)


def _deed(deed: RecapDeed) -> str:
    if deed.said:
        return plain(deed.said)
    tried = f" tried: *{plain(deed.tried)}*" if deed.tried else " took a chance"
    how = f", {plain(deed.how)}" if deed.how else ""
    then = "".join(f" {plain(each)}" for each in deed.then)
    return f"**{plain(deed.who)}**{tried}{how}. **{plain(deed.outcome)}**.{then}"


def _way(way: ClockPath) -> str:
    steps = "; ".join(map(_within, way.steps))
    return f"**{plain(way.name)}**: from {way.before} to {way.after} of {way.segments}: {steps}."
