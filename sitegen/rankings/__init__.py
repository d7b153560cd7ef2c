"""From inputs to what is published of a ranking: its outcome, records, positions and data files."""
