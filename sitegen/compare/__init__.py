"""Two states of a site compared, and its git history read for corrections."""
