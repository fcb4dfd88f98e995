"""Razorweave at the table: rest and treatment."""

from webapp.table.games import GameTable
from webapp.table.games.razorweave import care

__all__ = ["TABLE", "care"]

TABLE = GameTable()
