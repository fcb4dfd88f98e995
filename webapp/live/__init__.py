"""The live layer: it sends changes to viewers, and contains no rules."""
