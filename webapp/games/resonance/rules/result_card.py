"""Make the result card of a roll: pairs of a Main and a Lucky die (`templates/result.html` draws them)."""

from webapp.games.resonance.rules.outcome import KnownOutcome
from webapp.games.resonance.rules.standard_roll import Mode, Pair, counting
from webapp.rules.result_card import DiceGroup, DieFace, ResultCard

SIDES = 10


def result_card(came: KnownOutcome, sentences: tuple[str, ...]) -> ResultCard:
    """Return the card: each pair as a group with what a double adds, an unusual mode, and the sentences."""
    mode = Mode(came.mode)
    pairs = [_pair(pair, mode) for pair in came.pairs]
    if pairs and mode is not Mode.NORMAL:
        pairs.append(DiceGroup(note=str(mode).capitalize()))
    return ResultCard(tuple(pairs), (), sentences)


def _pair(pair: Pair, mode: Mode) -> DiceGroup:
    main, lucky = pair
    solid = counting(pair, mode)
    faces = (
        DieFace(main, "main" if solid == "lucky" else "main counts", SIDES),
        DieFace(lucky, "lucky" if solid == "main" else "lucky counts", SIDES),
    )
    double = main == lucky
    more = ", a double" if double else ", which counts" if solid == "lucky" else ""
    says = f"Main {main}, Lucky {lucky}{more}"
    return DiceGroup(faces, note=f"double +{main + lucky}" if double else "", says=says)
