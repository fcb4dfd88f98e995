"""What the machine raises."""


class Fault(AssertionError):
    """Something that may not be: which check found it, and all that is needed to see it."""

    def __init__(self, check: str, words: str) -> None:
        super().__init__(f"[{check}] {words}")
        self.check = check
