"""Razorweave at the table: rest and treatment."""

from webapp.games.razorweave import care
from webapp.table.games import GameTable

__all__ = ["TABLE", "care"]

TABLE = GameTable()
