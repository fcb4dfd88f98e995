"""The 13 conditions, range bands and movement."""

import pytest

from tests.rules.resonance.people import HORSE, ROOK, SPARKS
from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Attempt, Band, Kind, book, conditions
from webapp.rules.errors import RuleError

CONDITIONS = [
    "Mounted",
    "Riding",
    "Prone",
    "Crouching",
    "Cover",
    "High Ground",
    "Submerged",
    "Hidden",
    "Exhausted",
    "Injured",
    "Unconscious",
    "Silenced",
    "Exposed",
]


def mode(attempt, own=(), target=()):
    return resonance.decide_mode(conditions.sources(attempt, own, target)).mode


def test_there_are_thirteen_conditions():
    assert [entry.name for entry in book.catalogue().entries("condition")] == CONDITIONS


def test_every_effect_of_the_catalogue_has_a_meaning_here():
    for entry in book.catalogue().entries("condition"):
        assert entry.effects
        for effect in entry.effects:
            assert effect.on in conditions.PHRASES, (entry.name, effect.on)


@pytest.mark.parametrize(
    ("own", "attempt", "expected"),
    [
        ("Prone", Attempt(), "disadvantage"),
        ("Prone", Attempt(action=False), "normal"),
        ("Crouching", Attempt(kind=Kind.HIDE), "advantage"),
        ("Crouching", Attempt(), "normal"),
        ("Cover", Attempt(kind=Kind.HIDE), "advantage"),
        ("Cover", Attempt(kind=Kind.ATTACK), "normal"),
        ("High Ground", Attempt(ranged=True), "advantage"),
        ("High Ground", Attempt(), "normal"),
        ("Submerged", Attempt(), "disadvantage"),
        ("Submerged", Attempt(kind=Kind.HIDE), "normal"),  # Disadvantage, and the Cover it grants
        ("Hidden", Attempt(targeted=True), "advantage"),  # 001:21
        ("Hidden", Attempt(targeted=True, unaware=False), "normal"),
        ("Hidden", Attempt(), "normal"),
        ("Exhausted", Attempt(), "disadvantage"),
        ("Exhausted", Attempt(action=False), "disadvantage"),
        ("Injured", Attempt(), "normal"),
        ("Riding", Attempt(), "normal"),
    ],
)
def test_what_a_condition_does_to_ones_own_roll(own, attempt, expected):
    assert mode(attempt, own=[own]) == expected


@pytest.mark.parametrize(
    ("target", "attempt", "expected"),
    [
        ("Cover", Attempt(kind=Kind.ATTACK), "disadvantage"),
        ("Cover", Attempt(targeted=True), "normal"),
        ("Submerged", Attempt(kind=Kind.ATTACK), "disadvantage"),
        ("Exposed", Attempt(kind=Kind.ATTACK), "advantage"),
        ("Exposed", Attempt(targeted=True), "advantage"),
        ("Exposed", Attempt(), "normal"),
        ("Exposed", Attempt(kind=Kind.SEARCH), "normal"),  # 001:26: a Search targets nobody
        ("Prone", Attempt(kind=Kind.ATTACK), "normal"),
    ],
)
def test_what_the_targets_condition_does(target, attempt, expected):
    assert mode(attempt, target=[target]) == expected


@pytest.mark.parametrize(
    ("own", "target", "attempt", "blocked"),
    [
        (["Unconscious"], [], Attempt(), ("Unconscious: no rolls.",)),
        ([], ["Hidden"], Attempt(kind=Kind.ATTACK), ("Hidden: the target must be found first.",)),
        ([], ["Hidden"], Attempt(kind=Kind.SEARCH), ()),
        (["Silenced"], [], Attempt(keywords=True), ("Silenced: no innate keywords (no EP).",)),
        (["Silenced"], [], Attempt(), ()),
        (
            ["Mounted"],
            [],
            Attempt(keywords=True),
            ("Mounted: no innate keywords (unless the rider commands their use).",),
        ),
        (["Mounted"], [], Attempt(keywords=True, commanded=True), ()),
    ],
)
def test_what_a_condition_forbids(own, target, attempt, blocked):
    assert conditions.blocked(attempt, own, target) == blocked


def test_ranged_effects_beyond_touch_have_disadvantage_and_aiming_cancels_it():
    assert mode(Attempt(ranged=True, band=Band.TOUCH)) == "normal"
    assert mode(Attempt(ranged=True, band=Band.CLOSE)) == "disadvantage"
    assert mode(Attempt(ranged=False, band=Band.CLOSE)) == "normal"
    assert mode(Attempt(ranged=True, band=Band.FAR, aimed=True)) == "normal"
    assert mode(Attempt(aimed=True)) == "advantage"


def test_kind_and_band_may_be_said_as_words():
    assert mode(Attempt(kind="attack"), target=["Cover"]) == "disadvantage"
    assert mode(Attempt(ranged=True, band="touch")) == "normal"
    for wrong in (
        lambda: Attempt(kind="dance"),
        lambda: Attempt(band="there"),
    ):
        with pytest.raises(RuleError):
            wrong()


def test_a_called_shot_and_a_surprised_reaction_have_disadvantage():
    assert mode(Attempt(called_shot=True)) == "disadvantage"
    assert mode(Attempt(kind=Kind.REACTION, surprised=True)) == "disadvantage"
    assert mode(Attempt(surprised=True)) == "normal"


def test_sources_are_named():
    found = conditions.sources(Attempt(ranged=True, band=Band.NEAR), own=["high ground"])
    assert [(source.name, source.modifier) for source in found] == [
        ("High Ground", "advantage"),
        ("Range", "disadvantage"),
    ]


@pytest.mark.parametrize(
    ("stat", "own", "bands"),
    [
        (4, [], 4),
        (4, ["Crouching"], 2),
        (5, ["Submerged"], 2),
        (1, ["Crouching"], 1),
        (5, ["Crouching", "Submerged"], 2),
    ],
)
def test_movement_is_halved_but_never_below_one(stat, own, bands):
    assert resonance.movement(stat, own) == bands


def test_immobilised_means_no_movement():
    assert resonance.movement(4, immobilised=True) == 0


def test_standing_up_ends_prone():
    assert resonance.standing_up(["Prone", "Cover"]) == ("cover",)


def test_rider_and_mount_share_their_actions():
    assert resonance.may_pay_from(SPARKS, ["Riding"], HORSE) == (SPARKS, HORSE)
    assert resonance.may_pay_from(HORSE, ["Mounted"], SPARKS) == (HORSE, SPARKS)
    assert resonance.may_pay_from(ROOK, [], HORSE) == (ROOK,)


def test_a_rider_dictates_what_the_mount_does():
    assert resonance.dictated_by(HORSE, ["Mounted"], SPARKS) == SPARKS
    assert resonance.dictated_by(SPARKS, ["Riding"], HORSE) == SPARKS
    assert resonance.dictated_by(ROOK, [], None) == ROOK


def test_derived_conditions_name_their_value():
    derived = {e.key: e.data["derived_from"] for e in book.catalogue().entries() if "derived_from" in e.data}
    assert derived == {"exhausted": "sp", "unconscious": "hp", "silenced": "ep"}


def test_an_unknown_condition_is_refused_with_the_nearest():
    with pytest.raises(RuleError, match="Did you mean Prone"):
        conditions.sources(Attempt(), own=["Pron"])


def test_conditions_come_as_a_list():
    assert resonance.Check(against=9, conditions=["Prone"]).conditions == ("prone",)


def test_bands_have_names_and_edges():
    assert [(band.label, band.up_to) for band in Band] == [
        ("Touch", 1),
        ("Close", 3),
        ("Near", 10),
        ("Far", 100),
        ("Distant", 300),
    ]


@pytest.mark.parametrize(
    ("metres", "band"),
    [
        (0, "touch"),
        (1, "touch"),
        (2, "close"),
        (3, "close"),
        (10, "near"),
        (11, "far"),
        (100, "far"),
        (101, "distant"),
        (300, "distant"),
    ],
)
def test_on_the_edge_between_two_bands_the_nearer_one_counts(metres, band):
    """Seed 001:82 to 001:86: each edge stands in two rows."""
    assert Band.at(metres) is Band(band)


def test_what_is_beyond_the_last_band_is_out_of_range():
    with pytest.raises(RuleError, match="301 m is out of range: the last band, Distant, ends at 300 m"):
        Band.at(301)


def test_one_gets_up_from_prone_and_out_of_a_crouch_alone():
    assert conditions.may_stand_up(["Crouching"])
    assert conditions.may_stand_up(["Hidden", "Prone"])
    assert not conditions.may_stand_up(["Hidden", "Exhausted"])


def test_a_mount_is_known_by_its_condition():
    assert conditions.is_ridden("Mounted")
    assert not conditions.is_ridden("Riding")
    assert not conditions.is_ridden("Fond of riding")
