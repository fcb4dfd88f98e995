"""The live layer: it moves bytes to viewers and knows no rules."""
