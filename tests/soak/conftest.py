"""The machine's own tests look at pages in the browser that the other tests use."""

from tests.browser.conftest import browser_type_launch_args as browser_type_launch_args
