"""Python reads this at its start where this folder is on its path: a test's server records, too."""

import os

if os.environ.get("TABLESIDE_PLAYED"):
    import recorder

    recorder.install()
