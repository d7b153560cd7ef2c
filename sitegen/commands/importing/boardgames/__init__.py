"""A diary of board games: plays, and the places at their tables."""
