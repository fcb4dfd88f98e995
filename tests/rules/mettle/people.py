"""The ids of the people in these tests: the rules know everybody by a whole number."""

ANN, BO, CAT, DOG, EVE, WOLF, FOX = range(1, 8)
AL, BEA, BOG, CAI, DUN = range(11, 16)
EVERYBODY = {name.lower(): id for name, id in globals().items() if name.isupper() and isinstance(id, int)}
"""Each id by the lower-case name, for tests with an argument a person (`ann=4`)."""
