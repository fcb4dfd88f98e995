"""The view of each audience: projections, panels and their rendering. Reads rows, writes none."""
