"""What each audience may see: projections, panels and their rendering. Reads rows, writes none."""
