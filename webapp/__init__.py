"""Tableside: a live table for tabletop role-playing games."""


def __getattr__(name: str) -> object:
    """Load `create_app` on first use, so that `webapp.rules` can be imported without Flask."""
    if name == "create_app":
        from webapp.app import create_app

        return create_app
    raise AttributeError(name)
