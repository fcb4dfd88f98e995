"""Attacks that stay: what could cost the server dear is tried, and each tool is shown to notice."""
