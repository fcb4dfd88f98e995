"""A browser, started as the house's own."""

from tests.browser.conftest import browser_type_launch_args

__all__ = ["browser_type_launch_args"]
