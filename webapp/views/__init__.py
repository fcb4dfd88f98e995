"""What each audience may see: projections, panels, and the drawing of them. Knows rows, writes none."""
