"""Two states of a site -> what is different, told once: rows, figures, lists, and what a person would say."""
