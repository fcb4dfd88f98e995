"""The live layer: moves bytes to whoever watches, knows no rules."""
