"""What somebody says chooses no number: only a named skill or attribute makes a tag count by itself.

Sixty phrases, some from the book's own examples, each with the level that skill and attribute give alone
(seed 004:26, the GM "notes any Tags"; 004:37, the approach says what is relevant; 004:81, the roll).
"""

from typing import NamedTuple

import pytest

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import RULESET, Check, ContextItem, Modifier, ModifierKind


class Phrase(NamedTuple):
    """What is said, what the check names, what stands around, and the level that follows from the names."""

    words: str
    attribute: str = ""
    skill: str = ""
    around: tuple[str, ...] = ()
    level: int = 0


AGI, MIG, PRE, RSN = "AGI Agility", "MIG Might", "PRE Presence", "RSN Reason"
DIM, DARK, SLICK, FULL = ("Dim Light",), ("Darkness",), ("Slick",), ("Dim Light", "Obscured")
PHRASES = (
    # Dim Light: one Edge for Stealth, whatever is said of eyes (000:130)
    Phrase("sneak past so that nobody sees me", AGI, "Stealth", DIM, 1),
    Phrase("stay out of sight", AGI, "Stealth", DIM, 1),
    Phrase("slip by while they look the other way", AGI, "Stealth", DIM, 1),
    Phrase("creep along the wall, watching the guard", AGI, "Stealth", DIM, 1),
    Phrase("get past without a sound", AGI, "Stealth", DIM, 1),
    Phrase("pass like a shadow", AGI, "Stealth", DIM, 1),
    Phrase("be gone before they notice", AGI, "Sneaking", DIM, 1),
    Phrase("vanish behind the crates", AGI, "Hiding", DIM, 1),
    Phrase("keep to the dark side of the street", AGI, "Stealth", DIM, 1),
    Phrase("tail her unseen", AGI, "Stealth", DIM, 1),
    Phrase("sneak past the guards", AGI, "Stealth", DIM, 1),  # 000:32
    Phrase("sneak past patrolling figures", AGI, "Stealth", FULL, 2),  # 000:164
    Phrase("stay out of sight", AGI, "", DIM, 0),
    Phrase("sneak past", "", "", DIM, 0),
    Phrase("look innocent", PRE, "Deception", DIM, 0),
    Phrase("look him in the eye and lie", PRE, "Deception", DIM, 0),
    Phrase("see whether he is lying", RSN, "Insight", DIM, 0),
    Phrase("watch my tongue", PRE, "", DIM, 0),
    Phrase("hide my fear", PRE, "", DIM, 0),
    Phrase("hide the truth from the magistrate", PRE, "Deception", DIM, 0),
    # Darkness and Blinded: two Burden for eyes alone (000:131, 000:147)
    Phrase("search my memory for his name", RSN, "History", DARK, 0),
    Phrase("read his mood", PRE, "Empathy", DARK, 0),
    Phrase("spot the flaw in his argument", RSN, "Logic", DARK, 0),
    Phrase("aim to please the duke", PRE, "Etiquette", DARK, 0),
    Phrase("search the room", RSN, "Search", DARK, -2),
    Phrase("listen at the door, looking away", RSN, "Hearing", DARK, 0),
    Phrase("watch over the sleeping child", RSN, "Medicine", ("Blinded",), 0),
    Phrase("make out who comes", RSN, "Spotting", ("Blinded",), -2),
    # Slick: one Burden for movement and balance (000:132)
    Phrase("run the numbers", RSN, "Accounting", SLICK, 0),
    Phrase("jump to a conclusion", RSN, "Logic", SLICK, 0),
    Phrase("climb the social ladder", PRE, "Persuasion", SLICK, 0),
    Phrase("move the crowd to tears", PRE, "Performance", SLICK, 0),
    Phrase("leap between rooftops", AGI, "Acrobatics", SLICK, -1),  # 004:16
    Phrase("cross the wet ledge", AGI, "Balance", SLICK, -1),
    Phrase("climb the wall", AGI, "Climbing", SLICK, -1),  # 000:38
    Phrase("sprint across the courtyard", AGI, "", SLICK, 0),
    Phrase("walk him through the plan", RSN, "", SLICK, 0),
    # Cramped, Elevated, cover and the open (000:133 to 000:136)
    Phrase("grapple with the sums", RSN, "", ("Cramped",), 0),
    Phrase("pin him to the floor", MIG, "Grappling", ("Cramped",), 1),
    Phrase("wrestle with my conscience", PRE, "", ("Cramped",), 0),
    Phrase("defend my brother's honour", PRE, "Rhetoric", ("Exposed",), 0),
    Phrase("dodge the question", PRE, "Deception", ("Solid Cover", "Outnumbered"), 0),
    Phrase("get my shield up", AGI, "Dodge", ("Exposed", "Outnumbered"), -2),
    Phrase("strike a pose behind the cover", PRE, "", ("Solid Cover",), 0),
    # What a character carries (000:138 to 000:147)
    Phrase("sprint across a courtyard", AGI, "", ("Exhausted",), 0),  # 000:103, the GM's word
    Phrase("sprint across a courtyard", AGI, "Athletics", ("Exhausted",), -1),
    Phrase("climb a fence while fleeing pursuit", AGI, "Climbing", ("Exhausted", "Wounded"), -2),  # 000:106
    Phrase("fight for custody in court", PRE, "Law", ("Wounded", "Exhausted"), 0),
    Phrase("lift their spirits", PRE, "Leadership", ("Wounded",), 0),
    Phrase("force myself to recall the map", RSN, "", ("Wounded", "Poisoned"), 0),
    Phrase("push the door", MIG, "", ("Wounded",), -1),
    Phrase("keep my feet", AGI, "", ("Poisoned", "Encumbered"), -2),
    Phrase("put on a brave face", PRE, "", ("Shaken",), -1),
    Phrase("talk to myself to stay awake", RSN, "", ("Shaken",), 0),
    Phrase("react with a witty remark", PRE, "", ("Dazed",), 0),
    Phrase("notice what is missing", RSN, "Perception", ("Dazed",), -1),
    # The air in the room (000:77 to 000:80)
    Phrase("calm down and think", RSN, "", ("Tense",), 0),
    Phrase("trust my gut", RSN, "", ("Suspicious",), 0),
    Phrase("convince the foreman to delay shipment", PRE, "Persuasion", ("Suspicious",), -1),  # 004:40
    Phrase("mind my manners while I cut the purse", AGI, "Sleight of Hand", ("Formal",), 0),
)


def held(name: str) -> ContextItem:
    entry = RULESET.catalogue.find(name)
    return ContextItem(entry.name, entry.kind, entry.effects, {}, entry.data)


def make_check(phrase: Phrase, words: str) -> Check:
    return Check(14, 2, 1, attribute_name=phrase.attribute, skill_name=phrase.skill, intent=words)


def test_there_are_sixty() -> None:
    assert len(PHRASES) == len(set(PHRASES)) == 60


@pytest.mark.parametrize("phrase", PHRASES, ids=lambda each: f"{each.words} ({each.skill or each.attribute})")
def test_the_level_before_anybody_taps_is_that_of_skill_and_attribute(phrase: Phrase) -> None:
    around = [held(name) for name in phrase.around]
    spoken, silent = (
        RULESET.modifiers_for(make_check(phrase, words), around) for words in (phrase.words, "")
    )
    assert spoken.data["level"] == silent.data["level"] == phrase.level
    assert spoken.sources == silent.sources
    assert spoken.blocked == ()
    counted = [Check(14, 2, 1, sources=each.sources) for each in (spoken, silent)]
    assert rw.odds(counted[0]) == rw.odds(counted[1])


@pytest.mark.parametrize(
    ("words", "attribute", "around", "suggested"),
    [
        (
            "sneak past the guards",
            AGI,
            "Dim Light",
            [Modifier("Dim Light", ModifierKind.EDGE, note="stealth")],
        ),
        ("spot the wire", RSN, "Darkness", [Modifier("Darkness", ModifierKind.BURDEN, 2, note="sight")]),
        ("sprint to the gate", AGI, "Exhausted", [
            Modifier("Exhausted", ModifierKind.BURDEN, note="demanding physical"),
        ]),
        ("sneak past so that nobody sees me", AGI, "Dim Light", [
            Modifier("Dim Light", ModifierKind.EDGE, note="stealth"),
            Modifier("Dim Light", ModifierKind.BURDEN, note="sight"),
        ]),
        ("talk about the weather", PRE, "Slick", []),
    ],
)  # fmt: skip
def test_words_suggest(words: str, attribute: str, around: str, suggested: list[Modifier]) -> None:
    assessed = RULESET.modifiers_for(Check(14, attribute_name=attribute, intent=words), [held(around)])
    assert (assessed.sources, list(assessed.suggested)) == ((), suggested)
    assert set(assessed.suggested) <= set(assessed.offered)


def test_the_other_sign_of_what_counts_is_not_suggested() -> None:
    check = Check(14, skill_name="Stealth", intent="sneak past so that nobody sees me")
    assessed = RULESET.modifiers_for(check, [held("Dim Light")])
    assert (assessed.data["edge"], assessed.data["burden"], assessed.suggested) == (1, 0, ())


def test_a_tag_never_counts_with_both_signs() -> None:
    """A check that is about eyes and about hiding: what the tag says first holds (000:27)."""
    assessed = RULESET.modifiers_for(Check(14, skill_name="Stealth and Scouting"), [held("Dim Light")])
    assert (assessed.data["edge"], assessed.data["burden"]) == (1, 0)
