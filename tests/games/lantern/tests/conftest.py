"""Use the fixtures of Tableside: `trial_table`, `browser_host`."""

pytest_plugins = ["webapp.testing.fixtures"]
