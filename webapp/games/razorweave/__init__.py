"""Razorweave."""
