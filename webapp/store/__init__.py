"""What a table holds, as rows; the only floor that speaks SQL."""
