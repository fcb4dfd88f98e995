"""The story of an evening as frozen values, for pages and for Markdown."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RecapDeed:
    """Something that happened: what somebody tried and how it came out, or a plain sentence (`said`)."""

    said: str = ""
    who: str = ""
    tried: str = ""
    how: str = ""
    outcome: str = ""
    then: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClockPath:
    """A clock's way through a scene: from, to, and each step with its reason."""

    name: str
    before: int
    after: int
    segments: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class SceneStory:
    """One scene as it was played."""

    name: str
    description: str
    people: tuple[str, ...]
    deeds: tuple[RecapDeed, ...]
    clocks: tuple[ClockPath, ...]
    revealed: tuple[str, ...]
    ending: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """All of it, for one audience."""

    name: str
    game: str
    scenes: tuple[SceneStory, ...]
