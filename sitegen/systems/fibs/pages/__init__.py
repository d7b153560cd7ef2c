"""The pages of the BGFed rating list: lists, results and players."""
