"""The evening afterwards: a told scene, and figures with their numbers beneath."""

from collections.abc import Iterator
from datetime import UTC, datetime

from webapp.pages.patterns.registry import Example, macro, section
from webapp.screens.charts import Bar
from webapp.screens.lines import ClockStep, Graph
from webapp.screens.recap import ClockPath, SceneStory
from webapp.screens.recap_deeds import RecapDeed

WHEN = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
SCENE = SceneStory(
    name="The pier",
    description="Fog, ropes, a lantern that swings.",
    people=("Mara", "Tomas"),
    deeds=(
        RecapDeed(said="True from now on: Slick and Crowded."),
        RecapDeed(
            who="Mara",
            tried="Slip past the watch",
            how="along the beams",
            outcome="Partial success, margin -1",
            then=("Escape went from 2 to 3 of 6.", "Alarm went from 1 to 2 of 4."),
        ),
    ),
    clocks=(ClockPath("Escape", 2, 3, 6, ("+1 (Partial success, margin -1)",)),),
    revealed=("A second guard",),
    ending=("Alarm was full: The gate falls.", "The scene ended."),
)
OUTCOMES = (
    Bar("critical_success", "Critical success", 1, 0, 60.0, 0.8, 48.0),
    Bar("full_success", "Full success", 4, 44, 240.0, 2.9, 174.0),
    Bar("partial_success", "Partial success", 2, 88, 120.0, 2.1, 126.0),
    Bar("failure", "Failure", 1, 132, 60.0, 1.9, 114.0),
    Bar("critical_failure", "Critical failure", 0, 176, 0.0, 0.3, 18.0),
)


def _figure(number: int, name: str, threat: bool) -> Graph:
    line = "M10.0,76.0L56.7,76.0L56.7,42.0L196.7,42.0L196.7,25.0L290.0,25.0"
    steps = (
        ClockStep(WHEN, "The pier", 0, 2, "Full success"),
        ClockStep(WHEN, "The pier", 2, 3, "a bottle breaks"),
    )
    levels = (76.0, 59.0, 42.0, 25.0, 8.0)
    ground = f"{line}V76.0H10.0Z"
    return Graph(
        f"figure-{number}", name, "3 of 4", line, levels, (150.0,), steps, ground=ground, threat=threat
    )


@section("The evening afterwards", "What happened, told and drawn on the server.")
def afterwards() -> Iterator[Example]:
    """The story and its figures."""
    yield Example("A scene, told", macro("recap", "scene", SCENE), wide=True)
    figures = (_figure(1, "Escape", threat=False), _figure(2, "Alarm", threat=True))
    yield Example("Clocks over time", macro("charts", "graphs", figures), wide=True)
    named = ("Outcome", "Times", "By the odds")
    drawn = macro("charts", "bars", "outcomes", "How checks came out", OUTCOMES, *named)
    yield Example("Outcomes beside the odds", drawn, wide=True)
