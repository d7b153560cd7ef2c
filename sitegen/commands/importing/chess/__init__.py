"""Tournament reports of chess: what several formats have in common."""
