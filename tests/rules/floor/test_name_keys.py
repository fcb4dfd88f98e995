"""Names: found as people type them, told apart as people see them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.rules.errors import nearest
from webapp.rules.name_keys import (
    APOSTROPHES,
    DASHES,
    QUOTES,
    find_named,
    is_seen,
    look_key,
    looks_like_the_gm,
    name_key,
    visible,
)

CATEGORIES = [
    *(
        "Lu",
        "Ll",
        "Lt",
        "Lm",
        "Lo",
        "Mn",
        "Mc",
        "Me",
        "Nd",
        "Nl",
        "No",
        "Pc",
        "Pd",
        "Ps",
        "Pe",
        "Pi",
        "Pf",
        "Po",
    ),
    *("Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cf", "Cn", "Co"),
]
"""Unicode's categories, but for control characters and halves of pairs, which no name may have."""
LETTERS = st.sampled_from(CATEGORIES).flatmap(lambda category: st.characters(categories=[category]))
NAMES = st.text(LETTERS, max_size=12)
FORMS = st.sampled_from(["NFC", "NFD"])
GAELIC = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@given(NAMES)
def test_the_key_of_a_key_is_the_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)
    assert visible(visible(name)) == visible(name)


@given(NAMES, FORMS)
def test_both_forms_of_an_accented_letter_have_one_key(name: str, form: str) -> None:
    assert name_key(unicodedata.normalize(form, name)) == name_key(name)  # type: ignore[arg-type]


@given(LETTERS)
def test_capitals_and_small_letters_have_one_key(letter: str) -> None:
    assert name_key(letter.upper()) == name_key(letter) == name_key(letter.casefold())


@given(NAMES)
def test_no_name_that_can_be_seen_has_an_empty_key(name: str) -> None:
    assert name_key(name) or not any(map(is_seen, visible(name)))


@given(NAMES)
def test_what_nobody_sees_does_not_count(name: str) -> None:
    assert name_key(visible(name)) == name_key(name)
    assert look_key(visible(name)) == look_key(name)


@given(NAMES, NAMES, st.sampled_from([APOSTROPHES, QUOTES, DASHES]), st.data())
def test_variants_of_a_sign_are_one_letter(before: str, after: str, signs: str, data: st.DataObject) -> None:
    one, other = (data.draw(st.sampled_from(signs)) for _ in range(2))
    assert name_key(f"{before}a{one}b{after}") == name_key(f"{before}a{other}b{after}")


@pytest.mark.parametrize(
    ("stored", "typed"),
    [
        ("O’Malley", "o'malley"),
        ("O’Malley", "O´Malley"),
        ("Zoë", "zoe"),
        ("Zoë", "Zoe\u0308"),
        ("“The Fox”", '"the fox"'),
        ("Jean—Luc", "jean-luc"),
        ("Café\u00a0Noir", "cafe noir"),
        ("Søren Łoś", "soren los"),
        ("Straße", "STRASSE"),
        ("Mara", "Ｍａｒａ"),
        ("Ana", "A\u200bna\u00ad"),
        ("किताब", "किताब"),
    ],
)
def test_a_name_is_found_as_it_is_typed(stored: str, typed: str) -> None:
    assert name_key(stored) == name_key(typed)


@pytest.mark.parametrize(("one", "other"), [("が", "か"), ("कि", "कु"), ("ดิน", "ดอน"), ("Mara", "Mira")])
def test_what_other_scripts_write_with_marks_are_other_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_name_typed_exactly_wins_over_one_that_is_alike() -> None:
    names = ["Zoe", "Zoë", "ZOE"]
    assert find_named(names, "Zoë", str) == ["Zoë"]
    assert find_named(names, "Zoe\u0308", str) == ["Zoë"]
    assert find_named(names, "zoé", str) == names
    assert find_named(names, "", str) == []


@pytest.mark.parametrize(
    "kept",
    ["می‌خواهم", "ශ්‍රී", "👩‍👩‍👧", "❤️", "🏳️‍🌈", "👩🏽‍🚀", GAELIC, "Ana", "O’Malley"],
)
def test_what_a_script_or_a_picture_needs_stays(kept: str) -> None:
    assert visible(kept) == kept


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("A\u200bn\u200ca\u200d", "Ana"),
        ("An\u00ada", "Ana"),
        ("Ana\U000e0067\U000e0062", "Ana"),
        ("\u202eAna", "Ana"),
        ("Ana\u3164", "Ana "),
        ("\u2800\uffa0", "  "),
        ("\u115f\u1160", ""),
    ],
)
def test_what_nobody_sees_goes(typed: str, left: str) -> None:
    assert visible(typed) == left


@pytest.mark.parametrize(
    "name", ["GM", "gm", "G M", "g.m.", "ＧＭ", "ԌМ", "G\u200bM", "[GM]", "ⓖⓜ", "🇬🇲", "The GM", "Game Master"]
)
def test_nobody_looks_like_the_gm(name: str) -> None:
    assert looks_like_the_gm(name)


@pytest.mark.parametrize("name", ["Magma", "Gemma", "Gm̃ela", "Ana", "Guillem", "Γμ"])
def test_others_do_not(name: str) -> None:
    assert not looks_like_the_gm(name)


def test_names_in_other_letters_look_alike() -> None:
    assert look_key("Аna") == look_key("ana")
    assert name_key("Аna") != name_key("Ana")


def test_a_hint_is_found_by_the_key_and_told_as_it_is_written() -> None:
    assert nearest("zoe", ["Zoë", "Mara"]) == " Did you mean Zoë?"
    assert nearest("OMalley", ["O’Malley"]) == " Did you mean O’Malley?"
