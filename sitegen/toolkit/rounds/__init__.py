"""Seasons of rounds of chess: their tables and checks, what was played, the draw, and pages."""
