"""The pages of the competition: lists, rounds and players."""
