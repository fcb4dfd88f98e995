"""The live layer, which sends changes to viewers and contains no rules."""
