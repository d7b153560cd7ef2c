"""What the pages of the ranking show: lists, events and players."""
