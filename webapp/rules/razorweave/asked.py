"""What a check was asked for when it was called, before the sheet says what it comes to."""

from dataclasses import dataclass

from webapp.rules.play import AskedFor


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`."""

    attribute: str = ""
    skill: str = ""
    dc: int | None = None
    rating: int | None = None
    skill_bonus: int | None = None
    other: int = 0
    loud: bool = False
    split: bool | None = None
