"""The tests of Lantern are its own: they run where it is installed (`test_tutorial.py`)."""

collect_ignore = ["lantern"]
