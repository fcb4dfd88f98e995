"""The ids of the people in these tests, as a table gives them out."""

SPARKS, ROOK, CAPTAIN, HORSE, DRONE, TRAP = range(1, 7)
