"""Razorweave at the table."""
