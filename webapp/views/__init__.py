"""The view of each audience: projections, panels and their rendering. The package writes no rows."""
